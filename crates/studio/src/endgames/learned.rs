//! What was learned of an ending, whichever way: what it is worth, what it would play, and why.

use std::sync::Arc;

use hetman_arena::players::TreePlayer;
use hetman_endgame::attributes::{Attribute, Standing, Words};
use hetman_endgame::dataset::{Extent, Target, samples};
use hetman_endgame::decision_tree::{Exactness, TreeError, letters};
use hetman_endgame::strategy::{Strategy, StrategyError};
use hetman_endgame::tree::Node;
use hetman_endgame::{Class, DecisionTree, Material, Outcome, Progress, SmallPosition, Table};
use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::{Color, Role, Square};

use super::rules;
use crate::problem::Problem;
use crate::wire::{LessonBranch, LessonExactness, LessonFacts, LessonFired, LessonKind, LessonNode, LessonStep};

/// Questions on a path; no tree asks more.
const MOST_ANSWERS: usize = 256;

/// What was learned.
pub enum Learned {
    Tree(Arc<DecisionTree>),
    Rules(Strategy),
}

/// A move, and what comes of it.
pub struct Candidate {
    pub uci: String,
    pub san: String,
    pub after: AnyPosition,
    /// What it is worth by the tables; what was learned does not look at it.
    pub outcome: Option<Outcome>,
}

/// What was learned says of a position.
#[derive(Default)]
pub struct Advice {
    /// For each candidate: whether it would be played, and what the position after it is taken for.
    pub moves: Vec<(bool, Option<String>)>,
    pub fired: Option<LessonFired>,
    /// Why nothing fires.
    pub silent: Option<String>,
}

impl Advice {
    fn silent(why: String) -> Advice {
        Advice { silent: Some(why), ..Advice::default() }
    }
}

/// How files of rules begin.
const RULES: &str = "hetman rules";

impl Learned {
    /// Reads the file of a lesson: one of rules says so in its first line.
    pub fn read(text: &str) -> Result<Learned, Problem> {
        let tree = |text: &str| text.parse().map(|tree| Learned::Tree(Arc::new(tree)));
        let learned = match text.starts_with(RULES) {
            true => text.parse().map(Learned::Rules).map_err(|reason: StrategyError| reason.to_string()),
            false => tree(text).map_err(|reason: TreeError| reason.to_string()),
        };
        learned
            .map_err(|reason| Problem::Conflict(format!("what was learned cannot be read: {reason}; learn it again")))
    }

    pub fn material(&self) -> Material {
        match self {
            Learned::Tree(tree) => tree.material,
            Learned::Rules(strategy) => strategy.material,
        }
    }

    pub fn to_text(&self) -> String {
        match self {
            Learned::Tree(tree) => tree.to_text(),
            Learned::Rules(strategy) => strategy.to_string(),
        }
    }

    /// What it says of a position of its ending, and of the moves there.
    pub fn advise(&self, position: &AnyPosition, moves: &[Candidate]) -> Advice {
        let Some(seen) = Seen::of(position, self.material()) else {
            return Advice::silent(format!("It was learned for {}.", self.material()));
        };
        let is_defence = seen.position.turn() == Color::Black;
        match self {
            Learned::Tree(tree) if is_defence => {
                Advice { fired: Some(fired(tree, &seen, "The position".to_owned())), ..Advice::default() }
            }
            Learned::Tree(tree) => advise_by_tree(tree, moves),
            Learned::Rules(_) if is_defence => {
                Advice::silent("The rules are for the stronger side, and the other one is to move.".to_owned())
            }
            Learned::Rules(strategy) => rules::advise(strategy, &seen, moves),
        }
    }

    /// The node of a tree after these answers.
    pub fn node(&self, answers: &str) -> Result<LessonNode, Problem> {
        let unknown = || Problem::Unknown("the tree has no such branch".to_owned());
        let Learned::Tree(tree) = self else { return Err(unknown()) };
        let parts = answers.split('.').filter(|part| !part.is_empty()).take(MOST_ANSWERS);
        let answers: Vec<u8> = parts.map(str::parse).collect::<Result<_, _>>().map_err(|_| unknown())?;
        let node = tree.root.descend(&answers).ok_or_else(unknown)?;
        Ok(lesson_node(tree, answers, node))
    }
}

