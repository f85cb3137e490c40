//! The pages are part of the program: when they are built anew, so is this crate.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
    println!("cargo::rerun-if-changed=src/missing.html");
}
