//! Fits from end to end: small ones, whose bits can be compared.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;

fn source(target: &str, steps: u64) -> FitSource {
    let text = format!(
        "name = \"small\"\nseed = 5\n[positions]\ncount = 60\nheld-out = 0.2\n{target}\n[learning]\nbatch = 16\n\
         steps = {steps}\nstep.adadelta = {{ rate = 1.0, rho = 0.99, epsilon = 1e-6 }}\nl1 = 1e-6\n[measure]\nevery = 3\n\
         [[network]]\nname = \"net\"\nfeatures = \"giraffe-363\"\n\
         model.grouped = {{ first = [3, 5, 4], hidden = [8], squashing = \"bipolar\" }}\n"
    );
    FitSource::new(&text, &[]).unwrap()
}

const MATERIAL: &str = "[target.material]";
const LEAF: &str = "[target.leaf]\nnodes = 30\nplies = 4\nreading = \"source\"";
const TEACHER: &str = "[target.teacher]\nplayer = \"hetman:nodes=50\"";

/// Counts what it hears, and can be asked to stop after so many batches of its own.
#[derive(Default)]
struct Watch {
    events: Mutex<Vec<FitEvent>>,
    steps: AtomicU64,
}

impl FitObserver for Watch {
    fn hear(&self, event: &FitEvent) {
        if matches!(event, FitEvent::Stepped { .. }) {
            self.steps.fetch_add(1, Ordering::Relaxed);
        }
        self.events.lock().unwrap().push(event.clone());
    }
}

/// One session, which ends after so many batches.
fn session(source: &FitSource, folder: &Path, resume: bool, threads: usize, most: u64) -> Result<FitOutcome, FitError> {
    let watch = Watch::default();
    let fitting = Fitting {
        source,
        base: Path::new(""),
        folder,
        resume,
        threads: Some(threads),
        revision: "test",
        observer: &watch,
    };
    fit(&fitting, &|| watch.steps.load(Ordering::Relaxed) >= most)
}

/// The curve of a fit and the net that came of it.
fn kept(folder: &Path) -> (Vec<FitPoint>, Vec<u8>) {
    let store = FitStore::read(&store_file(folder)).unwrap().unwrap();
    (store.points("net").unwrap(), std::fs::read(folder.join("net.safetensors")).unwrap())
}

#[test]
fn an_interrupted_fit_goes_on_to_the_same_bits_on_any_number_of_threads() {
    for target in [MATERIAL, LEAF, TEACHER] {
        let source = source(target, 8);
        let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        assert_eq!(session(&source, whole.path(), false, 2, u64::MAX).unwrap(), FitOutcome::Finished);
        assert_eq!(session(&source, parts.path(), false, 1, 5).unwrap(), FitOutcome::Stopped);
        assert_eq!(session(&source, parts.path(), true, 1, 3).unwrap(), FitOutcome::Stopped);
        assert_eq!(session(&source, parts.path(), true, 3, u64::MAX).unwrap(), FitOutcome::Finished);
        let (whole, parts) = (kept(whole.path()), kept(parts.path()));
        assert_eq!(whole.0.iter().map(|point| point.step).collect::<Vec<_>>(), [0, 3, 6, 8], "{target}");
        assert!(whole == parts, "{target}");
        assert!(whole.0[0].net != whole.0[3].net, "{target}: something was learned");
    }
}

#[test]
fn material_is_learned() {
    let folder = tempfile::tempdir().unwrap();
    let text = source(MATERIAL, 400).text;
    let quicker =
        text.replace("step.adadelta = { rate = 1.0, rho = 0.99, epsilon = 1e-6 }", "step.adam = { rate = 0.003 }");
    assert_ne!(text, quicker);
    session(&FitSource::new(&quicker, &[]).unwrap(), folder.path(), false, 2, u64::MAX).unwrap();
    let (points, net) = kept(folder.path());
    assert!(points.iter().all(|point| point.held_out.is_some()));
    // Nothing was learned from before the first point.
    let losses = [&points[1], &points[points.len() - 1]].map(|point| point.training);
    assert!(losses[1] < 0.5 * losses[0], "{losses:?}");
    let (net, _) = Net::from_bytes(&net).unwrap();
    assert_eq!((net.provenance.recipe.as_str(), net.features().to_string().as_str()), ("small", "giraffe-363"));
}

/// Labels are asked for once: a second session asks about what is missing.
#[test]
fn labels_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let source = source(TEACHER, 3);
    session(&source, folder.path(), false, 2, 1).unwrap();
    let store = FitStore::read(&store_file(folder.path())).unwrap().unwrap();
    let labels = store.labels().unwrap();
    assert_eq!((labels.len(), store.unlabelled(60).unwrap().len()), (60, 0));
    assert!(labels.iter().any(|&(_, target)| target > 0.0) && labels.iter().any(|&(_, target)| target < 0.0));
    assert!(store.unlabelled(62).unwrap() == [60, 61]);
}

#[test]
fn what_is_wrong_is_said_before_anything_is_written() {
    let problem = |text: &str, change: (&str, &str)| {
        assert!(text.contains(change.0), "{change:?}");
        FitSource::new(&text.replace(change.0, change.1), &[]).unwrap_err().to_string()
    };
    let text = source(MATERIAL, 3).text;
    for (change, expected) in [
        (("[3, 5, 4]", "[3, 5]"), "3 groups"),
        (("batch = 16", "batch = 0"), "1 to"),
        (
            ("grouped = { first = [3, 5, 4], hidden = [8], squashing = \"bipolar\" }", "linear = {}"),
            "only grouped networks",
        ),
        (("l1 = 1e-6", "l1 = -1"), "0 or more"),
        (("[target.material]", "[target.hearsay]"), "hearsay"),
    ] {
        let told = problem(&text, change);
        assert!(told.contains(expected), "{told}");
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("fit");
    let random = source("[target.teacher]\nplayer = \"random\"", 3);
    assert!(matches!(session(&random, &folder, true, 1, 1), Err(FitError::NothingToResume(_))));
    assert!(matches!(session(&random, &folder, false, 1, 1), Err(FitError::SilentTeacher(_))));
    assert!(matches!(session(&random, &folder, false, 1, 1), Err(FitError::FolderTaken(_))));
    assert!(matches!(session(&source(MATERIAL, 3), &folder, true, 1, 1), Err(FitError::Changed(_))));
}
