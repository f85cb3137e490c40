//! Learning: the table of an ending in, a tree or rules out, and how good they are.

use std::sync::Arc;

use hetman_endgame::dataset::{Extent, Target};
use hetman_endgame::induction::{self, GrowTree, Learner, Method};
use hetman_endgame::strategy::{RuleSettings, RulesSoFar, Strategy, induce_rules, shipped};
use hetman_endgame::{Material, Table, Tables};
use hetman_lab::folder::{make, write_atomically};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{LessonJob, file, method};
use crate::endgames::learned::{self, Learned};
use crate::endgames::pace::{Part, note};
use crate::endgames::rules;
use crate::jobs::{End, Job};
use crate::problem::Problem;
use crate::studio::Studio;
use crate::wire::{LessonFacts, LessonTarget};

/// Decides what a method holds out, so that a lesson can be repeated.
const SEED: u64 = 1;

/// So often it is told how many lists were tried.
const STEPS_TOLD: u64 = 64;

/// Learns, and keeps what was learned in the job's folder.
pub fn learn(job: &Job<LessonJob>, studio: &Studio) -> Result<End, Problem> {
    let (material, name, target, steps) = {
        let state = job.lock();
        (state.material, state.method.clone(), state.target, state.steps)
    };
    let method = method(&name)?;
    let missing = || Problem::Conflict(format!("there is no table of {material} to learn from: build it first"));
    let tables = studio.endgames.around(material)?.ok_or_else(missing)?;
    let table = tables.get(material).ok_or_else(missing)?;
    let learned = match method.learner {
        Learner::Tree(grow) => learn_tree(job, studio, table, method, grow, target),
        Learner::Rules => learn_rules(job, studio, &tables, table, steps),
        Learner::Shipped => prove(job, studio, table, shipped_rules(material)?),
    };
    let Some((learned, facts)) = learned.filter(|_| !job.is_stopped()) else { return Ok(End::Stopped) };
    make(&job.folder)?;
    write_atomically(&file(&job.folder), learned.to_text().as_bytes())?;
    let mut state = job.lock();
    (state.facts, state.learned) = (Some(facts), Some(Arc::new(learned)));
    Ok(End::Finished)
}

/// The rules that are part of the program.
pub fn shipped_rules(material: Material) -> Result<Strategy, Problem> {
    let none = || Problem::Unfit(format!("the program has no rules for {material}: choose another method"));
    shipped(material).ok_or_else(none)
}

fn learn_tree(
    job: &Job<LessonJob>,
    studio: &Studio,
    table: &Table,
    method: &Method,
    grow: GrowTree,
    target: LessonTarget,
) -> Option<(Learned, LessonFacts)> {
    let target = match target {
        LessonTarget::Distance => Target::Distance,
        LessonTarget::Result => Target::Result,
    };
    let attributes = learned::attributes(table.material());
    let lesson = induction::Lesson { attributes, extent: Extent::Canonical, target, seed: SEED };
    let (tree, _) = lesson.tree(table, method.name, grow, &Part::whole(job, studio, "Learning"))?;
    let facts = learned::tree_facts(&tree, table, target, &Part::whole(job, studio, "Measuring"))?;
    Some((Learned::Tree(Arc::new(tree)), facts))
}

fn learn_rules(
    job: &Job<LessonJob>,
    studio: &Studio,
    tables: &Tables,
    table: &Table,
    steps: Option<u32>,
) -> Option<(Learned, LessonFacts)> {
    let usual = RuleSettings::default();
    let settings = RuleSettings { steps: steps.unwrap_or(usual.steps), ..usual };
    let mut told = |done: u64, of: u64, so_far: RulesSoFar| {
        if done.is_multiple_of(STEPS_TOLD) {
            note(job, studio, &rules::state(&so_far), done as f64 / of.max(1) as f64);
        }
        !job.is_stopped()
    };
    let generator = &mut ChaCha8Rng::seed_from_u64(SEED);
    let strategy = induce_rules(table.material(), tables, None, &settings, generator, &mut told)?;
    prove(job, studio, table, strategy)
}

fn prove(job: &Job<LessonJob>, studio: &Studio, table: &Table, strategy: Strategy) -> Option<(Learned, LessonFacts)> {
    let facts = rules::facts(&strategy, table, &Part::whole(job, studio, "Proving"))?;
    Some((Learned::Rules(strategy), facts))
}
