//! Threads for work that any number of hands can share.

use std::io;
use std::thread::{Builder, Scope};

use crate::notice;

/// A plain search keeps its move lists on the stack.
pub const STACK_BYTES: usize = 64 << 20;

/// Does each piece of work on a thread of its own. Where the system gives fewer threads than are wanted, the work of the
/// others is dropped, and somebody who watches is told; it is an error if it gives none.
pub fn start<'scope, Work>(
    scope: &'scope Scope<'scope, '_>,
    works: impl ExactSizeIterator<Item = Work>,
) -> io::Result<()>
where
    Work: FnOnce() + Send + 'scope,
{
    let wanted = works.len();
    for (started, work) in works.enumerate() {
        match Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work) {
            Ok(_) => {}
            Err(reason) if started == 0 => return Err(reason),
            Err(reason) => {
                notice(format!("only {started} of {wanted} threads can be started, which will do: {reason}"));
                break;
            }
        }
    }
    Ok(())
}
