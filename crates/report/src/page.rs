//! A page in the making, and the files that lie beside it.

use std::collections::BTreeMap;

use hetman_pictures::page::ReportTable;
use hetman_pictures::{Picture, escaped};

/// Markup, and files by name.
#[derive(Default)]
pub struct PageBuilder {
    body: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl PageBuilder {
    pub fn markup(&mut self, markup: &str) {
        self.body.push_str(markup);
    }

    pub fn heading(&mut self, text: &str) {
        self.body += &format!("<h2>{}</h2>\n", escaped(text));
    }

    pub fn paragraph(&mut self, text: &str) {
        self.body += &format!("<p>{}</p>\n", escaped(text));
    }

    /// Something the reader must not miss.
    pub fn notice(&mut self, text: &str) {
        self.body += &format!("<p class=\"notice\">{}</p>\n", escaped(text));
    }

    /// Names in the first column, numbers in the others.
    pub fn table(&mut self, caption: &str, heads: &[&str], rows: Vec<Vec<String>>) {
        let heads = heads.iter().map(|&head| head.to_owned()).collect();
        self.body += &ReportTable { caption: caption.to_owned(), heads, words: Vec::new(), rows }.html();
    }

    /// A picture, which is also a file; `data` is the file with its numbers.
    pub fn figure(&mut self, name: &str, picture: &Picture, caption: &str, data: Option<&str>) {
        let file = format!("{name}.svg");
        let files: Vec<&str> = [file.as_str()].into_iter().chain(data).collect();
        self.body += &hetman_pictures::page::figure(name, picture, caption, &files);
        self.files.insert(file, picture.file().into_bytes());
    }

    /// Numbers for other programs.
    pub fn csv(&mut self, name: &str, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        let mut table = csv::Writer::from_writer(Vec::new());
        let heads = table.write_record(heads);
        let written = heads.and_then(|()| rows.into_iter().try_for_each(|row| table.write_record(row)));
        written.expect("rows are as long as their heads, and memory takes them");
        self.files.insert(name.to_owned(), table.into_inner().expect("memory takes whatever is written"));
    }

    pub fn file(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(name.to_owned(), bytes);
    }

    /// The whole page, and the files beside it by name.
    pub fn finished(self, title: &str) -> (String, BTreeMap<String, Vec<u8>>) {
        (hetman_pictures::page::document(title, "", &self.body), self.files)
    }
}
