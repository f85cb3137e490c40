//! Options that a program offers, and whether a wish can be fulfilled.

use crate::Failure;

/// How alike two names must be for one to be a slip of the other.
const ALIKE: f64 = 0.75;

/// An option as a program declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub name: String,
    pub kind: OptionKind,
    pub default: Option<String>,
}

/// What may be said to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    Check,
    Spin { least: i64, most: i64 },
    Combo(Vec<String>),
    Button,
    Text,
}

impl Offer {
    /// Whether it takes the value; if not, what it does take.
    pub fn takes(&self, value: &str) -> Result<(), String> {
        self.kind.allows(value)
    }
}

/// The option of this name, however its letters are written.
pub fn find<'a>(offers: &'a [Offer], name: &str) -> Option<&'a Offer> {
    offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
}

/// The option of this name if it takes this value.
pub fn check<'a>(offers: &'a [Offer], name: &str, value: &str) -> Result<&'a Offer, Failure> {
    let offer = find(offers, name).ok_or_else(|| unknown(offers, name))?;
    match offer.kind.allows(value) {
        Ok(()) => Ok(offer),
        Err(takes) => Err(Failure::Start(format!("its option {} takes {takes}, not '{value}'", offer.name))),
    }
}

impl OptionKind {
    /// Whether the value fits; if not, what does.
    fn allows(&self, value: &str) -> Result<(), String> {
        match self {
            OptionKind::Check if !matches!(value, "true" | "false") => Err("true or false".to_owned()),
            OptionKind::Spin { least, most }
                if !value.parse().is_ok_and(|number| (*least..=*most).contains(&number)) =>
            {
                Err(format!("a number from {least} to {most}"))
            }
            OptionKind::Combo(choices) if !choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)) => {
                Err(format!("one of {}", choices.join(", ")))
            }
            _ => Ok(()),
        }
    }
}

fn unknown(offers: &[Offer], name: &str) -> Failure {
    let wanted = name.to_ascii_lowercase();
    let likeness = |offer: &Offer| strsim::jaro_winkler(&wanted, &offer.name.to_ascii_lowercase());
    let mut near: Vec<(f64, &str)> =
        offers.iter().map(|offer| (likeness(offer), offer.name.as_str())).filter(|(alike, _)| *alike > ALIKE).collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    let near: Vec<&str> = near.iter().take(3).map(|(_, name)| *name).collect();
    let hint = if near.is_empty() { String::new() } else { format!(": did you mean {}?", near.join(" or ")) };
    Failure::Start(format!("it has no option '{name}'{hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers() -> Vec<Offer> {
        let offer = |name: &str, kind| Offer { name: name.to_owned(), kind, default: None };
        vec![
            offer("Hash", OptionKind::Spin { least: 1, most: 1024 }),
            offer("Ponder", OptionKind::Check),
            offer("Style", OptionKind::Combo(vec!["Solid".to_owned(), "Risky".to_owned()])),
            offer("SyzygyPath", OptionKind::Text),
        ]
    }

    #[test]
    fn a_wish_is_granted_or_answered() {
        let said = |name: &str, value: &str| check(&offers(), name, value).map(|_| ()).map_err(|f| f.to_string());
        assert_eq!(said("hash", "16"), Ok(()));
        assert_eq!(said("Style", "risky"), Ok(()));
        assert_eq!(said("SyzygyPath", "/x"), Ok(()));
        assert_eq!(said("Hash", "0").unwrap_err(), "its option Hash takes a number from 1 to 1024, not '0'");
        assert_eq!(said("Ponder", "no").unwrap_err(), "its option Ponder takes true or false, not 'no'");
        assert!(said("Style", "x").unwrap_err().contains("Solid, Risky"));
        assert_eq!(said("Hsah", "16").unwrap_err(), "it has no option 'Hsah': did you mean Hash?");
        assert_eq!(said("xyz", "16").unwrap_err(), "it has no option 'xyz'");
    }
}
