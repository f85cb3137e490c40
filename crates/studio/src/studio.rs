//! The studio: everything its routes share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hetman_arena::{PlayerSpec, generator};
use hetman_lab::{DiskError, StoreError, folder};
use hetman_rules::quote::passage;
use rand_chacha::ChaCha8Rng;

use crate::auth::Auth;
use crate::books::Books;
use crate::collections::Collections;
use crate::connections::Limits;
use crate::endgames::Shelf;
use crate::experiments;
use crate::games::Games;
use crate::jobs::Jobs;
use crate::load;
use crate::log::Log;
use crate::problem::Problem;
use crate::programs::{self, ExternalEngine};
use crate::shipped;
use crate::slots::SearchSlots;
use crate::store::Store;
use crate::threads;
use crate::wire::Share;

/// Quick searches at the same time.
const QUICK_SEARCHES: usize = 4;

/// What is published at most twenty times a second is published this often.
const TICK: Duration = Duration::from_millis(50);

/// Ticks between two looks at whether a sweep goes on.
const SWEEP_TICKS: u64 = 10;

/// How the studio is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Everything is kept here.
    pub data: PathBuf,
    /// The name or address under which it listens.
    pub host: String,
    /// The token that a caller must know; for hosts that others can reach.
    pub token: Option<String>,
    /// How others reach it, if they can.
    pub share: Option<Share>,
    /// Programs it may start besides those that it finds.
    pub engines: Vec<PlayerSpec>,
    /// Folders of opening books.
    pub books: Vec<PathBuf>,
    /// The program's version and revision.
    pub revision: String,
    /// Made-up events a second, for measuring; usually none.
    pub load_events: u32,
    /// What connections may take.
    pub limits: Limits,
}

impl Options {
    /// Nothing but a folder: for this machine alone.
    pub fn in_folder(folder: &Path) -> Options {
        Options {
            data: folder.to_owned(),
            host: "127.0.0.1".to_owned(),
            token: None,
            share: None,
            engines: Vec::new(),
            books: Vec::new(),
            revision: env!("CARGO_PKG_VERSION").to_owned(),
            load_events: 0,
            limits: Limits::default(),
        }
    }
}

/// Why the studio cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("another studio is using {folder}: end it, or choose another folder (--data)", folder = passage(.0.display()))]
    InUse(PathBuf),
    #[error(transparent)]
    Thread(#[from] Problem),
}

pub struct Studio {
    pub data: Data,
    pub store: Store,
    pub log: Arc<Log>,
    pub auth: Auth,
    pub programs: Vec<ExternalEngine>,
    pub share: Option<Share>,
    /// For quick searches.
    pub slots: SearchSlots,
    pub games: Games,
    pub jobs: Jobs,
    pub collections: Collections,
    pub books: Books,
    /// Held while somebody writes the net of a moment: two requests at once want the same one.
    pub moments: Mutex<()>,
    /// Tables of endings.
    pub endgames: Shelf,
    pub revision: String,
    pub limits: Limits,
    /// For what nobody asked to repeat.
    seed: u64,
    drawn: AtomicU64,
    closing: AtomicBool,
    /// Keeps others out of the folder.
    _lock: std::fs::File,
}

/// The data folder and its places.
pub struct Data(PathBuf);

impl Data {
    /// Without the folders before it.
    pub fn name(&self) -> String {
        let absolute = std::path::absolute(&self.0).unwrap_or_else(|_| self.0.clone());
        absolute.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    pub fn root(&self) -> &Path {
        &self.0
    }

    pub fn nets(&self) -> PathBuf {
        self.0.join("nets")
    }

    /// Where the nets that come with the program are laid out.
    pub fn shipped(&self) -> PathBuf {
        self.0.join("shipped")
    }

    /// And the openings.
    pub fn openings(&self) -> PathBuf {
        self.0.join("openings")
    }

    /// Nets of moments that somebody asked for.
    pub fn moments(&self) -> PathBuf {
        self.0.join("moments")
    }

    pub fn books(&self) -> PathBuf {
        self.0.join("books")
    }

    pub fn suites(&self) -> PathBuf {
        self.0.join("suites")
    }

    pub fn endgames(&self) -> PathBuf {
        self.0.join("endgames")
    }

    /// What a job keeps besides.
    pub fn job(&self, kind: &str, id: u64) -> PathBuf {
        self.0.join(format!("{kind}s")).join(id.to_string())
    }
}

impl Studio {
    /// Opens the data folder, or makes it.
    pub fn open(options: &Options) -> Result<Arc<Studio>, OpenError> {
        let root = std::path::absolute(&options.data).unwrap_or_else(|_| options.data.clone());
        let lock = folder::lock(&root)?.ok_or_else(|| OpenError::InUse(root.clone()))?;
        let store = Store::open(&root.join("studio.sqlite"))?;
        let collections = Collections::open(&root.join("collections.sqlite"))?;
        let log = Arc::new(Log::new(store.begin_start()?.to_string()));
        let data = Data(root);
        shipped::lay_out(&data.shipped())?;
        shipped::lay_out_openings(&data.openings())?;
        let jobs = Jobs::load(&store, &data)?;
        let studio = Arc::new(Studio {
            programs: programs::programs(&options.engines),
            share: options.share.clone(),
            slots: SearchSlots::new(QUICK_SEARCHES),
            games: Games::new(),
            jobs,
            collections,
            books: Books::find_in(&options.books),
            moments: Mutex::new(()),
            endgames: Shelf::in_folder(data.endgames()),
            revision: options.revision.clone(),
            limits: options.limits.clone(),
            auth: Auth::new(&options.host, options.token.clone()),
            seed: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_nanos() as u64),
            drawn: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            _lock: lock,
            data,
            store,
            log,
        });
        studio.start_ticking()?;
        if options.load_events > 0 {
            load::start(&studio, options.load_events)?;
        }
        Ok(studio)
    }

    /// What happens about twenty times a second, until nobody holds the studio any more.
    fn start_ticking(self: &Arc<Studio>) -> Result<(), Problem> {
        let weak = Arc::downgrade(self);
        threads::start(move || {
            for number in 0.. {
                let Some(studio) = weak.upgrade().filter(|studio| !studio.is_closing()) else { break };
                studio.tick(number);
                drop(studio);
                thread::sleep(TICK);
            }
        })?;
        Ok(())
    }

    fn tick(self: &Arc<Studio>, number: u64) {
        self.games.tick(self);
        self.jobs.tick(self, number);
        if number.is_multiple_of(SWEEP_TICKS) {
            experiments::start_waiting(self);
        }
        self.log.flush();
    }

    /// A generator for something that nobody asked to repeat.
    pub fn chance(&self) -> ChaCha8Rng {
        generator(self.seed, self.drawn.fetch_add(1, Ordering::Relaxed))
    }

    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Ends whatever is going on, everything kept; returns when it has ended.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.jobs.interrupt();
        self.games.close();
        self.jobs.wait();
    }
}
