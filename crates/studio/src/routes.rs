//! The table of routes. A route is a line here; a resource is a file.

use axum::routing::get;

use crate::route::Route;
use crate::{about, analysis, events, library, openapi, players, position, presets};

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
        Route::get("/api/nets", "Nets of the library", library::list),
        Route::get("/api/nets/{id}", "A net", library::show),
        Route::file("/api/nets/{id}/file", "A net's file", library::download),
    ]
}
