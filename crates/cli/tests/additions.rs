//! What a program built on ours may add without touching a line of it: kinds that are defined here, registered when the
//! program starts, and from then on as good as those that are built in.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use hetman_arena::game::{self, undisturbed, unobserved};
use hetman_arena::{Finish, GameRules, PLAYERS, PlayerSpec, generator, spec};
use hetman_eval::{AnyEvaluator, EVALUATORS, FeatureSet, Net, model};
use hetman_lab::experiment::parameters::parameters;
use hetman_lab::runs::{net_file, results_file};
use hetman_lab::{Event, Source, Store, Training, TrainingOutcome, train};
use hetman_learn::optimisers;
use hetman_rules::shakmaty::{ByColor, Role};
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Variant};
use hetman_search::{Control, Limits, Searcher, Settings};
use hetman_studio::{Options, Studio, router};
use tower::ServiceExt;

/// Everything below, added before anything else is asked for.
fn register() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        assert!(FeatureSet::registry().add(&feature_set::BishopPair).is_ok());
        assert!(model::registry().add(&model_kind::ShiftedKind).is_ok());
        assert!(optimisers().add(&optimiser::SignKind).is_ok());
        assert!(EVALUATORS.add(&evaluator::MOBILITY).is_ok());
        assert!(PLAYERS.add(&player::ALPHABET).is_ok());
    });
}

mod feature_set {
    use hetman_eval::FeatureVector;
    use hetman_eval::features::{Feature, Features, Place};
    use hetman_parameters::Named;
    use hetman_rules::Variant;
    use hetman_rules::shakmaty::{Color, Position, Role};

    /// Pawns, and whether a side has two bishops.
    pub struct BishopPair;

    impl Named for BishopPair {
        fn name(&self) -> &str {
            "bishop-pair"
        }
    }

    impl Features for BishopPair {
        fn description(&self) -> &'static str {
            "Pawns, and whether a side has both bishops."
        }

        fn features(&self, _: Variant) -> Vec<Feature> {
            vec![Feature::piece(Role::Pawn, Place::Board), Feature::Other("bishop pair".into())]
        }

        fn read(&self, _: Variant, position: &dyn Position, into: &mut FeatureVector) {
            let count = |color: Color, role: Role| position.board().by_piece(role.of(color)).count() as f64;
            let has_pair = |color| f64::from(count(color, Role::Bishop) >= 2.0);
            into.push(0, count(Color::White, Role::Pawn) - count(Color::Black, Role::Pawn));
            into.push(1, has_pair(Color::White) - has_pair(Color::Black));
        }
    }
}

mod model_kind {
    use std::sync::Arc;

    use hetman_eval::FeatureVector;
    use hetman_eval::model::{Activation, Architecture, Metadata, Model, ModelError, ModelKind};
    use hetman_parameters::{Configurable, Default, Kind, Named, Parameter, Settings};

    /// A weighted sum and a shift behind a sigmoid.
    #[derive(Debug)]
    struct Shifted {
        inputs: usize,
    }

    pub struct ShiftedKind;

    impl Named for ShiftedKind {
        fn name(&self) -> &str {
            "shifted"
        }
    }

    impl Configurable for ShiftedKind {
        fn title(&self) -> &'static str {
            "Shifted sum"
        }

        fn parameters(&self) -> &'static [Parameter] {
            const PARAMETERS: &[Parameter] =
                &[Parameter::new("shift", "Shift", Kind::Number { min: 0.0, max: 1.0, step: 0.1 }, "Where it begins.")
                    .or(Default::Number(0.5))];
            PARAMETERS
        }
    }

    impl ModelKind for ShiftedKind {
        fn architecture(&self, groups: &[usize], _: &Settings) -> Result<Arc<dyn Architecture>, ModelError> {
            Ok(Arc::new(Shifted { inputs: groups.iter().sum() }))
        }

        fn prepare(&self, model: &mut Model, settings: &Settings) {
            let shift = model.blocks()[1].start;
            model.parameters_mut()[shift] = settings.number("shift").expect("it has a default");
        }

        fn read(&self, metadata: &Metadata) -> Result<Arc<dyn Architecture>, &'static str> {
            let inputs = metadata.get("inputs").and_then(|inputs| inputs.parse().ok()).ok_or("inputs")?;
            Ok(Arc::new(Shifted { inputs }))
        }
    }

    impl Shifted {
        fn sum(&self, parameters: &[f64], features: &FeatureVector) -> f64 {
            parameters[self.inputs] + features.iter().map(|(index, value)| parameters[index] * value).sum::<f64>()
        }
    }

    impl Architecture for Shifted {
        fn kind(&self) -> &'static dyn ModelKind {
            &ShiftedKind
        }

        fn description(&self) -> String {
            format!("shifted sum of {}", self.inputs)
        }

        fn inputs(&self) -> usize {
            self.inputs
        }

        fn groups(&self) -> Vec<(String, usize, usize)> {
            vec![("weights".to_owned(), self.inputs, 1), ("shift".to_owned(), 1, 1)]
        }

        fn names(&self, features: &[String]) -> Vec<String> {
            features.iter().cloned().chain(["shift".to_owned()]).collect()
        }

        fn activation(&self) -> Activation {
            Activation::Unipolar
        }

        fn predict(&self, parameters: &[f64], features: &FeatureVector) -> f64 {
            Activation::Unipolar.apply(1.0, self.sum(parameters, features))
        }

        fn add_gradient(&self, parameters: &[f64], features: &FeatureVector, into: &mut [f64]) -> f64 {
            let prediction = self.predict(parameters, features);
            let derivative = Activation::Unipolar.derivative(1.0, prediction);
            features.iter().for_each(|(index, value)| into[index] += derivative * value);
            into[self.inputs] += derivative;
            prediction
        }

        fn contributions(&self, parameters: &[f64], features: &FeatureVector) -> Vec<(usize, f64)> {
            features.iter().map(|(index, value)| (index, parameters[index] * value)).collect()
        }

        fn layers(&self) -> Vec<usize> {
            vec![0]
        }

        fn metadata(&self, _: &[f64]) -> Vec<(&'static str, String)> {
            vec![("inputs", self.inputs.to_string())]
        }
    }
}