/// The moves after which the tree sees the nearest mate, and its path after the first of them.
fn advise_by_tree(tree: &Arc<DecisionTree>, moves: &[Candidate]) -> Advice {
    let player = TreePlayer { tree: Arc::clone(tree), is_mapped: true };
    let ranks: Vec<u16> = moves.iter().map(|candidate| player.rank(&candidate.after)).collect();
    let best = ranks.iter().copied().min();
    let seen: Vec<Option<Seen>> = moves.iter().map(|candidate| Seen::of(&candidate.after, tree.material)).collect();
    let learned = |seen: &Option<Seen>| match seen {
        None => "another ending: unknown".to_owned(),
        Some(seen) => tree.classify_mapped(&seen.standing()).map_or("unknown".to_owned(), short),
    };
    let told = ranks.iter().zip(&seen).map(|(rank, seen)| (Some(*rank) == best, Some(learned(seen))));
    let first = moves.iter().zip(&ranks).zip(&seen).find(|((_, rank), _)| Some(**rank) == best);
    let fired = first.and_then(|((candidate, _), seen)| {
        seen.as_ref().map(|seen| fired(tree, seen, format!("The position after {}", candidate.san)))
    });
    let silent = fired.is_none().then(|| "The tree knows nothing of where the moves lead.".to_owned());
    Advice { moves: told.collect(), fired, silent }
}

/// The class of the position after a move, as the side that moves says it.
fn short(class: Class) -> String {
    match class {
        Class::Draw => "Draw".to_owned(),
        Class::Loss(None) => "Win".to_owned(),
        Class::Loss(Some(moves)) => format!("Mate in {}", moves + 1),
        Class::Win(None) => "Loss".to_owned(),
        Class::Win(Some(moves)) => format!("Mated in {moves}"),
    }
}

/// A position as learners see it: the stronger side is White.
pub struct Seen {
    pub position: SmallPosition,
    pub is_exchanged: bool,
}

impl Seen {
    fn of(position: &AnyPosition, material: Material) -> Option<Seen> {
        let AnyPosition::Chess(chess) = position else { return None };
        let position = SmallPosition::of(chess)?;
        let (found, is_exchanged) = position.material();
        // Where both sides have the same, the learner plays White.
        let position = if is_exchanged { position.with_colors_exchanged() } else { position };
        (found == material).then_some(Seen { position, is_exchanged })
    }

    /// What a move makes of it, seen from the same side.
    pub fn after(&self, position: &AnyPosition) -> Option<SmallPosition> {
        let AnyPosition::Chess(chess) = position else { return None };
        let after = SmallPosition::of(chess)?;
        Some(if self.is_exchanged { after.with_colors_exchanged() } else { after })
    }

    fn standing(&self) -> Standing {
        Standing::from(&self.position)
    }
}

/// The path of a position through a tree, which knows one of its mirror images.
fn fired(tree: &DecisionTree, seen: &Seen, about: String) -> LessonFired {
    let standing = seen.standing();
    let image = standing.canonical();
    let squares = origins(&standing, &image);
    let on_board = |piece: usize| {
        let square = Square::new(squares[piece].into());
        if seen.is_exchanged { square.flip_vertical().to_string() } else { square.to_string() }
    };
    let (path, class) = tree.path(&image);
    let step = |(attribute, value): &(&Attribute, u8)| LessonStep {
        words: format!("{}.", capitalised(&attribute.sentence(*value))),
        squares: attribute.of.iter().map(|&piece| on_board(piece)).collect(),
    };
    let conclusion = class.map_or("No position that was learned from was like this one.".to_owned(), |class| {
        format!("So {}.", class.describe())
    });
    let is_image = seen.is_exchanged || image != standing;
    LessonFired {
        about,
        steps: path.iter().map(step).collect(),
        conclusion,
        image: is_image.then(|| fen_of(&image)).flatten(),
    }
}

/// Where the pieces of a mirror image stand on the board itself. Like pieces may have changed places.
fn origins(standing: &Standing, image: &Standing) -> Vec<u8> {
    let places = |symmetry: u8| -> Option<Vec<u8>> {
        let origin = |(letter, target): (&u8, &u8)| {
            let mut pieces = standing.letters().iter().zip(standing.squares());
            pieces.find(|(other, square)| *other == letter && mirrored(**square, symmetry) == *target)
        };
        let pieces = image.letters().iter().zip(image.squares());
        pieces.map(|piece| origin(piece).map(|(_, square)| *square)).collect()
    };
    (0..8).find_map(places).unwrap_or_else(|| standing.squares().to_vec())
}

