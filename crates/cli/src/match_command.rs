//! `hetman match`: two players, many games, and what they prove.

use std::io::{self, Write};

use anyhow::bail;
use hetman_arena::schedule::{Colours, Format};
use hetman_arena::stats::{MatchReport, Sprt, SprtModel};
use hetman_rules::Quote;
use serde_json::json;

use crate::contest::{ContestArguments, ContestCommand, Progress, note_faults, say_where};

/// Far more than anybody plays, for a test that ends when it knows enough.
const MOST_TEST_GAMES: u64 = 1_000_000;

#[derive(clap::Args)]
pub struct MatchArguments {
    /// Two players, like hetman:movetime=100, material:depth=3, net:FILE,depth=3 or uci:stockfish,movetime=100
    #[arg(value_name = "PLAYER", num_args = 2, required_unless_present = "resume")]
    players: Vec<String>,
    /// How many games; 100 if nothing is said, and with --sprt as many as it takes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_TEST_GAMES))]
    games: Option<u64>,
    /// End as soon as it is clear whether the first player is stronger by ELO0 at most or by ELO1 at least; pairs count in
    /// the order of their numbers, and games after the verdict do not
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Share of wrong verdicts when ELO0 is true
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    alpha: f64,
    /// Share of wrong verdicts when ELO1 is true
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    beta: f64,
    /// The scale of the test's bounds
    #[arg(long, value_name = "MODEL", value_parser = ["logistic", "normalised"], default_value = "logistic")]
    sprt_model: String,
    #[command(flatten)]
    contest: ContestArguments,
}

impl MatchArguments {
    fn test(&self) -> anyhow::Result<Option<Sprt>> {
        let Some(text) = &self.sprt else { return Ok(None) };
        let bounds =
            text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
        let Some((elo0, elo1)) = bounds else {
            bail!("'{}' are no bounds of a test: write them like --sprt 0,5", Quote::from(text.as_str()))
        };
        let model = if self.sprt_model == "normalised" { SprtModel::Normalised } else { SprtModel::Logistic };
        Ok(Some(Sprt::new(elo0, elo1, self.alpha, self.beta, model)?))
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(if self.sprt.is_some() { MOST_TEST_GAMES } else { 100 })
    }
}

pub fn run(arguments: &MatchArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let games = arguments.games();
    let kind = ContestCommand {
        name: "match",
        players: &arguments.players,
        format: Format::RoundRobin { cycles: games.div_ceil(2) },
        colours: Colours::Alternating,
        games: Some(games),
        sprt: arguments.test()?,
    };
    let mut progress = Progress::new();
    let (standing, folder) = arguments.contest.hold(&kind, &mut |standing, played| {
        progress.show(standing, played, &|standing| in_a_line(&standing.match_report()));
    })?;
    progress.finish();
    if standing.plan.players.len() != 2 {
        bail!(
            "{} holds a tournament: `hetman tournament --resume {}` goes on with it",
            folder.display(),
            folder.display()
        );
    }
    let report = standing.match_report();
    if arguments.contest.json {
        let answer = json!({ "folder": folder.display().to_string(), "finished": standing.is_over, "plan": standing.plan, "report": report });
        writeln!(output, "{answer}")?;
        return Ok(());
    }
    let mut errors = io::stderr();
    let output = arguments.contest.report(output, &mut errors);
    writeln!(output, "{report}")?;
    note_faults(&standing, output)?;
    say_where(&standing, &folder, output)
}

/// How the match stands, beside its bar.
fn in_a_line(report: &MatchReport) -> String {
    let score = report.results.score;
    let elo = report.estimate.elo.value.map_or_else(String::new, |elo| format!(", Elo {elo:+.0}"));
    let ratio = report.sprt.as_ref().map_or_else(String::new, |test| format!(", LLR {:.2}", test.log_likelihood_ratio));
    format!("+{} ={} -{}{elo}{ratio}", score.wins, score.draws, score.losses)
}
