//! Any bytes as what an engine says, over either protocol: a move, a claim or a fault of the engine.

#![no_main]

use std::fs;
use std::time::Duration;

use hetman_engines::{Asked, EngineSpec, External, Program, Protocol, Said};
use hetman_fuzz::check_sentence;
use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, GameRecord, Variant};
use libfuzzer_sys::fuzz_target;

/// The program says everything at once and ends: whoever still waits then has missed the end.
const PATIENCE: Duration = Duration::from_secs(5);

/// It says what is in the file, whatever it is told; somebody has to listen, since a fuzzer does not outlive a broken pipe.
const PROGRAM: &str = "exec 3<&0; cat <&3 >/dev/null & exec cat \"$0\"";

thread_local! {
    static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("there is room for a folder");
}

fuzz_target!(|output: &[u8]| {
    let file = FOLDER.with(|folder| folder.path().join("output"));
    fs::write(&file, output).expect("the output can be written");
    for (protocol, greeting) in [(Protocol::Uci, "uciok\nreadyok\n"), (Protocol::Xboard, "feature setboard=1 done=1\n")]
    {
        for is_greeted in [true, false] {
            let said = if is_greeted { [greeting.as_bytes(), output].concat() } else { output.to_vec() };
            fs::write(&file, said).expect("the output can be written");
            converse(protocol, &file.display().to_string());
        }
    }
});

fn converse(protocol: Protocol, file: &str) {
    let arguments = ["-c", PROGRAM, file].map(str::to_owned).into();
    let program = Program { arguments, ..Program::named("sh") };
    let spec = EngineSpec { startup: PATIENCE, timeout: PATIENCE, ..EngineSpec::new(protocol, program) };
    let mut player = match External::start(spec, Variant::Chess) {
        Ok(player) => player,
        Err(failure) => return check_sentence(&failure),
    };
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    player.start_game(&record, None);
    let asked = Asked { record: &record, clocks: None, allowed: None, stop: &|| false };
    match player.ask(&asked).0 {
        Ok(Said::Move(m)) => assert!(record.position().legal_moves().contains(&m)),
        Ok(_) => {}
        Err(failure) => check_sentence(&failure),
    }
}
