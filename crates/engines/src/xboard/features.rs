//! What an XBoard engine says that it can do.

use crate::Failure;
use crate::options::{self, Offer, OptionKind};

/// The features that matter here, with what holds where a program does not mention them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    pub name: Option<String>,
    pub ping: bool,
    pub setboard: bool,
    pub usermove: bool,
    pub time: bool,
    pub san: bool,
    /// Whether one process can play several games.
    pub reuse: bool,
    pub nps: bool,
    memory: bool,
    smp: bool,
    pub variants: Vec<String>,
    pub offers: Vec<Offer>,
    /// What the program is to be told about its features.
    pub answers: Vec<String>,
    pub is_done: bool,
    /// The program needs longer than usual to say everything.
    pub asks_for_time: bool,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            name: None,
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            san: false,
            reuse: true,
            nps: false,
            memory: false,
            smp: false,
            variants: Vec::new(),
            offers: Vec::new(),
            answers: Vec::new(),
            is_done: false,
            asks_for_time: false,
        }
    }
}

impl Features {
    /// Takes in a line; false if it is not about features.
    pub fn hear(&mut self, line: &str) -> bool {
        // A prompt may stand before the word, and comments are not for us.
        let Some(place) = line.find("feature ").filter(|_| !line.starts_with('#')) else { return false };
        for (name, value) in pairs(&line[place + "feature ".len()..]) {
            let is_known = self.set(name, value);
            self.answers.push(format!("{} {name}", if is_known { "accepted" } else { "rejected" }));
        }
        true
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        let is_on = value == "1";
        match name {
            "myname" => self.name = Some(value.to_owned()),
            "ping" => self.ping = is_on,
            "setboard" => self.setboard = is_on,
            "usermove" => self.usermove = is_on,
            "time" => self.time = is_on,
            "san" => self.san = is_on,
            "reuse" => self.reuse = is_on,
            "nps" => self.nps = is_on,
            "memory" => self.memory = is_on,
            "smp" => self.smp = is_on,
            "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
            "option" => self.offers.extend(read_option(value)),
            "done" => (self.is_done, self.asks_for_time) = (is_on, !is_on),
            _ => return matches!(name, "sigint" | "sigterm" | "colors" | "analyze" | "playother" | "draw" | "name"),
        }
        true
    }

    /// The commands that fulfil the wishes, and that ask for good manners: one thread unless it is said otherwise.
    pub fn settings(&self, wishes: &[(String, String)]) -> Result<Vec<String>, Failure> {
        let is_about_threads = |(name, _): &(String, String)| self.classic_command(name) == Some("cores");
        let one_thread = (self.smp && !wishes.iter().any(is_about_threads)).then(|| Ok("cores 1".to_owned()));
        one_thread.into_iter().chain(wishes.iter().map(|(name, value)| self.setting(name, value))).collect()
    }

    /// The command of the protocol that has taken the place of this option.
    fn classic_command(&self, name: &str) -> Option<&'static str> {
        match name.to_ascii_lowercase().as_str() {
            "hash" | "memory" if self.memory => Some("memory"),
            "threads" | "cores" if self.smp => Some("cores"),
            _ => None,
        }
    }

    fn setting(&self, name: &str, value: &str) -> Result<String, Failure> {
        if let Some(command) = self.classic_command(name) {
            let number = value.parse::<u32>();
            return number
                .map(|number| format!("{command} {number}"))
                .map_err(|_| Failure::Start(format!("its {command} is a number, not '{value}'")));
        }
        let offer = options::check(&self.offers, name, value)?;
        Ok(match (&offer.kind, value) {
            (OptionKind::Button, _) => format!("option {}", offer.name),
            (OptionKind::Check, value) => format!("option {}={}", offer.name, u8::from(value == "true")),
            _ => format!("option {}={value}", offer.name),
        })
    }
}

/// `a=1 b="two words"` as pairs.
fn pairs(mut text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    while let Some((name, rest)) = text.split_once('=') {
        let (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        found.push((name.trim(), value.trim()));
        text = rest;
    }
    found
}

/// `NAME -spin 3 0 9`: an option as a feature declares it.
fn read_option(text: &str) -> Option<Offer> {
    let is_kind = |place: &usize| text[place + 2..].starts_with(|letter: char| letter.is_ascii_lowercase());
    let place = text.match_indices(" -").map(|(place, _)| place).find(is_kind)?;
    let (name, declared) = (&text[..place], &text[place + 2..]);
    let (kind, rest) = declared.split_once(' ').unwrap_or((declared, ""));
    let mut numbers = rest.split_ascii_whitespace().map(|word| word.parse().ok());
    let default = numbers.next().flatten().map(|number: i64| number.to_string());
    let kind = match kind {
        "check" => OptionKind::Check,
        "spin" | "slider" => OptionKind::Spin {
            least: numbers.next().flatten().unwrap_or(i64::MIN),
            most: numbers.next().flatten().unwrap_or(i64::MAX),
        },
        "combo" => OptionKind::Combo(
            rest.split("///").map(|choice| choice.trim().trim_start_matches('*').to_owned()).collect(),
        ),
        "button" | "save" | "reset" => OptionKind::Button,
        _ => OptionKind::Text,
    };
    Some(Offer { name: name.trim().to_owned(), kind, default })
}
