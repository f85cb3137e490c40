//! `hetman tournament`: everybody against everybody, one against all, or the loser is out.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::bail;
use hetman_arena::crosstable::{Anchor, CrossTable};
use hetman_arena::schedule::{Bracket, Colours, Format, Meeting, TieRule};
use hetman_lab::tournaments::Standing;
use serde_json::json;

use crate::contest::{ContestArguments, ContestCommand, Progress, note_faults, say_where};

#[derive(clap::Args)]
pub struct TournamentArguments {
    /// Two players or more, like hetman:movetime=100, material:depth=3, net:FILE,depth=3 or uci:stockfish,movetime=100
    #[arg(value_name = "PLAYER", num_args = 2.., required_unless_present = "resume")]
    players: Vec<String>,
    /// How they meet
    #[arg(long, value_name = "FORMAT", value_parser = ["round-robin", "gauntlet", "knock-out"], default_value = "round-robin")]
    format: String,
    /// How often: pairs of games of any two players, or in a meeting of a knock-out
    #[arg(long, value_name = "N", default_value_t = 1)]
    cycles: u64,
    /// How many of the players, the first ones, play a gauntlet against all others
    #[arg(long, value_name = "N", default_value_t = 1)]
    challengers: usize,
    /// Further pairs of games while a meeting of a knock-out is level; after them the earlier named player goes on
    #[arg(long, value_name = "N", default_value_t = 3)]
    extra_pairs: u64,
    /// Who has White first: fairly in turn, or drawn by lot
    #[arg(long, value_name = "COLOURS", value_parser = ["alternating", "random"], default_value = "alternating")]
    colours: String,
    /// The player, by number from 1, whose rating is given; otherwise the average is
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    anchor: Option<u64>,
    /// The rating of the anchor
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true)]
    anchor_rating: f64,
    #[command(flatten)]
    contest: ContestArguments,
}

impl TournamentArguments {
    fn format(&self) -> Format {
        match self.format.as_str() {
            "gauntlet" => Format::Gauntlet { challengers: self.challengers, cycles: self.cycles },
            "knock-out" => {
                let tie_rule = TieRule::HigherSeed;
                Format::KnockOut { pairs: self.cycles, extra_pairs: self.extra_pairs, tie_rule }
            }
            _ => Format::RoundRobin { cycles: self.cycles },
        }
    }

    fn table(&self, standing: &Standing) -> anyhow::Result<CrossTable> {
        let games = standing.games.iter().map(|line| line.as_played());
        let anchor = Anchor { player: self.anchor.map(|number| number as usize - 1), rating: self.anchor_rating };
        Ok(CrossTable::new(&standing.plan.names, games, anchor)?)
    }
}

pub fn run(arguments: &TournamentArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    if arguments
        .anchor
        .is_some_and(|anchor| arguments.contest.resume.is_none() && anchor as usize > arguments.players.len())
    {
        bail!("there are {} players, so --anchor is a number from 1 to {0}", arguments.players.len());
    }
    let kind = ContestCommand {
        name: "tournament",
        players: &arguments.players,
        format: arguments.format(),
        colours: if arguments.colours == "random" { Colours::Random } else { Colours::Alternating },
        games: None,
        sprt: None,
    };
    let mut progress = Progress::new();
    let (standing, folder) = arguments.contest.hold(&kind, &mut |standing, played| {
        progress.show(standing, played, &|standing| {
            arguments.table(standing).map_or_else(|problem| problem.to_string(), |table| table.to_string())
        });
    })?;
    progress.finish();
    let table = arguments.table(&standing)?;
    if arguments.contest.json {
        let answer = json!({
            "folder": folder.display().to_string(),
            "finished": standing.is_over,
            "plan": standing.plan,
            "table": table,
            "bracket": standing.bracket,
        });
        writeln!(output, "{answer}")?;
        return Ok(());
    }
    let mut errors = io::stderr();
    let output = arguments.contest.report(output, &mut errors);
    writeln!(output, "{table}")?;
    if let Some(bracket) = &standing.bracket {
        write!(output, "{}", in_words(bracket, &standing.plan.names))?;
    }
    note_faults(&standing, output)?;
    say_where(&standing, &folder, output)
}

/// A knock-out, round by round.
fn in_words(bracket: &Bracket, names: &[String]) -> String {
    let mut text = String::new();
    for (number, round) in bracket.rounds.iter().enumerate() {
        let _ = writeln!(text, "Round {}", number + 1);
        for meeting in round {
            let _ = writeln!(text, "  {}", meeting_in_words(meeting, names));
        }
    }
    if let Some(champion) = bracket.champion() {
        let _ = writeln!(text, "Winner: {}", names[champion]);
    }
    text
}

fn meeting_in_words(meeting: &Meeting, names: &[String]) -> String {
    let name = |player: Option<usize>| player.map_or("?", |player| names[player].as_str());
    let [first, second] = meeting.players.map(name);
    let score = meeting.score;
    let result = format!("{} : {}", score.points(), score.reversed().points());
    match meeting.winner {
        Some(winner) if meeting.players.contains(&None) => format!("{} has no opponent", names[winner]),
        Some(winner) => format!("{first} - {second}  {result}, {} goes on", names[winner]),
        None => format!("{first} - {second}  {result}"),
    }
}
