//! The network, batch after batch, with checkpoints.

use std::path::Path;
use std::time::Instant;

use hetman_arena::{Stop, generator};
use hetman_eval::model::{self, Initial};
use hetman_eval::{AnyEvaluator, FeatureSet, LearnerState, Model, Net, Provenance};
use hetman_learn::{BatchLearner, BatchSettings, Loss, optimisers};
use hetman_parameters::{Settings, Value};
use hetman_rules::Variant;
use hetman_search::budget::MoveNet;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::cases::{Asker, Case, Rows};
use super::settings::MoveSettings;
use super::{MoveError, MoveOutcome, MoveProgress, NET, shards};
use crate::folder::{DiskError, write_atomically};

/// One position in so many is held out.
const HELD_OUT: usize = 10;
/// Batches between two checkpoints.
const BETWEEN_CHECKPOINTS: u64 = 500;
/// Units for the position, the pieces and the squares in the first layer, and in the second.
const FIRST: &str = "[22, 18, 13]";
const HIDDEN: &str = "[64]";
/// Stands for the network's first weights among the streams of chance: no batch has this number.
const INITIAL_STREAM: u64 = u64::MAX;
/// Section 4.4 of the specification.
const ADADELTA: &str = "rate=1,rho=0.99,epsilon=1e-8";
/// A weight beyond ends the run (section 4.4 of the specification).
const MOST: f64 = 1000.0;
const CHECKPOINT: &str = "checkpoint.safetensors";
const CURVE: &str = "curve.json";

/// How well the best moves are foreseen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Foresight {
    /// The mean of -ln p, p being the best move's share of all probability.
    pub surprise: f64,
    /// How often it is the likeliest, and among the three likeliest.
    pub first: f64,
    pub among_three: f64,
}

impl Foresight {
    fn of(foreseen: impl ExactSizeIterator<Item = (f64, usize)>) -> Foresight {
        let count = foreseen.len().max(1) as f64;
        let [mut surprise, mut first, mut among_three] = [0.0; 3];
        for (share, rank) in foreseen {
            surprise -= share.max(f64::MIN_POSITIVE).ln();
            first += f64::from(u8::from(rank == 0));
            among_three += f64::from(u8::from(rank < 3));
        }
        Foresight { surprise: surprise / count, first: first / count, among_three: among_three / count }
    }
}

/// A point of the learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovePoint {
    pub batches: u64,
    /// Mean cross-entropy of a move, over the batches since the last point.
    pub loss: f64,
    /// Of the positions held out.
    pub held_out: Foresight,
}

pub fn train(
    folder: &Path,
    settings: &MoveSettings,
    stop: &Stop,
    tell: &(dyn Fn(MoveProgress) + Sync),
) -> Result<MoveOutcome, MoveError> {
    let (held_out, learned) = cases(&shards::read(folder, settings)?, &settings.evaluator()?);
    let mut training = Training::open(folder, settings)?;
    let (begun, first) = (Instant::now(), training.learner.steps());
    while training.learner.steps() < settings.batches() {
        training.learn(&learned, settings, stop)?;
        let point = training.point(&held_out)?;
        let done = training.learner.steps();
        let left = begun.elapsed().div_f64((done - first) as f64).mul_f64((settings.batches() - done) as f64);
        training.save(folder, settings)?;
        tell(MoveProgress::Learned { point, of: settings.batches(), left: Some(left) });
    }
    let net = training.net(settings)?;
    write_atomically(&folder.join(NET), &net.to_bytes(&LearnerState::new()))?;
    Ok(MoveOutcome {
        net,
        curve: training.curve,
        by_hand: Foresight::of(held_out.iter().map(Case::by_hand)),
        positions: learned.len(),
        held_out: held_out.len(),
    })
}

/// Those that are held out, and the others.
fn cases(labelled: &[shards::Labelled], evaluator: &AnyEvaluator) -> (Vec<Case>, Vec<Case>) {
    let (mut held_out, mut learned) = (Vec::new(), Vec::new());
    for (number, labelled) in labelled.iter().enumerate() {
        let into = if number % HELD_OUT == 0 { &mut held_out } else { &mut learned };
        into.extend(Case::of(labelled, evaluator));
    }
    (held_out, learned)
}

struct Training {
    model: Model,
    learner: BatchLearner,
    curve: Vec<MovePoint>,
    loss: f64,
}

