//! External programs as players: processes, UCI and XBoard from the other side.
//!
//! Empty until the arena needs it.
