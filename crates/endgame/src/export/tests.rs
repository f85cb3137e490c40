use std::fs::{File, write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};

use hetman_rules::shakmaty::Color;

use super::*;
use crate::attributes::{PUBLISHED, Standing};
use crate::class::Class;
use crate::dataset::{Extent, Target, samples};
use crate::induction::Lesson;
use crate::material::Material;
use crate::table::Tables;

/// Reads positions, and writes for each the class as it stands, by the table, and mapped, all plus one.
const RUST_CLASSES: &str = "
fn main() {
    use std::io::{Read, Write};
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).unwrap();
    let byte = |class: Option<usize>| class.map_or(0, |class| class as u8 + 1);
    let answer = |squares: &[u8]| {
        let squares = squares.try_into().unwrap();
        [predict(squares), predict_by_table(squares), predict_canonical(squares)].map(byte)
    };
    let output: Vec<u8> = input.chunks(PIECES.len()).flat_map(answer).collect();
    std::io::stdout().write_all(&output).unwrap();
}
";
const C_CLASSES: &str = "
#include <stdio.h>
int main(void) {
    unsigned char squares[COUNT];
    while (fread(squares, 1, COUNT, stdin) == COUNT) {
        putchar(predict(squares) + 1);
        putchar(predict_canonical(squares) + 1);
    }
    return 0;
}
";
const PYTHON_CLASSES: &str = "
import sys
data = sys.stdin.buffer.read()
def byte(answer): return 0 if answer is None else answer + 1
positions = [data[i:i + len(PIECES)] for i in range(0, len(data), len(PIECES))]
mapped = range(0, len(positions), 16)
answers = [byte(predict(squares)) for squares in positions] + [byte(predict_canonical(positions[i])) for i in mapped]
sys.stdout.buffer.write(bytes(answers))
";

/// Writes for each position the values of all attributes.
const RUST_VALUES: &str = "
fn main() {
    use std::io::{Read, Write};
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).unwrap();
    let mut output = Vec::new();
    for squares in input.chunks(PIECES.len()) {
        let at = placement(squares.try_into().unwrap());
        output.extend((0..ATTRIBUTES).map(|number| attribute(number, &at)));
    }
    std::io::stdout().write_all(&output).unwrap();
}
";
const C_VALUES: &str = "
#include <stdio.h>
int main(void) {
    unsigned char squares[COUNT];
    while (fread(squares, 1, COUNT, stdin) == COUNT) {
        struct placement at = {COUNT, PIECES, squares, 0};
        for (int number = 0; number < ATTRIBUTES; number++) putchar(attribute(number, &at));
    }
    return 0;
}
";
const PYTHON_VALUES: &str = "
import sys
data = sys.stdin.buffer.read()
for i in range(0, len(data), len(PIECES)):
    at = Placement(PIECES, data[i:i + len(PIECES)], False)
    sys.stdout.buffer.write(bytes(function(at, of) for function, of in ATTRIBUTES))
";

fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let is_there = found.is_ok_and(|status| status.success());
    if !is_there {
        hetman_testing::skip(format_args!("trees exported for {program}"), "it is not there");
    }
    is_there
}

