//! x
use crate::studio::Data;
use crate::store::Store;
pub struct Experiments;
impl Experiments { pub fn load(_: &Store, _: &Data) -> Result<Experiments, hetman_lab::StoreProblem> { Ok(Experiments) }
 pub fn names(&self) -> Vec<(u64, String)> { Vec::new() } }
