//! Hundreds of games with external programs leave nothing behind. Alone in its binary, as other tests open files too.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

use std::fs;

use hetman_arena::game::{self, undisturbed, unobserved};
use hetman_arena::{Finish, GameRules, Player, PlayerSpec, generator};
use hetman_rules::shakmaty::ByColor;
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Variant};

const STUB: &str = env!("CARGO_BIN_EXE_stub_engine");
const GAMES: usize = 500;

/// Open files, threads and children of this process, zombies included.
#[derive(Debug, PartialEq, Eq)]
struct Belongings {
    files: usize,
    threads: usize,
    children: usize,
}

fn belongings() -> Belongings {
    let count = |folder: &str| fs::read_dir(folder).unwrap().count();
    let parent = std::process::id().to_string();
    let is_child = |process: &fs::DirEntry| {
        let state = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        let parent_field = state.rsplit(')').next().and_then(|rest| rest.split_ascii_whitespace().nth(1));
        parent_field == Some(parent.as_str())
    };
    let children = fs::read_dir("/proc").unwrap().flatten().filter(is_child).count();
    Belongings { files: count("/proc/self/fd"), threads: count("/proc/self/task"), children }
}

#[test]
fn hundreds_of_games_leave_no_file_no_thread_and_no_process_behind() {
    let seat = |word: String| word.parse::<PlayerSpec>().unwrap().build(Variant::Chess, 0).unwrap();
    let before = belongings();
    let mut crashes = 0;
    {
        let mut steady = seat(format!("xboard:{STUB},arg=xboard,movetime=5000"));
        let mut shaky = seat(format!("uci:{STUB},arg=uci,arg=crash@25,depth=1"));
        for number in 0..GAMES {
            // Now and then somebody else sits down.
            if number % 100 == 99 {
                steady = seat(format!("xboard:{STUB},arg=old,protover=1,movetime=5000"));
            }
            let players = ByColor::<&mut dyn Player> { white: steady.as_mut(), black: shaky.as_mut() };
            let rules = GameRules { longest_plies: Some(6), ..DrawRules::CLAIMED.into() };
            let opening = GameRecord::new(AnyPosition::start(Variant::Chess));
            let mut chance = generator(1, number as u64);
            let game = game::play(opening, players, &rules, &mut chance, &undisturbed, &mut unobserved);
            crashes += usize::from(matches!(game.finish, Finish::Fault { .. }));
        }
    }
    assert!(crashes > 20, "{crashes} crashes");
    assert_eq!(belongings(), before);
}
