//! A course that is interrupted anywhere comes to the same bits.

use crate::samples::Split;
use crate::trainer::tests::samples;
use crate::{Course, KeptError, Plan};

fn plan() -> Plan {
    let text = "name = \"small\"\npositions = [\"none\"]\nhidden = 64\nbatch = 64\nepochs = 3\nvariant = \"atomic\"\n";
    Plan::read(text, &[]).unwrap()
}

fn split(plan: &Plan) -> Split {
    Split { training: samples(&plan.shape, 40), held_out: samples(&plan.shape, 3), games: 43 }
}

#[test]
fn what_is_kept_goes_on_as_if_nothing_had_happened() {
    let plan = plan();
    let mut undisturbed = Course::new(plan.clone(), split(&plan));
    let mut interrupted = undisturbed.clone();
    while !undisturbed.is_over() {
        undisturbed.step();
    }
    assert_eq!((undisturbed.curve().len(), undisturbed.steps_of_an_epoch()), (3, 4));
    while !interrupted.is_over() {
        interrupted.step();
        let kept = interrupted.to_bytes();
        interrupted = Course::from_bytes(plan.clone(), split(&plan), &kept).unwrap();
    }
    assert_eq!(interrupted.to_bytes(), undisturbed.to_bytes());
    assert_eq!(interrupted.network().to_bytes(), undisturbed.network().to_bytes());
    assert!(undisturbed.curve()[2].training < undisturbed.curve()[0].training);
}

#[test]
fn what_does_not_fit_is_said() {
    let plan = plan();
    let kept = Course::new(plan.clone(), split(&plan)).to_bytes();
    let again = |plan: Plan, split: Split, bytes: &[u8]| Course::from_bytes(plan, split, bytes).unwrap_err();
    let mut other = plan.clone();
    other.text.push_str(", more = 1");
    assert!(matches!(again(other, split(&plan), &kept), KeptError::Plan(_)));
    let fewer = Split { training: samples(&plan.shape, 39), ..split(&plan) };
    assert_eq!(again(plan.clone(), fewer, &kept), KeptError::Positions { now: 195, then: 200 });
    for end in [0, kept.len() / 2, kept.len() - 1] {
        assert!(matches!(again(plan.clone(), split(&plan), &kept[..end]), KeptError::Damaged(_)));
    }
    let mut altered = kept.clone();
    let middle = altered.len() / 2;
    altered[middle] ^= 4;
    assert!(matches!(again(plan.clone(), split(&plan), &altered), KeptError::Damaged(_)));
}