mod optimiser {
    use std::sync::Arc;

    use hetman_learn::{Optimiser, OptimiserError, OptimiserKind, Pull, Slot};
    use hetman_parameters::{Configurable, Kind, Named, Parameter, Settings};

    /// Steps of one size, in the direction of the pull.
    #[derive(Debug)]
    struct Sign {
        rate: f64,
    }

    pub struct SignKind;

    impl Named for SignKind {
        fn name(&self) -> &str {
            "sign"
        }
    }

    impl Configurable for SignKind {
        fn title(&self) -> &'static str {
            "Sign"
        }

        fn parameters(&self) -> &'static [Parameter] {
            const PARAMETERS: &[Parameter] =
                &[Parameter::new("rate", "Size", Kind::Number { min: 0.0, max: 1.0, step: 0.25 }, "Of a step.")
                    .required()];
            PARAMETERS
        }
    }

    impl OptimiserKind for SignKind {
        fn build(&self, settings: &Settings, _games: u64) -> Result<Arc<dyn Optimiser>, OptimiserError> {
            Ok(Arc::new(Sign { rate: settings.number("rate").expect("it must be given") }))
        }
    }

    impl Optimiser for Sign {
        fn slots(&self) -> Vec<Slot> {
            vec![Slot { name: "sign.steps", initial: 0.0 }]
        }

        fn step(&self, pull: Pull, kept: &mut [f64], _games: u64) -> f64 {
            if pull.sum == 0.0 {
                return 0.0;
            }
            kept[0] += 1.0;
            self.rate * pull.sum.signum()
        }
    }
}

mod evaluator {
    use hetman_eval::{AnyEvaluator, Evaluator, EvaluatorKind, FromScratch, ReadsPositions, SideValue};
    use hetman_rules::Playable;

    /// A hundredth of a pawn for every move there is.
    pub struct Mobility;

    impl ReadsPositions for Mobility {
        fn value<P: Playable>(&self, position: &P) -> SideValue {
            SideValue(position.legal_moves().len() as f64 / 100.0)
        }
    }

    impl Evaluator for Mobility {
        type Thread<'a, P: Playable> = FromScratch<'a, Mobility>;

        fn thread<P: Playable>(&self) -> FromScratch<'_, Mobility> {
            FromScratch(self)
        }
    }

    pub static MOBILITY: EvaluatorKind =
        EvaluatorKind { name: "mobility", help: "Counts moves.", build: |_| AnyEvaluator::foreign(Mobility) };
}

mod thinker {
    use hetman_rules::shakmaty::Position;
    use hetman_search::{Decision, OnInfo, SearchTask, Thinker};
    use rand::Rng;

    /// Takes the first move of the alphabet, or the last.
    pub struct Alphabet {
        pub is_backwards: bool,
    }

    impl Thinker for Alphabet {
        fn think(&mut self, task: SearchTask, _: &mut dyn Rng, _: &mut OnInfo) -> Decision {
            let mut moves = task.game.position().legal_moves();
            moves.sort_by_key(|m| m.to_string());
            let best = if self.is_backwards { moves.last() } else { moves.first() };
            Decision { best: best.copied(), line: best.copied().into_iter().collect(), ..Decision::default() }
        }
    }
}

mod player {
    use hetman_arena::PlayerKind;
    use hetman_arena::players::ThinkingPlayer;
    use hetman_parameters::{Kind, Parameter};

