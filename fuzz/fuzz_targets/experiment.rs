//! Any text as an experiment's file, and after a line of dashes a setting: either an experiment that says the same when
//! it is read again, or a refusal in a sentence that can be printed.

#![no_main]

use hetman_fuzz::check_sentence;
use hetman_lab::Source;
use hetman_lab::experiment::parameters::written;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let (text, setting) = input.split_once("\n---\n").map_or((input, None), |(text, setting)| (text, Some(setting)));
    let settings: Vec<String> = setting.map(str::to_owned).into_iter().collect();
    written(text);
    match Source::new(text, &settings) {
        Ok(source) => {
            let again = Source::new(&source.text, &[]).expect("what was read can be read again");
            assert_eq!(again.experiment, source.experiment);
        }
        Err(problem) => check_sentence(&problem),
    }
});
