//! Tournaments: begun, watched, stopped and resumed; `lab` holds them.

mod routes;
mod tables;
mod tournament;

use crate::route::Route;
pub use routes::store;
pub use tournament::TournamentJob;

/// What can be asked of tournaments.
fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/tournaments", "Tournaments, the newest first", routes::list),
        Route::post("/api/tournaments", "Begins a tournament", routes::create).expensive(),
        Route::get("/api/tournaments/{id}", "A tournament with its tables", routes::show),
        Route::delete("/api/tournaments/{id}", "Deletes a tournament and its games", routes::delete),
        Route::act("/api/tournaments/{id}/stop", "Ends it after the running games; again: at once", routes::stop),
        Route::act("/api/tournaments/{id}/resume", "Goes on with it", routes::resume).expensive(),
        Route::get("/api/tournaments/{id}/games", "Its games, page by page", routes::games),
        Route::file("/api/tournaments/{id}/pgn", "All games", routes::pgn),
    ]
}
