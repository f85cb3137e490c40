//! What this studio is.

use std::sync::Arc;

use hetman_rules::{AnyPosition, Variant};

use crate::players;
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::wire::{About, Machine, VariantInfo};

/// GET /api/about
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<About, Problem> {
    let machine = hetman_lab::machine::Machine::this();
    let about = About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        revision: studio.revision.clone(),
        machine: Machine { processor: machine.processor, cores: machine.cores as u32, system: machine.system },
        variants: Variant::ALL.map(describe).to_vec(),
        data: studio.data.name(),
        share: studio.share.clone(),
        first_opponent: players::first_opponent(),
        needs_token: studio.auth.token().is_some(),
        is_empty: studio.store.is_empty()?,
        is_guest: call.rights.is_guest(),
    };
    Ok(if about.is_guest { for_guest(about) } else { about })
}

/// A guest with a seat at one game learns no more about the machine than that it is there.
fn for_guest(about: About) -> About {
    let machine = Machine { processor: String::new(), cores: 0, system: String::new() };
    About { machine, data: String::new(), is_empty: false, share: None, ..about }
}

fn describe(variant: Variant) -> VariantInfo {
    let (title, rules) = words(variant);
    VariantInfo {
        name: variant.uci_name().to_owned(),
        title: title.to_owned(),
        rules: rules.to_owned(),
        start_fen: AnyPosition::start(variant).fen(),
        has_pockets: variant == Variant::Crazyhouse,
        counts_checks: variant == Variant::ThreeCheck,
        is_losing_game: variant.is_losing_game(),
        has_shuffled_starts: variant == Variant::Chess,
    }
}

fn words(variant: Variant) -> (&'static str, &'static str) {
    match variant {
        Variant::Chess => ("Chess", "Checkmate the king."),
        Variant::Crazyhouse => ("Crazyhouse", "Captured pieces change sides and may be dropped instead of a move."),
        Variant::Atomic => ("Atomic", "A capture explodes all around it except pawns; explode the king."),
        Variant::Antichess => ("Antichess", "Captures are compulsory; who has no move left wins."),
        Variant::Suicide => ("Suicide", "Captures are compulsory; when a side cannot move, fewer pieces win."),
        Variant::KingOfTheHill => ("King of the Hill", "Checkmate, or bring your king to the centre."),
        Variant::ThreeCheck => ("Three-check", "Checkmate, or give the third check."),
        Variant::Horde => ("Horde", "White's horde of pawns must mate; Black must take all of it."),
        Variant::RacingKings => ("Racing Kings", "No checks; the first king on the eighth rank wins."),
    }
}
