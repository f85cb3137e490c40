//! What pieces are worth, or the inputs that stand for them: over time, in the end, and square by square; on the scale of
//! the work that is repeated.

use hetman_pictures::{Line, LineChart, Reference};
use hetman_rules::Variant;

use super::learned::{Learned, Snapshot};
use super::moments::{Moments, number};
use super::pieces::{PieceInputs, pieces};
use hetman_published::{Catalogue, Normalisation, Quantity, Row, RowRequest, RowTask};

/// The scale for games of which no work printed values.
const USUAL_PIECE: &str = "bishop";
const USUAL_VALUE: f64 = 3.0;

/// Inputs of a network that stand for pieces.
const STRENGTH: &str = "_strength";

/// Somebody or something whose value is followed.
#[derive(Clone, Debug)]
pub enum Tracked {
    Piece(Box<PieceInputs>),
    /// An input of a network, by name and place.
    Input(String, usize),
}

impl Tracked {
    pub fn name(&self) -> String {
        match self {
            Tracked::Piece(piece) => piece.name(),
            Tracked::Input(name, _) => name.clone(),
        }
    }

    fn when(&self) -> &str {
        match self {
            Tracked::Piece(piece) => &piece.when,
            Tracked::Input(..) => "",
        }
    }

    fn value(&self, snapshot: &Snapshot) -> Option<f64> {
        let weights = &snapshot.inputs.weights;
        match self {
            Tracked::Piece(piece) => piece.value(weights, &snapshot.occupancy),
            Tracked::Input(_, place) => Some(weights[*place]),
        }
    }
}

/// From learned numbers to those of a table.
pub struct Scale {
    pub factor: f64,
    /// What it is, in a sentence.
    pub words: String,
}

pub struct Values {
    pub pieces: Vec<PieceInputs>,
    pub tracked: Vec<Tracked>,
    /// What was printed for each of them.
    pub published: Vec<Option<f64>>,
    pub scale: Scale,
    is_linear: bool,
    is_averaged: bool,
}

impl Values {
    pub fn of(learned: &Learned, request: Option<&RowRequest>) -> Values {
        let pieces = pieces(&learned.features);
        let printed = |quantity: &dyn Fn(&Quantity) -> bool| {
            let published = request.into_iter().flat_map(|request| &request.row.published);
            published.into_iter().find(|published| quantity(&published.quantity))
        };
        let is_printed_input =
            |name: &String| printed(&|quantity| *quantity == Quantity::Input(name.clone())).is_some();
        let inputs = || learned.names.iter().enumerate().map(|(place, name)| Tracked::Input(name.clone(), place));
        let tracked: Vec<Tracked> = if learned.is_linear {
            pieces
                .iter()
                .filter(|piece| piece.has_value())
                .cloned()
                .map(|piece| Tracked::Piece(Box::new(piece)))
                .collect()
        } else {
            let is_followed = |name: &String| name.ends_with(STRENGTH) || is_printed_input(name);
            inputs().filter(|input| is_followed(&input.name())).collect()
        };
        let of_name = |tracked: &Tracked| {
            let name = tracked.name();
            printed(&|quantity| match quantity {
                Quantity::Value(piece) => learned.is_linear && *piece == name,
                Quantity::Input(input) => !learned.is_linear && *input == name,
                _ => false,
            })?
            .value()
        };
        let published = tracked.iter().map(of_name).collect();
        let is_averaged = tracked.iter().any(|one| matches!(one, Tracked::Piece(piece) if piece.has_board()));
        let scale = scale(learned, request, &tracked);
        Values { pieces, tracked, published, scale, is_linear: learned.is_linear, is_averaged }
    }

    pub fn of_snapshot(&self, snapshot: &Snapshot) -> Vec<Option<f64>> {
        self.tracked.iter().map(|tracked| tracked.value(snapshot)).collect()
    }

    /// Over runs, as learned.
    pub fn finals(&self, learned: &Learned) -> Vec<Option<Moments>> {
        self.tracked.iter().map(|tracked| moments(learned.finals(), tracked)).collect()
    }

    /// Places of those that belong into one chart, by when they count.
    pub fn groups(&self) -> Vec<(String, Vec<usize>)> {
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        for (place, tracked) in self.tracked.iter().enumerate() {
            match groups.iter_mut().find(|(when, _)| when == tracked.when()) {
                Some((_, places)) => places.push(place),
                None => groups.push((tracked.when().to_owned(), vec![place])),
            }
        }
        groups
    }

