//! `Content`: the text of a todo, which can only be made valid.
//!
//! Todo text may come from a hostile page, so it is cleaned once, where it enters. After that
//! every written form (XML, JSON, checkpoint) can hold it without loss.

use std::rc::Rc;

/// The text of a todo: trimmed, not empty, within the length limit, and free of code points that
/// XML 1.0 cannot carry or that a person cannot see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    text: Rc<str>,
    /// No character needs an escape in XML, so the text can be copied as it is.
    plain: bool,
}

/// What had to be cleaned out of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// Code points that XML 1.0 forbids, each replaced by U+FFFD.
    pub replaced: usize,
    /// Invisible tag characters (U+E0000 to U+E007F), removed.
    pub removed: usize,
}

/// Why a text cannot be a todo's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// Nothing is left after cleaning and trimming.
    Empty,
    /// More characters than the limit.
    TooLong {
        /// How many characters the trimmed text has.
        length: usize,
    },
}

impl Content {
    /// Cleans, trims and checks a text.
    ///
    /// `max_length` counts characters (Unicode code points) of the trimmed text. White space is
    /// what JavaScript's `String.prototype.trim` takes for it.
    ///
    /// # Errors
    /// [`Rejected`], when nothing is left or the text is too long.
    pub fn new(text: &str, max_length: usize) -> Result<(Self, Cleaned), Rejected> {
        let mut cleaned = Cleaned::default();
        for c in text.chars() {
            cleaned.replaced = cleaned.replaced.saturating_add(usize::from(is_forbidden_in_xml(c)));
            cleaned.removed = cleaned.removed.saturating_add(usize::from(is_invisible_tag(c)));
        }
        if cleaned == Cleaned::default() {
            return Ok((Self::checked(text, max_length)?, cleaned));
        }
        let visible: String = text
            .chars()
            .filter(|c| !is_invisible_tag(*c))
            .map(|c| if is_forbidden_in_xml(c) { char::REPLACEMENT_CHARACTER } else { c })
            .collect();
        Ok((Self::checked(&visible, max_length)?, cleaned))
    }

    fn checked(text: &str, max_length: usize) -> Result<Self, Rejected> {
        let text = text.trim_matches(is_white_space);
        if text.is_empty() {
            return Err(Rejected::Empty);
        }
        // A text of so few bytes cannot have more characters; the usual case needs no count.
        if text.len() > max_length {
            let length = text.chars().count();
            if length > max_length {
                return Err(Rejected::TooLong { length });
            }
        }
        Ok(Self { text: text.into(), plain: !text.bytes().any(crate::xml::needs_escape) })
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether XML can hold the text without an escape.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }
}

impl Cleaned {
    /// The notes that say what was cleaned out of `item` ("todo 2").
    pub fn notes(self, item: &dyn std::fmt::Display) -> impl Iterator<Item = String> {
        let replaced = (self.replaced > 0)
            .then(|| format!("{item}: {} forbidden characters became U+FFFD", self.replaced));
        let removed = (self.removed > 0)
            .then(|| format!("{item}: {} invisible tag characters removed", self.removed));
        replaced.into_iter().chain(removed)
    }
}

/// White space as JavaScript's `trim` sees it.
fn is_white_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// Outside the `Char` production of XML 1.0, section 2.2. (A `char` is never a surrogate.)
pub(crate) fn is_forbidden_in_xml(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// Tag characters render as nothing, yet models read them: a known way to smuggle instructions.
fn is_invisible_tag(c: char) -> bool {
    matches!(c, '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(input: &str) -> String {
        Content::new(input, 100).unwrap().0.as_str().to_owned()
    }

    #[test]
    fn trims_as_javascript_does() {
        assert_eq!(text("\u{feff}\u{a0}\n a b\t\u{2029}"), "a b");
        assert_eq!(text("\u{85}a"), "\u{85}a");
    }

    #[test]
    fn refuses_blank_text() {
        for blank in ["", " ", "\n\t\u{3000}", "\u{feff}", "\u{e0041}\u{e0042} "] {
            assert_eq!(Content::new(blank, 10), Err(Rejected::Empty), "{blank:?}");
        }
    }

    #[test]
    fn counts_characters_of_the_trimmed_text() {
        assert!(Content::new("  ééé  ", 3).is_ok());
        assert_eq!(Content::new("éééé", 3), Err(Rejected::TooLong { length: 4 }));
    }

    #[test]
    fn cleans_and_says_so() {
        let (content, cleaned) = Content::new("a\0b\u{e0041}c\u{ffff}", 10).unwrap();
        assert_eq!(content.as_str(), "a\u{fffd}bc\u{fffd}");
        assert_eq!(cleaned, Cleaned { replaced: 2, removed: 1 });
        let notes: Vec<_> = cleaned.notes(&"todo 1").collect();
        assert_eq!(
            notes,
            [
                "todo 1: 2 forbidden characters became U+FFFD",
                "todo 1: 1 invisible tag characters removed"
            ]
        );
    }
}
