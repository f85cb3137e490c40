//! Whole conversations over in-memory input, and the law that no input whatever makes an engine panic or hang.

use std::io::{self, BufRead, Cursor, Read};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use hetman_rules::{AnyPosition, GameRecord, Variant};
use hetman_search::{Control, Limits, Score};
use proptest::prelude::*;

use super::guest::Guest;
use super::{EngineArguments, run, run_as};

/// Everything said in answer to an input that then ends.
fn conversation(input: &[u8]) -> String {
    let mut output = Vec::new();
    run(Cursor::new(input.to_vec()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn uci(commands: &str) -> Vec<String> {
    let text = conversation(format!("uci\n{commands}").as_bytes());
    let (_, answers) = text.split_once("uciok\n").unwrap();
    answers.lines().map(str::to_owned).collect()
}

fn xboard(commands: &str) -> Vec<String> {
    conversation(format!("xboard\n{commands}").as_bytes()).lines().map(str::to_owned).collect()
}

#[test]
fn nothing_is_said_before_a_protocol_is_named() {
    assert_eq!(conversation(b""), "");
    assert_eq!(conversation(b"isready\nping 1\nhello\ngo\nquit\nuci\n"), "");
}

#[test]
fn uci_begins_with_who_we_are_and_every_option() {
    let text = conversation(b"uci\n");
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("id name Hetman ") && lines[1].starts_with("id author "));
    assert_eq!(lines.iter().filter(|line| line.starts_with("option name ")).count(), super::OPTIONS.len());
    assert_eq!(lines.last(), Some(&"uciok"));
}

#[test]
fn unknown_words_are_passed_over_to_the_first_known_one() {
    assert_eq!(uci("joho isready\ndebug on\nregister later\nnonsense\n\n"), ["readyok"]);
}

#[test]
fn bad_positions_and_moves_are_told_and_the_moves_before_them_stand() {
    for (command, words) in [
        ("position fen rubbish", "info string 'rubbish' is not a FEN"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "info string this is not a legal chess position"),
        ("position", "info string write it as: position startpos"),
        ("position startpos moves e2e5", "info string the move e2e5 is not legal in rnbqkbnr/"),
        ("position startpos moves e2e4 e7e5 0000", "info string the move 0000 is not legal in rnbqkbnr/pppp1ppp"),
        ("position startpos moves Nf3", "info string the move Nf3 is not legal"),
        ("setoption", "info string write it as: setoption name"),
        ("setoption name Hash value none", "info string option Hash is a whole number"),
        ("setoption name Colour value blue", "info string there is no option 'Colour'"),
        ("setoption name EvalFile value /nowhere/at.all", "info string cannot read the evaluation"),
        ("setoption name SyzygyPath value /nowhere", "info string "),
    ] {
        let answers = uci(command);
        assert!(answers.len() == 1 && answers[0].starts_with(words), "{command}: {answers:?}");
    }
    let board = uci("position startpos moves e2e4 e7e5 e2e4\nposition fen rubbish\nd").join("\n");
    assert!(board.contains("Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), "{board}");
}

#[test]
fn the_board_shows_what_matters() {
    let board = uci("position fen 4k3/8/8/8/7b/8/8/4K3 w - - 0 1\nd").join("\n");
    for words in ["Variant: chess", "Checkers: h4", "Legal moves: 4", "8 . . . . k . . .", "Key: "] {
        assert!(board.contains(words), "{words}: {board}");
    }
    let over = uci("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\nd").join("\n");
    assert!(over.contains("Result: 1-0 (White wins by checkmate)"), "{over}");
}

#[test]
fn the_evaluation_is_told_from_both_sides() {
    let text = uci("position fen 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1\neval").join("\n");
    assert!(text.contains("Queens: 0 against 1"), "{text}");
    assert!(text.contains("for White") && text.contains("for the side to move"), "{text}");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mated = uci("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\nisready");
    assert!(mated.ends_with(&["info depth 0 score mate 0".to_owned(), "bestmove (none)".to_owned()]), "{mated:?}");
    let stalemate = uci("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo movetime 5");
    assert!(stalemate.ends_with(&["info depth 0 score cp 0".to_owned(), "bestmove (none)".to_owned()]));
}

#[test]
fn the_end_of_input_brings_the_best_move_of_whatever_was_asked() {
    for go in ["go", "go infinite", "go ponder wtime 1000 btime 1000", "go depth 64", "go mate 30"] {
        let answers = uci(&format!("position startpos\n{go}\n"));
        let moves = answers.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(moves, 1, "{go}: {answers:?}");
    }
}

#[test]
fn a_new_go_ends_the_old_one() {
    let answers = uci("go infinite\ngo ponder\ngo infinite\nstop\nstop\nponderhit\n");
    assert_eq!(answers.iter().filter(|line| line.starts_with("bestmove ")).count(), 3);
}

#[test]
fn another_variant_begins_at_its_own_start() {
    let board = uci("position startpos moves e2e4\nsetoption name UCI_Variant value racingkings\nd").join("\n");
    assert!(board.contains("Fen: 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"), "{board}");
    let shuffled = uci("setoption name UCI_Chess960 value true\nposition startpos\nd").join("\n");
    assert!(shuffled.contains("w HAha - 0 1"), "{shuffled}");
}

/// What is said when a player is offered in the engine's place.
fn offered(player: &str, input: &str) -> Vec<String> {
    let mut output = Vec::new();
    let arguments = EngineArguments { player: Some(player.parse().unwrap()) };
    run_as(arguments, Cursor::new(input.as_bytes().to_vec()), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

fn moves_of(answers: &[String], beginning: &str) -> Vec<String> {
    let moves = answers.iter().filter_map(|line| line.strip_prefix(beginning));
    moves.map(|rest| rest.split(' ').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_player_is_offered_with_what_can_be_set_of_it() {
    let answers = offered("classic:depth=2", "uci\n");
    assert!(answers[0].starts_with("id name Hetman ") && answers[0].ends_with(" as classic:depth=2"), "{answers:?}");
    assert!(answers.contains(&"option name UCI_Variant type combo default chess var chess".to_owned()));
    assert!(!answers.iter().any(|line| line.contains("name Hash ")), "{answers:?}");
    let random = offered("random", "uci\n");
    assert!(random.iter().any(|line| line.contains("var horde")), "{random:?}");
    let refused =
        offered("classic:depth=2", "uci\nsetoption name UCI_Variant value atomic\nsetoption name Hash value 1\n");
    assert!(refused.iter().any(|line| line.contains("does not play atomic: choose one of chess")), "{refused:?}");
    assert!(refused.iter().any(|line| line.contains("there is no option 'Hash'")), "{refused:?}");
    let features = offered("classic:depth=2", "xboard\nprotover 2\nvariant atomic\n").join(" ");
    assert!(features.contains("variants=\"normal,fischerandom\"") && features.contains("memory=0"), "{features}");
    assert!(features.contains("Error (atomic is not played here)"), "{features}");
}

/// The mate is two moves away: a depth of three half-moves sees it.
#[test]
fn a_player_answers_within_the_limits_that_it_knows() {
    let fen = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";
    let record = GameRecord::new(AnyPosition::from_fen(Variant::Chess, fen).unwrap());
    let mut guest = Guest::new("classic:depth=2".parse().unwrap(), 1);
    let mut think = |limits: Limits| guest.think(&record, &limits, &Control::default()).unwrap();
    assert_eq!(think(Limits::default()).depth, 2);
    let deeper = think(Limits { depth: Some(3), ..Limits::default() });
    assert_eq!((deeper.depth, deeper.score, deeper.line.len()), (3, Some(Score::Mate(2)), 3));
    assert!(think(Limits { nodes: Some(100), depth: Some(30), ..Limits::default() }).nodes <= 100);
    let position = format!("uci\nposition fen {fen}\n");
    // No depth is less than a player's least, and no limit is asked of a player that has none.
    for (player, go) in
        [("classic", "go depth 1"), ("random", "go depth 9 nodes 7"), ("king", "go wtime 100 btime 100")]
    {
        assert_eq!(moves_of(&offered(player, &format!("{position}{go}\n")), "bestmove ").len(), 1, "{player} {go}");
    }
    let xboard = offered("classic:depth=2", "xboard\nnew\nforce\nusermove e2e4\nsd 2\ngo\n");
    assert_eq!(moves_of(&xboard, "move ").len(), 1, "{xboard:?}");
}

#[test]
fn a_player_that_is_stopped_moves_all_the_same() {
    for player in ["classic:depth=40", "material:depth=12", "hetman:nodes=1000000000000"] {
        for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 40"] {
            let answers = offered(player, &format!("uci\nposition startpos\n{go}\nstop\n"));
            assert_eq!(moves_of(&answers, "bestmove ").len(), 1, "{player} {go}: {answers:?}");
            assert_ne!(moves_of(&answers, "bestmove "), ["(none)"], "{player} {go}");
        }
    }
}

#[test]
fn a_player_plays_one_game_after_another() {
    let games = "ucinewgame\nposition startpos\ngo nodes 1\nposition startpos moves e2e4 e7e5\ngo nodes 1\n";
    let answers = offered("classic:depth=2", &format!("uci\n{games}{games}eval\n"));
    let moves = moves_of(&answers, "bestmove ");
    assert_eq!((moves.len(), &moves[..2]), (4, &moves[2..]));
    assert!(answers.iter().any(|line| line.contains("for White")), "{answers:?}");
    let blind = offered("random", "uci\neval\n");
    assert!(blind.iter().any(|line| line.contains("no evaluation that could be told")), "{blind:?}");
}

#[test]
fn nobody_at_a_keyboard_is_offered() {
    let arguments = EngineArguments { player: Some("human".parse().unwrap()) };
    let problem = run_as(arguments, Cursor::new(Vec::new()), &mut Vec::new()).unwrap_err();
    assert!(problem.to_string().contains("at a keyboard"), "{problem}");
}

#[test]
fn xboard_says_nothing_to_a_program_of_version_one() {
    assert_eq!(xboard("protover 1\nnew\nlevel 40 5 0\npost\nhard\neasy\nrandom\n"), Vec::<String>::new());
}

#[test]
fn xboard_mistakes_are_answered_in_its_words() {
    for (command, answer) in [
        ("force\nusermove e2e5", "Illegal move: e2e5"),
        ("force\ne2e5", "Illegal move: e2e5"),
        ("force\nusermove rubbish", "Illegal move: rubbish"),
        ("castle", "Error (unknown command): castle"),
        ("setboard rubbish", "tellusererror Illegal position: 'rubbish' is not a FEN"),
        ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "tellusererror Illegal position: this is not a legal chess position"),
        ("edit\n#\n.", "tellusererror Illegal position"),
        ("edit\n#\nKz9\n", "Error (unknown command in edit mode): Kz9"),
        ("variant shogi", "Error (unsupported variant): variant shogi"),
        ("level 40", "Error (write it as: level MOVES"),
        ("sd x", "Error (a number of plies is missing): sd x"),
        ("undo", "Error (there is no move to take back): undo"),
        ("remove", "Error (there is no move to take back): remove"),
        ("option Colour=blue", "Error (there is no such option): option Colour=blue"),
        ("option UCI_Variant=atomic", "Error (there is no such option)"),
        ("memory none", "Error (option Hash is a whole number"),
        ("egtpath nalimov /tmp", "Error (only egtpath syzygy PATH is known)"),
    ] {
        let answers = xboard(command);
        assert!(answers.len() == 1 && answers[0].starts_with(answer), "{command}: {answers:?}");
    }
}

#[test]
fn xboard_knows_its_small_talk() {
    assert_eq!(
        xboard("ping 7\nbk\n.\nhint\ndraw\n?\nics -\nname Somebody\nrating 1 2\n"),
        ["pong 7", " Hetman plays without a book.", ""]
    );
}

/// Words of both protocols, and what goes with them, separated by bars.
const WORDS: &str = "uci|xboard|isready|ucinewgame|setoption|name|value|position|startpos|fen|moves|go|stop|ponderhit|d|eval|\
    debug|register|depth 1|depth|nodes 50|movetime 1|movetime|wtime 20|btime 20|wtime -1|winc 1|movestogo 1|\
    mate 1|infinite|ponder|searchmoves|e2e4|e7e5|g1f3|e1g1|e1h1|P@e4|a7a8q|0000|perft 2|Hash|value 1|MultiPV|\
    Ponder|Clear Hash|UCI_Variant|atomic|crazyhouse|antichess|suicide|horde|3check|kingofthehill|racingkings|\
    UCI_Chess960|true|false|EvalFile|SyzygyPath|/nowhere|8/8/8/8/8/8/8/8 w - - 0 1|\
    4k3/8/8/8/8/8/8/4K2R w K - 0 1|7k/6Q1/6K1/8/8/8/8/8 b - - 0 1|protover 2|protover|new|variant|\
    fischerandom|normal|force|playother|white|black|level 1 0:01 0|st 0.001|sd 1|time 5|otim 5|usermove|Nf3|\
    O-O|?|ping 1|draw|result 1-0 {x}|setboard|edit|#|c|.|Ke1|hint|bk|undo|remove|hard|easy|post|analyze|exit|\
    option";

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => prop::sample::select(WORDS.split('|').collect::<Vec<_>>()).prop_map(str::to_owned),
        1 => "[ -~]{0,12}",
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => "\\PC{0,6}",
    ]
}

/// `bench` and a plain `go` take their time, and memory is not for the taking: what could ask for them is left out.
fn line() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 0..5).prop_map(|words| words.join(" ")).prop_filter("costly", |line| !is_costly(line))
}

fn is_costly(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let digits = lower.chars().filter(char::is_ascii_digit).count();
    ["bench", "threads", "memory", "cores"].iter().any(|word| lower.contains(word))
        || (lower.contains("hash") && digits > 2)
        || (lower.contains("perft") && digits > 1)
}

/// An input whose lines come a little apart, so that a search has begun, and perhaps ended, before the next.
struct Paced(Cursor<Vec<u8>>);

impl Read for Paced {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl BufRead for Paced {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        thread::sleep(Duration::from_millis(1));
        let rest = self.0.fill_buf()?;
        let line = rest.split_inclusive(|&byte| byte == b'\n').next();
        Ok(line.unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.0.consume(amount);
    }
}

/// Runs a conversation with a watchdog: a hang is a failure, not a test that never ends.
fn ends(input: impl BufRead + Send + 'static) -> bool {
    let (sender, receiver) = mpsc::channel();
    let talk = thread::spawn(move || {
        let mut output = Vec::new();
        run(input, &mut output).unwrap();
        let _ = sender.send(());
    });
    let is_done = receiver.recv_timeout(Duration::from_secs(30)).is_ok();
    is_done && talk.join().is_ok()
}

proptest! {
    #[test]
    fn no_lines_make_an_engine_panic_or_hang(
        protocol in prop::sample::select(vec!["uci", "xboard"]),
        lines in prop::collection::vec(line(), 0..20),
    ) {
        let input = format!("{protocol}\n{}\n", lines.join("\n"));
        prop_assert!(ends(Cursor::new(input.clone())));
        prop_assert!(ends(Paced(Cursor::new(input.into_bytes()))));
    }

    #[test]
    fn no_bytes_make_an_engine_panic_or_hang(
        protocol in prop::sample::select(vec!["uci\n", "xboard\n", ""]),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        prop_assert!(ends(Cursor::new([protocol.as_bytes(), &bytes].concat())));
    }
}
