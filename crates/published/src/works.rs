//! The works that are repeated.

/// A published work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The page of its details, as its series name it.
    pub page: &'static str,
    pub title: &'static str,
    /// Who wrote it, where our copy names somebody.
    pub authors: Option<&'static str>,
    pub year: &'static str,
}

/// In the order of their years, but for what the last of them quotes.
pub const WORKS: [Work; 5] = [
    Work { page: "2006", title: "2006 project", authors: Some("P. Stawarz"), year: "2006" },
    Work { page: "2007", title: "2007 thesis", authors: None, year: "2007" },
    Work { page: "2008", title: "2008 thesis", authors: Some("S. Droste"), year: "2008" },
    Work { page: "2015", title: "Giraffe (2015)", authors: Some("M. Lai"), year: "2015" },
    Work {
        page: "beal-smith",
        title: "Beal and Smith, as the 2008 thesis quotes them",
        authors: Some("D. F. Beal and M. C. Smith"),
        year: "1997, 1999",
    },
];

/// The work that a row's page is about.
pub fn work(page: &str) -> Option<&'static Work> {
    WORKS.iter().find(|work| work.page == page)
}
