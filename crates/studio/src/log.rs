//! The one log of live events, and its law: a follower sees each event of the chosen topics exactly once and in
//! order, or a reset that tells it to look at everything anew.
//!
//! Nobody has a queue: the log keeps the last events for all, a follower is a number, and it reads what lies after it.
//! A follower that sleeps for too long finds that something of its topics has left the log, and is reset; memory does
//! not grow with followers, and not with how slow they are.
//!
//! Ids begin with the number of the start of the program, so that an id of an earlier start is known to be one.
//! A publisher holds the lock of what it publishes about; a description of that thing asks for the
//! [`position`](Log::position) under the same lock. So a description and the events after it fit together.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

use crate::wire::{Envelope, Event, Reset, Topic};

/// Events kept for those who reconnect.
const CAPACITY: usize = 8192;

/// Topics of which it is remembered what has left the log; beyond, the oldest are taken together.
const REMEMBERED_TOPICS: usize = 4096;

/// An event as it is sent.
#[derive(Debug)]
pub struct LogEntry {
    number: u64,
    pub topic: Topic,
    pub id: String,
    /// The envelope as JSON.
    pub data: String,
}

pub struct Log {
    boot: String,
    capacity: usize,
    state: Mutex<LogState>,
    /// The number of the newest event.
    newest: watch::Sender<u64>,
}

#[derive(Default)]
struct LogState {
    newest: u64,
    entries: VecDeque<Arc<LogEntry>>,
    /// For each topic, the number of its last event that has left the log.
    forgotten: HashMap<Topic, u64>,
    /// The same for topics that are not remembered one by one.
    forgotten_rest: u64,
    /// Events of which only the last counts, not published yet, with the time when each happened.
    waiting: BTreeMap<(Topic, String), (u64, Event)>,
    /// How many follow each topic.
    followed: HashMap<Topic, usize>,
}

impl LogState {
    /// Number of the last event of these topics that can no longer be told.
    fn last_forgotten(&self, topics: &[Topic]) -> u64 {
        let of_topic = |topic| self.forgotten.get(topic).copied().unwrap_or(self.forgotten_rest);
        topics.iter().map(of_topic).max().unwrap_or(0)
    }

    fn forget_oldest(&mut self) {
        let Some(oldest) = self.entries.pop_front() else { return };
        self.forgotten.insert(oldest.topic.clone(), oldest.number);
        if self.forgotten.len() > REMEMBERED_TOPICS {
            self.forgotten.clear();
            self.forgotten_rest = oldest.number;
        }
    }
}

impl Log {
    pub fn new(boot: String) -> Log {
        Log::with_capacity(boot, CAPACITY)
    }

    fn with_capacity(boot: String, capacity: usize) -> Log {
        Log { boot, capacity, state: Mutex::default(), newest: watch::Sender::new(0) }
    }

    /// Tells everybody, now. What waits for the same topic is told before.
    pub fn publish(&self, topic: &Topic, event: Event) {
        let mut state = self.lock();
        let of_topic = (topic.clone(), String::new())..;
        let keys = state.waiting.range(of_topic).map(|(key, _)| key.clone());
        for key in keys.take_while(|(waiting, _)| waiting == topic).collect::<Vec<_>>() {
            if let Some((at_ms, event)) = state.waiting.remove(&key) {
                self.append(&mut state, key.0, at_ms, event);
            }
        }
        self.append(&mut state, topic.clone(), now_ms(), event);
        self.newest.send_replace(state.newest);
    }

    /// Tells everybody at the next [`flush`](Log::flush), unless a newer event of the same name comes before.
    pub fn publish_soon(&self, topic: &Topic, name: &str, event: Event) {
        self.lock().waiting.insert((topic.clone(), name.to_owned()), (now_ms(), event));
    }

    /// Publishes what waits. Called about twenty times a second, which is the rate of such events.
    pub fn flush(&self) {
        let mut state = self.lock();
        let waiting = std::mem::take(&mut state.waiting);
        if waiting.is_empty() {
            return;
        }
        for ((topic, _), (at_ms, event)) in waiting {
            self.append(&mut state, topic, at_ms, event);
        }
        self.newest.send_replace(state.newest);
    }

