//! What can be chosen, declared once.
//!
//! A [`Parameter`] says what it is called, what it does and which values it takes, so that nothing that is offered can be
//! refused and nothing that is refused is offered. The numbers of the search are such a list. [`Settings`] are the values
//! somebody chose from one; a [`Registry`] is a list of kinds (of players, evaluators, feature sets, ...), to which an
//! addition is one line.

mod parameter;
mod registry;
mod settings;
mod value;

pub use parameter::{Kind, Names, Parameter};
pub use registry::{Configurable, Named, Registry};
pub use settings::{Settings, SettingsError};
pub use value::{Default, Value};
