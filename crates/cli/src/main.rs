//! The one binary: reads the command line, runs a command, and turns what became of it into an exit code.

use std::io::{self, BufReader, IsTerminal};
use std::process::ExitCode;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use hetman::{
    bench, endgame, engine, explain, features, generate, improve, learn_net, match_command, net, perft, play, players,
    positions, report, reproduce, studio, suite, tournament, train,
};
use hetman_arena::{notice, spec};
use hetman_engines::keeper;
use hetman_rules::Quote;
use hetman_rules::quote::visible;

/// A user's mistake, said in one sentence on standard error.
const BAD_INPUT: u8 = 2;

/// The command that `hetman` gives itself to keep programs.
const KEEPER: &str = "keep-programs";

/// Hetman teaches itself chess and its variants.
///
/// Without a command it is an engine: it answers whichever of `uci` or `xboard` comes first on its standard input.
#[derive(Parser)]
#[command(name = "hetman", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play over UCI or XBoard, as without a command, or let another player do so
    Engine(engine::EngineArguments),
    /// Open the laboratory in the browser
    Studio(studio::StudioArguments),
    /// Play a game in the terminal
    Play(play::PlayArguments),
    /// Count the leaves of the tree of legal moves
    Perft(perft::PerftArguments),
    /// Tell what the features of a position are worth, the 45 of the 2007 thesis or another set
    Features(features::FeaturesArguments),
    /// Split a position's evaluation into what it is made of
    Explain(explain::ExplainArguments),
    /// List who can play, and what each can be set to
    Players(players::PlayersArguments),
    /// Let two players play many games and tell what they prove
    #[command(after_help = spec::help())]
    Match(match_command::MatchArguments),
    /// Let players meet each other and tell who is how strong
    #[command(after_help = spec::help())]
    Tournament(tournament::TournamentArguments),
    /// Ask players for their moves in the positions of a test suite
    #[command(after_help = spec::help())]
    Suite(suite::SuiteArguments),
    /// Run an experiment: play, learn, and keep what came of it
    Train(train::TrainArguments),
    /// Learn an efficiently updatable network from scored positions
    LearnNet(learn_net::LearnNetArguments),
    /// Repeat a published experiment and print its numbers beside ours
    Reproduce(reproduce::ReproduceArguments),
    /// Look into a net, or average a run's nets
    Net(net::NetArguments),
    /// Write a page about a run: curves, values, boards, and their numbers
    Report(report::ReportArguments),
    /// Tell what is known for certain of endings of up to four pieces, learn them, and play by that
    #[command(subcommand)]
    Endgame(endgame::EndgameCommand),
    /// Let the engine play against itself, and keep the games with the score of every move
    Generate(generate::GenerateArguments),
    /// Let a network teach itself: play, learn, and go on with the stronger one, again and again
    Improve(improve::ImproveArguments),
    /// Make, look into and hand on files of games with scores, which nets are learned from
    #[command(subcommand)]
    Positions(positions::PositionsCommand),
    /// Search a fixed set of positions of every variant and tell how fast that was
    Bench(bench::BenchArguments),
    /// End the programs of a hetman when it is gone: started by that hetman, together with the first of them
    #[command(hide = true, name = KEEPER)]
    Keep { family: String },
}

fn main() -> ExitCode {
    let command = Cli::command().after_long_help(engine_parameters());
    let cli = match command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return answer_without_running(&error),
    };
    keeper::employ(KEEPER);
    match run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed it: it has read enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            notice(format!("error: {}", visible(&format!("{error:#}"))));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn run(command: Option<Command>) -> anyhow::Result<()> {
    let output = &mut io::stdout();
    match command {
        Some(Command::Engine(arguments)) => {
            greet_a_person();
            engine::run_as(arguments, BufReader::new(io::stdin()), output)
        }
        Some(Command::Studio(arguments)) => studio::run(&arguments, output),
        Some(Command::Play(arguments)) => play::run(arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments, output),
        Some(Command::Features(arguments)) => features::run(&arguments, output),
        Some(Command::Explain(arguments)) => explain::run(&arguments, output),
        Some(Command::Players(arguments)) => players::run(&arguments, output),
        Some(Command::Match(arguments)) => match_command::run(&arguments, output),
        Some(Command::Tournament(arguments)) => tournament::run(&arguments, output),
        Some(Command::Suite(arguments)) => suite::run(&arguments, output),
        Some(Command::Train(arguments)) => train::run(&arguments, output),
        Some(Command::LearnNet(arguments)) => learn_net::run(&arguments, output),
        Some(Command::Reproduce(arguments)) => reproduce::run(&arguments, output),
        Some(Command::Net(arguments)) => net::run(&arguments, output),
        Some(Command::Report(arguments)) => report::run(&arguments, output),
        Some(Command::Endgame(command)) => endgame::run(&command, output),
        Some(Command::Generate(arguments)) => generate::run(&arguments, output),
        Some(Command::Improve(arguments)) => improve::run(&arguments, output),
        Some(Command::Positions(command)) => positions::run(&command, output),
        Some(Command::Bench(arguments)) => bench::run(&arguments, output),
        Some(Command::Keep { family }) => Ok(keeper::keep(&family)?),
        None => {
            greet_a_person();
            engine::run(BufReader::new(io::stdin()), output).context(engine::TOO_FEW_THREADS)
        }
    }
}

/// Somebody who types expects a sign of life; a GUI, which is no terminal, expects silence.
fn greet_a_person() {
    if io::stdin().is_terminal() {
        notice(format!(
            "{} is an engine waiting for `uci` or `xboard`: leave with `quit` and start `hetman studio` for the laboratory in the browser, or `hetman play` to play in this terminal.",
            engine::ENGINE_NAME
        ));
    }
}

/// Help and version are answers, everything else is a mistake: said in one sentence, not in clap's paragraphs.
fn answer_without_running(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = quoting(error.render().to_string(), error);
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let sentence = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    notice(format!("{} (`hetman --help` tells more)", visible(&sentence)));
    ExitCode::from(BAD_INPUT)
}

/// The text with no more of the words that were typed than a quote holds.
fn quoting(text: String, error: &clap::Error) -> String {
    let typed = [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    let typed = typed.into_iter().filter_map(|kind| error.get(kind));
    typed.fold(text, |text, value| match value {
        ContextValue::String(word) if !word.is_empty() => text.replace(word, &Quote::from(word.as_str()).to_string()),
        _ => text,
    })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The engine's options for `--help`, from the table that also offers them to GUIs.
fn engine_parameters() -> String {
    let list: String = engine::OPTIONS
        .iter()
        .map(|option| format!("\n  {:<18} {}", option.parameter.key, option.parameter.help))
        .collect();
    format!("Options of the engine, set by a GUI:{list}")
}
