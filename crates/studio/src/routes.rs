//! The table of routes. A route is a line here; a resource is a file.

use axum::routing::get;

use crate::route::Route;
use crate::{about, analysis, events, games, library, openapi, players, position, presets};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/about", "What this studio is and which games it knows", about::show),
        Route::special("/api/openapi.json", "This description", get(openapi::serve)),
        Route::special("/api/events", "Live events of the topics asked for, as server-sent events", get(events::stream)),
        Route::get("/api/players", "Who can be seated, and what can be chosen about them", players::list),
        Route::get("/api/presets", "Experiments to start from", presets::list),
        Route::post("/api/position", "Whether a position is legal, and what may be played in it", position::check),
        Route::post("/api/position/random", "A random position", position::random).expensive(),
        Route::post("/api/position/features", "A position's features, with the manual", position::features),
        Route::post("/api/position/explain", "What an evaluation is made of", position::explain).expensive(),
        Route::post("/api/position/evaluate", "A quick search, for the bar beside a board", position::evaluate).expensive(),
        Route::post("/api/analysis", "Starts an analysis; its lines come as events", analysis::start).expensive(),
        Route::get("/api/analysis/{id}", "The lines of an analysis so far", analysis::show),
        Route::delete("/api/analysis/{id}", "Ends an analysis", analysis::stop),
        Route::get("/api/games", "Games, the newest first", games::list),
        Route::post("/api/games", "Begins a game; tells the secrets of its seats", games::begin).expensive(),
        Route::post("/api/games/import", "Takes up a game from PGN or a position from a FEN", games::import).expensive(),
        Route::get("/api/games/{id}", "A game", games::show),
        Route::delete("/api/games/{id}", "Deletes a game", games::delete),
        Route::get("/api/games/{id}/pgn", "A game as PGN", games::pgn),
        Route::post("/api/games/{id}/move", "Plays a move", games::play),
        Route::post("/api/games/{id}/undo", "Takes moves back", games::undo),
        Route::post("/api/games/{id}/redo", "Plays moves again that were taken back", games::redo),
        Route::act("/api/games/{id}/pause", "Stops clocks and players", games::pause),
        Route::act("/api/games/{id}/continue", "Lets clocks and players go on", games::resume),
        Route::act("/api/games/{id}/resign", "Gives the game up", games::resign),
        Route::act("/api/games/{id}/claim", "Claims a draw", games::claim),
        Route::post("/api/games/{id}/offer", "Offers a draw or to take moves back", games::offer),
        Route::post("/api/games/{id}/answer", "Answers what is offered", games::answer),
        Route::get("/api/nets", "Nets of the library", library::list),
        Route::get("/api/nets/{id}", "A net", library::show),
        Route::file("/api/nets/{id}/file", "A net's file", library::download),
    ]
}
