//! Conversations: lines in, text out.

use clap::Parser;
use proptest::prelude::*;

use super::*;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    play: PlayArguments,
}

fn try_play(arguments: &str, lines: &[u8]) -> anyhow::Result<String> {
    let words = std::iter::once("play").chain(arguments.split('|').filter(|word| !word.is_empty()));
    let mut output = Vec::new();
    let mut table = Line::try_parse_from(words)?.play.table(Style::Plain, &mut output)?;
    table.run(&mut &*lines)?;
    Ok(String::from_utf8(output)?)
}

/// What is said in a game with these arguments (separated by `|`) and these lines (separated by `;`).
fn play(arguments: &str, lines: &str) -> String {
    try_play(arguments, lines.replace(';', "\n").as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn between_humans(lines: &str) -> String {
    play("--against|human", lines)
}

fn assert_says(said: &str, parts: &[&str]) {
    let mut rest = said;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("'{part}' is missing or too early in:\n{said}"));
        rest = &rest[at + part.len()..];
    }
}

const START: &str = "\
   a  b  c  d  e  f  g  h
8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜  8
7  ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟  7
6  ·  ·  ·  ·  ·  ·  ·  ·  6
5  ·  ·  ·  ·  ·  ·  ·  ·  5
4  ·  ·  ·  ·  ·  ·  ·  ·  4
3  ·  ·  ·  ·  ·  ·  ·  ·  3
2  ♙  ♙  ♙  ♙  ♙  ♙  ♙  ♙  2
1  ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖  1
   a  b  c  d  e  f  g  h
";

#[test]
fn the_board_is_shown_and_the_end_of_input_is_polite() {
    let said = between_humans("");
    assert_says(&said, &["A game of chess", START, "White> \nGoodbye.\n"]);
}

#[test]
fn the_last_move_is_marked_and_the_board_turns() {
    let said = between_humans("e4;flip");
    assert_says(&said, &["4  ·  ·  ·  · [♙] ·  ·  ·  4", "2  ♙  ♙  ♙  ♙ [·] ♙  ♙  ♙  2", "Black> "]);
    assert_says(&said, &["   h  g  f  e  d  c  b  a", "1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖  1"]);
    assert!(!said.contains('\x1b'));
}

#[test]
fn piped_lines_are_repeated_so_that_the_output_can_be_read() {
    let mut output = Vec::new();
    let line = Line::try_parse_from(["play", "--against", "human"]).unwrap();
    let mut table = line.play.table(Style::Plain, &mut output).unwrap();
    table.set_echo(true);
    table.run(&mut &b"e4\nquit"[..]).unwrap();
    assert_says(&String::from_utf8(output).unwrap(), &["White> e4\n   a  b", "Black> quit\nGoodbye.\n"]);
}

#[test]
fn colours_only_where_they_can_be_seen() {
    assert_eq!(Style::choose(true, false), Style::Coloured);
    assert_eq!(Style::choose(true, true), Style::Plain);
    assert_eq!(Style::choose(false, false), Style::Plain);
    let drawn = board::draw(&AnyPosition::start(Variant::Chess), None, Color::White, Style::Coloured);
    assert!(drawn.contains("\x1b[38;5;231;48;5;137m ♜ \x1b[0m"), "{drawn}");
}

