//! A studio in a folder of its own, asked as a page would ask it.

// Each test file uses its own part of this.
#![allow(dead_code, clippy::unwrap_used)]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, Response, StatusCode, header};
use hetman_studio::{OpenError, Options, Studio, router};
use hetman_testing::{HANG_TIMEOUT, wait_for};
use serde_json::{Value, json};
use tower::ServiceExt;

pub const HOST: &str = "127.0.0.1:7777";

pub struct Asker {
    pub studio: Arc<Studio>,
    pub router: Router,
    pub seats: String,
}

/// A studio that was dropped a moment ago may still hold the folder: somebody was busy in it.
fn open(options: &Options) -> Arc<Studio> {
    wait_for("the folder is free", || match Studio::open(options) {
        Err(OpenError::InUse(_)) => None,
        opened => Some(opened.unwrap_or_else(|problem| panic!("{problem}"))),
    })
}

impl Asker {
    pub fn open(folder: &Path) -> Asker {
        Asker::with(&Options::in_folder(folder))
    }

    pub fn with(options: &Options) -> Asker {
        let studio = open(options);
        let router = router(&studio);
        Asker { studio, router, seats: String::new() }
    }

    /// The same page with the secrets of seats.
    pub fn seated(&self, seats: &[&Value]) -> Asker {
        let seats: Vec<&str> = seats.iter().map(|seat| seat.as_str().unwrap()).collect();
        Asker { studio: Arc::clone(&self.studio), router: self.router.clone(), seats: seats.join(",") }
    }

    pub async fn send(&self, request: Request<Body>) -> (StatusCode, String) {
        let response = self.respond(request).await;
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    pub async fn respond(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, HOST);
        if !self.seats.is_empty() {
            request = request.header("hetman-seat", &self.seats);
        }
        match body {
            Some(body) => {
                request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())).unwrap()
            }
            None => request.body(Body::empty()).unwrap(),
        }
    }

    async fn json(&self, method: Method, path: &str, body: Option<&Value>) -> (StatusCode, Value) {
        let (status, text) = self.send(self.request(method, path, body)).await;
        (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {status}: {text}")))
    }

    async fn must(&self, method: Method, path: &str, body: Option<&Value>) -> Value {
        let (status, answer) = self.json(method, path, body).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    pub async fn get(&self, path: &str) -> Value {
        self.must(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.must(Method::POST, path, Some(&body)).await
    }

    pub async fn act(&self, path: &str) -> Value {
        self.must(Method::POST, path, None).await
    }

    pub async fn delete(&self, path: &str) -> Value {
        self.must(Method::DELETE, path, None).await
    }

    /// A request that is refused: the status and the sentence.
    pub async fn refused(&self, method: Method, path: &str, body: Option<Value>) -> (u16, String) {
        let (status, answer) = self.json(method, path, body.as_ref()).await;
        (status.as_u16(), answer["error"].as_str().unwrap_or_default().to_owned())
    }

    /// Asks until the answer is as it should be.
    pub async fn wait_for(&self, path: &str, is_right: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let answer = self.get(path).await;
            if is_right(&answer) {
                return answer;
            }
            assert!(begun.elapsed() < HANG_TIMEOUT, "{path} is still {answer}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

pub fn human() -> Value {
    json!({ "kind": "human" })
}

pub fn player(id: &str, settings: Value) -> Value {
    json!({ "kind": "player", "player": id, "settings": settings })
}
