//! GET /api/events: the log as a stream of server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};
use serde::Deserialize;

use crate::auth::Rights;
use crate::log::{Follower, LogEntry};
use crate::problem::Problem;
use crate::studio::Studio;
use crate::wire::Topic;

/// More than any page follows.
const TOPICS: usize = 64;

#[derive(Deserialize)]
pub struct Wish {
    #[serde(default)]
    topics: String,
    after: Option<String>,
}

pub async fn stream(
    State(studio): State<Arc<Studio>>,
    Extension(rights): Extension<Rights>,
    Query(wish): Query<Wish>,
    headers: HeaderMap,
) -> Response {
    let names = wish.topics.split(',').map(str::trim).filter(|topic| !topic.is_empty());
    let topics: Vec<Topic> = names.map(|topic| Topic(topic.to_owned())).collect();
    if topics.is_empty() || topics.len() > TOPICS {
        let sentence = format!("name 1 to {TOPICS} topics, like /api/events?topics=experiments,game:1");
        return Problem::Malformed(sentence).into_response();
    }
    if !topics.iter().all(|topic| rights.opens_topic(&topic.0)) {
        return Rights::refusal().into_response();
    }
    // A browser that reconnects knows better than the address it was first given.
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let follower = studio.log.follow(topics, last.or(wish.after).as_deref());
    // A line now and then, so that nobody on the way takes the stream for dead, and that a dead reader is noticed.
    let keep_alive = KeepAlive::new().interval(studio.limits.heartbeat);
    Sse::new(messages(follower)).keep_alive(keep_alive).into_response()
}

fn messages(follower: Follower) -> impl Stream<Item = Result<Message, Infallible>> {
    // The first message tells the browser that the stream is open, before anything has happened.
    let open = stream::once(async { Ok(Message::default().comment("open")) });
    let entries = stream::unfold(follower, |mut follower| async {
        let entries = follower.next().await;
        Some((stream::iter(entries), follower))
    });
    open.chain(entries.flatten().map(|entry| Ok(message(&entry))))
}

fn message(entry: &LogEntry) -> Message {
    Message::default().id(&entry.id).data(&entry.data)
}
