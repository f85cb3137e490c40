//! Experiments: started, watched, paused and resumed; `lab` runs them.
//!
//! An experiment's folder belongs to `lab`, and whatever was learned is there. The studio keeps its text and where it came
//! from.

mod check;
mod curve;
mod estimates;
mod fields;
mod files;
mod person;
mod routes;
mod show;
mod sink;
mod sweeps;
mod training;
mod weights;

use crate::route::Route;
pub use show::board_of;
pub use sweeps::start_waiting;
pub use training::TrainingJob;
pub use weights::beside;

/// What can be asked of experiments.
fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/experiments", "Experiments, the newest first", routes::list),
        Route::post("/api/experiments", "Makes an experiment, and starts it if wished", routes::create).expensive(),
        Route::get("/api/experiments/schema", "The keys of an experiment's file, for a form", routes::schema),
        Route::post("/api/experiments/check", "What an experiment would be, or what is wrong with it", routes::examine),
        Route::get("/api/experiments/{id}", "An experiment with its curves", routes::show),
        Route::delete("/api/experiments/{id}", "Deletes an experiment and what it learned", routes::delete),
        Route::act("/api/experiments/{id}/start", "Starts it", routes::start).expensive(),
        Route::act("/api/experiments/{id}/pause", "Ends it at a checkpoint, to be resumed", routes::pause),
        Route::act("/api/experiments/{id}/resume", "Goes on from the last checkpoint", routes::start).expensive(),
        Route::act("/api/experiments/{id}/stop", "Ends it for good", routes::stop),
        Route::act("/api/experiments/{id}/clone", "The same experiment once more, not started", routes::clone),
        Route::post("/api/experiments/{id}/notes", "What a person writes about it", routes::note),
        Route::post("/api/sweeps", "Makes several experiments that are one object", sweeps::create).expensive(),
        Route::act("/api/sweeps/{id}/stop", "Pauses what runs of it; the others wait no longer", sweeps::stop),
        Route::act("/api/sweeps/{id}/resume", "Goes on with it, one experiment after another", sweeps::resume)
            .expensive(),
        Route::post("/api/experiments/{id}/delay", "The pace of the board", routes::delay),
        Route::get("/api/experiments/{id}/game", "The board", routes::game),
        Route::get("/api/experiments/{id}/weights", "What was learned up to the last checkpoint", routes::learned),
        Route::file("/api/experiments/{id}/net", "The net of a run (?run=N)", files::net),
        Route::file("/api/experiments/{id}/toml", "The experiment's file", files::toml),
        Route::file("/api/experiments/{id}/csv", "Every game's result", files::csv),
        Route::file(
            "/api/experiments/{id}/report/{*file}",
            "A report of what is kept so far: index.html, and the files beside it",
            files::report,
        )
        .expensive(),
    ]
}
