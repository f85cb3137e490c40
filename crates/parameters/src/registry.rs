//! Lists of kinds to which programs built on ours may add.

use std::sync::{PoisonError, RwLock};

use crate::Parameter;

/// What a registry lists has a name of its own.
pub trait Named {
    fn name(&self) -> &str;
}

/// What is chosen by its name and set up by parameters.
pub trait Configurable: Named {
    fn title(&self) -> &'static str;

    fn parameters(&self) -> &'static [Parameter];
}

/// All kinds of something, by name: those that are built in, and those that were added when the program started.
///
/// A kind is never taken away and never changes, so that a reference to it may be kept for ever.
pub struct Registry<T: ?Sized + 'static> {
    built_in: &'static [&'static T],
    added: RwLock<Vec<&'static T>>,
}

impl<T: Named + ?Sized> Registry<T> {
    pub const fn new(built_in: &'static [&'static T]) -> Registry<T> {
        Registry { built_in, added: RwLock::new(Vec::new()) }
    }

    /// Adds a kind; one of a known name is not added and handed back.
    pub fn add(&self, kind: &'static T) -> Result<(), &'static T> {
        let mut added = self.added.write().unwrap_or_else(PoisonError::into_inner);
        let is_known = self.built_in.iter().chain(added.iter()).any(|known| known.name() == kind.name());
        if is_known {
            return Err(kind);
        }
        added.push(kind);
        Ok(())
    }

    /// In the order of the list, then as they were added.
    pub fn all(&self) -> Vec<&'static T> {
        let added = self.added.read().unwrap_or_else(PoisonError::into_inner);
        self.built_in.iter().chain(added.iter()).copied().collect()
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.all().into_iter().map(Named::name).collect()
    }

    pub fn find(&self, name: &str) -> Option<&'static T> {
        self.all().into_iter().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Colour(&'static str);

    impl Named for Colour {
        fn name(&self) -> &str {
            self.0
        }
    }

    static COLOURS: Registry<Colour> = Registry::new(&[&Colour("white"), &Colour("black")]);

    #[test]
    fn what_is_added_is_listed_once() {
        assert!(COLOURS.find("red").is_none());
        assert!(COLOURS.add(&Colour("red")).is_ok());
        assert!(COLOURS.add(&Colour("red")).is_err());
        assert!(COLOURS.add(&Colour("white")).is_err());
        assert_eq!(COLOURS.names(), ["white", "black", "red"]);
        assert!(COLOURS.find("red").is_some());
    }
}