    use super::thinker::Alphabet;

    const BACKWARDS: Parameter = Parameter::new("backwards", "Backwards", Kind::Flag, "Begins with the last letter.");

    pub static ALPHABET: PlayerKind = PlayerKind {
        parameters: &[BACKWARDS],
        leaves_to_chance: |_| false,
        ..PlayerKind::new("alphabet", "Alphabet", "Plays the first move of the alphabet.", |spec, _, _| {
            let is_backwards = spec.settings().flag(BACKWARDS.key);
            Ok(Box::new(ThinkingPlayer::from(Alphabet { is_backwards })))
        })
    };
}

mod oracle {
    use std::sync::atomic::{AtomicU64, Ordering};

    use hetman_rules::AnyPosition;
    use hetman_rules::shakmaty::{Move, Position, Role};
    use hetman_search::{Oracle, Wdl};

    /// Believes that the side with a rook wins, and that rooks should move.
    #[derive(Debug, Default)]
    pub struct Rooks {
        pub asked: AtomicU64,
    }

    impl Oracle for Rooks {
        fn most_pieces(&self) -> usize {
            4
        }

        fn wdl(&self, position: &AnyPosition) -> Option<Wdl> {
            self.asked.fetch_add(1, Ordering::Relaxed);
            let has_rook = position.board().by_piece(Role::Rook.of(position.turn())).any();
            Some(if has_rook { Wdl::Win } else { Wdl::Loss })
        }

        fn root_moves(&self, position: &AnyPosition) -> Option<Vec<Move>> {
            Some(position.legal_moves().into_iter().filter(|m| m.role() == Role::Rook).collect())
        }
    }
}

/// What the two have played, and how it ended.
fn play(white: &str, black: &str) -> (String, Finish) {
    let build = |text: &str| {
        text.parse().and_then(|spec: PlayerSpec| spec.build(Variant::Chess, 1)).expect("a player that is registered")
    };
    let (mut white, mut black) = (build(white), build(black));
    let rules = GameRules { longest_plies: Some(40), ..DrawRules::CLAIMED.into() };
    let game = game::play(
        GameRecord::new(AnyPosition::start(Variant::Chess)),
        ByColor { white: white.as_mut(), black: black.as_mut() },
        &rules,
        &mut generator(1, 1),
        &undisturbed,
        &mut unobserved,
    );
    (game.record.moves().map(|m| m.to_string()).collect::<Vec<_>>().join(" "), game.finish)
}

#[test]
fn an_added_player_is_named_listed_offered_and_plays() {
    register();
    let spec: PlayerSpec = "alphabet:backwards".parse().unwrap();
    assert_eq!((spec.to_string(), spec.is_determined()), ("alphabet:backwards".to_owned(), true));
    let told = "alphabet:backward".parse::<PlayerSpec>().unwrap_err().to_string();
    assert!(told.contains("did you mean 'backwards'?"), "{told}");
    assert!(spec::help().contains("alphabet        Plays the first move of the alphabet."), "{}", spec::help());
    let (moves, finish) = play("alphabet", "alphabet:backwards");
    assert!(moves.starts_with("Nb1-a3 h7-h6"), "{moves}");
    assert!(finish.outcome().is_some(), "{finish:?}");
}

#[test]
fn an_added_evaluator_is_named_and_judges() {
    register();
    let spec: PlayerSpec = "hetman:depth=1,eval=mobility".parse().unwrap();
    let position = AnyPosition::from_fen(Variant::Chess, "6k1/8/8/8/8/8/8/K6Q w - - 0 1").unwrap();
    assert_eq!(spec.relative_to(Path::new("elsewhere")), spec, "a name is no file");
    let evaluator = spec.evaluator(Variant::Chess).unwrap().unwrap();
    assert!(matches!(evaluator, AnyEvaluator::Foreign(_)), "{evaluator:?}");
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let mut searcher = Searcher::new(Settings::default(), evaluator);
    let record = GameRecord::new(position);
    assert!(searcher.search(&record, &limits, &Control::new(&limits), &mut |_| {}).best.is_some());
    let (_, finish) = play("hetman:depth=2,eval=mobility", "alphabet");
    assert!(!matches!(finish, Finish::Fault { .. }), "{finish:?}");
}

#[test]
fn an_added_oracle_is_asked_at_the_root_and_in_the_tree() {
    let oracle = Arc::new(oracle::Rooks::default());
    let mut searcher = Searcher::new(Settings::default(), AnyEvaluator::material(Variant::Chess));
    searcher.set_oracle(Some(Arc::clone(&oracle) as _));
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let position = AnyPosition::from_fen(Variant::Chess, "6k1/8/8/8/8/8/P7/K6R w - - 0 1").unwrap();
    let decision = searcher.search(&GameRecord::new(position), &limits, &Control::new(&limits), &mut |_| {});
    assert_eq!(decision.best.map(|m| m.role()), Some(Role::Rook));
    assert!(oracle.asked.load(Ordering::Relaxed) > 10);
}

