//! What is learned from: the table of an ending, and what is looked at in its positions.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use hetman_arena::endgames;
use hetman_endgame::attributes::{Attribute, PUBLISHED};
use hetman_endgame::dataset::{Extent, Target};
use hetman_endgame::decision_tree::letters;
use hetman_endgame::induction::Lesson;
use hetman_endgame::{Material, Progress, Tables};
use indicatif::{ProgressBar, ProgressStyle};

use super::TableSource;

#[derive(clap::Args)]
pub struct LessonArguments {
    /// The attributes: published (the 24 of 2006, for KRK), general, raw (files and ranks), or names between commas as in
    /// docs/endgame.md; published for KRK and general for other endings if nothing is said
    #[arg(long, value_name = "LIST")]
    attributes: Option<String>,
    /// Every legal position instead of one for all of its mirror images
    #[arg(long)]
    full: bool,
    /// What is to be learned: the moves to mate, or only who wins
    #[arg(long, value_name = "CLASS", value_parser = ["distance", "result"], default_value = "distance")]
    class: String,
    /// What is left to chance follows from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl LessonArguments {
    pub fn lesson(&self, material: Material) -> anyhow::Result<Lesson> {
        let attributes = attributes(material, self.attributes.as_deref())?;
        let extent = if self.full { Extent::Full } else { Extent::Canonical };
        let target = if self.class == "result" { Target::Result } else { Target::Distance };
        Ok(Lesson { attributes, extent, target, seed: self.seed })
    }
}

fn attributes(material: Material, list: Option<&str>) -> anyhow::Result<Vec<Attribute>> {
    let pieces = letters(material);
    let usual = if pieces == b"KkR" { "published" } else { "general" };
    Ok(match list.unwrap_or(usual) {
        "published" => Attribute::named(&pieces, PUBLISHED)?,
        "general" => Attribute::general(&pieces),
        "raw" => Attribute::raw(&pieces),
        names => Attribute::named(&pieces, names.split(','))?,
    })
}

/// A bar in a terminal, with the time that is left.
pub fn progress_bar(what: &'static str, of: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:40} {percent} %, {eta} left");
    ProgressBar::new(of).with_style(style.expect("the template is well formed")).with_message(what)
}

/// A bar for whatever tells how far it is; it disappears with what it was for.
pub struct Bar {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Bar {
    pub fn new(what: &'static str) -> Bar {
        Bar::until(what, &Arc::default())
    }

    /// Whatever it is for ends when the switch is turned.
    pub fn until(what: &'static str, stop: &Arc<AtomicBool>) -> Bar {
        Bar { bar: progress_bar(what, 0), stop: Arc::clone(stop) }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn advance(&self, done: u64, of: u64) {
        self.bar.set_length(of);
        self.bar.set_position(done);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What is said where Ctrl-C has ended it.
pub const STOPPED: &str = "stopped: nothing was learned, and nothing is written";

pub fn threads() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The tables of an ending and of what it leads to: of three pieces they are worked out at once, others are kept where
/// `hetman endgame table` keeps them.
pub fn tables(material: Material) -> anyhow::Result<Tables> {
    if material.men() <= 3 {
        return Ok(Tables::build(material, threads(), &Bar::new("table")));
    }
    let source = TableSource { data: endgames::FOLDER.into(), threads: None };
    Ok(source.tables(material)?.0)
}
