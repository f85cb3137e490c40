//! Authentication: every request passes here before anything else happens.
//!
//! A browser lends its user's reach to every page it shows. So a page of another site must not be able to talk to the
//! studio: its requests carry their own `Origin`, and a name that was made to point at this machine (DNS rebinding)
//! shows in `Host`. Where the studio can be reached from other machines, a token is needed besides. A guest who was given
//! a seat's link needs no token: the seat's secret opens that game and nothing else ([`Rights`]).

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use tokio::time::Instant;

use crate::problem::Problem;
use crate::route::{Access, caller};
use crate::secret;
use crate::studio::Studio;

const COOKIE: &str = "hetman";

/// A game's number completes the name.
const SEAT_COOKIE: &str = "hetman-seat-";

/// Seats that one browser is asked about, at most.
const SEATS: usize = 16;

/// How long a browser remembers what authenticated it.
const REMEMBERED: &str = "Path=/; Max-Age=31536000";

/// Expensive calls that may come at once, and how many a second after that.
const BURST: f64 = 60.0;
const PER_SECOND: f64 = 20.0;

/// Callers remembered, at most.
const CALLERS: usize = 1024;

/// Nothing is loaded from elsewhere, nothing is executed that was not served as a file, nobody may put it in a frame.
const CONTENT_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
];

/// What is needed to know who asks.
pub struct Auth {
    /// What must be known to get in, where others can reach the studio.
    token: Option<String>,
    /// The name under which it was told to listen.
    host: String,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// What a visitor may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rights {
    Everything,
    /// These games only: the caller holds seats at them.
    Seats(Vec<u64>),
}

/// Nothing, unless authentication says otherwise.
impl Default for Rights {
    fn default() -> Rights {
        Rights::Seats(Vec::new())
    }
}

impl Rights {
    /// Whether a game, named by its number, may be played and watched.
    pub fn opens_game(&self, id: &str) -> bool {
        match self {
            Rights::Everything => true,
            Rights::Seats(games) => games.iter().any(|game| game.to_string() == id),
        }
    }

    pub fn opens_topic(&self, topic: &str) -> bool {
        *self == Rights::Everything || topic.strip_prefix("game:").is_some_and(|id| self.opens_game(id))
    }

    pub fn is_guest(&self) -> bool {
        *self != Rights::Everything
    }

    /// Told to a guest who asks for more.
    pub fn refusal() -> Problem {
        Problem::Forbidden(
            "a seat's link opens its game only: ask the owner of this studio for its own link".to_owned(),
        )
    }
}