/// What the studio answers a page.
fn asked_of_the_studio(path: &str) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::open(&Options::in_folder(folder.path())).expect("a studio of its own");
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(async {
        let request = Request::get(path).header(header::HOST, "127.0.0.1:7777").body(Body::empty()).expect("a request");
        let response = router(&studio).oneshot(request).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK);
        serde_json::from_slice(&to_bytes(response.into_body(), usize::MAX).await.expect("a body")).expect("JSON")
    })
}

#[test]
fn the_forms_of_the_studio_offer_additions() {
    register();
    let players = asked_of_the_studio("/api/players");
    let of = |id: &str| players.as_array().unwrap().iter().find(|player| player["id"] == id).unwrap().clone();
    let alphabet = of("alphabet");
    assert_eq!((&alphabet["title"], &alphabet["parameters"][0]["key"]), (&"Alphabet".into(), &"backwards".into()));
    assert_eq!(alphabet["is_repeatable"], true);
    let hetman = of("hetman");
    let eval = hetman["parameters"].as_array().unwrap().iter().find(|parameter| parameter["key"] == "eval").unwrap();
    assert!(eval["kind"]["choices"].as_array().unwrap().contains(&"mobility".into()), "{eval}");
    let schema = asked_of_the_studio("/api/experiments/schema").to_string();
    for word in ["bishop-pair", "evaluation.model.shifted.shift", "learning.step.sign.rate"] {
        assert!(schema.contains(word), "{word}: {schema}");
    }
}

const EXPERIMENT: &str = r#"name = "additions"
games = 6
[evaluation]
features = "bishop-pair"
model.shifted = { shift = 0.25 }
initial = "ones"
[learning]
method = "td"
lambda = 0.5
step.sign = { rate = 0.25 }
[play]
opponent = "random"
depth = 1
longest-plies = 60
"#;

#[test]
fn additions_are_offered_by_the_schema_of_experiments() {
    register();
    let declared = |key: &str| parameters().iter().find(|parameter| parameter.key == key);
    assert!(declared("evaluation.features").unwrap().values().contains("bishop-pair"));
    assert_eq!(declared("evaluation.model.shifted.shift").map(|parameter| parameter.group), Some("Shifted sum"));
    assert_eq!(declared("learning.step.sign.rate").map(|parameter| parameter.help), Some("Of a step."));
    let told = Source::new(&EXPERIMENT.replace("0.25 }\n[play]", "2 }\n[play]"), &[]).unwrap_err().to_string();
    assert!(told.contains("line 10") && told.contains("a number from 0 to 1"), "{told}");
}

#[test]
fn a_net_of_additions_is_saved_and_loaded() {
    register();
    let source = Source::new(EXPERIMENT, &[]).unwrap();
    let net = source.first_net(Path::new("."), 1, 0).unwrap();
    assert_eq!(net.features().names(Variant::Chess), ["pawn", "bishop pair"]);
    let state = source.first_learner(&net).unwrap().state();
    let bytes = net.to_bytes(&state);
    let (read, learner) = Net::from_bytes(&bytes).unwrap();
    assert_eq!((read.to_bytes(&learner), read.parameter_names()), (bytes, net.parameter_names()));
    assert_eq!(learner["sign.steps"], [0.0; 3]);
}

#[test]
fn additions_learn() {
    register();
    let folder = tempfile::tempdir().unwrap();
    let source = Source::new(EXPERIMENT, &[]).unwrap();
    let base = Path::new(".");
    let training = Training {
        source: &source,
        base,
        folder: folder.path(),
        resume: false,
        threads: Some(1),
        revision: "test",
        sink: &|_: &Event| {},
        stop: &AtomicBool::new(false),
    };
    assert_eq!(train(&training).unwrap(), TrainingOutcome::Finished);
    assert_eq!(Store::read(&results_file(folder.path())).unwrap().unwrap().state(1).unwrap().unwrap().games, 6);
    let bytes = std::fs::read(net_file(folder.path(), 1)).unwrap();
    let (net, learner) = Net::from_bytes(&bytes).unwrap();
    let first = source.first_net(base, 1, 0).unwrap();
    assert!(net.is_like(&first));
    let steps = &learner["sign.steps"];
    assert!(steps.iter().any(|&steps| steps > 0.0), "{steps:?}");
    for ((after, before), steps) in net.model().parameters().iter().zip(first.model().parameters()).zip(steps) {
        let quarters = (after - before) / 0.25;
        assert!(quarters.fract() == 0.0 && quarters.abs() <= *steps, "{before} -> {after} in {steps} steps");
    }
}
