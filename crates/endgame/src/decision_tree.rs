//! A tree that was learned of an ending, with all that is needed to ask it about a position.

#[cfg(test)]
mod tests;
mod text;

pub use text::TreeError;

use crate::attributes::{Attribute, Standing};
use crate::class::Class;
use crate::dataset::Extent;
use crate::material::Material;
use crate::tree::Node;

/// What the pieces of an ending are in placements: letters, in the order of [`Material::pieces`].
pub fn letters(material: Material) -> Vec<u8> {
    material.pieces().map(|piece| piece.char() as u8).collect()
}

/// Classifies positions of an ending with Black, the weaker side, to move.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionTree {
    pub material: Material,
    /// By which it was learned.
    pub method: String,
    /// From which positions.
    pub extent: Extent,
    /// What its columns are.
    pub attributes: Vec<Attribute>,
    /// What its leaves name.
    pub classes: Vec<Class>,
    pub root: Node,
}

/// How often a classifier is right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exactness {
    pub right: usize,
    pub wrong: usize,
    /// It has no answer.
    pub unknown: usize,
}

impl Exactness {
    pub fn count<T: PartialEq>(&mut self, answer: Option<T>, class: T) {
        match answer {
            Some(answer) if answer == class => self.right += 1,
            Some(_) => self.wrong += 1,
            None => self.unknown += 1,
        }
    }

    pub fn all(&self) -> usize {
        self.right + self.wrong + self.unknown
    }

    /// The share that is right.
    pub fn share(&self) -> f64 {
        self.right as f64 / self.all().max(1) as f64
    }
}

impl DecisionTree {
    /// The class of a position, as it stands or mapped.
    pub fn answer(&self, standing: &Standing, is_mapped: bool) -> Option<Class> {
        if is_mapped { self.classify_mapped(standing) } else { self.classify(standing) }
    }

    /// The class of a position as it stands; `None` where no position that was learned from was like it.
    pub fn classify(&self, standing: &Standing) -> Option<Class> {
        let at = standing.placement();
        let class = self.root.classify(|column| self.attributes[column].value(&at))?;
        Some(self.classes[usize::from(class)])
    }

    /// The class of the position that stands for all of its mirror images.
    pub fn classify_mapped(&self, standing: &Standing) -> Option<Class> {
        self.classify(&standing.canonical())
    }

    /// The attributes that are asked for on the way, their values, and where it ends.
    pub fn path(&self, standing: &Standing) -> (Vec<(&Attribute, u8)>, Option<Class>) {
        let at = standing.placement();
        let (path, class) = self.root.path(|column| self.attributes[column].value(&at));
        let named = path.into_iter().map(|(column, value)| (&self.attributes[column], value)).collect();
        (named, class.map(|class| self.classes[usize::from(class)]))
    }

    /// Attributes that it never asks for.
    pub fn unused(&self) -> impl Iterator<Item = &Attribute> {
        let uses = self.root.uses(self.attributes.len());
        self.attributes.iter().zip(uses).filter(|(_, uses)| *uses == 0).map(|(attribute, _)| attribute)
    }

    /// How often it is right, each position as it stands or mapped.
    pub fn exactness(&self, samples: impl Iterator<Item = (Standing, Class)>, is_mapped: bool) -> Exactness {
        let mut exactness = Exactness::default();
        for (standing, class) in samples {
            exactness.count(self.answer(&standing, is_mapped), class);
        }
        exactness
    }
}
