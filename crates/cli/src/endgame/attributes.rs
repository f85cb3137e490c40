//! `hetman endgame attributes`: their manual.

use std::io::Write;

use hetman_endgame::attributes::manual;

pub fn run(output: &mut dyn Write) -> anyhow::Result<()> {
    Ok(output.write_all(manual().as_bytes())?)
}
