use proptest::prelude::*;

use super::*;

fn topic(name: &str) -> Topic {
    Topic(name.to_owned())
}

fn kept(games: u64) -> Event {
    Event::Kept { games }
}

fn told(entry: &LogEntry) -> Option<u64> {
    let envelope: Envelope = serde_json::from_str(&entry.data).unwrap();
    assert_eq!((envelope.id.as_str(), &envelope.topic), (entry.id.as_str(), &entry.topic));
    match envelope.event {
        Event::Kept { games } => Some(games),
        Event::Reset(_) => None,
        other => panic!("nobody published {other:?}"),
    }
}

/// A page: what it knows of one topic, and how it learns it.
struct Page {
    follower: Follower,
    last_id: String,
    heard: Vec<u64>,
}

impl Page {
    fn open(log: &Arc<Log>, topics: &[Topic], state: &[u64]) -> Page {
        let last_id = log.position();
        Page { follower: log.follow(topics.to_vec(), Some(&last_id)), last_id, heard: state.to_vec() }
    }

    fn reconnect(&mut self, log: &Arc<Log>, topics: &[Topic]) {
        self.follower = log.follow(topics.to_vec(), Some(&self.last_id));
    }

    /// Reads everything, and after a reset the state.
    fn read(&mut self, state: &[u64]) -> bool {
        let mut was_reset = false;
        for entry in self.follower.ready() {
            self.last_id = entry.id.clone();
            match told(&entry) {
                Some(value) => self.heard.push(value),
                None => {
                    was_reset = true;
                    self.heard = state.to_vec();
                }
            }
        }
        was_reset
    }
}

#[derive(Clone, Debug)]
enum Step {
    Publish(usize),
    PublishSoon(usize),
    Flush,
    Read,
    Reconnect,
    /// Connects, and the connection breaks after the first so many events of an answer.
    ReadPartly(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0..3usize).prop_map(Step::Publish),
        2 => (0..3usize).prop_map(Step::PublishSoon),
        1 => Just(Step::Flush),
        1 => Just(Step::Read),
        1 => Just(Step::Reconnect),
        1 => (0..4usize).prop_map(Step::ReadPartly),
    ];
    proptest::collection::vec(step, 0..120)
}

proptest! {
    /// Whatever is published, whenever a page reads, breaks off and reconnects: after a last reading it knows exactly
    /// what happened, in order, whether by events alone or with a reset on the way.
    #[test]
    fn every_event_once_and_in_order(steps in steps(), capacity in 1..40usize) {
        let log = Arc::new(Log::with_capacity("7".to_owned(), capacity));
        let names = [topic("game:1"), topic("experiment:2"), topic("elsewhere")];
        let followed = &names[..2];
        // What was published on the followed topics, in the order of the log.
        let mut truth: Vec<u64> = Vec::new();
        let mut waiting: BTreeMap<&Topic, u64> = BTreeMap::new();
        let mut page = Page::open(&log, followed, &[]);
        for (number, step) in steps.into_iter().enumerate() {
            let value = number as u64;
            match step {
                Step::Publish(place) => {
                    log.publish(&names[place], kept(value));
                    let before = waiting.remove(&names[place]);
                    if place < 2 {
                        truth.extend(before);
                        truth.push(value);
                    }
                }
                Step::PublishSoon(place) => {
                    log.publish_soon(&names[place], "one", kept(value));
                    waiting.insert(&names[place], value);
                }
                Step::Flush => {
                    log.flush();
                    for (waited, value) in std::mem::take(&mut waiting) {
                        if followed.contains(waited) {
                            truth.push(value);
                        }
                    }
                }
                Step::Read => {
                    page.read(&truth);
                }
                Step::Reconnect => page.reconnect(&log, followed),
                Step::ReadPartly(some) => {
                    for entry in page.follower.ready().into_iter().take(some) {
                        page.last_id = entry.id.clone();
                        match told(&entry) {
                            Some(value) => page.heard.push(value),
                            None => page.heard = truth.clone(),
                        }
                    }
                    page.reconnect(&log, followed);
                }
            }
        }
        page.read(&truth);
        prop_assert_eq!(page.heard, truth);
    }
}

