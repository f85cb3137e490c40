//! The threads of this machine.

use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::queue::JobQueue;
use super::{AnswerObserver, Executor, NoThread, Switches, Work};
use crate::{Seats, crew};

/// So many threads, each with its own worker.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    pub threads: usize,
}

/// A job with its answer, or why there is none.
type Answered<W> = Result<(<W as Work>::Job, <W as Work>::Answer), <W as Work>::Error>;

impl Executor for Local {
    fn width(&self) -> usize {
        self.threads.max(1)
    }

    fn execute<W: Work, E: From<W::Error>>(
        &self,
        work: &W,
        jobs: Vec<W::Job>,
        switches: Switches,
        observer: &mut AnswerObserver<W, E>,
    ) -> Result<(), E> {
        let queue = &JobQueue::new(jobs);
        let (sender, answers) = channel();
        thread::scope(|scope| {
            let _closed = queue.closed_by_panic();
            let workers = (0..self.width()).map(|_| {
                let sender = sender.clone();
                move || perform_all(work, queue, switches, &sender)
            });
            crew::start(scope, workers).map_err(|reason| W::Error::from(NoThread(reason.to_string())))?;
            drop(sender);
            // Whatever happens, everybody is sent home before the answer is given.
            let mut verdict = Ok(ControlFlow::Continue(()));
            for answered in answers {
                if matches!(verdict, Ok(ControlFlow::Continue(()))) {
                    let following = answered.map_err(E::from).and_then(|(job, answer)| observer(job, answer));
                    verdict = following.map(|following| following.map_continue(|jobs| queue.answered(jobs)));
                }
                if !matches!(verdict, Ok(ControlFlow::Continue(()))) {
                    queue.close();
                }
            }
            verdict.map(drop)
        })
    }
}

fn perform_all<W: Work>(work: &W, queue: &JobQueue<W::Job>, switches: Switches, sender: &Sender<Answered<W>>) {
    let _closed = queue.closed_by_panic();
    let mut seats = Seats::default();
    let stop = || (switches.abandon)() || queue.is_closed();
    while let Some(job) = queue.next(switches.close) {
        // Nobody else goes on once somebody was stopped: what others may wait for will not be answered.
        let Some(answer) = work.perform(&mut seats, &job, &stop).transpose() else { return queue.close() };
        if sender.send(answer.map(|answer| (job, answer))).is_err() {
            break;
        }
    }
}
