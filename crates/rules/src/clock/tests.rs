//! Time controls as they are written, and clocks as they run.

use super::*;

const MARGIN: Duration = Duration::from_millis(100);

fn control(text: &str) -> TimeControl {
    text.parse().unwrap()
}

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

#[test]
fn time_controls_are_read_and_written() {
    let sudden = TimeControl { base: milliseconds(60_000), increment: milliseconds(600), moves: None };
    assert_eq!(control("60+0.6"), sudden);
    assert_eq!(control("60"), TimeControl { increment: Duration::ZERO, ..sudden });
    assert_eq!(control("40/60+0.6"), TimeControl { moves: Some(40), ..sudden });
    for text in ["60+0.6", "0.5+0", "40/60", "40/90+0.25"] {
        assert_eq!(control(text).to_string(), text);
    }
}

#[test]
fn what_is_no_time_control_is_refused_with_an_example() {
    for text in ["", "0", "0+1", "-1", "0/60", "40/", "+1", "60+", "1e9", "inf", "nan", "1+2+3", "99999999999999999999"]
    {
        let problem = text.parse::<TimeControl>().unwrap_err().to_string();
        assert!(problem.contains(&format!("'{text}'")) && problem.contains("60+0.6"), "{problem}");
    }
}

#[test]
fn time_is_spent_and_the_increment_comes_back() {
    let control = control("10+1");
    let clock = control.after_move(control.start(), milliseconds(3000), MARGIN).unwrap();
    assert_eq!(clock.remaining, milliseconds(8000));
    assert_eq!(clock.moves_to_go, None);
}

#[test]
fn the_flag_falls_after_the_margin() {
    let control = control("1+1");
    let late = control.after_move(control.start(), milliseconds(1100), MARGIN).unwrap();
    assert_eq!(late.remaining, milliseconds(1000), "nothing is left but the increment");
    assert_eq!(control.after_move(control.start(), milliseconds(1101), MARGIN), None);
}

#[test]
fn a_period_of_moves_brings_its_time_again() {
    let control = control("2/10");
    let second = control.after_move(control.start(), milliseconds(4000), MARGIN).unwrap();
    assert_eq!((second.remaining, second.moves_to_go), (milliseconds(6000), Some(1)));
    let third = control.after_move(second, milliseconds(1000), MARGIN).unwrap();
    assert_eq!((third.remaining, third.moves_to_go), (milliseconds(15_000), Some(2)));
}
