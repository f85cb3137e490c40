//! How others reach the studio: this machine's address in its network, the link with the token, and its QR code.

use std::io;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use qrcode::{Color, EcLevel, QrCode};

use crate::wire::Share;

/// An address of documentation (RFC 5737): nothing is sent there, it only has the system choose the way out.
const SOMEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Light squares around a code, as its standard asks for.
const QUIET: usize = 4;

/// The address that others in the same network know this machine by.
pub fn local_address() -> io::Result<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect(SOMEWHERE)?;
    Ok(socket.local_addr()?.ip())
}

/// The studio at an address, `http://192.168.1.5:7777/`, as others reach it. A link that is too long for a code has none.
pub fn shared_at(address: &str, token: &str) -> Share {
    let link = format!("{address}?token={token}");
    Share { address: address.to_owned(), code: rows(&link).unwrap_or_default(), link }
}

/// The rows of a code from above, `1` for a dark square.
fn rows(link: &str) -> Option<Vec<String>> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let digit = |color: &Color| if *color == Color::Dark { '1' } else { '0' };
    Some(code.to_colors().chunks(code.width()).map(|row| row.iter().map(digit).collect()).collect())
}

/// A code as text for a terminal, light on dark or dark on light: two rows of squares to a line.
pub fn text_code(share: &Share) -> String {
    let width = share.code.len();
    if width == 0 {
        return String::new();
    }
    let is_dark = |row: usize, column: usize| {
        let inside = row.checked_sub(QUIET).zip(column.checked_sub(QUIET));
        inside.is_some_and(|(row, column)| {
            share.code.get(row).is_some_and(|row| row.as_bytes().get(column) == Some(&b'1'))
        })
    };
    let square = |row: usize, column: usize| match (is_dark(row, column), is_dark(row + 1, column)) {
        (true, true) => ' ',
        (true, false) => '▄',
        (false, true) => '▀',
        (false, false) => '█',
    };
    let side = width + 2 * QUIET;
    let line = |row: usize| (0..side).map(|column| square(row, column)).collect::<String>();
    (0..side).step_by(2).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_square_and_has_its_three_corners() {
        let share = shared_at("http://192.168.1.5:7777/", &"x".repeat(43));
        assert_eq!(share.link, format!("http://192.168.1.5:7777/?token={}", "x".repeat(43)));
        let side = share.code.len();
        assert!(side >= 21 && share.code.iter().all(|row| row.len() == side));
        let corner = |row: usize, column: usize| &share.code[row][column..column + 7];
        for (row, column) in [(0, 0), (0, side - 7), (side - 7, 0)] {
            assert_eq!((corner(row, column), corner(row + 1, column)), ("1111111", "1000001"));
        }
    }

    #[test]
    fn a_terminal_shows_two_rows_in_a_line_within_a_light_frame() {
        let share = shared_at("http://192.168.1.5:7777/", "token");
        let text = text_code(&share);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), (share.code.len() + 2 * QUIET).div_ceil(2));
        assert!(lines.iter().all(|line| line.chars().count() == share.code.len() + 2 * QUIET));
        assert!(lines[0].chars().all(|letter| letter == '█'));
        assert_eq!(lines[2].chars().skip(QUIET).take(7).collect::<String>(), " ▄▄▄▄▄ ", "{text}");
    }
}
