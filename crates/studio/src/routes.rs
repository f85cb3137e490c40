//! The table of routes. A route is a line here; a resource is a file.

use axum::routing::get;

use crate::jobs::Jobs;
use crate::route::Route;
use crate::{
    about, books, collections, courses, events, games, library, openapi, players, position, presets, programs, records,
};

/// Everything that can be asked. What can be asked of jobs is said where they are.
pub fn routes() -> Vec<Route> {
    let mut routes = Jobs::routes();
    routes.extend(programs::routes());
    routes.extend([
        Route::get("/api/about", "What this studio is and which games it knows", about::show).for_anybody(),
        Route::special("/api/openapi.json", "This description", get(openapi::serve)),
        Route::special(
            "/api/events",
            "Live events of the topics asked for, as server-sent events",
            get(events::stream),
        )
        .for_anybody(),
        Route::get("/api/players", "Who can be seated, and what can be chosen about them", players::list),
        Route::get("/api/presets", "Experiments to start from", presets::list),
        Route::post("/api/position", "Whether a position is legal, and what may be played in it", position::check),
        Route::post("/api/position/random", "A random position", position::random).expensive(),
        Route::post("/api/position/features", "A position's features, with the manual", position::features),
        Route::post("/api/position/explain", "What an evaluation is made of", position::explain).expensive(),
        Route::post("/api/position/evaluate", "A quick search, for the bar beside a board", position::evaluate)
            .expensive(),
        Route::get("/api/courses", "Courses of learning, with a variant", courses::list),
        Route::get("/api/courses/{id}", "The moments of a course of learning", courses::show),
        Route::get("/api/games", "Games, the newest first", games::list),
        Route::post("/api/games", "Begins a game; tells the secrets of its seats", games::begin).expensive(),
        Route::post("/api/games/import", "Takes up a game from PGN or a position from a FEN", games::import)
            .expensive(),
        Route::get("/api/games/{id}", "A game", games::show).for_seats(),
        Route::delete("/api/games/{id}", "Deletes a game", games::delete),
        Route::get("/api/games/{id}/pgn", "A game as PGN", games::pgn).for_seats(),
        Route::post("/api/games/{id}/move", "Plays a move", games::play).for_seats(),
        Route::post("/api/games/{id}/undo", "Takes moves back", games::undo).for_seats(),
        Route::post("/api/games/{id}/redo", "Plays moves again that were taken back", games::redo).for_seats(),
        Route::act("/api/games/{id}/pause", "Stops clocks and players", games::pause).for_seats(),
        Route::act("/api/games/{id}/continue", "Lets clocks and players go on", games::resume).for_seats(),
        Route::post("/api/games/{id}/delay", "The least time between moves of players", games::delay),
        Route::act("/api/games/{id}/resign", "Gives the game up", games::resign).for_seats(),
        Route::act("/api/games/{id}/claim", "Claims a draw", games::claim).for_seats(),
        Route::post("/api/games/{id}/offer", "Offers a draw or to take moves back", games::offer).for_seats(),
        Route::post("/api/games/{id}/answer", "Answers what is offered", games::answer).for_seats(),
        Route::get("/api/records", "Finished games, filtered", records::list),
        Route::get("/api/records/{id}", "A finished game, to be replayed", records::show),
        Route::get("/api/collections", "Imported games by where they came from", collections::list),
        Route::upload("/api/collections", "Imports the games of a PGN file", collections::import),
        Route::delete("/api/collections/{id}", "Deletes imported games", collections::delete),
        Route::get("/api/books", "Opening books", books::list),
        Route::upload("/api/books", "Adds an opening book: positions or games", books::add),
        Route::delete("/api/books/{id}", "Deletes a book that was added", books::delete),
        Route::get("/api/nets", "Nets of the library", library::list),
        Route::get("/api/nets/{id}", "A net", library::show),
        Route::post("/api/nets/{id}/star", "Stars a net, or takes its star away", library::star),
        Route::file("/api/nets/{id}/file", "A net's file", library::download),
    ]);
    routes
}