    pub fn chart(&self, learned: &Learned, title: &str, group: &str, places: &[usize]) -> LineChart {
        let line = |&place: &usize| Line {
            label: self.tracked[place].name().trim_end_matches(group).trim_end().trim_end_matches(STRENGTH).to_owned(),
            points: self.over_time(learned, &self.tracked[place]),
        };
        let all = learned.source.experiment.games as f64;
        let reference = |(line, &place): (usize, &usize)| {
            let y = self.published[place]?;
            let label = format!("{} {}", self.tracked[place].name(), number(y, 2));
            Some(Reference { label: format!("published {label}"), line, span: [0.97 * all, all], y })
        };
        LineChart {
            title: format!("Learned values of {title} {group}").trim_end().to_owned(),
            x_label: "games played".to_owned(),
            y_label: if self.is_linear { "value" } else { "mean weight" }.to_owned(),
            y_range: None,
            lines: places.iter().map(line).collect(),
            references: places.iter().enumerate().filter_map(reference).collect(),
        }
    }

    fn over_time(&self, learned: &Learned, tracked: &Tracked) -> Vec<hetman_pictures::Point> {
        let longest = learned.runs.iter().max_by_key(|run| run.snapshots.len());
        let moments = longest.into_iter().flat_map(|run| &run.snapshots).filter_map(|snapshot| {
            let same = learned.runs.iter().flat_map(|run| &run.snapshots).filter(|other| other.games == snapshot.games);
            Some(self.scale.point(snapshot.games, moments(same, tracked)?))
        });
        moments.collect()
    }

    /// A piece's squares against its average, in the mean of the runs in which it stood there.
    pub fn board(&self, learned: &Learned, piece: &PieceInputs) -> [Option<f64>; 64] {
        let of_snapshot = |snapshot: &Snapshot| {
            let weights = if self.is_linear { &snapshot.inputs.weights } else { &snapshot.inputs.influences };
            let average = piece.value(weights, &snapshot.occupancy).unwrap_or(0.0);
            piece.squares(weights, &snapshot.occupancy).map(|value| value.map(|value| value - average))
        };
        let boards: Vec<[Option<f64>; 64]> = learned.finals().map(of_snapshot).collect();
        std::array::from_fn(|square| {
            let known: Vec<f64> = boards.iter().filter_map(|board| board[square]).collect();
            Some(Moments::of(&known)?.mean * self.scale.factor)
        })
    }

    /// What the values are.
    pub fn explanation(&self) -> String {
        let what = match (self.is_linear, self.is_averaged) {
            (true, false) => "A man's value is its weight.",
            (true, true) => {
                "A man's value is its weight and that of its square, averaged over the squares on which such men stood \
                 while it learned, each as often as they stood there."
            }
            (false, _) => {
                "An input's value is the mean weight of the connections that leave it, as the 2007 thesis prints it."
            }
        };
        format!("{what} {}", self.scale.words)
    }

    pub fn boards_explanation(&self) -> String {
        if !self.is_linear {
            return "How much a man on a square moves the network's output: the products of the weights along each path, \
                    added up, in the mean over runs. Blue is good for White, orange for Black."
                .to_owned();
        }
        format!(
            "How much more (blue) or less (orange) a man is worth on a square than on the average of the squares it stood \
             on, seen from its own side, in the mean over runs. Squares on which no such man ever stood are left grey. {}",
            self.scale.words
        )
    }
}

fn moments<'s>(snapshots: impl Iterator<Item = &'s Snapshot>, tracked: &Tracked) -> Option<Moments> {
    let values: Option<Vec<f64>> = snapshots.map(|snapshot| tracked.value(snapshot)).collect();
    Moments::of(&values?)
}

/// The row's own scale, or that of the first row that printed values for this game, or the usual one.
fn normalisation(variant: Variant, request: Option<&RowRequest>) -> Normalisation {
    let same_game =
        |row: &&Row| matches!(&row.task, RowTask::Training(training) if training.experiment.variant == variant);
    let own = request.and_then(|request| request.row.normalisation.clone());
    let mut rows = Catalogue::built_in().rows.iter().filter(same_game);
    own.or_else(|| rows.find_map(|row| row.normalisation.clone()))
        .unwrap_or_else(|| Normalisation { piece: USUAL_PIECE.to_owned(), value: USUAL_VALUE })
}

/// A scale keeps signs: where the piece it is made by was learned with the other sign, values stay as they are.
fn scale(learned: &Learned, request: Option<&RowRequest>, tracked: &[Tracked]) -> Scale {
    let as_learned = |words: String| Scale { factor: 1.0, words };
    if !learned.is_linear {
        return as_learned("They are as learned.".to_owned());
    }
    let Normalisation { piece, value } = normalisation(learned.source.experiment.variant, request);
    let is_reference = |tracked: &&Tracked| matches!(tracked, Tracked::Piece(found) if found.who == piece);
    let Some(reference) = tracked.iter().find(is_reference) else {
        return as_learned("Values are as learned.".to_owned());
    };
    match moments(learned.finals(), reference).map(|moments| moments.mean) {
        Some(mean) if mean * value > 0.0 => Scale {
            factor: value / mean,
            words: format!("Values are on the scale on which the {} is {}.", reference.name(), value),
        },
        _ => as_learned(format!("Values are as learned: the {piece}, which usually makes the scale, cannot.")),
    }
}
