//! The studio asked as a browser asks it. The files are modules of one program, since linking each by itself took longer than
//! running it.

mod analysis;
mod courses;
mod endgames;
mod events;
mod experiments;
mod games;
mod guests;
mod hostile;
mod improvements;
mod library;
mod support;

#[test]
fn no_file_is_left_out() {
    let text = include_str!("all.rs");
    assert_eq!(hetman_testing::unlisted_tests(env!("CARGO_MANIFEST_DIR"), text), [""; 0]);
}