#[test]
fn moves_are_taken_in_every_notation_and_endings_announced() {
    assert_says(&between_humans("f3;e7e5;g2-g4;Qh4#;e4"), &["Black wins by checkmate (0-1).", "The game is over"]);
    let stalemate = play("--against|human|--fen|7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "Qf7");
    assert_says(&stalemate, &["Draw by stalemate (1/2-1/2)."]);
    let hill = play("--against|human|--variant|koth", "e3;a6;Ke2;a5;Kd3;a4;Kd4");
    assert_says(&hill, &["White wins by bringing the king to the centre (1-0)."]);
    assert_says(&between_humans("e4;f5;Qh5+"), &["Check!", "Black> "]);
}

#[test]
fn bad_input_gets_a_friendly_line() {
    let said = between_humans("e5;hello;Nd2;move e4;;save;load;load nowhere.pgn;draw please");
    for line in [
        "Sorry, the move 'e5' is illegal in this position. ('help' lists the commands)",
        "Sorry, 'hello' is not a move: write it like e4, Nf3, O-O, e7e8q or N@f3. ('help' lists the commands)",
        "Sorry, 'move e4' is not a move",
        "Say where: save FILE.",
        "Say what: load FILE, or load FILE N.",
        "Sorry, nowhere.pgn: No such file",
        "Sorry, 'draw please' is not a move",
    ] {
        assert_says(&said, &[line]);
    }
}

#[test]
fn pockets_and_checks_are_shown() {
    let said = play("--against|human|--variant|crazyhouse", "e4;d5;exd5;Qxd5;P@d4;moves");
    assert_says(&said, &["White holds nothing", "White holds ♙", "Black holds ♟", "White holds nothing", "@a3"]);
    let said = play("--against|human|--variant|3check", "e4;f5;Qh5+");
    assert_says(&said, &["White still has to give 3 check(s)", "White still has to give 2 check(s)"]);
}

#[test]
fn legal_moves_fen_and_pgn_are_shown() {
    let said = between_humans("moves;e4;fen;pgn");
    assert_says(
        &said,
        &[
            "Na3 Nc3 Nf3 Nh3 a3 a4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n",
            "[White \"Human\"]\n[Black \"Human\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. e4 *\n",
        ],
    );
}

#[test]
fn undo_and_redo_between_humans_go_one_move() {
    let said = between_humans("undo;e4;e5;undo;fen;redo;fen;redo");
    assert_says(
        &said,
        &["There is no move of yours", " b KQkq - 0 1\n", " w KQkq - 0 2\n", "There is no move to play again."],
    );
}

#[test]
fn undo_against_a_player_goes_back_to_the_users_turn() {
    let said = play("--against|random|--seed|1", "undo;e4;undo;fen;redo;fen;pgn");
    assert_says(&said, &["There is no move of yours", "Random mover plays ", " w KQkq - 0 1\n", " w KQkq "]);
    assert!(said.contains("2.") || said.contains("1. e4 "), "{said}");
    let black = play("--against|random|--color|black|--seed|1", "undo;fen");
    assert_says(&black, &["Random mover plays ", "There is no move of yours to take back.", " b KQkq "]);
}

#[test]
fn hetman_plays_tells_and_hints() {
    let said = play("--against|hetman:depth=1", "e4;hint;eval;pgn");
    assert_says(&said, &["you have White against Hetman", "Hetman plays ", " for Black, depth ", " s)."]);
    assert_says(&said, &["Hetman would play ", "Without looking ahead: ", "After thinking: ", "1. e4 ", "{"]);
    assert_says(&said, &["[Black \"Hetman\"]"]);
}

#[test]
fn go_changes_sides() {
    let said = play("--against|hetman:depth=1", "go;pgn");
    assert_says(&said, &["You have Black now.", "Hetman plays ", "[White \"Hetman\"]\n[Black \"Human\"]"]);
    assert_says(&play("--against|human", "go"), &["Hetman plays ", "Black> "]);
}

#[test]
fn games_end_by_word() {
    assert_says(&play("--against|random", "resign;draw;pgn"), &["Black wins by resignation (0-1).", "over", "0-1\n"]);
    assert_says(&between_humans("e4;resign"), &["White wins by resignation (1-0)."]);
    assert_says(&between_humans("draw;undo;new;e4"), &["Draw by agreement (1/2-1/2).", "A game of chess", "Black> "]);
}

#[test]
fn hetman_agrees_to_a_draw_only_when_it_stands_worse() {
    let position = "--against|hetman:depth=2|--fen|4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1|--color|";
    assert_says(&play(&format!("{position}white"), "draw"), &["Draw by agreement"]);
    assert_says(&play("--against|hetman:depth=2", "draw"), &["Hetman declines: it wants to play on."]);
}

#[test]
fn repetition_can_be_claimed_and_ends_the_game_at_the_fifth() {
    let shuffle = "Nf3;Nf6;Ng1;Ng8;";
    let claimed = between_humans(&format!("{}draw", shuffle.repeat(2)));
    let claim = "Draw by repetition (the position occurred 3 times)";
    assert_says(&claimed, &["You may claim it with 'draw'", claim, "White> ", claim, "(1/2-1/2)."]);
    let enforced = between_humans(&shuffle.repeat(4));
    assert_says(&enforced, &["Draw by repetition (the position occurred 5 times) (1/2-1/2)."]);
}

#[test]
fn games_are_saved_and_loaded() {
    let file = std::env::temp_dir().join(format!("hetman-play-{}.pgn", std::process::id()));
    let name = file.to_str().unwrap();
    between_humans(&format!("e4;save {name};e5;Nf3;save {name}"));
    let said = between_humans(&format!("load {name};undo;fen;load {name} 1;load {name} 3"));
    std::fs::remove_file(&file).unwrap();
    assert_says(&said, &["Human against Human, 3 half-moves.", "w KQkq - 0 2\n", "1 half-moves."]);
    assert_says(&said, &["holds 2 games, there is no game 3."]);
}

#[test]
fn chess960_by_number_by_chance_and_by_seed() {
    let numbered = play("--against|human|--variant|chess960|--start|0", "fen");
    assert_says(&numbered, &["A game of chess", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n"]);
    let by_seed = |seed| play(&format!("--against|human|--variant|chess960|--seed|{seed}"), "fen;new;fen");
    assert_eq!(by_seed(5), by_seed(5));
    assert_ne!(by_seed(5), by_seed(6));
    let fens: Vec<String> = by_seed(5).lines().filter(|line| line.contains(" w ")).map(str::to_owned).collect();
    assert_eq!(fens.len(), 2);
    assert_ne!(fens[0], fens[1], "every new game draws anew");
}

#[test]
fn bad_arguments_are_refused_in_words() {
    let refused = |arguments| try_play(arguments, b"").unwrap_err().to_string();
    assert!(refused("--start|3").contains("--start needs --variant chess960"));
    assert!(refused("--variant|chess960|--start|960").contains("choose 0 to 959"));
    assert!(refused("--fen|nonsense").contains("is not a FEN"));
    assert!(refused("--variant|shogi").contains("unknown variant 'shogi'"));
    assert!(refused("--against|uci:no-such-engine").contains("there is no program no-such-engine"));
    assert!(refused("--color|green").contains("green"));
}

#[test]
fn everybody_in_this_program_can_be_played_against() {
    assert_says(&play("--against|king", "e4"), &["against Fleeing king", "Fleeing king plays "]);
    assert_says(&play("--against|material:depth=2", "e4;d4"), &["Trainer plays "]);
    assert_says(&play("--against|hetman:elo=800,nodes=100", "e4"), &["Hetman plays "]);
}

#[test]
fn a_whole_game_at_random_in_every_variant() {
    for variant in Variant::ALL {
        let go_on = "go;".repeat(60);
        let said = play(&format!("--against|random|--seed|3|--variant|{variant}"), &go_on);
        assert!(said.ends_with("Goodbye.\n"), "{variant}");
        assert!(said.matches("Random mover plays ").count() > 3, "{variant}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_typed_breaks_the_conversation(
        lines in prop::collection::vec(
            prop_oneof![
                "\\PC{0,10}",
                "[a-hKQRBN1-8x@=-]{2,6}",
                "undo|redo|flip|fen|pgn|new|resign|draw|moves|go|board|help|load x|e4|e5|Nf3",
            ],
            0..20,
        ),
        variant in 0..Variant::ALL.len(),
    ) {
        let arguments = format!("--against|random|--seed|1|--variant|{}", Variant::ALL[variant]);
        let said = try_play(&arguments, lines.join("\n").as_bytes()).unwrap();
        prop_assert!(said.ends_with("Goodbye.\n"));
    }
}
