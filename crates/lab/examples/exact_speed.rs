//! What the exact search costs, in nodes and processor time, with the evaluations of the 2008 experiments:
//! `cargo run --release -p hetman-lab --example exact_speed -- [DEPTH...]`.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::fs;
use std::time::{Duration, Instant};

use hetman_eval::{AnyEvaluator, FeatureSet, Model, Net, Provenance};
use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, Variant, random, with_position};
use hetman_search::exact::{self, ExactSearch, QUIESCENCE_PLIES, Terminals};
use hetman_search::{Control, Searchable};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const VARIANTS: [Variant; 4] = [Variant::Chess, Variant::Crazyhouse, Variant::Atomic, Variant::Suicide];
const POSITIONS: usize = 8;
/// A row that takes longer is cut short, and says so.
const PATIENCE: Duration = Duration::from_secs(30);

/// Piece values of the 2008 thesis' small experiments (tables 6.1, B.3, B.1, 6.5).
fn worth(variant: Variant) -> &'static [f64] {
    match variant {
        Variant::Crazyhouse => &[1.65, 2.9, 3.69, 3.87, 7.44, 1.49, 3.64, 3.46, 4.35, 6.93],
        Variant::Atomic => &[1.95, 2.5, 2.66, 5.19, 13.98],
        Variant::Suicide => &[-2.36, -3.22, -4.41, -5.0, -4.79, -2.98],
        _ => &[1.2, 2.43, 3.0, 4.35, 9.48],
    }
}

/// Material alone, or with a little something on every square.
fn net(variant: Variant, features: FeatureSet) -> Net {
    let mut model = Model::linear(features.len(variant), 1.0).expect("1 is a slope");
    let material = worth(variant).len();
    let inputs = features.len(variant);
    let weights = &mut model.parameters_mut()[..inputs];
    weights[..material].copy_from_slice(worth(variant));
    for (index, weight) in weights.iter_mut().enumerate().skip(material) {
        *weight = 0.01 * (index * 7919 % 17) as f64;
    }
    Net::new(variant, features, model, Provenance::default()).expect("the sizes agree")
}

fn positions(variant: Variant) -> Vec<AnyPosition> {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let playouts = (0..).map(|game| random::playout(AnyPosition::start(variant), 8 + 4 * (game % 8), &mut generator));
    playouts
        .map(|record| record.position().clone())
        .filter(|position| !position.is_game_over())
        .take(POSITIONS)
        .collect()
}

fn search<P: Searchable>(position: &P, net: &AnyEvaluator, exact: ExactSearch) -> u64 {
    let found = exact::search(position, &[], net, exact, &mut ChaCha8Rng::seed_from_u64(1), &Control::default());
    found.map_or(0, |result| result.nodes)
}

/// What this program has had of the processor, where the system tells; others may be using it too.
fn processor_seconds() -> Option<f64> {
    let statistics = fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = statistics.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn measure(variant: Variant, features: FeatureSet, depth: u32, quiescence: u32) {
    let net = net(variant, features);
    let exact = ExactSearch { depth, quiescence, terminals: Terminals::known(&net), ..ExactSearch::default() };
    let net = AnyEvaluator::exact(net);
    let (started, before, mut nodes, mut searched) = (Instant::now(), processor_seconds(), 0, 0);
    for position in positions(variant) {
        if started.elapsed() > PATIENCE {
            break;
        }
        nodes += with_position!(&position, position => search(position, &net, exact));
        searched += 1;
    }
    let seconds = processor_seconds().zip(before).map_or(started.elapsed().as_secs_f64(), |(now, then)| now - then);
    let (name, features) = (variant.to_string(), features.to_string());
    let kind = if quiescence == 0 { "" } else { "+q" };
    println!(
        "{name:<12} {features:<14} depth {depth}{kind:<3} {searched} positions {:>12.0} nodes {:>9.2} ms each {:>6.2} Mnps",
        nodes as f64 / f64::from(searched),
        1e3 * seconds / f64::from(searched),
        nodes as f64 / seconds / 1e6,
    );
}

fn main() {
    let asked: Vec<u32> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let depths = if asked.is_empty() { vec![3, 4, 5] } else { asked };
    for variant in VARIANTS {
        for features in [FeatureSet::MATERIAL, FeatureSet::PIECE_SQUARE] {
            for &depth in &depths {
                for quiescence in [0, QUIESCENCE_PLIES] {
                    measure(variant, features, depth, quiescence);
                }
            }
        }
    }
}
