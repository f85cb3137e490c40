//! Grouped networks among the models: by settings, and out of files.

use std::sync::Arc;

use hetman_parameters::{Configurable, Kind, Named, Parameter, Settings};

use super::Grouped;
use crate::model::network::unit_counts;
use crate::model::{Architecture, Metadata, ModelError, ModelKind};

pub struct GroupedKind;

impl Named for GroupedKind {
    fn name(&self) -> &str {
        "grouped"
    }
}

impl Configurable for GroupedKind {
    fn title(&self) -> &'static str {
        "Grouped network"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const PARAMETERS: &[Parameter] = &[
            Parameter::new(
                "first",
                "First layer",
                Kind::Text,
                "Grouped network: units of the first hidden layer for each group of inputs, like [19, 27, 16]; one number \
                 where the features are one group.",
            )
            .required(),
            Parameter::new(
                "hidden",
                "Further hidden layers",
                Kind::Text,
                "Grouped network: units of each hidden layer behind the first, like [64].",
            )
            .required(),
            Parameter::new(
                "squashing",
                "Squashing",
                Kind::Choice(&["bipolar", "unipolar"]),
                "Grouped network: the output's function, tanh from -1 to 1 or logistic from 0 to 1.",
            )
            .required(),
        ];
        PARAMETERS
    }
}

impl ModelKind for GroupedKind {
    fn architecture(&self, groups: &[usize], settings: &Settings) -> Result<Arc<dyn Architecture>, ModelError> {
        let text = |key| settings.text(key).expect("it must be given");
        let counts = |key| unit_counts(&text(key)).ok_or_else(|| ModelError::Hidden(text(key).into()));
        let first = counts("first")?;
        if first.len() != groups.len() {
            return Err(ModelError::Groups { given: first.len(), groups: groups.to_vec() });
        }
        let groups: Vec<(usize, usize)> = groups.iter().copied().zip(first).collect();
        let activation = text("squashing").parse().expect("it is one of the choices");
        Ok(Arc::new(Grouped::new(&groups, &counts("hidden")?, activation)?))
    }

    fn read(&self, metadata: &Metadata) -> Result<Arc<dyn Architecture>, &'static str> {
        let text = |key| metadata.get(key).map_or("", String::as_str);
        let sizes: Result<Vec<usize>, _> = text("layers").split('-').map(str::parse).collect();
        let sizes = sizes.map_err(|_| "layers")?;
        let hidden = sizes.get(2..sizes.len().saturating_sub(1)).ok_or("layers")?;
        let groups = read_groups(text("groups")).ok_or("groups")?;
        let activation = text("squashing").parse().map_err(|_| "squashing")?;
        let network = Grouped::new(&groups, hidden, activation).map_err(|_| "layers")?;
        // The words say everything twice: what they say must be one thing.
        if network.sizes_in_words() == text("layers") { Ok(Arc::new(network)) } else { Err("layers") }
    }
}

fn read_groups(text: &str) -> Option<Vec<(usize, usize)>> {
    let group =
        |word: &str| word.split_once(':').and_then(|(inputs, units)| Some((inputs.parse().ok()?, units.parse().ok()?)));
    text.split(' ').map(group).collect()
}

impl Grouped {
    /// Inputs and units of each: "19:19 216:27 128:16".
    pub(super) fn groups_in_words(&self) -> String {
        let words: Vec<String> = self.groups.iter().map(|(inputs, units)| format!("{inputs}:{units}")).collect();
        words.join(" ")
    }
}
