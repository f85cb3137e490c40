//! The laboratory in the browser: `studio` (axum) over `lab` and `arena`.
//!
//! [`wire`] is the contract with the pages, `routes` the table of what can be asked, `log` the one stream of live events,
//! `auth` decides who gets in. Handlers are plain functions on threads of their own; whatever takes long is a job
//! (experiments, tournaments, suites, analyses, tables and lessons of endgames: `jobs`) or a game, has its own threads and tells the log.

mod about;
mod analysis;
mod auth;
mod board;
mod books;
mod collections;
mod connections;
mod courses;
mod endgames;
mod events;
mod experiments;
mod games;
mod improvements;
mod jobs;
mod library;
mod load;
mod log;
mod openapi;
mod pages;
mod players;
mod position;
mod presets;
mod problem;
mod records;
mod route;
mod routes;
mod secret;
mod server;
mod shipped;
mod slots;
mod store;
mod studio;
mod suites;
mod threads;
mod tournaments;
pub mod wire;

pub use connections::Limits;
pub use secret::new_token;
pub use server::{router, run};
pub use studio::{OpenError, Options, Studio};
