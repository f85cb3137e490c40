//! Tells the program which revision it is built from: the package's version, and `git describe` where there is a
//! repository. A source archive has none, even if it lies inside somebody else's.

use std::process::Command;

fn main() {
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let is_ours = git(&["ls-files", "--error-unmatch", "build.rs"]).is_some();
    let described = is_ours.then(|| git(&["describe", "--always", "--dirty", "--abbrev=12"])).flatten();
    let revision = described.map_or(version.clone(), |described| format!("{version} ({described})"));
    println!("cargo::rustc-env=HETMAN_REVISION={revision}");
    // Whether the sources differ from the revision can change with any of them; this crate depends on all the others
    // and is built again in that case anyway.
    println!("cargo::rerun-if-changed=..");
    if is_ours {
        let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
        for name in ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
            if let Some(path) = git(&["rev-parse", "--git-path", name]) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
    }
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("--no-optional-locks").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
