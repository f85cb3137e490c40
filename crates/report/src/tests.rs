//! A small published row is repeated and its page read again: numbers against the store, pictures as XML.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use hetman_eval::{FeatureSet, Model, Net};
use hetman_lab::Store;
use hetman_lab::store::{Checkpoint, GameRow, TrainingState, WindowRow};
use hetman_rules::Variant;

use super::*;
use hetman_published::ReproductionRunner;

/// The experiment of a run that plays nothing here: its results are written by hand.
const EXPERIMENT: &str = include_str!("../../lab/testdata/experiment.toml");

/// A row of which scores and weights were printed, a quarter of its games in two runs.
fn repeated(base: &Path) -> PathBuf {
    let stop = AtomicBool::new(false);
    let overrides = Overrides { scale: Some(0.25), runs: Some(2), ..Overrides::default() };
    let requests = [RowRequest::new(Catalogue::built_in().row("neuralchess-5.1-II").unwrap(), &overrides)];
    let runner =
        ReproductionRunner { folder: base, threads: 1, revision: "test", date: "", played: &|_| {}, stop: &stop };
    assert!(runner.carry_out(&requests)[0].result.is_ok());
    requests[0].folder(base)
}

/// Every file below a folder, by its path.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}

fn csv(folder: &Path, name: &str) -> Vec<Vec<String>> {
    text(folder, name).lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Whether tags are balanced, attributes quoted and characters escaped: enough of XML to find what we could get wrong.
fn is_well_formed(document: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let body = document.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").ok_or("no declaration")?;
    let mut rest = body.trim();
    while let Some(start) = rest.find('<') {
        let is_plain = |text: &str| {
            let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
            !text.contains('>')
                && text.split('&').skip(1).all(|entity| known.iter().any(|known| entity.starts_with(known)))
        };
        if !is_plain(&rest[..start]) && open.last() != Some(&"style") {
            return Err(format!("text: {}", &rest[..start]));
        }
        let end = start + rest[start..].find('>').ok_or("a tag without end")?;
        let tag = &rest[start + 1..end];
        let name = tag.trim_matches('/').split(' ').next().unwrap_or_default();
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return Err(format!("closed too early: {name}"));
            }
        } else {
            let quotes = tag.matches('"').count();
            let equals = tag.split('"').step_by(2).map(|between| between.matches('=').count()).sum::<usize>();
            if quotes != 2 * equals || name.is_empty() || !is_plain(tag) {
                return Err(format!("attributes: {tag}"));
            }
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    if open.is_empty() && rest.trim().is_empty() { Ok(()) } else { Err(format!("left open: {open:?} {rest}")) }
}

#[test]
fn the_check_of_pictures_can_fail() {
    let picture = |body: &str| format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg a=\"1\">{body}</svg>\n");
    assert_eq!(is_well_formed(&picture("<g><path d=\"M0 0\"/>a &lt; b</g>")), Ok(()));
    for wrong in ["<g>", "</g>", "a & b", "<g a=1/>", "<g a=\"1/>", "a > b"] {
        assert!(is_well_formed(&picture(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn a_repeated_row_becomes_a_page_beside_the_published_numbers() {
    let base = tempfile::tempdir().unwrap();
    let run = repeated(base.path());
    let lines = published(&run, "neuralchess-5.1-II").unwrap().unwrap();
    assert!(lines.iter().all(|line| line.ours.is_some()), "ours beside each: {lines:?}");
    assert!(lines.iter().any(|line| line.ours.as_ref().unwrap().interval.is_some()), "{lines:?}");
    assert_eq!(published(&run, "no such row").unwrap(), None);
    let out = run.join("report");
    let written = write(&run, &out).unwrap();
    assert!(written.is_finished && written.page == out.join("index.html"));
    let page = text(&out, "index.html");
    for expected in [
        "The network&#39;s initial state: all weights 0.1.",
        "2007 thesis, series 1, II",
        "hetman reproduce neuralchess-5.1-II --scale 0.25 --runs 2",
        "published score: 47.5",
        "published first 25 games: 20.0",
        "published queen_strength 0.78",
        "<th scope=\"row\">score, %</th><td class=\"number\">47.5</td>",
        "prefers-color-scheme: dark",
        "experiment.evaluation]".trim_start_matches("experiment."),
    ] {
        assert!(page.contains(expected), "{expected} is missing");
    }
    assert!(!page.contains("Unfinished") && !page.contains("<script") && !page.contains("NaN"));
    let mut pictures = 0;
    for (name, bytes) in files(&out).iter().filter(|(name, _)| name.ends_with(".svg")) {
        assert_eq!(is_well_formed(std::str::from_utf8(bytes).unwrap()), Ok(()), "{name}");
        pictures += 1;
    }
    assert!(pictures >= 4, "{pictures}");
    assert!(out.join("tensorboard/run-2").join(events::FILE).exists());
}

#[test]
fn numbers_beside_the_page_are_those_of_the_store() {
    let base = tempfile::tempdir().unwrap();
    let run = repeated(base.path());
    let out = base.path().join("page");
    write(&run, &out).unwrap();
    let store = Store::open(&results_file(&run)).unwrap();
    let (mut windows, mut games, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    for number in 1..=2 {
        let rows = store.games(number, 0).unwrap();
        for window in store.windows(number).unwrap() {
            let WindowRow { games, won, drawn, lost } = window;
            let half_points: u32 = rows[..games as usize].iter().map(|row| row.half_points).sum();
            let all = 50.0 * f64::from(half_points) / games as f64;
            windows.push(format!("{number},{games},{won},{drawn},{lost},{all},{}", 100.0 * window.share()));
            let bytes = store.window_net(number, games).unwrap().unwrap();
            let (net, _) = Net::from_bytes(&bytes).unwrap();
            let pawn = net.features().names(net.variant()).iter().position(|name| name == "pawn_strength").unwrap();
            let leaving = &net.model().parameters()[pawn * 23..(pawn + 1) * 23];
            weights.push((leaving.iter().sum::<f64>() / 23.0).to_string());
        }
        for row in rows {
            let colour = if row.learner_is_white { "white" } else { "black" };
            let points = f64::from(row.half_points) / 2.0;
            games.push(format!("{number},{},{colour},{points},{},{}", row.game + 1, row.reason, row.plies));
        }
    }
    assert_eq!((windows.len(), games.len()), (4, 100));
    let lines = |name: &str| text(&out, name).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines("curve-runs.csv"), windows);
    assert_eq!(lines("games.csv"), games);
    let heads = text(&out, "values.csv").lines().next().unwrap().to_owned();
    let pawn = heads.split(',').position(|head| head == "pawn_strength").unwrap();
    assert_eq!(csv(&out, "values.csv").iter().map(|row| row[pawn].clone()).collect::<Vec<_>>(), weights);
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let base = tempfile::tempdir().unwrap();
    let run = repeated(base.path());
    let [once, twice] = ["once", "twice"].map(|name| base.path().join(name));
    write(&run, &once).unwrap();
    write(&run, &twice).unwrap();
    assert!(files(&once).len() > 10 && files(&once) == files(&twice));
    for file in ["request.json", "result.json"] {
        fs::remove_file(run.join(file)).unwrap();
        write(&run, &twice).unwrap();
        assert!(files(&once) == files(&twice), "without {file}: the experiment says which row it is");
        assert!(!run.join(file).exists(), "a report leaves the run as it is");
    }
}

/// A folder with the results of one run, whose net over men and squares has these weights besides zeros.
fn written_by_hand(folder: &Path, weights: &[(&str, f64)], games: u64) -> Result<Written, ReportError> {
    let text = EXPERIMENT.replace("\"material\"", "\"piece-square\"").replace("runs = 2", "runs = 1");
    let features = FeatureSet::PIECE_SQUARE;
    let names = features.names(Variant::Chess);
    let mut model = Model::linear(names.len(), 1.0).unwrap();
    for (name, weight) in weights {
        model.parameters_mut()[names.iter().position(|known| known == name).unwrap()] = *weight;
    }
    let mut net = Net::new(Variant::Chess, features, model, Default::default()).unwrap();
    net.provenance.notes.insert("occupancy".to_owned(), vec!["1"; 6 * 64].join(" "));
    let row = |game| GameRow { game, learner_is_white: true, half_points: 2, reason: "checkmate".to_owned(), plies: 9 };
    let state = TrainingState { games, net: net.to_bytes(&Default::default()) };
    let games = (0..games).map(row).collect();
    let mut store = Store::open(&results_file(folder)).unwrap();
    store.set_experiment(&text).unwrap();
    store.keep(&Checkpoint { run: 1, games, windows: Vec::new(), state }).unwrap();
    write(folder, &folder.join("report"))
}

#[test]
fn boards_show_each_square_against_the_average() {
    let folder = tempfile::tempdir().unwrap();
    let weights = [("knight", 2.0), ("bishop", 3.0), ("knight f3", 6.4), ("knight a1", -6.4), ("king g1", 1.0)];
    let written = written_by_hand(folder.path(), &weights, 3).unwrap();
    assert!(!written.is_finished);
    let board = text(&folder.path().join("report"), "squares-knight.svg");
    assert!(board.contains("<title>f3: +6.40</title>") && board.contains("<title>a1: −6.40</title>"), "{board}");
    assert!(board.contains("<title>c3: 0.00</title>"), "f3 and a1 balance each other");
    let squares = csv(&folder.path().join("report"), "squares.csv");
    let value = |man: &str, square: &str| {
        squares.iter().find(|row| row[0] == man && row[2] == square).unwrap()[3].parse::<f64>().unwrap()
    };
    assert!((value("king", "g1") - 63.0 / 64.0).abs() < 1e-9 && (value("king", "a8") + 1.0 / 64.0).abs() < 1e-9);
    let page = text(&folder.path().join("report"), "index.html");
    assert!(page.contains("Unfinished: 3 of 12 games are played") && page.contains("No window of 5 games is full yet"));
    assert!(page.contains("the bishop is 3"), "the scale is told");
}

#[test]
fn what_is_no_run_or_has_not_begun_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let said = |folder: &Path| write(folder, &folder.join("report")).unwrap_err().to_string();
    assert!(said(folder.path()).contains("holds no run: give a folder"));
    assert!(said(&folder.path().join("missing")).contains("holds no run"));
    assert!(!folder.path().join("missing").exists() && files(folder.path()).is_empty(), "nothing was made");
    Store::open(&results_file(folder.path())).unwrap();
    assert!(said(folder.path()).contains("never began"));
    Store::open(&results_file(folder.path())).unwrap().set_experiment(EXPERIMENT).unwrap();
    let written = write(folder.path(), &folder.path().join("report")).unwrap();
    assert!(!written.is_finished);
    let page = text(&folder.path().join("report"), "index.html");
    assert!(page.contains("Nothing is kept of it yet") && page.contains("No game is finished yet"));
    fs::write(results_file(folder.path()), "this is no database at all, but long enough to be looked at").unwrap();
    assert!(said(folder.path()).contains("results.sqlite cannot be used"), "{}", said(folder.path()));
}

#[test]
fn a_run_is_reported_where_nothing_can_be_written_too() {
    let folder = tempfile::tempdir().unwrap();
    written_by_hand(folder.path(), &[("bishop", 3.0)], 2).unwrap();
    let expected = make(folder.path()).unwrap();
    // A link to nowhere in the place of what SQLite writes beside its file, which stops root too.
    std::os::unix::fs::symlink("/nowhere/at/all", folder.path().join("results.sqlite-shm")).unwrap();
    assert!(make(folder.path()).unwrap() == expected);
}

#[test]
fn a_broken_net_and_a_place_that_cannot_be_written_are_told() {
    let folder = tempfile::tempdir().unwrap();
    written_by_hand(folder.path(), &[("bishop", -3.0)], 2).unwrap();
    let page = text(&folder.path().join("report"), "index.html");
    assert!(page.contains("Values are as learned: the bishop, which usually makes the scale, cannot."));
    fs::write(folder.path().join("file"), "").unwrap();
    let said = write(folder.path(), &folder.path().join("file/report")).unwrap_err().to_string();
    assert!(said.contains("cannot be made"), "{said}");
    let state = TrainingState { games: 3, net: b"no net".to_vec() };
    let games = vec![GameRow { game: 2, learner_is_white: true, half_points: 1, reason: String::new(), plies: 1 }];
    let mut store = Store::open(&results_file(folder.path())).unwrap();
    store.keep(&Checkpoint { run: 1, games, windows: Vec::new(), state }).unwrap();
    let said = write(folder.path(), &folder.path().join("report")).unwrap_err().to_string();
    assert!(said.contains("the net of run 1 cannot be used"), "{said}");
}
