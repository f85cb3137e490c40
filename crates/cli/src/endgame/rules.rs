//! Rules in English, what each of them does, and which of them speak in a position.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use hetman_endgame::strategy::{
    CounterExample, RuleAccount, RuleSettings, RulesSoFar, Strategy, accounts, induce_rules, shipped,
};
use hetman_endgame::{Material, SmallPosition};
use hetman_lab::folder::write_atomically;
use hetman_rules::quote::passage;
use hetman_rules::shakmaty::fen::Fen;
use hetman_rules::shakmaty::{Color, EnPassantMode};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::lesson::{STOPPED, progress_bar, tables};

/// How rules are looked for.
#[derive(clap::Args)]
pub struct SearchArguments {
    /// With --method rules: lists of rules that are tried, most of them in all positions
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// With --method rules: how many moves longer mates may become on average for one rule less
    #[arg(long, value_name = "MOVES", default_value_t = 0.03, value_parser = price)]
    price: f64,
    /// With --method rules: rules to begin with
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

fn price(text: &str) -> Result<f64, String> {
    let price = text.parse().ok().filter(|price| (0.0..=10.0).contains(price));
    price.ok_or_else(|| "choose a number of moves from 0 to 10".to_owned())
}

impl SearchArguments {
    /// Looks for rules, and tells on the bar how they are.
    pub fn induce(&self, material: Material, seed: u64, stop: &AtomicBool) -> anyhow::Result<Strategy> {
        if material.pieces().filter(|piece| piece.color == Color::Black).count() > 1 {
            bail!("rules are induced where Black has nothing but the king, as in KRK or KPK, and not for {material}");
        }
        let start = self.from.as_deref().map(|file| read_rules(Some(file), material)).transpose()?;
        let tables = tables(material)?;
        let settings = RuleSettings { steps: self.steps, price: self.price, ..RuleSettings::default() };
        let bar = progress_bar("rules", u64::from(self.steps));
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let mut told = |done: u64, of: u64, so_far: RulesSoFar| {
            if done == of || done.is_multiple_of(256) {
                bar.set_length(of);
                bar.set_position(done);
                bar.set_message(state(&so_far));
            }
            !stop.load(Ordering::Relaxed)
        };
        let found = induce_rules(material, &tables, start.as_ref(), &settings, &mut generator, &mut told);
        bar.finish_and_clear();
        let mut strategy = found.context(STOPPED)?;
        let (steps, price) = (self.steps, self.price);
        let from = self.from.as_ref().map_or_else(String::new, |file| format!(" --from {}", passage(file.display())));
        strategy.notes = start.map_or_else(Vec::new, |start| start.notes);
        strategy.notes.push("Induced from the exact table by the command".to_owned());
        strategy.notes.push(format!(
            "hetman endgame induce {material} --method rules{from} --steps {steps} --price {price} --seed {seed}"
        ));
        Ok(strategy)
    }
}

fn state(so_far: &RulesSoFar) -> String {
    let RulesSoFar { rules, unwon, excess } = so_far;
    match unwon {
        Some(unwon) if *unwon > 0.0 => format!("{rules} rules, {:.3} % not won", 100.0 * unwon),
        Some(_) => format!("{rules} rules, all won, {excess:.3} moves too long"),
        None => format!("{rules} rules, {excess:.3} moves wasted by a move"),
    }
}

/// Writes rules into a file, or else where results go.
pub fn keep(strategy: &Strategy, file: Option<&Path>, output: &mut dyn Write) -> anyhow::Result<()> {
    let (rules, conditions) = (strategy.rules.len(), strategy.conditions());
    match file {
        None => write!(output, "{strategy}")?,
        Some(file) => {
            write_atomically(file, strategy.to_string().as_bytes())?;
            writeln!(output, "{}: {rules} rules with {conditions} conditions", file.display())?;
        }
    }
    Ok(())
}

/// The rules of a file, or those that are part of the program.
pub fn read_rules(file: Option<&Path>, material: Material) -> anyhow::Result<Strategy> {
    let Some(file) = file else {
        let none = || format!("the program has no rules for {material}: name a file, or induce some");
        return shipped(material).with_context(none);
    };
    let text = std::fs::read(file).with_context(|| format!("{} cannot be read", passage(file.display())))?;
    let strategy: Result<Strategy, _> = String::from_utf8_lossy(&text).parse();
    let strategy = strategy.and_then(|strategy| strategy.for_material(material));
    strategy.with_context(|| format!("{} cannot be used", passage(file.display())))
}

/// Every rule as a sentence, with how often it speaks and how often it is right.
pub fn list(strategy: &Strategy, output: &mut dyn Write) -> anyhow::Result<()> {
    let tables = tables(strategy.material)?;
    let table = tables.get(strategy.material).expect("it was built");
    let bar = progress_bar("rules", 0);
    let (accounts, positions) = accounts(strategy, table, &mut |done, of| {
        if done == of || done.is_multiple_of(1024) {
            bar.set_length(of);
            bar.set_position(done);
        }
    });
    bar.finish_and_clear();
    let (rules, won) = (strategy.rules.len(), grouped(positions));
    writeln!(output, "{}: {rules} rules, looked at in the {won} positions that White wins", strategy.material)?;
    writeln!(output, "Of the moves that are left, a rule drops those that it does not prefer, if it prefers any.")?;
    for (number, (rule, account)) in strategy.rules.iter().zip(&accounts).enumerate() {
        writeln!(output, "\n{:>3}. {}", number + 1, strategy.sentence(rule))?;
        writeln!(output, "     {}", strategy.rule_text(rule))?;
        writeln!(output, "     {}", in_words(account, positions))?;
    }
    Ok(())
}

fn in_words(account: &RuleAccount, positions: u64) -> String {
    let RuleAccount { fires, exact, counter_example } = account;
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let coverage = format!("drops moves in {} positions ({:.1} %)", grouped(*fires), percent(*fires, positions));
    let exactness = format!("and leaves one of the best in {:.1} % of them", percent(*exact, *fires));
    match counter_example {
        Some(CounterExample { position, cost }) => {
            format!("{coverage} {exactness}; not in {}, which costs {}", fen(position), cost_in_words(*cost))
        }
        None => format!("{coverage} {exactness}"),
    }
}

fn cost_in_words(cost: u32) -> String {
    match cost {
        1 => "a move".to_owned(),
        cost if cost < 1000 => format!("{cost} moves"),
        _ => "the win".to_owned(),
    }
}

/// Which rules speak in a position, and what they leave.
pub fn explain(strategy: &Strategy, position: &SmallPosition, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut told = Vec::new();
    let moves = strategy.follow(position, |ruling, left| {
        let left: Vec<String> = left.filter_map(|after| position.notation(after)).collect();
        told.push((ruling, left));
    });
    let all: Vec<String> = position.successors().iter().filter_map(|after| position.notation(after)).collect();
    writeln!(output, "{} legal moves: {}", all.len(), all.join(" "))?;
    for (ruling, left) in told {
        let rule = &strategy.rules[ruling.rule];
        writeln!(output, "\n{:>3}. {}", ruling.rule + 1, strategy.sentence(rule))?;
        writeln!(output, "     {}", strategy.rule_text(rule))?;
        writeln!(output, "     {} of {} moves are left: {}", ruling.after, ruling.before, left.join(" "))?;
    }
    let moves: Vec<String> = moves.iter().filter_map(|after| position.notation(after)).collect();
    Ok(writeln!(output, "\nSo {} is played.", moves.join(" or "))?)
}

pub fn fen(position: &SmallPosition) -> String {
    let position = position.to_chess().expect("a legal position");
    Fen::from_position(&position, EnPassantMode::Legal).to_string()
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = (0..digits.len().div_ceil(3))
        .rev()
        .map(|group| &digits[digits.len().saturating_sub(3 * group + 3)..digits.len() - 3 * group])
        .collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_stand_apart() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (175_168, "175,168"), (1_234_567, "1,234,567")];
        for (number, expected) in cases {
            assert_eq!(grouped(number), expected);
        }
    }
}
