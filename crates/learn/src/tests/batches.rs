//! Steps for several games at once: sums in order, on any number of threads, across interruptions.

use super::*;

fn games(count: u64) -> Vec<Vec<Trace>> {
    let mut generator = ChaCha8Rng::seed_from_u64(11);
    let mut trace = |game: u64| random_trace(5, 10, (game % 3) as f64 / 2.0, &mut generator);
    (0..count).map(|game| vec![trace(game), trace(game)]).collect()
}

fn start() -> Model {
    let mut model = network(&[5, 3, 1], Activation::Unipolar, 1.0);
    Initial::Uniform { radius: 0.5 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(2)).unwrap();
    model
}

fn batched() -> Hyperparameters {
    Hyperparameters { update: Update::EveryGames(4), ..settings(0.7, coherence_2008()) }
}

#[test]
fn weights_change_once_in_n_games_and_at_the_end() {
    let mut model = start();
    let mut learner = Learner::new(batched(), &model).unwrap();
    for (number, game) in games(6).iter().enumerate() {
        let before = model.clone();
        learner.learn(&mut model, game).unwrap();
        assert_eq!(model != before, number == 3, "game {number}");
    }
    let before = model.clone();
    learner.finish(&mut model).unwrap();
    assert_ne!(model, before);
    let after = model.clone();
    learner.finish(&mut model).unwrap();
    assert_eq!(model, after, "there was nothing left to learn");
}

#[test]
fn a_batch_is_the_sum_of_its_games() {
    let model = start();
    let mut learned = model.clone();
    let mut learner =
        Learner::new(Hyperparameters { optimiser: plain(0.0, 0.3).optimiser, ..batched() }, &model).unwrap();
    let mut expected = model.parameters().to_vec();
    for game in games(4) {
        learner.learn(&mut learned, &game).unwrap();
        let update = WeightUpdate::of_game(&model, 0.7, &game);
        expected.iter_mut().zip(&update.sum).for_each(|(weight, sum)| *weight += 0.3 * sum);
    }
    assert_near(learned.parameters(), &expected, 1e-14);
}

#[test]
fn threads_do_not_change_a_bit() {
    let games = games(8);
    let run = |threads: usize| {
        let mut model = start();
        let mut learner = Learner::new(batched(), &model).unwrap();
        for batch in games.chunks(4) {
            let mut updates: Vec<Option<WeightUpdate>> = vec![None; batch.len()];
            for (slots, games) in updates.chunks_mut(threads).zip(batch.chunks(threads)) {
                std::thread::scope(|scope| {
                    for (slot, game) in slots.iter_mut().zip(games) {
                        let model = &model;
                        scope.spawn(move || *slot = Some(WeightUpdate::of_game(model, 0.7, game)));
                    }
                });
            }
            for update in updates {
                learner.learn_update(&mut model, &update.unwrap()).unwrap();
            }
        }
        (model, learner.state())
    };
    let mut model = start();
    let mut learner = Learner::new(batched(), &model).unwrap();
    for game in &games {
        learner.learn(&mut model, game).unwrap();
    }
    for threads in [1, 3, 4] {
        assert_eq!(run(threads), (model.clone(), learner.state()), "{threads} threads");
    }
}

/// Saved and read back after every single game, in the middle of batches too, with every optimiser there is.
#[test]
fn resumed_is_uninterrupted_bit_for_bit() {
    let games = games(11);
    for kind in optimisers().all() {
        let required = kind.parameters().iter().filter(|parameter| parameter.is_required);
        let mut settings = hetman_parameters::Settings::none(kind.parameters());
        required.for_each(|parameter| settings.read_one(parameter.key, Some("0.1")).unwrap());
        let settings = Hyperparameters { optimiser: kind.build(&settings, 11).unwrap(), ..batched() };
        let net = Net::new(Variant::Chess, FeatureSet::MATERIAL, start(), Provenance::default()).unwrap();
        let learner = Learner::new(settings, net.model()).unwrap();
        let (mut whole, mut whole_learner) = (net.clone(), learner.clone());
        let (mut parts, mut parts_learner) = (net.clone(), learner.clone());
        for game in &games {
            whole_learner.learn(whole.model_mut(), game).unwrap();
            parts_learner.learn(parts.model_mut(), game).unwrap();
            let saved = parts.to_bytes(&parts_learner.state());
            let (read, state) = Net::from_bytes(&saved).unwrap();
            let mut fresh = learner.clone();
            fresh.restore(&state).unwrap();
            (parts, parts_learner) = (read, fresh);
            assert_eq!(
                parts.to_bytes(&parts_learner.state()),
                whole.to_bytes(&whole_learner.state()),
                "{}",
                kind.name()
            );
        }
        assert_ne!(whole.model(), net.model(), "{} learns something", kind.name());
    }
}

#[test]
fn a_state_that_does_not_fit_is_refused_and_changes_nothing() {
    let mut model = start();
    let mut learner = Learner::new(batched(), &model).unwrap();
    learner.learn(&mut model, &games(1)[0]).unwrap();
    let good = learner.state();
    for name in good.keys() {
        let mut missing = good.clone();
        missing.remove(name);
        let mut short = good.clone();
        short.get_mut(name).unwrap().pop();
        for state in [missing, short] {
            let mut other = learner.clone();
            let problem = other.restore(&state).unwrap_err();
            assert!(problem.to_string().contains(name), "{problem}");
            assert_eq!(other.state(), learner.state());
        }
    }
    let mut impossible = good.clone();
    impossible.insert("games".to_owned(), vec![1.0, 2.0]);
    assert!(learner.restore(&impossible).is_err());
    assert_eq!(learner.restore(&good), Ok(()));
}
