//! How callers name a todo: by its position or by its key.

use serde::{Serialize, Serializer};

use crate::text::decimal::{parse_decimal, push_decimal};

/// A 1-based position in the list, as a caller names it. There may be no todo at that position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub i64);

impl Serialize for Id {
    /// Writes 32 bits, because 64 would bring `BigInt` into the package. The id of a todo has no
    /// more.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0 as u32)
    }
}

impl Id {
    /// Returns the id of an index.
    pub(crate) fn at(index: usize) -> Self {
        Self(index as i64 + 1)
    }

    /// Returns the index. For an id below 1, it is an index that no list has.
    pub(crate) fn index(self) -> usize {
        usize::try_from(self.0.saturating_sub(1)).unwrap_or(usize::MAX)
    }
}

/// A todo's stable name, such as "t7". It is never reused within a store, and renumbering does not
/// change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(crate) u32);

impl Key {
    /// Returns the written form.
    pub fn to_text(self) -> String {
        let mut word = "t".to_owned();
        push_decimal(&mut word, self.0.into());
        word
    }

    /// Reads the form that [`Key::to_text`] returns, and nothing else.
    pub fn parse_str(word: &str) -> Option<Self> {
        let number = parse_decimal(word.strip_prefix('t')?)?;
        let key = Self(u32::try_from(number).ok()?);
        (key.0 > 0 && key.to_text() == word).then_some(key)
    }
}

/// How a caller names a todo: by its position or by its stable key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ref {
    /// By its position.
    Id(Id),
    /// By its key.
    Key(Key),
}

impl From<Id> for Ref {
    fn from(id: Id) -> Self {
        Self::Id(id)
    }
}

impl From<Key> for Ref {
    fn from(key: Key) -> Self {
        Self::Key(key)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_str_reads_back_each_key() {
        for key in [1, 7, 4_294_967_295] {
            assert_eq!(Key::parse_str(&Key(key).to_text()), Some(Key(key)));
        }
        for word in ["", "t", "t0", "t01", "t-1", "t4294967296", "T1", "1", " t1", "t1 ", "t１"] {
            assert_eq!(Key::parse_str(word), None, "{word}");
        }
    }
}
