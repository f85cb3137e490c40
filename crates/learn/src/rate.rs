//! How far a step goes.

/// The choice of step length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// dw = alpha sum r (2006, 2.4; 2007, section 7).
    Constant { alpha: f64 },
    /// The same with an alpha that falls from one value to another over so many games, in equal steps (Beal and Smith
    /// 1997, as the 2008 thesis reports: from 0.1 to 0), and stays there.
    Falling { from: f64, to: f64, steps: u64, games: u64 },
    /// Temporal coherence: each weight has its own rate, dw_i = c alpha_i sum r_i with alpha_i = |N_i| / A_i (2008,
    /// section 4). N gathers the corrections, A their absolute values: a weight pulled one way learns fast, one pulled
    /// to and fro slowly.
    Coherence { factor: f64, initial_n: f64, initial_a: f64 },
}

impl Rate {
    /// The experiments of 2008: N = 2, A = 8, c = 0.5, that is 0.125 at first (V4).
    pub const COHERENCE_2008: Rate = Rate::Coherence { factor: 0.5, initial_n: 2.0, initial_a: 8.0 };

    /// What all weights share: alpha after this many games, or the factor c.
    pub fn shared(&self, games: u64) -> f64 {
        match *self {
            Rate::Constant { alpha } => alpha,
            Rate::Falling { from, to, steps, games: all } => {
                let step = (u128::from(games.min(all)) * u128::from(steps) / u128::from(all)) as f64;
                from + (to - from) * step / steps as f64
            }
            Rate::Coherence { factor, .. } => factor,
        }
    }

    /// What is wrong with the numbers, if anything is.
    pub(crate) fn problem(&self) -> Option<String> {
        let outside = |name: &str, value: f64| {
            (!(0.0..=1.0).contains(&value)).then(|| format!("{name} is {value}: choose 0 to 1"))
        };
        match *self {
            Rate::Constant { alpha } => outside("alpha", alpha),
            Rate::Falling { steps: 0, .. } => Some("a rate cannot fall in 0 steps: choose 1 or more".to_owned()),
            Rate::Falling { games: 0, .. } => Some("a rate cannot fall over 0 games: choose 1 or more".to_owned()),
            Rate::Falling { from, to, .. } => outside("alpha at first", from).or(outside("alpha at last", to)),
            Rate::Coherence { factor, initial_n, initial_a } => {
                let is_rate = initial_a.is_finite() && initial_a > 0.0 && initial_n.abs() <= initial_a;
                let rate = format!("N = {initial_n} and A = {initial_a} give no rate: choose A above 0, |N| at most A");
                outside("the factor c", factor).or((!is_rate).then_some(rate))
            }
        }
    }
}

/// N and A of every weight.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Coherence {
    pub net: Vec<f64>,
    pub absolute: Vec<f64>,
}

impl Coherence {
    /// The start values, for a rate that needs them.
    pub fn start(rate: &Rate, parameters: usize) -> Option<Coherence> {
        let Rate::Coherence { initial_n, initial_a, .. } = *rate else { return None };
        Some(Coherence { net: vec![initial_n; parameters], absolute: vec![initial_a; parameters] })
    }

    /// alpha_i = |N_i| / A_i
    pub fn rate(&self, index: usize) -> f64 {
        self.net[index].abs() / self.absolute[index]
    }
}
