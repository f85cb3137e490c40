//! Who bears a mark, and who does not.

use std::io::{BufRead, BufReader};

use super::*;

fn is_alive(pid: &str) -> bool {
    look_at(&Path::new("/proc").join(pid), "").is_some()
}

#[test]
fn a_mark_reaches_whatever_was_started_wherever_it_went() {
    let (mark, other) = (Mark::new().unwrap(), Mark::new().unwrap());
    let script = "setsid sleep 600 & echo $!; env -i setsid sleep 600 & echo $!; (setsid sleep 600 & echo $!); read x";
    let mut command = Command::new("sh");
    mark.put_on(command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut parent = command.spawn().unwrap();
    let mut stranger = Command::new("sleep");
    other.put_on(stranger.arg("600"));
    let mut stranger = stranger.spawn().unwrap();
    let output = BufReader::new(parent.stdout.take().unwrap());
    let children: Vec<String> = output.lines().take(3).map(Result::unwrap).collect();
    assert!(children.iter().all(|child| is_alive(child)), "{children:?}");
    mark.sweep();
    assert!(!children.iter().any(|child| is_alive(child)), "{children:?}");
    assert!(!is_alive(&parent.id().to_string()));
    assert!(is_alive(&stranger.id().to_string()));
    parent.wait().unwrap();
    other.sweep();
    assert!(!stranger.wait().unwrap().success());
}
