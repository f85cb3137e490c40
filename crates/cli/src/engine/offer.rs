//! Who a conversation says it is with, and what of that can be set.

use hetman_arena::PlayerSpec;
use hetman_rules::Variant;
use hetman_rules::quote::passage;

use super::options::{ENGINE_NAME, EngineOption, OPTIONS};

/// The engine, or a player in its place.
pub struct Offer {
    guest: Option<PlayerSpec>,
    variants: Vec<Variant>,
}

impl Offer {
    pub fn engine() -> Offer {
        Offer { guest: None, variants: Variant::ALL.to_vec() }
    }

    /// A player, and the variants that it plays: one at least.
    pub fn guest(spec: PlayerSpec, variants: Vec<Variant>) -> Offer {
        Offer { guest: Some(spec), variants }
    }

    pub fn player(&self) -> Option<&PlayerSpec> {
        self.guest.as_ref()
    }

    pub fn name(&self) -> String {
        match &self.guest {
            None => ENGINE_NAME.to_owned(),
            Some(player) => format!("{ENGINE_NAME} as {}", passage(player)),
        }
    }

    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The variant of a conversation in which none has been chosen.
    pub fn first_variant(&self) -> Variant {
        self.variants.first().copied().unwrap_or(Variant::Chess)
    }

    /// What can be set: of a player what the game is and what is shown, and nothing of our search.
    pub fn options(&self) -> impl Iterator<Item = &'static EngineOption> + '_ {
        OPTIONS.iter().filter(|option| self.guest.is_none() || option.is_for_guests)
    }

    /// Whether an option of this name can be set.
    pub fn has(&self, name: &str) -> bool {
        self.guest.is_none() || self.options().any(|option| option.parameter.key.eq_ignore_ascii_case(name))
    }
}
