//! `hetman features`: the features of a position, by name, and the manual of all feature sets.

use std::io::Write;

use hetman_eval::features::manual;
use hetman_eval::{FeatureSet, FeatureVector};
use hetman_rules::notation::piece_list;
use hetman_rules::shakmaty::Color;
use hetman_rules::{AnyPosition, Ruleset, with_position};
use serde_json::json;

#[derive(clap::Args)]
#[group(id = "position", required = true, multiple = false)]
pub struct Subject {
    /// The position as a FEN
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The position as a list of pieces, capitals for White: "Ka2 Qe5 pb7 ka8"
    #[arg(long, value_name = "LIST")]
    pieces: Option<String>,
    /// Print the manual of all feature sets instead
    #[arg(long, conflicts_with_all = ["json", "black", "variant", "set"])]
    manual: bool,
}

#[derive(clap::Args)]
pub struct FeaturesArguments {
    #[command(flatten)]
    subject: Subject,
    /// Black is to move, in a list of pieces
    #[arg(long, conflicts_with = "fen")]
    black: bool,
    /// Which features: --manual lists the sets
    #[arg(long, value_name = "SET", default_value_t = FeatureSet::THESIS_45)]
    set: FeatureSet,
    /// The game: chess, chess960, crazyhouse, atomic, antichess, suicide, kingofthehill, 3check, horde, racingkings
    #[arg(long, value_name = "V", default_value = "chess")]
    variant: Ruleset,
    /// Answer with a JSON array of names and values, in input order, in full precision
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &FeaturesArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    if arguments.subject.manual {
        output.write_all(manual().as_bytes())?;
        return Ok(());
    }
    let position = subject(arguments)?;
    let set = arguments.set;
    let mut vector = FeatureVector::default();
    with_position!(&position, position => set.read(position, &mut vector));
    let names = set.names(position.variant());
    let values = vector.to_dense(names.len());
    let named = names.iter().zip(values);
    if arguments.json {
        let list: Vec<_> = named.map(|(name, value)| json!({ "name": name, "value": value })).collect();
        writeln!(output, "{}", serde_json::Value::from(list))?;
        return Ok(());
    }
    for (number, (name, value)) in named.enumerate() {
        // Adding zero turns a rounded minus zero into plain zero.
        let rounded = (value * 1000.0).round() / 1000.0 + 0.0;
        writeln!(output, "{number:>2}  {name:<36}{rounded:>7.3}")?;
    }
    Ok(())
}

fn subject(arguments: &FeaturesArguments) -> anyhow::Result<AnyPosition> {
    let Some(pieces) = &arguments.subject.pieces else {
        return crate::position(arguments.variant, arguments.subject.fen.as_deref());
    };
    let turn = if arguments.black { Color::Black } else { Color::White };
    Ok(piece_list::parse(arguments.variant.variant, pieces, turn)?)
}
