//! Any text as a request to the studio, its first line the method and the path, the others the body: an answer, and no
//! long one where it is a refusal.

#![no_main]

use std::cell::RefCell;
use std::net::{Ipv4Addr, SocketAddr};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use hetman_fuzz::check_sentence;
use hetman_studio::{Options, Studio, router};
use libfuzzer_sys::fuzz_target;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// What works as asked would fill the machine with games that nobody watches.
const SETS_SOMEBODY_THINKING: [&str; 5] =
    ["/api/games", "/api/experiments", "/api/tournaments", "/api/suites/runs", "/api/analysis"];

/// After so many requests there is another studio, without what these have left.
const REQUESTS: u32 = 2000;

struct Served {
    router: Router,
    runtime: Runtime,
    requests: u32,
    _folder: tempfile::TempDir,
}

impl Served {
    fn new() -> Served {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let options = Options {
            data: folder.path().to_owned(),
            host: "127.0.0.1".to_owned(),
            token: None,
            engines: Vec::new(),
            books: Vec::new(),
            revision: "fuzz".to_owned(),
            load_events: 0,
            limits: Default::default(),
        };
        let studio = Studio::open(&options).unwrap_or_else(|problem| panic!("{problem}"));
        let runtime = Runtime::new().expect("threads start");
        Served { router: router(&studio), runtime, requests: 0, _folder: folder }
    }

    /// The refusal, if it is one. Every request comes from an address of its own, so that none has to wait.
    fn answer(&mut self, method: &str, path: &str, body: &str) -> Option<String> {
        self.requests += 1;
        let caller = SocketAddr::from((Ipv4Addr::from(0x0a00_0000 | self.requests), 1));
        let request = Request::builder().method(method).uri(path).header(header::HOST, "127.0.0.1:7777");
        let request = request.header(header::CONTENT_TYPE, "application/json").extension(ConnectInfo(caller));
        let request = request.body(Body::from(body.to_owned())).ok()?;
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.ok()?;
            let is_refusal = response.status().is_client_error() || response.status().is_server_error();
            assert_ne!(response.status().as_u16(), 500, "{method} {path}");
            if !is_refusal {
                return None;
            }
            let text = to_bytes(response.into_body(), usize::MAX).await.expect("a refusal is short");
            Some(String::from_utf8_lossy(&text).trim_end().to_owned())
        })
    }
}

thread_local! {
    static SERVED: RefCell<Option<Served>> = const { RefCell::new(None) };
}

fuzz_target!(|text: &str| {
    let (line, body) = text.split_once('\n').unwrap_or((text, ""));
    let (method, path) = line.split_once(' ').unwrap_or(("GET", line));
    let place = path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    // Events never end.
    if place.contains('%') || place == "/api/events" || (method == "POST" && SETS_SOMEBODY_THINKING.contains(&place)) {
        return;
    }
    SERVED.with_borrow_mut(|served| {
        let current = served.take().filter(|served| served.requests < REQUESTS).unwrap_or_else(Served::new);
        if let Some(refusal) = served.insert(current).answer(method, path, body) {
            check_sentence(&refusal);
        }
    });
});
