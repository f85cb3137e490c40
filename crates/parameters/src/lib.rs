//! What can be chosen, declared once.
//!
//! A [`Parameter`] says what it is called, what it does and which values it takes. Command lines, files, forms and
//! protocols are made from lists of them, so that nothing that is offered can be refused and nothing that is refused is
//! offered. [`Settings`] are the values somebody chose from such a list; a [`Registry`] is a list of kinds (of players,
//! evaluators, feature sets, ...), to which an addition is one line.

mod parameter;
mod registry;
mod settings;
mod value;

pub use parameter::{Kind, Parameter};
pub use registry::{Named, Registry};
pub use settings::{Settings, SettingsError};
pub use value::{Default, Value};