impl Training {
    /// A new network, or what the last checkpoint has kept.
    fn open(folder: &Path, settings: &MoveSettings) -> Result<Training, MoveError> {
        let path = folder.join(CHECKPOINT);
        let kept = match std::fs::read(&path) {
            Ok(bytes) => Some(Net::from_bytes(&bytes).map_err(|error| MoveError::checkpoint(&path, error))?),
            Err(reason) if reason.kind() == std::io::ErrorKind::NotFound => None,
            Err(reason) => return Err(DiskError::new(&path, "read", reason).into()),
        };
        let model = kept.as_ref().map_or_else(|| new_model(settings), |(net, _)| Ok(net.model().clone()))?;
        let adadelta = optimisers().find("adadelta").expect("it is built in");
        let chosen = Settings::read(adadelta.parameters(), ADADELTA)?;
        let optimiser = adadelta.build(&chosen, 1).expect("it takes these numbers");
        let batch = BatchSettings { optimiser, loss: Loss::CrossEntropy, l1: 0.0, bound: MOST };
        let mut learner = BatchLearner::new(&model, batch).expect("it is a grouped network");
        let mut curve = Vec::new();
        if let Some((_, state)) = &kept {
            learner.restore(state).map_err(|error| MoveError::checkpoint(&path, error))?;
            curve = read_curve(folder, learner.steps())?;
        }
        Ok(Training { model, learner, curve, loss: 0.0 })
    }

    /// Learns until the next checkpoint.
    fn learn(&mut self, cases: &[Case], settings: &MoveSettings, stop: &Stop) -> Result<(), MoveError> {
        let until = (self.learner.steps() + BETWEEN_CHECKPOINTS).min(settings.batches());
        let (mut rows, batches) = (Rows::default(), until - self.learner.steps());
        self.loss = 0.0;
        while self.learner.steps() < until {
            if stop() {
                return Err(MoveError::Stopped);
            }
            let net = self.move_net()?;
            let mut asker = Asker::new(&net);
            let generator = &mut generator(settings.seed(), self.learner.steps());
            rows.clear();
            for _ in 0..settings.batch() {
                asker.push_examples(&cases[generator.random_range(0..cases.len())], &mut rows);
            }
            self.loss += self.learner.learn(rows.examples())? / batches as f64;
        }
        Ok(())
    }

    fn move_net(&mut self) -> Result<MoveNet, MoveError> {
        self.learner.write_to(&mut self.model);
        MoveNet::of_model(&self.model).map_err(|error| MoveError::checkpoint(Path::new(CHECKPOINT), error))
    }

    fn point(&mut self, held_out: &[Case]) -> Result<MovePoint, MoveError> {
        let net = self.move_net()?;
        let mut asker = Asker::new(&net);
        let held_out = Foresight::of(held_out.iter().map(|case| asker.foresee(case)));
        let point = MovePoint { batches: self.learner.steps(), loss: self.loss, held_out };
        self.curve.push(point);
        Ok(point)
    }

    /// The curve first: points that no checkpoint has reached are forgotten.
    fn save(&mut self, folder: &Path, settings: &MoveSettings) -> Result<(), MoveError> {
        let curve = serde_json::to_vec_pretty(&self.curve).expect("numbers are JSON");
        write_atomically(&folder.join(CURVE), &curve)?;
        let net = self.net(settings)?;
        write_atomically(&folder.join(CHECKPOINT), &net.to_bytes(&self.learner.state()))?;
        Ok(())
    }

    fn net(&mut self, settings: &MoveSettings) -> Result<Net, MoveError> {
        self.learner.write_to(&mut self.model);
        let recipe = format!("hetman moves --set {settings}");
        let provenance = Provenance { recipe, ..Provenance::default() };
        let net = Net::new(Variant::Chess, FeatureSet::GIRAFFE_MOVES, self.model.clone(), provenance);
        Ok(net.expect("the network was made for these inputs"))
    }
}

fn new_model(settings: &MoveSettings) -> Result<Model, MoveError> {
    let kind = model::registry().find("grouped").expect("it is built in");
    let mut chosen = Settings::none(kind.parameters());
    for (key, text) in [("first", FIRST), ("hidden", HIDDEN), ("squashing", "unipolar")] {
        chosen.set(key, Value::Text(text.to_owned()))?;
    }
    let mut model = kind.build(&FeatureSet::GIRAFFE_MOVES.groups(Variant::Chess), &chosen)?;
    let generator = &mut generator(settings.seed(), INITIAL_STREAM);
    Initial::FanOut.apply(&mut model, generator).expect("a network can begin so");
    Ok(model)
}

fn read_curve(folder: &Path, steps: u64) -> Result<Vec<MovePoint>, MoveError> {
    let path = folder.join(CURVE);
    let text = std::fs::read(&path).map_err(|reason| DiskError::new(&path, "read", reason))?;
    let mut curve: Vec<MovePoint> =
        serde_json::from_slice(&text).map_err(|error| MoveError::checkpoint(&path, error))?;
    curve.retain(|point| point.batches <= steps);
    Ok(curve)
}
