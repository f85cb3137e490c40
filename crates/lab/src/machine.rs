//! The machine a run was made on, for its record: speeds mean nothing without it.

use std::fs;
use std::thread;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The processor's name, or its architecture where it has none.
    pub processor: String,
    /// What programs may use at once.
    pub cores: u64,
    /// The operating system.
    pub system: String,
}

impl Machine {
    /// The one that runs this program.
    pub fn this() -> Machine {
        let file = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let processor = value(&file("/proc/cpuinfo"), "model name", ':').unwrap_or(std::env::consts::ARCH.to_owned());
        let system = value(&file("/etc/os-release"), "PRETTY_NAME", '=').unwrap_or(std::env::consts::OS.to_owned());
        Machine { processor, cores: thread::available_parallelism().map_or(1, |cores| cores.get() as u64), system }
    }
}

/// The first value of a key in lines of keys and values, without quotation marks.
fn value(text: &str, key: &str, separator: char) -> Option<String> {
    let pairs = text.lines().filter_map(|line| line.split_once(separator));
    let mut values = pairs.filter(|(found, _)| found.trim() == key).map(|(_, value)| value.trim().trim_matches('"'));
    values.find(|value| !value.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_a_name_everywhere() {
        let machine = Machine::this();
        assert!(!machine.processor.is_empty() && machine.cores >= 1 && !machine.system.is_empty(), "{machine:?}");
    }

    #[test]
    fn values_are_found_by_their_keys() {
        let cpuinfo = "processor\t: 0\nmodel name\t: Some Processor @ 2 GHz\nmodel name\t: other\n";
        assert_eq!(value(cpuinfo, "model name", ':').as_deref(), Some("Some Processor @ 2 GHz"));
        assert_eq!(value("NAME=x\nPRETTY_NAME=\"An OS 12\"\n", "PRETTY_NAME", '=').as_deref(), Some("An OS 12"));
        assert_eq!(value("model name:\n", "model name", ':'), None);
    }
}
