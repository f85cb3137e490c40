//! One drawing with its words, inside a page or as a file.

use crate::{escaped, style};

/// An SVG picture. What it shows is said in its title and, at length, in its description.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub title: String,
    pub description: String,
    pub width: f64,
    pub height: f64,
    /// The drawing itself.
    pub body: String,
}

impl Picture {
    /// For a page that has the style sheet. The name is the picture's own on that page.
    pub fn inline(&self, name: &str) -> String {
        self.element(name, "")
    }

    /// A file that stands by itself.
    pub fn file(&self) -> String {
        let style = format!("<style>{}</style>", style::for_file());
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", self.element("picture", &style))
    }

    fn element(&self, name: &str, style: &str) -> String {
        let Picture { title, description, width, height, body } = self;
        format!(
            r#"<svg role="img" aria-labelledby="{name}-title {name}-text" width="{width:.0}" viewBox="0 0 {width:.0} {height:.0}" xmlns="http://www.w3.org/2000/svg"><title id="{name}-title">{}</title><desc id="{name}-text">{}</desc>{style}{body}</svg>"#,
            escaped(title),
            escaped(description)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_says_what_it_shows() {
        let picture = Picture {
            title: "a < b".to_owned(),
            description: "b is more".to_owned(),
            width: 10.0,
            height: 5.0,
            body: "<path d=\"M0 0\"/>".to_owned(),
        };
        let inline = picture.inline("first");
        assert!(inline.contains("<title id=\"first-title\">a &lt; b</title>") && !inline.contains("<style>"));
        assert!(picture.file().starts_with("<?xml") && picture.file().contains("<style>"));
    }
}
