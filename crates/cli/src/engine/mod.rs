//! `hetman` as an engine: one conversation over standard input and output, in the protocol the other side chooses.

mod console;
mod files;
mod guest;
mod offer;
mod options;
mod session;
mod uci;
mod xboard;

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use anyhow::Context;
use hetman_arena::PlayerSpec;

use guest::Guest;

use offer::Offer;
pub use options::{ENGINE_NAME, OPTIONS};
use session::{Event, SearchEvent, Session};

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// A protocol: how events are understood and answered.
trait Protocol<'a> {
    fn session(&mut self) -> &mut Session<'a>;

    fn on_line(&mut self, line: &str) -> Flow;

    fn on_report(&mut self, report: SearchEvent);

    /// The other side has gone: whatever is still owed is said now.
    fn on_end_of_input(&mut self);

    /// Ends the work in progress and sees to what it still has to say.
    fn settle(&mut self) {
        self.session().stop();
        let mut is_working = self.session().is_busy();
        while is_working {
            let report = self.session().next_report();
            // Not whether the session is busy: the report may be the occasion to begin something else.
            is_working = !report.is_last();
            self.on_report(report);
        }
    }

    fn run(&mut self) {
        loop {
            match self.session().next_event() {
                Event::Line(line, _) if self.on_line(&line) == Flow::Quit => return,
                Event::Line(..) => (),
                Event::SearchEvent(report) => self.on_report(report),
                Event::EndOfInput => return self.on_end_of_input(),
            }
        }
    }
}

/// Holds one conversation, to `quit` or the end of the input. Silent until the other side names its protocol. An error
/// if the system does not start the two threads that it takes.
pub fn run(input: impl BufRead + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    converse(Session::new(input, output, Offer::engine(), None)?)
}

#[derive(clap::Args)]
pub struct EngineArguments {
    /// Who plays in the engine's place, over either protocol: any that `hetman players` lists
    #[arg(long, value_name = "PLAYER")]
    player: Option<PlayerSpec>,
}

/// The same with the player that was chosen.
pub fn run_as(
    arguments: EngineArguments,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(player) = arguments.player else { return run(input, output).context(TOO_FEW_THREADS) };
    let guest = Guest::new(player.clone(), crate::seed_from_clock());
    let offer = Offer::guest(player, guest.variants()?);
    converse(Session::new(input, output, offer, Some(guest)).context(TOO_FEW_THREADS)?).context(TOO_FEW_THREADS)
}

/// What is missing where a conversation cannot begin.
pub const TOO_FEW_THREADS: &str = "an engine needs two threads more";

fn converse(mut session: Session<'_>) -> io::Result<()> {
    let run: fn(Session<'_>) = loop {
        match session.next_event() {
            Event::Line(line, _) => match line.as_str() {
                "uci" => break uci::run,
                "xboard" => break xboard::run,
                "quit" => return Ok(()),
                _ => (),
            },
            Event::EndOfInput => return Ok(()),
            Event::SearchEvent(_) => (),
        }
    };
    run(session);
    Ok(())
}
