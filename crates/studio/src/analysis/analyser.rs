//! Who analyses: this program's own search with an evaluation, or another program.

use std::sync::Arc;
use std::time::Duration;

use hetman_engines::analysis::{self as programs, Analysis, can_analyse};
use hetman_engines::{EngineSpec, Failure, Score as ProgramScore};
use hetman_eval::AnyEvaluator;
use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{AnyPosition, GameRecord, Variant};
use hetman_search::{Control, Info, Limits, Score, Searcher, Settings};

use crate::problem::Problem;
use crate::studio::Studio;
use crate::wire::{AnalysisLine, PlayerChoice};
use crate::{board, players, position};

const HASH_MIB: usize = 32;

pub enum Analyser {
    Own(Arc<AnyEvaluator>),
    Program { title: String, spec: Box<EngineSpec> },
}

/// How far to look, and how many lines to tell.
pub struct AnalysisTask {
    pub record: GameRecord,
    pub lines: u32,
    pub depth: Option<u32>,
    pub time: Duration,
}

impl Analyser {
    /// The one that was chosen; a program is only started when it is asked.
    pub fn of(studio: &Studio, choice: &PlayerChoice, variant: Variant) -> Result<Analyser, Problem> {
        let resolved = players::resolve(studio, choice)?;
        match resolved.spec.program()? {
            Some(spec) if can_analyse(spec.protocol) => {
                Ok(Analyser::Program { title: resolved.name, spec: Box::new(spec) })
            }
            Some(_) => Err(Problem::Unfit(format!(
                "{} speaks XBoard, which has no words for several lines: choose a program that speaks UCI",
                resolved.name
            ))),
            None => position::searched(studio, choice, variant).map(|evaluator| Analyser::Own(evaluator.into())),
        }
    }

    /// Looks until it has finished or is stopped; what goes wrong with a program is said in a sentence.
    pub fn look(
        &self,
        task: &AnalysisTask,
        control: &Control,
        hear: &mut (dyn FnMut(AnalysisLine) + Send),
    ) -> Result<(), String> {
        let position = task.record.position();
        match self {
            Analyser::Own(evaluator) => {
                let limits = task.limits();
                let settings = Settings { hash_mib: HASH_MIB, multi_pv: task.lines as usize, ..Settings::default() };
                let mut listen = |info: &Info| hear(of_search(position, info));
                Searcher::new(settings, evaluator.clone()).search(&task.record, &limits, control, &mut listen);
                Ok(())
            }
            Analyser::Program { title, spec } => {
                let stop = || control.is_stopped();
                let (lines, depth, time) = (task.lines, task.depth, Some(task.time));
                let analysis = Analysis { record: &task.record, lines, depth, time, stop: &stop };
                let mut listen = |line| hear(of_program(position, &line));
                let looked = programs::analyse(spec, &analysis, &mut listen);
                looked.map_err(|failure| sentence(title, &failure))
            }
        }
    }
}

impl AnalysisTask {
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth, move_time: Some(self.time), ..Limits::default() }
    }
}

fn sentence(title: &str, failure: &Failure) -> String {
    match failure {
        Failure::Start(why) => format!("{title} cannot analyse this: {why}."),
        failure => format!("{title} has failed: {failure}. It was ended."),
    }
}

fn of_search(position: &AnyPosition, info: &Info) -> AnalysisLine {
    let line = AnalysisLine {
        rank: info.multi_pv,
        depth: info.depth,
        selective_depth: info.selective_depth,
        score: board::white_score(info.score, position.turn()),
        nodes: info.nodes,
        nodes_per_second: info.nodes_per_second(),
        time_ms: info.time.as_millis() as u64,
        uci: Vec::new(),
        san: Vec::new(),
    };
    with_moves(line, position, &info.line)
}

fn of_program(position: &AnyPosition, told: &programs::AnalysisLine) -> AnalysisLine {
    let score = match told.score {
        ProgramScore::Centipawns(centipawns) => Score::Centipawns(centipawns),
        ProgramScore::Mate(moves) => Score::Mate(moves),
    };
    let line = AnalysisLine {
        rank: told.rank,
        depth: told.depth,
        selective_depth: told.selective_depth,
        score: board::white_score(score, position.turn()),
        nodes: told.nodes,
        nodes_per_second: told.nodes_per_second,
        time_ms: told.time.as_millis() as u64,
        uci: Vec::new(),
        san: Vec::new(),
    };
    with_moves(line, position, &told.moves)
}

fn with_moves(line: AnalysisLine, position: &AnyPosition, moves: &[Move]) -> AnalysisLine {
    let (uci, san) = board::line(position, moves);
    AnalysisLine { uci, san, ..line }
}
