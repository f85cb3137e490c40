//! Text inside HTML and SVG.

/// Safe between tags and inside quoted attributes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter => safe.push(letter),
        }
    }
    safe
}

/// Lines of about this many letters, broken at blanks and, in long words, after slashes.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').flat_map(|word| parts(word, columns)) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                if !line.ends_with('/') {
                    line.push(' ');
                }
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn parts(word: &str, columns: usize) -> Vec<&str> {
    if word.chars().count() <= columns { vec![word] } else { word.split_inclusive('/').collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_taken_for_markup() {
        assert_eq!(escaped("<b a=\"1\">&'"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
    }

    #[test]
    fn long_names_are_broken() {
        assert_eq!(wrapped("Knight Outposts/Repositioning", 16), ["Knight Outposts/", "Repositioning"]);
        assert_eq!(wrapped("Advancement of a/b/c pawns", 16), ["Advancement of", "a/b/c pawns"]);
        assert_eq!(wrapped("AT", 16), ["AT"]);
    }
}