#[test]
fn a_log_that_holds_enough_never_resets() {
    let log = Arc::new(Log::with_capacity("1".to_owned(), 100));
    let mut page = Page::open(&log, &[topic("a")], &[]);
    for value in 0..100 {
        log.publish(&topic("a"), kept(value));
        page.reconnect(&log, &[topic("a")]);
    }
    assert!(!page.read(&[]));
    assert_eq!(page.heard, (0..100).collect::<Vec<_>>());
}

#[test]
fn noise_elsewhere_resets_nobody() {
    let log = Arc::new(Log::with_capacity("1".to_owned(), 10));
    let mut page = Page::open(&log, &[topic("quiet")], &[]);
    (0..1000).for_each(|value| log.publish(&topic("noisy"), kept(value)));
    page.reconnect(&log, &[topic("quiet")]);
    log.publish(&topic("quiet"), kept(1));
    assert!(!page.read(&[]), "nothing quiet was lost");
    assert_eq!(page.heard, [1]);
}

#[test]
fn ids_of_another_start_and_nonsense_are_answered_with_a_reset() {
    let log = Arc::new(Log::with_capacity("2".to_owned(), 10));
    log.publish(&topic("a"), kept(1));
    for id in ["1-1", "2-99", "2-x", "nonsense", ""] {
        let mut follower = log.follow(vec![topic("a")], Some(id));
        let entries = follower.ready();
        assert_eq!(entries.len(), 1, "{id}");
        assert_eq!(told(&entries[0]), None, "{id}");
        log.publish(&topic("a"), kept(5));
        assert_eq!(told(&follower.ready()[0]), Some(5), "after the reset it goes on");
    }
}

#[test]
fn of_events_that_replace_each_other_the_last_is_told_before_what_follows() {
    let log = Arc::new(Log::with_capacity("2".to_owned(), 10));
    let mut follower = log.follow(vec![topic("a")], None);
    log.publish_soon(&topic("a"), "board", kept(1));
    log.publish_soon(&topic("a"), "board", kept(2));
    log.publish_soon(&topic("b"), "board", kept(9));
    log.publish(&topic("a"), kept(3));
    let values: Vec<_> = follower.ready().iter().map(|entry| told(entry)).collect();
    assert_eq!(values, [Some(2), Some(3)]);
    log.flush();
    assert_eq!(follower.ready().len(), 0, "the rest was of another topic");
}

#[tokio::test]
async fn a_follower_who_waits_is_woken() {
    let log = Arc::new(Log::new("1".to_owned()));
    let mut follower = log.follow(vec![topic("a")], None);
    let waits = tokio::spawn(async move { follower.next().await.len() });
    tokio::task::yield_now().await;
    log.publish(&topic("other"), kept(1));
    log.publish(&topic("a"), kept(2));
    assert_eq!(waits.await.unwrap(), 1);
}

#[test]
fn it_is_known_whether_anybody_follows() {
    let log = Arc::new(Log::new("1".to_owned()));
    let (one, other) = (topic("one"), topic("other"));
    let first = log.follow(vec![one.clone(), other.clone()], None);
    let second = log.follow(vec![one.clone()], None);
    assert!(log.is_followed(&one) && log.is_followed(&other));
    drop(first);
    assert!(log.is_followed(&one) && !log.is_followed(&other));
    drop(second);
    assert!(!log.is_followed(&one));
}

#[test]
fn an_event_carries_the_time_when_it_happened() {
    let log = Arc::new(Log::new("1".to_owned()));
    let mut follower = log.follow(vec![topic("one")], None);
    let before = now_ms();
    log.publish_soon(&topic("one"), "name", kept(1));
    std::thread::sleep(std::time::Duration::from_millis(20));
    let after = now_ms();
    log.flush();
    let envelope: Envelope = serde_json::from_str(&follower.ready()[0].data).unwrap();
    assert!((before..after).contains(&envelope.at_ms), "{envelope:?}");
}
