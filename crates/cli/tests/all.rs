//! The program from outside. The files are modules of one program, since linking each by itself took longer than
//! running it.

mod bad_input;
mod commands;
mod contests;
mod crash_points;
mod crate_graph;
mod dependencies;
mod endgames;
mod features;
mod improvement;
mod induction;
mod play;
mod positions;
mod report;
mod reproduce;
mod rules;
mod studio;
mod suite;
mod support;
mod survivors;
mod train;
mod uci;
mod unread;
mod xboard;

#[test]
fn no_file_is_left_out() {
    let text = include_str!("all.rs");
    assert_eq!(hetman_testing::unlisted_tests(env!("CARGO_MANIFEST_DIR"), text), ["additions"]);
}
