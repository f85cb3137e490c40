//! A route: what is asked where, with what, and what comes back.
//!
//! A handler is a plain function on a thread of its own: it may read files, wait for locks and search, and no other
//! request notices. Everything around it happens here: the body is read and understood, the answer written, and the
//! description that the OpenAPI document is made of is kept with it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Query, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use hetman_rules::quote::passage;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::auth::{Rights, open_parts};
use crate::problem::Problem;
use crate::studio::Studio;

/// More than any game's PGN or experiment's file.
pub const BODY_BYTES: usize = 1 << 20;

/// For collections of games and openings.
pub const FILE_BYTES: usize = 16 << 20;

/// What a page that is shown by itself may do: have its own styles and pictures, and nothing else.
const SHOWN_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The header in which secrets of seats are sent.
pub const SEAT: &str = "hetman-seat";

/// A request as a handler sees it.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The part of the path that the route leaves open.
    pub id: String,
    /// A second such part.
    pub file: String,
    pub query: HashMap<String, String>,
    /// Secrets of seats.
    pub seats: Vec<String>,
    /// What authentication said of the caller.
    pub rights: Rights,
}

/// Who may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The owner, who may use everything.
    Everything,
    /// Guests with a seat at the game that the path names, too.
    Seat,
    /// Guests with any seat, too: what they may have of it, the handler decides.
    Anybody,
}

/// A file.
pub struct Download {
    name: String,
    media_type: &'static str,
    bytes: Vec<u8>,
    /// Whether a browser shows it instead of saving it.
    is_shown: bool,
}

impl Download {
    pub fn saved(name: String, media_type: &'static str, bytes: Vec<u8>) -> Download {
        Download { name, media_type, bytes, is_shown: false }
    }

    pub fn shown(name: String, media_type: &'static str, bytes: Vec<u8>) -> Download {
        Download { name, media_type, bytes, is_shown: true }
    }
}

/// What is sent back as JSON.
pub trait Outgoing: Serialize + JsonSchema + Send + 'static {}
impl<T: Serialize + JsonSchema + Send + 'static> Outgoing for T {}

/// What is sent in as JSON.
pub trait Incoming: DeserializeOwned + JsonSchema + 'static {}
impl<B: DeserializeOwned + JsonSchema + 'static> Incoming for B {}

/// A handler of requests without a body.
pub type Handler<T> = fn(&Arc<Studio>, &Call) -> Result<T, Problem>;

/// One of requests with a body.
pub type BodyHandler<B, T> = fn(&Arc<Studio>, &Call, B) -> Result<T, Problem>;

/// One line of the table of routes.
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    pub summary: &'static str,
    /// Names of wire types; `None` for an empty body.
    pub request: Option<String>,
    /// `None` for something that is no JSON.
    pub response: Option<String>,
    /// Whether the answer is a list of these.
    pub is_list: bool,
    /// Whether it costs more than looking something up.
    pub is_expensive: bool,
    pub access: Access,
    pub handler: MethodRouter<Arc<Studio>>,
}

impl Route {
    /// Asks for something.
    pub fn get<T: Outgoing>(path: &'static str, summary: &'static str, handler: Handler<T>) -> Route {
        Route::plain(Method::GET, path, summary, handler)
    }

    /// Does something that needs no further words.
    pub fn act<T: Outgoing>(path: &'static str, summary: &'static str, handler: Handler<T>) -> Route {
        Route::plain(Method::POST, path, summary, handler)
    }

    pub fn delete<T: Outgoing>(path: &'static str, summary: &'static str, handler: Handler<T>) -> Route {
        Route::plain(Method::DELETE, path, summary, handler)
    }

    fn plain<T: Outgoing>(method: Method, path: &'static str, summary: &'static str, handler: Handler<T>) -> Route {
        let answer = move |studio: Arc<Studio>, call: Call, _: &[u8]| handler(&studio, &call).map(as_json);
        Route::new::<T>(method, path, summary, None, answer)
    }

    /// Does something as the body says.
    pub fn post<B: Incoming, T: Outgoing>(
        path: &'static str,
        summary: &'static str,
        handler: BodyHandler<B, T>,
    ) -> Route {
        Route::with_body(path, summary, BODY_BYTES, handler)
    }

    /// Takes in a file's text.
    pub fn upload<B: Incoming, T: Outgoing>(
        path: &'static str,
        summary: &'static str,
        handler: BodyHandler<B, T>,
    ) -> Route {
        Route::with_body(path, summary, FILE_BYTES, handler).expensive()
    }

    fn with_body<B: Incoming, T: Outgoing>(
        path: &'static str,
        summary: &'static str,
        most_bytes: usize,
        handler: BodyHandler<B, T>,
    ) -> Route {
        let answer = move |studio: Arc<Studio>, call: Call, body: &[u8]| {
            let body = serde_json::from_slice(body)
                .map_err(|reason| Problem::Malformed(format!("the request cannot be read: {}", passage(reason))))?;
            handler(&studio, &call, body).map(as_json)
        };
        let request = Some((B::schema_name().into_owned(), most_bytes));
        Route::new::<T>(Method::POST, path, summary, request, answer)
    }