/// A square in one of the board's eight images: the first mirrors the files, the second the ranks, the third the diagonal.
fn mirrored(square: u8, symmetry: u8) -> u8 {
    let flipped = square ^ if symmetry & 1 == 1 { 0o07 } else { 0 } ^ if symmetry & 2 == 2 { 0o70 } else { 0 };
    if symmetry & 4 == 4 { flipped << 3 & 0o70 | flipped >> 3 } else { flipped }
}

fn fen_of(standing: &Standing) -> Option<String> {
    let piece = |(letter, square): (&u8, &u8)| {
        let letter = char::from(*letter);
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some((Role::from_char(letter)?.of(color), Square::new((*square).into())))
    };
    let pieces: Option<Vec<_>> = standing.letters().iter().zip(standing.squares()).map(piece).collect();
    let chess = SmallPosition::new(pieces?, Color::Black)?.to_chess()?;
    Some(AnyPosition::from(chess).fen())
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn lesson_node(tree: &DecisionTree, answers: Vec<u8>, node: &Node) -> LessonNode {
    let class = |class: u8| capitalised(&tree.classes[usize::from(class)].describe());
    let answers = answers.into_iter().map(u32::from).collect();
    let (column, branches) = match node {
        Node::Leaf(leaf) => {
            return LessonNode { answers, question: None, words: class(*leaf), branches: Vec::new() };
        }
        Node::Split { column, branches } => (usize::from(*column), branches),
    };
    let attribute = &tree.attributes[column];
    let branch = |(value, branch): (usize, &Option<Node>)| LessonBranch {
        value: value as u32,
        words: answer(attribute, value as u8),
        class: match branch {
            Some(Node::Leaf(leaf)) => Some(class(*leaf)),
            _ => None,
        },
        leaves: branch.as_ref().map_or(0, |branch| branch.size().leaves as u32),
    };
    LessonNode {
        answers,
        question: Some(attribute.name.clone()),
        words: capitalised(attribute.phrase().trim_end_matches(',')),
        branches: branches.iter().enumerate().map(branch).collect(),
    }
}

/// An answer to the question before it.
fn answer(attribute: &Attribute, value: u8) -> String {
    match attribute.measure.words {
        Words::Number(_) => value.to_string(),
        Words::Flag(..) => capitalised(&attribute.sentence(value)),
    }
}

/// So often it is told how many positions were looked at.
const TOLD_EVERY: u64 = 1 << 12;

/// How large a tree is, and how exact on all positions; `None` once nobody wants to know any more.
pub fn tree_facts(tree: &DecisionTree, table: &Table, target: Target, progress: &dyn Progress) -> Option<LessonFacts> {
    let images = if table.material().has_pawns() { 2 } else { 8 };
    let all = images * table.canonical(Color::Black).count() as u64;
    let [mut learned_from, mut as_they_stand, mut mapped] = [Exactness::default(); 3];
    for (number, (standing, class)) in samples(table, Color::Black, Extent::Full, target).enumerate() {
        if (number as u64).is_multiple_of(TOLD_EVERY) {
            progress.advance(number as u64, all);
        }
        if progress.is_stopped() {
            return None;
        }
        let image = standing.canonical();
        let of_image = tree.classify(&image);
        mapped.count(of_image, class);
        if image == standing {
            learned_from.count(of_image, class);
            as_they_stand.count(of_image, class);
        } else {
            as_they_stand.count(tree.classify(&standing), class);
        }
    }
    let size = tree.root.size();
    let size = format!(
        "{} nodes: {} questions, at most {} one after the other, and {} leaves.",
        size.nodes(),
        size.inner,
        size.depth,
        size.leaves
    );
    let line = |on: &str, found: Exactness| LessonExactness {
        on: on.to_owned(),
        right: found.right as u64,
        wrong: found.wrong as u64,
        unknown: found.unknown as u64,
    };
    let exactness = vec![
        line("Learned from", learned_from),
        line("All, as mirror images of those", mapped),
        line("All, as they stand", as_they_stand),
    ];
    let (remarks, rules) = (Vec::new(), Vec::new());
    Some(LessonFacts { kind: LessonKind::Tree, size, exactness, remarks, counter_example: None, rules })
}

/// What there is to ask about an ending: what the work of 2006 asked, where it can be, and else everything general.
pub fn attributes(material: Material) -> Vec<Attribute> {
    let pieces = letters(material);
    match Attribute::named(&pieces, hetman_endgame::attributes::PUBLISHED) {
        Ok(published) if material.men() == 3 => published,
        _ => Attribute::general(&pieces),
    }
}
