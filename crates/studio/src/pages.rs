//! The pages, as they were built into the program.

use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use hetman_rules::Quote;
use rust_embed::RustEmbed;

/// Whatever `make web` has built. Without it the program still builds, and says what is missing.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Pages;

const MISSING: &str = include_str!("missing.html");

/// Files whose names hold a digest of their content never change.
const FOREVER: &str = "public, max-age=31536000, immutable";

pub async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match Pages::get(path) {
        Some(file) => {
            let cache = if path.starts_with("assets/") { FOREVER } else { "no-cache" };
            let headers = [(header::CONTENT_TYPE, media_type(path)), (header::CACHE_CONTROL, cache)];
            (headers, file.data.into_owned()).into_response()
        }
        None if path == "index.html" => Html(MISSING).into_response(),
        None => (StatusCode::NOT_FOUND, format!("there is no page {}\n", Quote::from(path))).into_response(),
    }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
