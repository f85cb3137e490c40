//! `hetman endgame explain`: the way of a position through a tree, in words, with the board.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hetman_endgame::attributes::Standing;
use hetman_endgame::attributes::{Attribute, PUBLISHED};
use hetman_endgame::dataset::{Extent, Target};
use hetman_endgame::decision_tree::letters;
use hetman_endgame::induction::Lesson;
use hetman_endgame::strategy::Strategy;
use hetman_endgame::{Class, DecisionTree, Material, SmallPosition};
use hetman_rules::quote::passage;
use hetman_rules::shakmaty::{Chess, Color, Move, Position};
use hetman_rules::{AnyPosition, Variant, san};

use super::lesson::tables;
use super::rules;
use crate::play::board::{self, Style};

#[derive(clap::Args)]
pub struct ExplainArguments {
    /// The ending, like KRK or KBNK
    #[arg(value_name = "MATERIAL")]
    material: Material,
    /// The position; all rules are told where none is given
    #[arg(long, value_name = "FEN", required_unless_present = "rules")]
    fen: Option<String>,
    /// By rules, as `hetman endgame induce --method rules` writes them; by those of the program if no file is named
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "tree")]
    rules: Option<Option<PathBuf>>,
    /// The tree, as `hetman endgame induce` writes it; by ID3 from the exact table if none is given
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Ask about the position as it stands, also where the tree has learned from one of eight mirror images only
    #[arg(long)]
    as_it_stands: bool,
}

pub fn run(arguments: &ExplainArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let strategy = arguments.rules.as_ref().map(|file| rules::read_rules(file.as_deref(), arguments.material));
    let strategy = strategy.transpose()?;
    let Some(fen) = &arguments.fen else {
        return strategy.map_or(Ok(()), |strategy| rules::list(&strategy, output));
    };
    let AnyPosition::Chess(chess) = AnyPosition::from_fen(Variant::Chess, fen)? else {
        bail!("endings are of chess");
    };
    let Some(small) = SmallPosition::of(&chess) else {
        bail!("the position is no ending: it has more than four pieces, or castling rights left");
    };
    let (material, is_exchanged) = small.material();
    if material != arguments.material {
        bail!("the position is {material}, not {}", arguments.material);
    }
    if is_exchanged {
        bail!("Black is the stronger side: exchange the colours, White is the stronger one here");
    }
    if let Some(strategy) = strategy {
        return by_rules(&strategy, chess, &small, output);
    }
    let tree = match &arguments.tree {
        Some(file) => read_tree(file, material)?,
        None => learned(material)?,
    };
    let explainer = Explainer { is_mapped: tree.extent == Extent::Canonical && !arguments.as_it_stands, tree };
    let position = AnyPosition::Chess(chess);
    writeln!(output, "{}\n", board::draw(&position, None, Color::White, Style::Plain))?;
    if position.turn() == Color::Black { explainer.path(&small, output) } else { explainer.moves(&position, output) }
}

fn by_rules(strategy: &Strategy, chess: Chess, position: &SmallPosition, output: &mut dyn Write) -> anyhow::Result<()> {
    if position.turn() == Color::Black {
        bail!("rules are for White: give a position with White to move");
    }
    let board = board::draw(&AnyPosition::Chess(chess), None, Color::White, Style::Plain);
    writeln!(output, "{board}\n")?;
    rules::explain(strategy, position, output)
}

/// A tree of this ending.
pub fn read_tree(file: &Path, material: Material) -> anyhow::Result<DecisionTree> {
    let tree = read_any_tree(file)?;
    if tree.material != material {
        bail!("{} is a tree of {}, not of {material}", passage(file.display()), tree.material);
    }
    Ok(tree)
}

pub fn read_any_tree(file: &Path) -> anyhow::Result<DecisionTree> {
    let text = std::fs::read(file).with_context(|| format!("{} cannot be read", passage(file.display())))?;
    let tree = String::from_utf8_lossy(&text).parse();
    tree.with_context(|| format!("{} cannot be used", passage(file.display())))
}

/// A tree that knows the whole ending by heart.
fn learned(material: Material) -> anyhow::Result<DecisionTree> {
    let pieces = letters(material);
    let attributes = if pieces == b"KkR" { Attribute::named(&pieces, PUBLISHED)? } else { Attribute::general(&pieces) };
    let lesson = Lesson { attributes, extent: Extent::Canonical, target: Target::Distance, seed: 1 };
    let tables = tables(material)?;
    let table = tables.get(material).expect("it was built");
    Ok(lesson.by_heart(table).0)
}

struct Explainer {
    tree: DecisionTree,
    is_mapped: bool,
}

impl Explainer {
    fn standing(&self, position: &SmallPosition) -> Standing {
        let standing = Standing::from(position);
        if self.is_mapped { standing.canonical() } else { standing }
    }

    /// Black to move: what is asked, what the answers are, and what follows.
    fn path(&self, position: &SmallPosition, output: &mut dyn Write) -> anyhow::Result<()> {
        let standing = self.standing(position);
        if standing != Standing::from(position) {
            writeln!(output, "Its mirror image that the tree has learned from: {}.", squares(&standing))?;
        }
        let (path, class) = self.tree.path(&standing);
        for (number, (attribute, value)) in path.into_iter().enumerate() {
            let question = format!("{} = {value}", attribute.name);
            writeln!(output, "{:>3}. {question:<24}{}.", number + 1, capitalised(&attribute.sentence(value)))?;
        }
        Ok(writeln!(output, "So {}.", conclusion(class))?)
    }

    /// White to move: what the tree says of each move, and why of the best.
    fn moves(&self, position: &AnyPosition, output: &mut dyn Write) -> anyhow::Result<()> {
        let mut moves: Vec<(Move, Option<SmallPosition>, Option<Class>)> =
            position.legal_moves().into_iter().map(|m| self.after(position, m)).collect();
        moves.sort_by_key(|(_, _, class)| class.map_or(u16::MAX, Class::rank));
        for (m, _, class) in &moves {
            writeln!(output, "{:<6}{}", san(position, *m), conclusion(*class))?;
        }
        let Some((best, Some(after), _)) = moves.first() else { return Ok(()) };
        writeln!(output, "\nAfter {}:", san(position, *best))?;
        self.path(after, output)
    }

    fn after(&self, position: &AnyPosition, m: Move) -> (Move, Option<SmallPosition>, Option<Class>) {
        let after = match position.after(m) {
            AnyPosition::Chess(after) => SmallPosition::of(&after),
            _ => None,
        };
        let after = after.filter(|after| after.material() == (self.tree.material, false));
        let class = after.as_ref().and_then(|after| self.tree.classify(&self.standing(after)));
        (m, after, class)
    }
}

/// `Kc1 Ra3 ka1`
fn squares(standing: &Standing) -> String {
    let square = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
    let pieces = standing.letters().iter().zip(standing.squares());
    pieces.map(|(&letter, &at)| format!("{}{}", char::from(letter), square(at))).collect::<Vec<_>>().join(" ")
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn conclusion(class: Option<Class>) -> String {
    class.map_or_else(
        || "the tree does not know: no position that it has learned from was like this one".to_owned(),
        Class::describe,
    )
}
