//! `hetman endgame dataset`: the positions of an ending as a learner sees them, for other programs.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use hetman_endgame::attributes::Attribute;
use hetman_endgame::dataset::dataset;
use hetman_endgame::decision_tree::letters;
use hetman_endgame::{Dataset, Material};
use hetman_lab::folder::{make, write_atomically};
use hetman_rules::shakmaty::Color;

use super::lesson::{LessonArguments, tables};

#[derive(clap::Args)]
pub struct DatasetArguments {
    /// The ending, like KRK or KBNK
    #[arg(value_name = "MATERIAL")]
    material: Material,
    /// Write both files into this folder, called after the ending
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write an attribute-relation file, as Weka reads it
    #[arg(long, value_name = "FILE")]
    arff: Option<PathBuf>,
    #[command(flatten)]
    lesson: LessonArguments,
}

pub fn run(arguments: &DatasetArguments, output: &mut dyn Write) -> anyhow::Result<()> {
    let DatasetArguments { material, out, csv, arff, lesson } = arguments;
    if out.is_none() && csv.is_none() && arff.is_none() {
        bail!("nothing says where to write: choose a folder (--out) or files (--csv, --arff)");
    }
    let lesson = lesson.lesson(*material)?;
    let mut attributes = Attribute::raw(&letters(*material));
    attributes.extend(lesson.attributes.into_iter().filter(|attribute| !attribute.measure.is_raw));
    let tables = tables(*material)?;
    let table = tables.get(*material).expect("it was built");
    let dataset = dataset(table, Color::Black, &attributes, lesson.extent, lesson.target, &());
    let (dataset, _) = dataset.expect("nobody stops it");
    let name = material.to_string().to_lowercase();
    let in_folder = |extension: &str| out.as_ref().map(|folder| folder.join(format!("{name}.{extension}")));
    out.as_deref().map_or(Ok(()), make)?;
    let mut written: Vec<PathBuf> = Vec::new();
    for file in csv.iter().cloned().chain(in_folder("csv")) {
        write_atomically(&file, dataset.to_csv().as_bytes())?;
        written.push(file);
    }
    for file in arff.iter().cloned().chain(in_folder("arff")) {
        write_atomically(&file, dataset.to_arff(&name).as_bytes())?;
        written.push(file);
    }
    describe(&dataset, *material, output)?;
    Ok(written.iter().try_for_each(|file| writeln!(output, "{}", file.display()))?)
}

fn describe(dataset: &Dataset, material: Material, output: &mut dyn Write) -> anyhow::Result<()> {
    let (rows, attributes) = (dataset.rows(), dataset.columns.len());
    writeln!(output, "{material}: {rows} positions with Black to move, {attributes} attributes and the class")?;
    for (class, count) in dataset.class_names.iter().zip(dataset.class_counts()) {
        writeln!(output, "  {class:<14}{count:>9}")?;
    }
    Ok(())
}
