//! Connections: how many there may be, and how long each may keep others waiting.
//!
//! A connection that says nothing holds a descriptor, and descriptors are few. So a request's head and body, and the
//! taking of its answer, have their time; and where there are too many connections, the one that has said nothing for the
//! longest makes room for a new one. A stream of events lives as long as its reader takes what is sent.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustix::process::{Resource, getrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// Connections, where the system allows any number of descriptors or very many; and where it allows hardly any.
const MOST: usize = 1024;
const FEWEST: usize = 8;

/// How long nobody is let in after descriptors have run out.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// The answer to a connection that finds no room.
const NO_ROOM: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 95\r\n\
    Connection: close\r\n\r\n\
    {\"error\":\"too many connections are open here: close pages of this studio that you do not need\"}";

/// How long a connection may take, and how many there may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For the head of a request, since the connection was made or the answer before it went out. It is also how long a
    /// connection may be idle.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// How long a reader may take nothing of an answer.
    pub answer: Duration,
    /// Between two signs of life of a stream of events.
    pub heartbeat: Duration,
    /// Connections at the same time.
    pub connections: usize,
    /// Those of one address.
    pub of_one_address: usize,
}

/// Half of the descriptors are for connections; the others are for files and for programs that play.
impl Default for Limits {
    fn default() -> Limits {
        let descriptors = getrlimit(Resource::Nofile).current.and_then(|count| usize::try_from(count).ok());
        let connections = (descriptors.unwrap_or(usize::MAX) / 2).clamp(FEWEST, MOST);
        Limits {
            head: Duration::from_secs(15),
            body: Duration::from_secs(60),
            answer: Duration::from_secs(30),
            heartbeat: Duration::from_secs(15),
            connections,
            of_one_address: connections / 2,
        }
    }
}

/// Lets everybody in for whom there is room, and never ends.
pub async fn accept(listener: TcpListener, router: Router, limits: &Limits) {
    let gate = Arc::new(Gate { limits: limits.clone(), guests: Mutex::default() });
    loop {
        match listener.accept().await {
            Ok((stream, address)) => match gate.enter(address.ip()) {
                Some(place) => drop(tokio::spawn(attend(stream, address, place, router.clone()))),
                // One try: there is no waiting for a connection that finds no room.
                None => drop(stream.try_write(NO_ROOM)),
            },
            Err(reason) if is_about_one_connection(&reason) => {}
            Err(_) => tokio::time::sleep(RETRY_INTERVAL).await,
        }
    }
}

fn is_about_one_connection(reason: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(reason.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers whatever is asked over a connection, until it ends, takes too long or has to make room.
async fn attend(stream: TcpStream, address: SocketAddr, place: Place, router: Router) {
    let limits = &place.gate.limits;
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.answer));
    let answer = service_fn(|mut request: Request<Incoming>| {
        place.guest.is_silent.store(false, Ordering::Relaxed);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(TokioIo::new(Box::pin(stream)), answer);
    tokio::select! {
        // How it ended concerns only its other end.
        _ = connection => {}
        () = place.guest.leave.notified() => {}
    }
}

/// Knows who is in.
struct Gate {
    limits: Limits,
    /// By the order in which they came.
    guests: Mutex<BTreeMap<u64, Arc<Guest>>>,
}

/// A connection, as the gate sees it.
struct Guest {
    address: IpAddr,
    /// Whether nothing has been asked yet.
    is_silent: AtomicBool,
    leave: Notify,
}

/// A connection's place; it is free again when this is dropped.
struct Place {
    gate: Arc<Gate>,
    number: u64,
    guest: Arc<Guest>,
}

impl Gate {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Guest>>> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for somebody, if need be that of a silent one.
    fn enter(self: &Arc<Gate>, address: IpAddr) -> Option<Place> {
        let mut guests = self.lock();
        let is_neighbour = |guest: &Guest| guest.address == address;
        let has_room = if guests.values().filter(|guest| is_neighbour(guest)).count() >= self.limits.of_one_address {
            make_room(&mut guests, is_neighbour)
        } else {
            guests.len() < self.limits.connections || make_room(&mut guests, |_| true)
        };
        if !has_room {
            return None;
        }
        let number = guests.last_key_value().map_or(0, |(last, _)| last + 1);
        let guest = Arc::new(Guest { address, is_silent: AtomicBool::new(true), leave: Notify::new() });
        guests.insert(number, Arc::clone(&guest));
        Some(Place { gate: Arc::clone(self), number, guest })
    }
}

/// Sends away the one of these that has been silent for the longest; whether there is one.
fn make_room(guests: &mut BTreeMap<u64, Arc<Guest>>, is_meant: impl Fn(&Guest) -> bool) -> bool {
    let is_silent = |guest: &Guest| guest.is_silent.load(Ordering::Relaxed);
    let found = guests.iter().find(|(_, guest)| is_meant(guest) && is_silent(guest)).map(|(number, _)| *number);
    let gone = found.and_then(|number| guests.remove(&number));
    gone.is_some_and(|guest| {
        guest.leave.notify_one();
        true
    })
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut guests = self.gate.lock();
        // A connection that was sent away has left already, and the number may be another's now.
        if guests.get(&self.number).is_some_and(|guest| Arc::ptr_eq(guest, &self.guest)) {
            guests.remove(&self.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn gate(connections: usize, of_one_address: usize) -> Arc<Gate> {
        let limits = Limits { connections, of_one_address, ..Limits::default() };
        Arc::new(Gate { limits, guests: Mutex::default() })
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(10, 0, 0, last))
    }

    fn has_to_leave(place: &Place) -> bool {
        !place.gate.lock().values().any(|guest| Arc::ptr_eq(guest, &place.guest))
    }

    #[test]
    fn the_longest_silent_of_the_same_address_makes_room() {
        let gate = gate(10, 2);
        let places = [address(1), address(2), address(1)].map(|address| gate.enter(address).unwrap());
        places[0].guest.is_silent.store(false, Ordering::Relaxed);
        let newcomer = gate.enter(address(1)).unwrap();
        assert_eq!(places.each_ref().map(has_to_leave), [false, false, true]);
        newcomer.guest.is_silent.store(false, Ordering::Relaxed);
        assert!(gate.enter(address(1)).is_none(), "nobody who has asked for something makes room");
        drop(newcomer);
        assert!(gate.enter(address(1)).is_some());
    }

    #[test]
    fn where_all_is_full_anybody_silent_makes_room() {
        let gate = gate(2, 2);
        let places = [1, 2].map(|last| gate.enter(address(last)).unwrap());
        let newcomer = gate.enter(address(3)).unwrap();
        assert_eq!(places.each_ref().map(has_to_leave), [true, false]);
        drop(places);
        assert!(!has_to_leave(&newcomer), "a connection that leaves takes no other's place along");
        assert_eq!(gate.lock().len(), 1);
    }

    #[test]
    fn there_are_descriptors_left_for_files() {
        let limits = Limits::default();
        let descriptors = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        assert!(limits.connections as u64 <= descriptors / 2 && limits.of_one_address < limits.connections);
    }

    #[test]
    fn the_refusal_is_as_long_as_it_says() {
        let text = std::str::from_utf8(NO_ROOM).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{}", body.len());
    }
}