    fn append(&self, state: &mut LogState, topic: Topic, at_ms: u64, event: Event) {
        state.newest += 1;
        let id = self.id(state.newest);
        let data = self.envelope(&id, &topic, at_ms, event);
        state.entries.push_back(Arc::new(LogEntry { number: state.newest, topic, id, data }));
        if state.entries.len() > self.capacity {
            state.forget_oldest();
        }
    }

    fn envelope(&self, id: &str, topic: &Topic, at_ms: u64, event: Event) -> String {
        let envelope = Envelope { id: id.to_owned(), topic: topic.clone(), at_ms, event };
        serde_json::to_string(&envelope).expect("wire types are plain data")
    }

    fn id(&self, number: u64) -> String {
        format!("{}-{number}", self.boot)
    }

    /// The id of the newest event.
    pub fn position(&self) -> String {
        self.id(self.lock().newest)
    }

    /// Somebody who follows these topics: after an id, or from now on.
    pub fn follow(self: &Arc<Log>, topics: Vec<Topic>, after: Option<&str>) -> Follower {
        let mut state = self.lock();
        topics.iter().for_each(|topic| *state.followed.entry(topic.clone()).or_default() += 1);
        let newest = state.newest;
        drop(state);
        // An id that is not of this start, or not of this program, is older than everything.
        let seen = match after {
            None => Some(newest),
            Some(id) => self.number(id).filter(|&number| number <= newest),
        };
        Follower { log: Arc::clone(self), topics, seen, newest: self.newest.subscribe() }
    }

    /// Whether anybody follows this topic now.
    pub fn is_followed(&self, topic: &Topic) -> bool {
        self.lock().followed.contains_key(topic)
    }

    fn number(&self, id: &str) -> Option<u64> {
        let (boot, number) = id.rsplit_once('-')?;
        (boot == self.boot).then(|| number.parse().ok()).flatten()
    }

    /// Nothing is left half done by a thread that panics here.
    fn lock(&self) -> MutexGuard<'_, LogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reader of the log.
pub struct Follower {
    log: Arc<Log>,
    topics: Vec<Topic>,
    /// The number of the last event it has seen or passed over; `None` if that cannot be known.
    seen: Option<u64>,
    newest: watch::Receiver<u64>,
}

impl Follower {
    /// The next events, as soon as there are any; never none.
    pub async fn next(&mut self) -> Vec<Arc<LogEntry>> {
        loop {
            self.newest.mark_unchanged();
            let entries = self.ready();
            if !entries.is_empty() {
                return entries;
            }
            if self.newest.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// What there is to tell now.
    pub fn ready(&mut self) -> Vec<Arc<LogEntry>> {
        let state = self.log.lock();
        let Some(seen) = self.seen.filter(|&seen| seen >= state.last_forgotten(&self.topics)) else {
            self.seen = Some(state.newest);
            let reset = self.reset(state.newest);
            return vec![Arc::new(reset)];
        };
        self.seen = Some(state.newest);
        let first = state.entries.partition_point(|entry| entry.number <= seen);
        let is_mine = |entry: &&Arc<LogEntry>| self.topics.contains(&entry.topic);
        state.entries.range(first..).filter(is_mine).cloned().collect()
    }

    fn reset(&self, newest: u64) -> LogEntry {
        let names: Vec<&str> = self.topics.iter().map(|topic| topic.0.as_str()).collect();
        let (topic, id) = (Topic(names.join(",")), self.log.id(newest));
        let reason = "events were missed that can no longer be told".to_owned();
        let data = self.log.envelope(&id, &topic, now_ms(), Event::Reset(Reset { reason }));
        LogEntry { number: newest, topic, id, data }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut state = self.log.lock();
        for topic in &self.topics {
            let left = state.followed.get_mut(topic).map_or(0, |count| {
                *count -= 1;
                *count
            });
            if left == 0 {
                state.followed.remove(topic);
            }
        }
    }
}

/// Milliseconds since 1970.
fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis() as u64)
}

#[cfg(test)]
mod tests;
