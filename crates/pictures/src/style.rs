//! The colours, for light and dark screens, and the rules that pictures are drawn with.
//!
//! Inside a page a colour is a variable, which follows the reader's screen. In a file of its own it is written out as on
//! a light screen: programs that turn SVG into something else know neither variables nor screens.

use std::fmt::Write;

/// As many colours, dashes and markers as there are; further lines start again.
pub const STYLES: usize = 8;

/// Name, on a light screen, on a dark one. c0 to c7 are Okabe and Ito's palette, a little brighter in the dark; `warm`
/// and `cold` are the ends of heat maps, dark enough on both for the numbers on them.
const PALETTE: [(&str, &str, &str); 17] = [
    ("ground", "#fdfdfc", "#15171a"),
    ("panel", "#f4f4f1", "#1e2125"),
    ("ink", "#1d1f21", "#e8e8e5"),
    ("muted", "#5d6166", "#a3a8ae"),
    ("rule", "#d9d9d4", "#383c42"),
    ("good", "#006b4e", "#4fd0a8"),
    ("bad", "#a8481b", "#f2a071"),
    ("c0", "#0072b2", "#56b4e9"),
    ("c1", "#d55e00", "#e8762b"),
    ("c2", "#009e73", "#1fc196"),
    ("c3", "#cc79a7", "#d994bb"),
    ("c4", "#e69f00", "#e69f00"),
    ("c5", "#56b4e9", "#3f97d0"),
    ("c6", "#1d1f21", "#e8e8e5"),
    ("c7", "#b8a900", "#f0e442"),
    ("cold", "#3a93c6", "#0a6aa8"),
    ("warm", "#e5843d", "#ac4b02"),
];

/// Lines and outlines; the first is whole.
const DASHES: [&str; STYLES] = ["none", "9 4", "2 4", "9 4 2 4", "16 5", "5 3", "16 4 2 4 2 4", "1 3"];

const RULES: &str = include_str!("picture.css");

/// For a page: variables, and what pictures are drawn with.
pub fn for_page() -> String {
    let block = |colours: &dyn Fn(&(&str, &str, &str)) -> String| PALETTE.iter().map(colours).collect::<String>();
    let light = block(&|(name, light, _)| format!(" --{name}: {light};"));
    let dark = block(&|(name, _, dark)| format!(" --{name}: {dark};"));
    format!(
        ":root {{ color-scheme: light dark;{light} }}\n\
         @media (prefers-color-scheme: dark) {{ :root {{{dark} }} }}\n\
         @media print {{ :root {{ color-scheme: light;{light} }} }}\n{}",
        rules()
    )
}

/// For a file: the same without variables.
pub fn for_file() -> String {
    let rules = format!("svg {{ background: var(--ground); }}\n{}", rules());
    PALETTE.iter().fold(rules, |text, (name, light, _)| text.replace(&format!("var(--{name})"), light))
}

fn rules() -> String {
    let mut rules = RULES.to_owned();
    for (style, dash) in DASHES.iter().enumerate() {
        let _ = writeln!(
            rules,
            ".p{style}.bar, .p{style} .marker, .p{style} .shape, .p{style} .band {{ fill: var(--c{style}); }}\n\
             .p{style} .shape, .p{style} .line, .p{style} .reference, .p{style} .whisker {{ stroke: var(--c{style}); }}\n\
             .p{style} .shape, .p{style} .line {{ stroke-dasharray: {dash}; }}"
        );
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_no_variables_and_a_page_has_them_all() {
        assert!(!for_file().contains("var("), "{}", for_file());
        let page = for_page();
        let known = |name: &str| PALETTE.iter().any(|(known, ..)| *known == name);
        let used = page.split("var(--").skip(1).filter_map(|rest| rest.split(')').next());
        assert!(used.clone().count() > 20 && used.clone().all(known), "{page}");
    }
}
