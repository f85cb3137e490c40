//! Experiments to start from: those that ship, and the published ones.

use std::sync::{Arc, LazyLock};

use hetman_lab::Source;
use hetman_lab::experiment::parameters;
use hetman_published::{
    Archive, Catalogue, Overrides, Published, Role, Row, RowRequest, RowTask, TrainingSettings, work,
};
use hetman_rules::Variant;

use crate::experiments::beside;
use crate::problem::Problem;
use crate::route::Call;
use crate::shipped::recipe;
use crate::studio::Studio;
use crate::wire::{Number, Preset, PresetKind, PublishedRow, Setting, Settings};

/// Files of `experiments/`, with what they are about and how many games a second two cores play.
const SHIPPED: &[(&str, &str, f64)] = &[
    ("Piece values of chess from the rules alone", include_str!("../../../experiments/material-chess.toml"), 250.0),
    ("Piece values of atomic from the rules alone", include_str!("presets/two-minutes-atomic.toml"), 300.0),
    (
        "45 features, depth 3, against the trainer (2007)",
        include_str!("../../../experiments/thesis-2007-depth-3.toml"),
        50.0,
    ),
];

/// What this project has measured.
static MEASURED: LazyLock<Archive> = LazyLock::new(Archive::built_in);

/// GET /api/presets
pub fn list(_: &Arc<Studio>, _: &Call) -> Result<Vec<Preset>, Problem> {
    all()
}

fn all() -> Result<Vec<Preset>, Problem> {
    let shipped = SHIPPED.iter().map(|(title, text, speed)| Ok(shipped(title, &Source::new(text, &[])?, *speed)));
    let nets = Variant::ALL.into_iter().map(net);
    let catalogue = Catalogue::built_in();
    let published = catalogue.rows.iter().filter_map(|row| match &row.task {
        RowTask::Training(settings) if row.role == Role::Repetition => Some(Ok(published(row, settings))),
        _ => None,
    });
    shipped.chain(nets).chain(published).collect()
}

pub fn find(name: &str) -> Result<Preset, Problem> {
    all()?.into_iter().find(|preset| preset.name == name).ok_or_else(|| Problem::unknown("preset", name))
}

fn shipped(title: &str, source: &Source, games_per_second: f64) -> Preset {
    let preset = describe(PresetKind::Shipped, source, Some(games_per_second));
    Preset { title: title.to_owned(), ..preset }
}

/// How the net that ships for a variant was learned.
fn net(variant: Variant) -> Result<Preset, Problem> {
    let preset = describe(PresetKind::Shipped, &Source::new(recipe(variant), &[])?, None);
    Ok(Preset { title: format!("The net that ships for {variant}, once more"), ..preset })
}

fn published(row: &'static Row, settings: &TrainingSettings) -> Preset {
    let source = settings.source(&RowRequest::new(row, &Overrides::default()));
    let preset = describe(PresetKind::Published, &source, row.games_per_second);
    Preset {
        name: row.name.clone(),
        title: format!("{}: {}", row.title, row.what),
        source: Some(row.source.clone()),
        published: row.published.iter().map(number).collect(),
        row: Some(place(row)),
        ..preset
    }
}

/// Where a row stands, and what was measured of it.
fn place(row: &Row) -> PublishedRow {
    let work = work(&row.page);
    let compared = row.published.iter().zip(MEASURED.lines(row)).map(|(claim, line)| beside(claim.value(), &line));
    PublishedRow {
        series: row.series.clone(),
        series_title: row.title.clone(),
        work: work.map_or_else(|| row.work.clone(), |work| work.title.to_owned()),
        authors: work.and_then(|work| work.authors).map(str::to_owned),
        year: work.map_or("", |work| work.year).to_owned(),
        place: row.work.clone(),
        what: row.what.clone(),
        compared: compared.collect(),
        measured: MEASURED.current(&row.name).map(|record| record.played.clone()),
    }
}

fn describe(kind: PresetKind, source: &Source, games_per_second: Option<f64>) -> Preset {
    let experiment = &source.experiment;
    let games = experiment.games * experiment.runs;
    Preset {
        name: experiment.name.clone(),
        kind,
        title: experiment.name.clone(),
        source: None,
        variant: experiment.variant.uci_name().to_owned(),
        games,
        seconds: games_per_second.map(|speed| games as f64 / speed),
        published: Vec::new(),
        needs_games: experiment.recorded.is_some(),
        toml: source.text.clone(),
        settings: settings(&source.text),
        row: None,
    }
}

fn number(published: &Published) -> Number {
    Number {
        quantity: published.label(),
        value: published.value(),
        words: Some(published.text()).filter(|_| published.value().is_none() || published.words.is_some()),
    }
}

/// Tables of which one is chosen: the keys of only one member can stand in a file.
pub const FAMILIES: [&str; 2] = ["evaluation.model.", "learning.step."];

/// A member of which nothing more is said.
const BARE: &str = "{}";

/// The keys of an experiment's file with the values it gives them. A chosen member of which nothing more is said is an
/// empty table.
pub fn settings(text: &str) -> Settings {
    let setting = |value: &parameters::Written| match value {
        parameters::Written::Flag(is_set) => Setting::Flag(*is_set),
        parameters::Written::Number(number) => Setting::Number(*number),
        parameters::Written::Text(text) => Setting::Text(text.clone()),
    };
    let written =
        parameters::written(text).iter().map(|(key, value)| (key.clone(), setting(value))).collect::<Vec<_>>();
    let bare = parameters::empty_tables(text).into_iter();
    let bare = bare.filter(|key| FAMILIES.iter().any(|family| key.starts_with(family)));
    Settings(bare.map(|key| (key, Setting::Text(BARE.to_owned()))).chain(written).collect())
}
