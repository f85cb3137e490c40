//! What is kept for use: nets.
//!
//! A request names a net by an id out of the list; paths are made by looking through the data folder, never from what a
//! request says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hetman_eval::{Net, Phase};
use hetman_lab::occupancy::{tells_squares_apart, value_of_piece};
use hetman_lab::runs::net_file as net_path;
use hetman_rules::Variant;
use hetman_rules::shakmaty::{Role, Square};

use crate::courses;
use crate::problem::Problem;
use crate::route::{Call, Download};
use crate::shipped;
use crate::store::{Item, RecordKind};
use crate::studio::{Data, Studio};
use crate::wire::{self, HeatMap, NamedValue};

pub const EXTENSION: &str = "safetensors";

/// A net's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetFile {
    pub id: String,
    pub name: String,
    pub path: PathBuf,
    pub origin: Origin,
}

/// Who made a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Somebody put it into the folder `nets`.
    Folder,
    Experiment(u64),
    /// It comes with the program.
    Shipped,
    /// A net as it was while it learned.
    Moment,
}

impl NetFile {
    /// As experiments name it: by its path from the data folder.
    pub fn relative(&self, data: &Data) -> Option<String> {
        self.path.strip_prefix(data.root()).ok().map(|path| path.display().to_string())
    }
}

/// A net that was read.
pub struct ReadNet {
    pub file: NetFile,
    pub net: Net,
    pub bytes: u64,
}

/// Every net: those of the folder `nets`, what the experiments have learned, and what ships.
pub fn net_files(studio: &Studio) -> Result<Vec<NetFile>, Problem> {
    let own = files_in(&studio.data.nets()).into_iter();
    let mut files: Vec<NetFile> =
        own.map(|(name, path)| NetFile { id: format!("own-{name}"), name, path, origin: Origin::Folder }).collect();
    for job in studio.jobs.experiments.all() {
        let (id, experiment) = (job.id, job.lock().name());
        for (stem, path) in files_in(&job.folder) {
            let (id_, name) = (format!("experiment-{id}-{stem}"), format!("{experiment} {id} {stem}"));
            files.push(NetFile { id: id_, name, path, origin: Origin::Experiment(id) });
        }
    }
    files.extend(Variant::ALL.map(|variant| NetFile {
        id: format!("shipped-{}", variant.uci_name()),
        name: format!("Shipped {variant}"),
        path: shipped::file(&studio.data.shipped(), variant),
        origin: Origin::Shipped,
    }));
    Ok(files)
}

/// Files of nets with their names, in order.
fn files_in(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let nets = entries.filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    let mut files: Vec<(String, PathBuf)> =
        nets.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path))).collect();
    files.sort();
    files
}

pub fn net_file(studio: &Studio, id: &str) -> Result<NetFile, Problem> {
    if let Some(moment) = courses::net_file(studio, id)? {
        return Ok(moment);
    }
    net_files(studio)?.into_iter().find(|file| file.id == id).ok_or_else(|| Problem::unknown("net", id))
}

/// Those that can be used; others are left out of lists.
pub fn readable_nets(studio: &Studio) -> Result<Vec<ReadNet>, Problem> {
    Ok(net_files(studio)?.into_iter().filter_map(|file| read(file).ok()).collect())
}

pub fn read_net(studio: &Studio, id: &str) -> Result<ReadNet, Problem> {
    read(net_file(studio, id)?)
}

fn read(file: NetFile) -> Result<ReadNet, Problem> {
    let unusable = |reason: String| Problem::Unfit(format!("the net {} cannot be used: {reason}", file.name));
    let bytes = fs::read(&file.path).map_err(|reason| unusable(reason.to_string()))?;
    let (net, _) = Net::from_bytes(&bytes).map_err(|reason| unusable(reason.to_string()))?;
    Ok(ReadNet { net, bytes: bytes.len() as u64, file })
}

/// Stars are kept as the ids of nets.
const STAR: RecordKind = RecordKind("star");

fn stars(studio: &Studio) -> Result<Vec<Item>, Problem> {
    Ok(studio.store.all(STAR)?)
}

/// POST /api/nets/ID/star
pub fn star(studio: &Arc<Studio>, call: &Call, wish: wire::Star) -> Result<wire::Net, Problem> {
    let file = net_file(studio, &call.id)?;
    let known: Vec<Item> = stars(studio)?.into_iter().filter(|star| star.data == file.id).collect();
    match wish.is_starred {
        true if known.is_empty() => drop(studio.store.add(STAR, &file.id)?),
        true => {}
        false => known.iter().try_for_each(|star| studio.store.delete(STAR, star.id))?,
    }
    show(studio, call)
}

/// The ids of the nets that are worth keeping: those that ship, were put into the folder or starred, and of each experiment
/// the one of its best run.
pub fn worth_keeping(studio: &Studio) -> Result<BTreeSet<String>, Problem> {
    let mut kept: BTreeSet<String> = stars(studio)?.into_iter().map(|star| star.data).collect();
    let files = net_files(studio)?;
    kept.extend(files.iter().filter(|file| !matches!(file.origin, Origin::Experiment(_))).map(|file| file.id.clone()));
    for job in studio.jobs.experiments.all() {
        kept.extend(job.lock().best_run().map(|run| format!("experiment-{}-{}", job.id, net_name(run))));
    }
    Ok(kept)
}

