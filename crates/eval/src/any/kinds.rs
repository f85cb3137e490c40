//! Evaluators by name, to choose one without a file: `hetman:eval=material`.

use hetman_parameters::{Named, Registry};
use hetman_rules::Variant;

use crate::AnyEvaluator;

/// A kind of evaluator that needs nothing but the variant.
pub struct EvaluatorKind {
    pub name: &'static str,
    /// What it values, in a sentence.
    pub help: &'static str,
    pub build: fn(Variant) -> AnyEvaluator,
}

impl Named for EvaluatorKind {
    fn name(&self) -> &str {
        self.name
    }
}

/// What the program comes with, and judges by if nothing else is said.
pub const SHIPPED: &str = "shipped";

pub static EVALUATORS: Registry<EvaluatorKind> = Registry::new(&[
    &EvaluatorKind { name: SHIPPED, help: "What this program has learned.", build: AnyEvaluator::shipped },
    &EvaluatorKind { name: "material", help: "Pieces at their classical values.", build: AnyEvaluator::material },
    &EvaluatorKind {
        name: "tables",
        help: "Square tables, which explain every value exactly.",
        build: AnyEvaluator::tables,
    },
]);

/// The names of all evaluators.
pub fn evaluator_names() -> Vec<&'static str> {
    EVALUATORS.names()
}