    /// Hands out a file.
    pub fn file(path: &'static str, summary: &'static str, handler: Handler<Download>) -> Route {
        let answer = move |studio: Arc<Studio>, call: Call, _: &[u8]| handler(&studio, &call).map(as_file);
        Route::special(path, summary, serve(Method::GET, None, answer))
    }

    /// A route that answers in its own way.
    pub fn special(path: &'static str, summary: &'static str, handler: MethodRouter<Arc<Studio>>) -> Route {
        let (request, response) = (None, None);
        Route {
            method: Method::GET,
            path,
            summary,
            request,
            response,
            is_list: false,
            is_expensive: false,
            access: Access::Everything,
            handler,
        }
    }

    fn new<T: JsonSchema>(
        method: Method,
        path: &'static str,
        summary: &'static str,
        request: Option<(String, usize)>,
        answer: impl Fn(Arc<Studio>, Call, &[u8]) -> Result<Response, Problem> + Clone + Send + Sync + 'static,
    ) -> Route {
        let (request, most_bytes) = request.unzip();
        let handler = serve(method.clone(), most_bytes, answer);
        let name = T::schema_name().into_owned();
        let is_list = name.starts_with("Array_of_");
        let response = Some(name.trim_start_matches("Array_of_").to_owned());
        Route { method, request, response, is_list, ..Route::special(path, summary, handler) }
    }

    /// The people of the game may use it, without the token too.
    pub fn for_seats(self) -> Route {
        Route { access: Access::Seat, ..self }
    }

    /// Guests with a seat may use it; the handler decides how much of it.
    pub fn for_anybody(self) -> Route {
        Route { access: Access::Anybody, ..self }
    }

    /// Its calls are counted: nobody may ask too often.
    pub fn expensive(self) -> Route {
        Route { is_expensive: true, ..self }
    }
}

fn as_json<T: Serialize>(answer: T) -> Response {
    Json(answer).into_response()
}

fn as_file(file: Download) -> Response {
    let how = if file.is_shown { "inline" } else { "attachment" };
    let name = file.name.replace(|letter: char| !(letter.is_ascii_alphanumeric() || "-_.".contains(letter)), "-");
    let disposition = format!("{how}; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, file.media_type.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    let policy = file.is_shown.then_some([(header::CONTENT_SECURITY_POLICY, SHOWN_POLICY)]);
    (headers, policy, file.bytes).into_response()
}

/// The handler for a way to answer; `most_bytes` are those of a body, where there is one.
fn serve(
    method: Method,
    most_bytes: Option<usize>,
    answer: impl Fn(Arc<Studio>, Call, &[u8]) -> Result<Response, Problem> + Clone + Send + Sync + 'static,
) -> MethodRouter<Arc<Studio>> {
    let handle = move |State(studio): State<Arc<Studio>>, request: Request| {
        let answer = answer.clone();
        async move { respond(studio, request, most_bytes, answer).await.unwrap_or_else(IntoResponse::into_response) }
    };
    on(MethodFilter::try_from(method).expect("the methods of routes are known ones"), handle)
}

async fn respond(
    studio: Arc<Studio>,
    request: Request,
    most_bytes: Option<usize>,
    answer: impl Fn(Arc<Studio>, Call, &[u8]) -> Result<Response, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    if most_bytes.is_some() && !is_json(&parts.headers) {
        return Err(Problem::Malformed("send the request as JSON, with Content-Type: application/json".to_owned()));
    }
    let [id, file] = open_parts(&mut parts).await;
    let call = Call {
        id,
        file,
        query: Query::try_from_uri(&parts.uri).map(|Query(query)| query).unwrap_or_default(),
        seats: seats(&parts.headers),
        rights: parts.extensions.get::<Rights>().cloned().unwrap_or_default(),
    };
    let body = read(body, most_bytes.unwrap_or(BODY_BYTES), studio.limits.body).await?;
    let work = tokio::task::spawn_blocking(move || answer(studio, call, &body));
    work.await.map_err(|_| Problem::Internal("the studio made a mistake; nothing was lost".to_owned()))?
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn seats(headers: &HeaderMap) -> Vec<String> {
    let value = headers.get(SEAT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(',').map(|secret| secret.trim().to_owned()).filter(|secret| !secret.is_empty()).collect()
}

async fn read(body: Body, most_bytes: usize, body_timeout: Duration) -> Result<axum::body::Bytes, Problem> {
    let read = tokio::time::timeout(body_timeout, to_bytes(body, most_bytes)).await;
    read.map_err(|_| Problem::Late(body_timeout))?.map_err(|_| Problem::TooLarge(most_bytes))
}

/// Who asks, where that is known.
pub fn caller(request: &Request) -> Option<std::net::IpAddr> {
    request.extensions().get::<ConnectInfo<std::net::SocketAddr>>().map(|info| info.0.ip())
}