/// What the file of a run's net is called, without its ending.
fn net_name(run: u64) -> String {
    let path = net_path(Path::new(""), run);
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// GET /api/nets
pub fn list(studio: &Arc<Studio>, _: &Call) -> Result<wire::NetList, Problem> {
    let (files, marks) = (net_files(studio)?, Marks::read(studio)?);
    let describe = |net: &ReadNet| describe(studio, net, &files, &marks);
    let mut nets: Vec<wire::Net> = readable_nets(studio)?.iter().map(describe).collect();
    nets.iter_mut().for_each(|net| net.heat_maps = thumbnail(&net.heat_maps).into_iter().collect());
    Ok(wire::NetList { nets })
}

/// The first map that tells squares apart: in some games there are no pawns.
fn thumbnail(maps: &[HeatMap]) -> Option<HeatMap> {
    let is_flat = |map: &HeatMap| map.values.iter().all(|value| *value == map.values[0]);
    maps.iter().find(|map| !is_flat(map)).or(maps.first()).cloned()
}

/// GET /api/nets/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<wire::Net, Problem> {
    Ok(describe(studio, &read_net(studio, &call.id)?, &net_files(studio)?, &Marks::read(studio)?))
}

/// GET /api/nets/ID/file
pub fn download(studio: &Arc<Studio>, call: &Call) -> Result<Download, Problem> {
    let file = net_file(studio, &call.id)?;
    let gone = |_| Problem::unknown("net", &call.id);
    let bytes = fs::read(&file.path).map_err(gone)?;
    Ok(Download::saved(format!("{}.{EXTENSION}", file.id), "application/octet-stream", bytes))
}

/// What is known of nets besides their files.
struct Marks {
    starred: BTreeSet<String>,
    kept: BTreeSet<String>,
}

impl Marks {
    fn read(studio: &Studio) -> Result<Marks, Problem> {
        let starred = stars(studio)?.into_iter().map(|star| star.data).collect();
        Ok(Marks { starred, kept: worth_keeping(studio)? })
    }
}

fn describe(studio: &Studio, read: &ReadNet, files: &[NetFile], marks: &Marks) -> wire::Net {
    let ReadNet { file, net, bytes } = read;
    let (provenance, is_shipped) = (&net.provenance, file.origin == Origin::Shipped);
    let id_of = |path: &String| {
        let found = files.iter().find(|file| file.relative(&studio.data).as_ref() == Some(path));
        found.map_or_else(|| path.clone(), |file| file.id.clone())
    };
    let measured = if is_shipped { shipped::strength(net.variant()) } else { None };
    wire::Net {
        id: file.id.clone(),
        name: file.name.clone(),
        variant: net.variant().uci_name().to_owned(),
        features: net.features().to_string(),
        model: net.model().architecture().description(),
        parameters: net.model().parameters().len() as u64,
        games_seen: provenance.games_seen,
        parent: provenance.parent.as_ref().map(id_of),
        recipe: if is_shipped { shipped::recipe(net.variant()).to_owned() } else { provenance.recipe.clone() },
        is_shipped,
        experiment: match file.origin {
            Origin::Experiment(id) => Some(id.to_string()),
            _ => None,
        },
        is_starred: marks.starred.contains(&file.id),
        is_kept: marks.kept.contains(&file.id),
        strength: measured.or_else(|| provenance.notes.get("strength").cloned()),
        pieces: piece_values(net),
        heat_maps: heat_maps(net),
        bytes: *bytes,
    }
}

/// Piece values of a linear net, kings left out where they are worth nothing to it.
pub fn piece_values(net: &Net) -> Vec<NamedValue> {
    if net.model().weights().is_none() {
        return Vec::new();
    }
    let names = Role::ALL.map(name);
    let value = |piece: &&str| Some(NamedValue { name: (*piece).to_owned(), value: value_of_piece(net, piece)? });
    names.iter().filter_map(value).filter(|piece| piece.name != "king" || piece.value != 0.0).collect()
}

/// Tables of linear nets that tell squares apart.
pub fn heat_maps(net: &Net) -> Vec<HeatMap> {
    if net.model().weights().is_none() || !tells_squares_apart(net) {
        return Vec::new();
    }
    let parameters = net.model().parameters();
    let worth = |role, square, phase| {
        let features = net.features().of_piece(net.variant(), role, square, phase)?;
        Some(features.into_iter().map(|index| parameters[index]).sum::<f64>())
    };
    let values =
        |role, phase| Square::ALL.into_iter().map(|square| worth(role, square, phase)).collect::<Option<Vec<_>>>();
    let maps = |role| match (values(role, Phase::Middlegame), values(role, Phase::Endgame)) {
        (Some(full), Some(bare)) if full == bare => vec![HeatMap { piece: name(role).to_owned(), values: full }],
        (Some(full), Some(bare)) => [("full", full), ("bare", bare)]
            .map(|(end, values)| HeatMap { piece: format!("{} {end}", name(role)), values })
            .into(),
        _ => Vec::new(),
    };
    Role::ALL.into_iter().flat_map(maps).collect()
}

pub fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
