//! The server around the studio.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, Uri};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use hetman_rules::Quote;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::connections::accept;
use crate::problem::Problem;
use crate::route::{Access, BODY_BYTES};
use crate::routes::routes;
use crate::studio::Studio;
use crate::{auth, pages};

/// Smaller answers are not worth packing.
const PACKED_FROM: u16 = 1024;

/// Everything the studio answers.
pub fn router(studio: &Arc<Studio>) -> Router {
    let mut router = Router::new();
    for route in routes() {
        let metered = from_fn_with_state(Arc::clone(studio), auth::rate_limit);
        let handler = if route.is_expensive { route.handler.layer(metered) } else { route.handler };
        router = router.route(route.path, handler.layer(from_fn_with_state(route.access, auth::authorize)));
    }
    // Packing would hold events back until a block is full.
    let packed = SizeAbove::new(PACKED_FROM).and(NotForContentType::new("text/event-stream"));
    router
        .route(
            "/api/{*rest}",
            axum::routing::any(unknown).layer(from_fn_with_state(Access::Everything, auth::authorize)),
        )
        .fallback(pages::serve)
        .layer(map_response(in_our_words))
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(CompressionLayer::new().compress_when(packed))
        .layer(from_fn_with_state(Arc::clone(studio), auth::authenticate))
        .layer(from_fn_with_state(Arc::clone(studio), auth::check_host))
        .layer(map_response(auth::secure))
        .with_state(Arc::clone(studio))
}

async fn unknown(uri: Uri) -> Problem {
    Problem::Unknown(format!("nothing is served at {}: /api/openapi.json lists what is", Quote::from(uri.path())))
}

/// What the router itself refuses is refused in a sentence too.
async fn in_our_words(response: Response) -> Response {
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        let refusal =
            crate::wire::Refusal { error: "this cannot be done there: /api/openapi.json lists what can".to_owned() };
        return (StatusCode::METHOD_NOT_ALLOWED, axum::Json(refusal)).into_response();
    }
    response
}

/// How often it is looked whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Serves on threads of its own until the switch is turned, and then ends everything that is going on.
pub fn run(studio: &Arc<Studio>, listener: std::net::TcpListener, stop: &AtomicBool) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let stopped = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        // Event streams never end by themselves: their followers are not waited for.
        tokio::select! {
            () = accept(listener, router(studio), &studio.limits) => {}
            () = stopped => {}
        }
        Ok::<_, std::io::Error>(())
    })?;
    studio.close();
    runtime.shutdown_timeout(Duration::from_secs(2));
    Ok(())
}