/// How much a caller may still ask for.
#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Auth {
    pub fn new(host: &str, token: Option<String>) -> Auth {
        Auth { token, host: host.to_ascii_lowercase(), buckets: Mutex::default() }
    }

    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    fn check_host(&self, request: &Request) -> Result<(), Problem> {
        let headers = request.headers();
        let host = text(headers, header::HOST);
        if !self.is_our_host(host) {
            let sentence = "this studio answers only under the address that it printed when it started";
            return Err(Problem::Forbidden(sentence.to_owned()));
        }
        let origin = headers.get(header::ORIGIN).map(|_| text(headers, header::ORIGIN));
        if origin.is_some_and(|origin| !is_same_origin(origin, host)) || is_cross_site(request) {
            return Err(Problem::Forbidden("pages of other sites may not use this studio".to_owned()));
        }
        Ok(())
    }

    /// Loopback is called by its names only. Where others can come, names cannot be listed: the token keeps the others
    /// out, and a cookie is never sent to another name.
    fn is_our_host(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        let is_loopback = name == "localhost" || as_address(&name).is_some_and(|address| address.is_loopback());
        let is_address = as_address(&name).is_some();
        match self.token {
            None => is_loopback,
            Some(_) => is_loopback || is_address || name == self.host,
        }
    }

    fn is_known(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let bearer = text(headers, header::AUTHORIZATION).strip_prefix("Bearer ");
        let cookie = cookies(headers).find(|(name, _)| *name == COOKIE).map(|(_, value)| value);
        bearer.is_some_and(|given| secret::is_same(given, token))
            || cookie.is_some_and(|given| secret::is_same(given, token))
    }

    /// The link that was printed: a browser that follows it is remembered.
    fn introduction(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_ref()?;
        let given = query(request, "token=")?;
        secret::is_same(given, token).then(|| introduce(&format!("{COOKIE}={token}; SameSite=Strict")))
    }

    /// Takes one from the caller's bucket.
    pub fn allow(&self, caller: Option<IpAddr>) -> Result<(), Problem> {
        let caller = caller.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CALLERS {
            buckets.retain(|_, bucket| bucket.now(now).tokens < BURST);
        }
        let bucket = buckets.entry(caller).or_insert(Bucket { tokens: BURST, filled: now });
        *bucket = bucket.now(now);
        if bucket.tokens < 1.0 {
            return Err(Problem::Busy);
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

impl Bucket {
    fn now(self, now: Instant) -> Bucket {
        let gained = now.duration_since(self.filled).as_secs_f64() * PER_SECOND;
        Bucket { tokens: (self.tokens + gained).min(BURST), filled: now }
    }
}

/// The middleware around everything: only our own pages, under our own name, are answered.
pub async fn check_host(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    match studio.auth.check_host(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// The middleware that finds out who asks, and what they may use.
pub async fn authenticate(State(studio): State<Arc<Studio>>, mut request: Request, next: Next) -> Response {
    if let Some(introduction) = studio.auth.introduction(&request) {
        return introduction;
    }
    if !studio.auth.is_known(request.headers()) {
        return guest(&studio, request, next).await;
    }
    request.extensions_mut().insert(Rights::Everything);
    next.run(request).await
}

/// Somebody without the token: a seat's link opens its game.
async fn guest(studio: &Arc<Studio>, mut request: Request, next: Next) -> Response {
    let following = query(&request, "game=").zip(query(&request, "seat="));
    let following = following.map(|(game, secret)| (game.to_owned(), secret.to_owned()));
    if let Some((game, secret)) = following {
        let held = held_seats(studio, vec![(game.clone(), secret.clone())]).await;
        // A link is often followed from a page elsewhere: a strict cookie would not be sent along on the way in.
        let cookie = format!("{SEAT_COOKIE}{game}={secret}; SameSite=Lax");
        return if held.is_empty() { anonymous() } else { introduce(&cookie) };
    }
    let seats = cookies(request.headers()).filter_map(|(name, secret)| Some((name.strip_prefix(SEAT_COOKIE)?, secret)));
    let claimed = seats.take(SEATS).map(|(game, secret)| (game.to_owned(), secret.to_owned())).collect();
    let games = held_seats(studio, claimed).await;
    if games.is_empty() {
        return anonymous();
    }
    request.extensions_mut().insert(Rights::Seats(games));
    next.run(request).await
}

/// The games whose secrets these are.
async fn held_seats(studio: &Arc<Studio>, claimed: Vec<(String, String)>) -> Vec<u64> {
    if claimed.is_empty() {
        return Vec::new();
    }
    let studio = Arc::clone(studio);
    let find = move || {
        let games = claimed.iter().filter_map(|(game, secret)| Some((game.parse::<u64>().ok()?, secret)));
        games.filter(|(game, secret)| studio.games.is_opened_by(&studio, *game, secret)).map(|(game, _)| game).collect()
    };
    // A mistake of ours opens nothing.
    tokio::task::spawn_blocking(find).await.unwrap_or_default()
}

/// What the browser shall remember; the address forgets it.
fn introduce(cookie: &str) -> Response {
    ([(header::SET_COOKIE, format!("{cookie}; HttpOnly; {REMEMBERED}"))], Redirect::to("/")).into_response()
}

/// The middleware around each route: whether it is open to the visitor.
pub async fn authorize(State(access): State<Access>, request: Request, next: Next) -> Response {
    let rights = request.extensions().get::<Rights>().cloned().unwrap_or_default();
    let (mut parts, body) = request.into_parts();
    let is_open = match access {
        Access::Everything => rights == Rights::Everything,
        Access::Seat => rights.opens_game(&open_parts(&mut parts).await[0]),
        Access::Anybody => true,
    };
    if is_open { next.run(Request::from_parts(parts, body)).await } else { Rights::refusal().into_response() }
}

/// The first two parts of the path that the route leaves open.
pub async fn open_parts(parts: &mut axum::http::request::Parts) -> [String; 2] {
    let parameters = RawPathParams::from_request_parts(parts, &()).await.ok();
    let mut values = parameters.iter().flatten().map(|(_, value)| value.to_owned());
    [values.next().unwrap_or_default(), values.next().unwrap_or_default()]
}

/// The middleware around expensive routes.
pub async fn rate_limit(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    match studio.auth.allow(caller(&request)) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

fn anonymous() -> Response {
    let sentence = "open the link that was printed when the studio was started: it holds the token";
    let refusal = crate::wire::Refusal { error: sentence.to_owned() };
    (StatusCode::UNAUTHORIZED, axum::Json(refusal)).into_response()
}

/// What browsers are told about every answer.
pub async fn secure(mut response: Response) -> Response {
    // Answers of the interface are true for a moment only.
    let usual = HEADERS.into_iter().chain([(header::CACHE_CONTROL, "no-store")]);
    for (name, value) in usual {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// A value in the address of the first page; `key` ends with its sign.
fn query<'a>(request: &'a Request, key: &str) -> Option<&'a str> {
    let is_front = request.method() == Method::GET && request.uri().path() == "/";
    request.uri().query().filter(|_| is_front)?.split('&').find_map(|pair| pair.strip_prefix(key))
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    text(headers, header::COOKIE).split(';').filter_map(|cookie| cookie.trim().split_once('='))
}

fn text(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// `[::1]:7777`, `localhost:7777`, `localhost`; nothing of what is no host.
fn without_port(host: &str) -> &str {
    let parts = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').filter(|(name, _)| name.parse::<Ipv6Addr>().is_ok()),
        None => Some(host.split_at(host.find(':').unwrap_or(host.len()))),
    };
    let is_port =
        |rest: &str| rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    parts.filter(|(_, rest)| is_port(rest)).map_or("", |(name, _)| name)
}

fn as_address(name: &str) -> Option<IpAddr> {
    name.parse::<Ipv4Addr>().map(IpAddr::V4).or_else(|_| name.parse::<Ipv6Addr>().map(IpAddr::V6)).ok()
}

fn is_same_origin(origin: &str, host: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| origin.strip_prefix(scheme).is_some_and(|rest| rest.eq_ignore_ascii_case(host)))
}

/// What browsers say of themselves; following a link is welcome.
fn is_cross_site(request: &Request) -> bool {
    let site = request.headers().get("sec-fetch-site").and_then(|value| value.to_str().ok());
    let is_navigation = request.headers().get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
    let is_harmless = is_navigation && request.method() == Method::GET && !request.uri().path().starts_with("/api");
    matches!(site, Some("cross-site" | "same-site")) && !is_harmless
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn hosts_by_their_names() {
        let here = Auth::new("127.0.0.1", None);
        for host in ["localhost", "localhost:7777", "127.0.0.1:7777", "[::1]:7777", "LOCALHOST:1"] {
            assert!(here.is_our_host(host), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example:7777", "192.168.1.5:7777", "127.0.0.1.evil.example"] {
            assert!(!here.is_our_host(host), "{host}");
        }
        for host in ["[::1].evil", "[::1]evil:7777", "127.0.0.1:80@evil", "localhost:@evil", "[localhost]:7777", "[::1"]
        {
            assert!(!here.is_our_host(host), "{host}");
        }
        let open = Auth::new("laboratory.local", Some("secret".to_owned()));
        for host in ["192.168.1.5:7777", "laboratory.local:7777", "localhost:7777"] {
            assert!(open.is_our_host(host), "{host}");
        }
        assert!(!open.is_our_host("evil.example:7777"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_empties_and_fills() {
        let auth = Auth::new("127.0.0.1", None);
        let allowed = || (0..200).filter(|_| auth.allow(None).is_ok()).count();
        assert_eq!(allowed(), BURST as usize);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(allowed(), PER_SECOND as usize);
        let other = Some(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)));
        assert!(auth.allow(other).is_ok(), "everybody has a bucket of their own");
    }
}
