//! The laboratory in the browser.

pub mod wire;
mod log;
