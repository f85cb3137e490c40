//! What rules speak of: an attribute, or the sum of one over like pieces, which rules do not tell apart.

use crate::attributes::{Attribute, Standing, UnknownAttribute, Words};
use crate::material::Material;

/// An attribute of an ending by its name. Of several like pieces the letter stands for all of them: with two bishops
/// `KBDistance` is the sum of both distances. Rules that told one bishop from the other would depend on which is called
/// the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    pub name: String,
    parts: Vec<Attribute>,
}

/// Measures that matter of a king that is to be mated, and of no other.
const OF_THE_LONE_KING: [&str; 6] = ["Box", "CanMove", "InCheck", "Moves", "NearRoom", "Room"];

/// The letters of an ending's pieces, in the order in which positions list them.
pub(crate) fn letters(material: Material) -> Vec<u8> {
    material.pieces().map(|piece| piece.char() as u8).collect()
}

impl Quantity {
    /// Everything that rules can speak of in an ending without saying how the board lies.
    pub fn all(material: Material) -> Vec<Quantity> {
        let mut found: Vec<Quantity> = Vec::new();
        for attribute in Attribute::general(&letters(material)) {
            let is_telling = attribute.name.starts_with('k') || !OF_THE_LONE_KING.contains(&attribute.measure.name);
            if attribute.measure.is_oriented() || !is_telling {
                continue;
            }
            let name: String = attribute.name.chars().filter(|letter| !letter.is_ascii_digit()).collect();
            match found.iter_mut().find(|known| known.name == name) {
                Some(known) => known.parts.push(attribute),
                None => found.push(Quantity { name, parts: vec![attribute] }),
            }
        }
        found
    }

    /// The quantity of that name.
    pub fn named(material: Material, name: &str) -> Result<Quantity, UnknownAttribute> {
        let found = Quantity::all(material).into_iter().find(|quantity| quantity.name == name);
        found.ok_or_else(|| UnknownAttribute::new(name, &letters(material)))
    }

    /// The attributes that are added up.
    pub fn parts(&self) -> &[Attribute] {
        &self.parts
    }

    pub fn value(&self, position: &Standing) -> u8 {
        let placement = position.placement();
        self.parts.iter().map(|part| part.value(&placement)).sum()
    }

    /// Values are below this.
    pub fn domain(&self) -> u8 {
        self.parts.iter().map(|part| part.domain() - 1).sum::<u8>() + 1
    }

    /// It is so, or it is not: there is nothing between.
    pub fn is_flag(&self) -> bool {
        self.parts.len() == 1 && matches!(self.parts[0].measure.words, Words::Flag(..))
    }

    /// What is counted, or the sentence that is true or not.
    pub fn phrase(&self) -> String {
        let phrases: Vec<String> = self.parts.iter().map(Attribute::phrase).collect();
        match &phrases[..] {
            [phrase] => phrase.clone(),
            phrases => format!("the sum of {}", phrases.join(" and ")),
        }
    }

    /// That a flag has this value, as a sentence.
    pub(crate) fn sentence(&self, value: u8) -> String {
        self.parts[0].sentence(value)
    }
}
