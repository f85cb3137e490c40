//! One HTML page that needs nothing else: styles and pictures are inside, scripts there are none.

use std::fmt::Write;

use crate::{Picture, escaped, style};

const RULES: &str = include_str!("page.css");

/// A whole page around a body of markup. `style` is what this kind of page has besides.
pub fn document(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{} – Hetman</title>\n<style>\n{}{RULES}{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n\
         </body>\n</html>\n",
        escaped(title),
        style::for_page()
    )
}

/// A picture with what is to be seen in it, and links to files with the same content.
pub fn figure(name: &str, picture: &Picture, caption: &str, files: &[&str]) -> String {
    let wide = if picture.width > 400.0 { " class=\"wide\"" } else { "" };
    let links: String = files.iter().map(|file| file_link(file)).collect();
    let caption = match (caption, links.as_str()) {
        ("", "") => String::new(),
        _ => format!("<figcaption>{}{links}</figcaption>", escaped(caption)),
    };
    format!("<figure{wide}>{}{caption}</figure>\n", picture.inline(name))
}

/// A link to a file beside the page, called by its kind.
pub fn file_link(file: &str) -> String {
    let kind = file.rsplit('.').next().unwrap_or(file).to_uppercase();
    format!(" <a class=\"files\" href=\"{}\">{kind}</a>", escaped(file))
}

/// Rows of texts under heads; the first column names a row, the others are numbers unless told otherwise.
pub struct ReportTable {
    pub caption: String,
    pub heads: Vec<String>,
    /// Columns of words.
    pub words: Vec<usize>,
    pub rows: Vec<Vec<String>>,
}

impl ReportTable {
    pub fn html(&self) -> String {
        let class = |column: usize| match column {
            0 => "",
            column if self.words.contains(&column) => "",
            _ => " class=\"number\"",
        };
        let caption = escaped(&self.caption);
        let mut html = match caption.as_str() {
            "" => "<div class=\"scroll\"><table>\n".to_owned(),
            // Above the part that scrolls on narrow screens.
            _ => {
                format!("<p class=\"caption\">{caption}</p>\n<div class=\"scroll\"><table aria-label=\"{caption}\">\n")
            }
        };
        html.push_str("<thead><tr>");
        for (column, head) in self.heads.iter().enumerate() {
            let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(column), escaped(head));
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let cell = escaped(cell);
                let _ = match column {
                    0 => write!(html, "<th scope=\"row\">{cell}</th>"),
                    _ => write!(html, "<td{}>{cell}</td>", class(column)),
                };
            }
            html.push_str("</tr>\n");
        }
        html + "</tbody>\n</table></div>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_holds_everything_it_needs() {
        let page = document("a & b", "", "<p>text</p>\n");
        assert!(page.contains("<title>a &amp; b – Hetman</title>") && page.contains("prefers-color-scheme: dark"));
        assert!(!page.contains("<script") && !page.contains("<link") && !page.contains("http"), "{page}");
    }

    #[test]
    fn numbers_are_aligned_and_words_are_not() {
        let row = vec!["<pawn>".to_owned(), "1.00".to_owned(), "yes".to_owned()];
        let heads = ["", "value", "met"].map(str::to_owned).to_vec();
        let html = ReportTable { caption: String::new(), heads, words: vec![2], rows: vec![row] }.html();
        assert!(
            html.contains("<th scope=\"row\">&lt;pawn&gt;</th><td class=\"number\">1.00</td><td>yes</td>"),
            "{html}"
        );
    }
}