fn output(command: &mut Command, input: &Path) -> Vec<u8> {
    let output = command.stdin(File::open(input).unwrap()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// What the file, with a driver after it, makes of the input; nothing where the language is not there.
pub(super) fn run(language: &str, source: &str, input: &[u8]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let extension = LANGUAGES.find(language).unwrap().extension;
    let [file, program, positions] =
        [&format!("tree.{extension}"), "program", "input"].map(|name| folder.path().join(name));
    write(&file, source).unwrap();
    write(&positions, input).unwrap();
    let compile = |compiler: &mut Command| {
        output(compiler.arg(&file).arg("-o").arg(&program), &positions);
        output(&mut Command::new(&program), &positions)
    };
    match language {
        "rust" => is_there("rustc").then(|| compile(Command::new("rustc").args(["--edition", "2024"]))),
        "c" => {
            is_there("cc").then(|| compile(Command::new("cc").args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1"])))
        }
        _ => is_there("python3").then(|| output(Command::new("python3").arg(&file), &positions)),
    }
}

fn exported(tree: &DecisionTree, language: &str, driver: &str) -> String {
    LANGUAGES.find(language).unwrap().write(tree) + driver
}

/// The tree of 2006 and every legal position of its ending, with the class as it stands and mapped, plus one.
fn golden() -> (DecisionTree, Vec<u8>, Vec<(u8, u8)>) {
    let material: Material = "KRK".parse().unwrap();
    let tables = Tables::build(material, NonZeroUsize::MIN, &());
    let table = tables.get(material).unwrap();
    let attributes = Attribute::named(b"KkR", PUBLISHED).unwrap();
    let lesson = Lesson { attributes, extent: Extent::Canonical, target: Target::Distance, seed: 1 };
    let (tree, _) = lesson.by_heart(table);
    let index = |class: Option<Class>| {
        class.map_or(0, |class| tree.classes.iter().position(|other| *other == class).unwrap() as u8 + 1)
    };
    let all: Vec<Standing> = samples(table, Color::Black, Extent::Full, Target::Distance).map(|(at, _)| at).collect();
    let input = all.iter().flat_map(|at| at.squares().to_vec()).collect();
    let answers = all.iter().map(|at| (index(tree.classify(at)), index(tree.classify_mapped(at)))).collect();
    (tree, input, answers)
}

#[test]
fn rust_classifies_every_position_as_this_program_does() {
    let (tree, input, answers) = golden();
    let source = exported(&tree, "rust", RUST_CLASSES);
    let functions: Vec<&str> =
        source.lines().filter_map(|line| line.strip_prefix("fn node")?.split('(').next()).collect();
    let named = (0..8)
        .map(|n| (0, n))
        .chain((0..7).map(|n| (1, n)))
        .chain((0..4).map(|n| (2, n)))
        .chain((0..4).map(|n| (3, n)));
    assert_eq!(functions, named.map(|(first, second)| format!("{first}{second}")).collect::<Vec<_>>());
    let Some(output) = run("rust", &source, &input) else { return };
    let expected: Vec<u8> = answers.iter().flat_map(|&(class, mapped)| [class, class, mapped]).collect();
    assert_eq!(answers.len(), 223_944);
    assert!(output == expected, "Rust differs");
}

#[test]
fn c_classifies_every_position_as_this_program_does() {
    let (tree, input, answers) = golden();
    let Some(output) = run("c", &exported(&tree, "c", C_CLASSES), &input) else { return };
    let expected: Vec<u8> = answers.iter().flat_map(|&(class, mapped)| [class, mapped]).collect();
    assert!(output == expected, "C differs");
}

#[test]
fn python_classifies_every_position_as_this_program_does() {
    let (tree, input, answers) = golden();
    let Some(output) = run("python", &exported(&tree, "python", PYTHON_CLASSES), &input) else { return };
    let mapped = answers.iter().step_by(16).map(|&(_, mapped)| mapped);
    let expected: Vec<u8> = answers.iter().map(|&(class, _)| class).chain(mapped).collect();
    assert!(output == expected, "Python differs");
}

/// Every measure, in every language.
#[test]
fn all_attributes_are_the_same_in_every_language() {
    for name in ["KBNK", "KQKR", "KPKP"] {
        let material: Material = name.parse().unwrap();
        let letters = letters(material);
        let attributes = Attribute::all(&letters);
        let input = some_positions(&letters);
        let values: Vec<u8> = input
            .chunks(letters.len())
            .flat_map(|squares| {
                let at = crate::attributes::Placement { pieces: &letters, squares, white_to_move: false };
                attributes.iter().map(|attribute| attribute.value(&at)).collect::<Vec<_>>()
            })
            .collect();
        let (count, root) = (attributes.len(), Node::Leaf(0));
        let classes = vec![Class::Draw];
        let tree =
            DecisionTree { material, method: "none".to_owned(), extent: Extent::Full, attributes, classes, root };
        for (language, driver) in [
            ("rust", format!("const ATTRIBUTES: usize = {count};{RUST_VALUES}")),
            ("c", format!("enum {{ ATTRIBUTES = {count} }};{C_VALUES}")),
            ("python", PYTHON_VALUES.to_owned()),
        ] {
            let Some(output) = run(language, &exported(&tree, language, &driver), &input) else { continue };
            let differs = output.iter().zip(&values).position(|(ours, theirs)| ours != theirs);
            let what = differs.map(|index| {
                (&tree.attributes[index % count].name, &input[index / count * letters.len()..][..letters.len()])
            });
            assert!(output == values, "{language}, {name}: {what:?}");
        }
    }
}

/// Different squares for the pieces, two thousand times; pawns stand where they may.
fn some_positions(letters: &[u8]) -> Vec<u8> {
    use rand::SeedableRng;
    use rand::seq::SliceRandom;
    let mut generator = rand_chacha::ChaCha8Rng::seed_from_u64(22);
    let mut squares: Vec<u8> = (0..64).collect();
    let mut positions = Vec::new();
    while positions.len() < 2000 * letters.len() {
        squares.shuffle(&mut generator);
        let may = |(letter, square): (&u8, &u8)| !letter.eq_ignore_ascii_case(&b'p') || (8..56).contains(square);
        if letters.iter().zip(&squares).all(may) {
            positions.extend(&squares[..letters.len()]);
        }
    }
    positions
}
