//! `hetman net course`: a net at a dozen moments of its run, in one file.
//!
//! The moments are made from a run (`make`), laid out as nets to play with (`nets`), and rated by a tournament of those
//! (`rate`), whose players' files tell which moment each of them is.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hetman_arena::PlayerSpec;
use hetman_arena::crosstable::{Anchor, CrossTable};
use hetman_eval::{Course, Rating};
use hetman_lab::course::course;
use hetman_lab::folder::{self, write_atomically};
use hetman_lab::tournaments;

use super::{bytes_of, read, unusable};

#[derive(clap::Subcommand)]
pub enum CourseCommand {
    /// Make it from a run
    Make {
        /// The folder that `hetman train` has made
        run: PathBuf,
        /// Which of its runs
        #[arg(long, value_name = "K", default_value_t = 1)]
        number: u64,
        /// The net in which the course ends, instead of the run's last
        #[arg(long, value_name = "FILE")]
        last: Option<PathBuf>,
        /// The course's new file
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Tell its moments
    Info { file: PathBuf },
    /// Write its moments as nets, each named after the games it had learned from
    Nets {
        file: PathBuf,
        /// Where to
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Note in it how strong each moment was in a tournament of its nets
    Rate {
        file: PathBuf,
        /// The folder of the tournament
        #[arg(long, value_name = "DIR")]
        tournament: PathBuf,
        /// The player, by number from 1, whose rating is given
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        anchor: u64,
        /// The rating of the anchor
        #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
        anchor_rating: f64,
    },
}

pub fn run(task: &CourseCommand, output: &mut dyn Write) -> anyhow::Result<()> {
    match task {
        CourseCommand::Make { run, number, last, out } => {
            let last = last.as_deref().map(read).transpose()?;
            let course = course(run, *number, last)?;
            write_atomically(out, &course.to_bytes())?;
            tell(&course, output)
        }
        CourseCommand::Info { file } => tell(&open(file)?, output),
        CourseCommand::Nets { file, out } => lay_out(&open(file)?, out, output),
        CourseCommand::Rate { file, tournament, anchor, anchor_rating } => {
            let mut course = open(file)?;
            let anchor = Anchor { player: Some(*anchor as usize - 1), rating: *anchor_rating };
            rate(&mut course, tournament, anchor)?;
            write_atomically(file, &course.to_bytes())?;
            tell(&course, output)
        }
    }
}

fn open(file: &Path) -> anyhow::Result<Course> {
    Course::from_bytes(&bytes_of(file)?).with_context(|| unusable(file))
}

fn tell(course: &Course, output: &mut dyn Write) -> anyhow::Result<()> {
    for moment in course.moments() {
        let rating = moment.rating.map(|Rating { elo, error }| format!(", {elo:.0} +- {error:.0} Elo"));
        writeln!(output, "after {} games{}", moment.games, rating.unwrap_or_default())?;
    }
    Ok(())
}

fn lay_out(course: &Course, folder: &Path, output: &mut dyn Write) -> anyhow::Result<()> {
    folder::make(folder)?;
    for moment in course.moments() {
        let file = folder.join(format!("{}.safetensors", moment.games));
        let net = course.net(moment.games).context("a moment has its net")?;
        write_atomically(&file, &net.to_bytes(&Default::default()))?;
        writeln!(output, "{}", file.display())?;
    }
    Ok(())
}

fn rate(course: &mut Course, folder: &Path, anchor: Anchor) -> anyhow::Result<()> {
    let standing = tournaments::standing(folder)?;
    let games = standing.games.iter().map(|line| line.as_played());
    let table = CrossTable::new(&standing.plan.names, games, anchor)?;
    let mut rated = 0;
    for row in &table.rows {
        let spec: PlayerSpec = standing.plan.players[row.player].parse()?;
        let (false, Some(rating)) = (spec.subject().is_empty(), row.rating) else { continue };
        let games = read(Path::new(spec.subject()))?.provenance.games_seen;
        for moment in course.moments_mut().iter_mut().filter(|moment| moment.games == games) {
            moment.rating = Some(Rating { elo: rating.value.round(), error: rating.error.round() });
            rated += 1;
        }
    }
    if rated == 0 {
        bail!(
            "none of the tournament's players is a net of this course: hold one of the files that `hetman net course nets` writes"
        );
    }
    Ok(())
}
