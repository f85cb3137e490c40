//! A second executor, as a cluster would be one: jobs are done in any order, each by a worker of its own, and whatever
//! goes there and comes back is text on the way.

use std::ops::ControlFlow;

use hetman_arena::work::{AnswerObserver, Executor, Switches, Work};
use hetman_arena::{Seats, generator};
use rand::RngExt;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub struct Shuffled {
    pub seed: u64,
}

pub fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
    read
}

impl Executor for Shuffled {
    fn width(&self) -> usize {
        3
    }

    fn execute<W: Work, E: From<W::Error>>(
        &self,
        work: &W,
        mut jobs: Vec<W::Job>,
        switches: Switches,
        observer: &mut AnswerObserver<W, E>,
    ) -> Result<(), E> {
        assert!(!work.is_bound(), "this would have to stay here");
        let mut chance = generator(self.seed, 0);
        while !jobs.is_empty() && !(switches.close)() {
            let job = jobs.swap_remove(chance.random_range(0..jobs.len()));
            let Some(answer) = work.perform(&mut Seats::default(), &again(&job), switches.abandon)? else { break };
            match observer(job, again(&answer))? {
                ControlFlow::Continue(following) => jobs.extend(following),
                ControlFlow::Break(()) => break,
            }
        }
        Ok(())
    }
}
