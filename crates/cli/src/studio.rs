//! `hetman studio`: the laboratory in the browser.

use std::io::{self, Write};
use std::net::{IpAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use hetman_arena::{PlayerSpec, notice};
use hetman_rules::Quote;
use hetman_rules::quote::passage;
use hetman_studio::wire::Share;
use hetman_studio::{Options, Studio, local_address, new_token, run as run_studio, shared_at, text_code};

use crate::interrupt::stop_on_interrupt;
use crate::train::REVISION;

#[derive(clap::Args)]
pub struct StudioArguments {
    /// The port of the page's address; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 7777)]
    port: u16,
    /// The address to listen at. Others than this machine's own (127.0.0.1) let other machines in, who need the token in
    /// the printed link
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// Let other machines of this network in: listens at all addresses, and prints a link with a token and its QR code
    #[arg(long, conflicts_with = "host")]
    share: bool,
    /// Where games, experiments, tournaments and nets are kept
    #[arg(long, value_name = "DIR", default_value = "runs/studio")]
    data: PathBuf,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// A program that may be played, besides those found on this machine: uci:PROGRAM or xboard:PROGRAM (may be repeated)
    #[arg(long, value_name = "SPEC")]
    engine: Vec<PlayerSpec>,
    /// A folder of opening books for tournaments: EPD, PGN or Polyglot's .bin (may be repeated)
    #[arg(long, value_name = "DIR")]
    books: Vec<PathBuf>,
    /// For measuring (`make bench-studio`): this many made-up events a second about the first experiment's board
    #[arg(long, value_name = "N", default_value_t = 0, hide = true)]
    load_events: u32,
}

pub fn run(arguments: &StudioArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(word) = arguments.engine.iter().find(|word| !word.is_external()) {
        let word = Quote::from(word.to_string());
        bail!("'{word}' is no program: write --engine uci:PROGRAM or --engine xboard:PROGRAM");
    }
    if let Some(folder) = arguments.books.iter().find(|folder| !folder.is_dir()) {
        bail!("there is no folder {}: give one that holds opening books (--books DIR)", passage(folder.display()));
    }
    let host = if arguments.share { EVERYWHERE } else { arguments.host.as_str() };
    let is_local = is_loopback(host)?;
    let token = (!is_local).then(new_token);
    let listener = std::net::TcpListener::bind((host, arguments.port)).map_err(|reason| {
        if reason.kind() == io::ErrorKind::AddrInUse {
            let port = arguments.port;
            anyhow::anyhow!(
                "port {port} is taken, perhaps by another studio: end that, or choose another (--port {})",
                port.saturating_add(1)
            )
        } else {
            anyhow::anyhow!("cannot listen at {host}:{}: {reason}", arguments.port)
        }
    })?;
    let port = listener.local_addr().context("the studio has no address")?.port();
    let share = shared(arguments, host, port, token.as_deref())?;
    let studio = Studio::open(&Options {
        host: host.to_owned(),
        token: token.clone(),
        share: share.clone(),
        engines: arguments.engine.clone(),
        books: arguments.books.clone(),
        revision: REVISION.to_owned(),
        load_events: arguments.load_events,
        ..Options::in_folder(&arguments.data)
    })?;
    let link = link(host, port, token.as_deref());
    writeln!(output, "Hetman's studio: {link}")?;
    if let Some(share) = &share {
        writeln!(
            output,
            "Other machines reach it by {}\nEverybody who has this link can use everything in it; the link of a seat at a game \
             opens that game only.",
            share.link
        )?;
    }
    if let Some(share) = share.filter(|_| arguments.share) {
        writeln!(output, "\n{}\n", text_code(&share))?;
    }
    writeln!(output, "Ctrl-C ends it; experiments that are running then can be resumed.")?;
    output.flush()?;
    if arguments.open {
        open_browser(&link);
    }
    let stop = stop_on_interrupt().context("Ctrl-C cannot be watched")?;
    run_studio(&studio, listener, &stop)?;
    writeln!(output, "The studio has ended; everything is kept in {}.", arguments.data.display())?;
    Ok(())
}

/// How others reach the studio. Without a network there is nobody to share it with.
fn shared(arguments: &StudioArguments, host: &str, port: u16, token: Option<&str>) -> anyhow::Result<Option<Share>> {
    let Some(token) = token else { return Ok(None) };
    match known_as(host) {
        Ok(name) => Ok(Some(shared_at(&link(&name, port, None), token))),
        Err(reason) if arguments.share => Err(reason),
        Err(_) => Ok(None),
    }
}

/// All addresses of this machine.
const EVERYWHERE: &str = "0.0.0.0";

/// What others call the host: an address that means all of this machine's is none to go to.
fn known_as(host: &str) -> anyhow::Result<String> {
    let is_any = host.parse::<IpAddr>().is_ok_and(|address| address.is_unspecified());
    if !is_any {
        return Ok(host.to_owned());
    }
    let address = local_address().context("this machine is in no network that others could reach it by")?;
    Ok(address.to_string())
}

/// Whether only this machine can reach the host.
fn is_loopback(host: &str) -> anyhow::Result<bool> {
    let addresses = (host, 0)
        .to_socket_addrs()
        .with_context(|| format!("'{}' is no address of this machine", Quote::from(host)))?;
    Ok(addresses.map(|address| address.ip()).all(|address| address.is_loopback()))
}

fn link(host: &str, port: u16, token: Option<&str>) -> String {
    // An address that means all of them is none to go to.
    let is_any = host.parse::<IpAddr>().is_ok_and(|address| address.is_unspecified());
    let host = match host {
        _ if is_any => "127.0.0.1".to_owned(),
        host if host.contains(':') => format!("[{host}]"),
        host => host.to_owned(),
    };
    let token = token.map(|token| format!("?token={token}")).unwrap_or_default();
    format!("http://{host}:{port}/{token}")
}

/// Asks the desktop; without one, the printed link has to do.
fn open_browser(link: &str) {
    let started = Command::new("xdg-open").arg(link).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        notice(format!("no browser could be opened: go to {link}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_the_studio() {
        assert_eq!(link("127.0.0.1", 7777, None), "http://127.0.0.1:7777/");
        assert_eq!(link("::1", 80, None), "http://[::1]:80/");
        assert_eq!(link("0.0.0.0", 1, Some("t")), "http://127.0.0.1:1/?token=t");
    }

    #[test]
    fn only_this_machines_own_addresses_need_no_token() {
        assert!(is_loopback("127.0.0.1").unwrap() && is_loopback("::1").unwrap());
        assert!(!is_loopback("0.0.0.0").unwrap());
        assert!(is_loopback("no such host").is_err());
    }
}
