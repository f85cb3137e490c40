//! What a run tells, noted.

use std::sync::Arc;

use hetman_arena::Player;
use hetman_lab::{Event, Observer};
use hetman_rules::GameRecord;
use hetman_rules::shakmaty::Color;

use super::person::Person;
use super::training::TrainingJob;
use crate::jobs::Job;
use crate::studio::Studio;

pub struct Notes {
    pub job: Arc<Job<TrainingJob>>,
    pub studio: Arc<Studio>,
}

impl Observer for Notes {
    fn hear(&self, event: &Event) {
        let mut state = self.job.lock();
        match event {
            Event::Collected { .. } | Event::Finished { .. } => {}
            Event::Begun { run, games_played } => state.run(*run).rewind(*games_played),
            Event::Played { run, row } => {
                state.run(*run).add(row.half_points);
                state.show.end(*run, row.game, row.half_points);
            }
            Event::Noted { .. } => state.has_new_weights = true,
            Event::Kept { run, games_played } => {
                let run = state.run(*run);
                run.kept = *games_played;
                run.is_news = true;
                state.has_new_weights = true;
            }
        }
    }

    fn begin_game(&self, run: u64, game: u64, opening: &GameRecord) {
        self.job.lock().show.begin(run, game, opening.plies());
    }

    fn watch(&self, run: u64, game: u64, learner: Color, record: &GameRecord) {
        self.job.lock().show.watch(run, game, learner, record);
    }

    fn person(&self, _: u64, _: u64) -> Option<Box<dyn Player>> {
        Some(Box::new(Person::new(Arc::clone(&self.studio), Arc::clone(&self.job))))
    }
}
