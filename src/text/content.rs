//! `Content`: the text of a todo. An invalid one cannot be created.
//!
//! Todo text may come from a hostile page, so it is cleaned once, on entry. After that, every
//! written form (XML, JSON, checkpoint) can represent it without loss.

use std::rc::Rc;

use crate::text::clean::{Cleaned, clean, is_blank, is_printable_ascii};

/// The text of a todo: trimmed, not empty, within the length limit, and free of characters that XML
/// 1.0 cannot represent or that a person cannot see.
///
/// Cheap to clone: copies share the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Content(Rc<str>);

/// Why a text was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentError {
    /// No visible characters are left after cleaning.
    Empty,
    /// The text has more characters than the limit.
    TooLong {
        /// The number of characters of the trimmed text.
        length: usize,
    },
}

impl Content {
    /// Cleans, trims and checks a text. Also returns what was cleaned out, see
    /// [`crate::text::clean`].
    ///
    /// `max_length` is the maximum number of characters (Unicode code points) of the trimmed text.
    /// White space is what JavaScript's `String.prototype.trim` removes.
    ///
    /// # Errors
    /// [`ContentError`] if no visible characters are left or the text is too long.
    pub fn new(text: &str, max_length: usize) -> Result<(Self, Cleaned), ContentError> {
        if is_blank(text) {
            return Err(ContentError::Empty);
        }
        // The text is trimmed before cleaning too, because XML forbids two of the white space
        // characters.
        let text = trim(text);
        let clean = clean(text);
        let (text, cleaned) = match &clean {
            Some((text, cleaned)) => (text.as_str(), *cleaned),
            None => (text, Cleaned::default()),
        };
        Ok((Self::from_normalized(trim(text), max_length)?, cleaned))
    }

    /// Like [`Content::new`], but for a text that is already clean and trimmed, and empty if it is
    /// blank.
    pub(crate) fn from_normalized(text: &str, max_length: usize) -> Result<Self, ContentError> {
        if text.is_empty() {
            return Err(ContentError::Empty);
        }
        // No text has more characters than bytes.
        if text.len() > max_length {
            // A character is a byte that does not continue another one.
            let length = text.bytes().filter(|b| b & 0xc0 != 0x80).count();
            if length > max_length {
                return Err(ContentError::TooLong { length });
            }
        }
        Ok(Self(text.into()))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns whether a text needs neither trimming nor cleaning and is not blank, which is true of
/// nearly every text of a model.
pub(crate) fn is_normalized(text: &str) -> bool {
    has_visible_ends(text) && is_printable_ascii(text)
}

fn has_visible_ends(text: &str) -> bool {
    matches!(text.as_bytes(), [b'!'..=b'~', .., b'!'..=b'~'])
}

/// Trims a text like JavaScript's `String.prototype.trim`.
pub(crate) fn trim(text: &str) -> &str {
    if has_visible_ends(text) { text } else { text.trim_matches(is_white_space) }
}

/// Returns whether a text is the word, except for case, spaces and quotes around it, and hyphens,
/// spaces or nothing in place of `_`.
pub(crate) fn eq_lenient(text: &str, word: &str) -> bool {
    let text = trim(text);
    let quoted = |quote| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    let text = ['"', '\'', '`'].into_iter().find_map(quoted).unwrap_or(text);
    let mut rest = text.as_bytes();
    for known in word.bytes() {
        match rest {
            [b'_' | b' ' | b'-', after @ ..] if known == b'_' => rest = after,
            [given, after @ ..] if given.eq_ignore_ascii_case(&known) => rest = after,
            _ if known == b'_' => {}
            _ => return false,
        }
    }
    rest.is_empty()
}

fn is_white_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}'
        | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(input: &str) -> String {
        Content::new(input, 100).unwrap().0.as_str().to_owned()
    }

    #[test]
    fn new_trims_as_javascript_does() {
        assert_eq!(text("\u{feff}\u{a0}\n a b\t\u{2029}"), "a b");
        assert_eq!(text("\u{85}a"), "\u{85}a");
    }

    #[test]
    fn a_normalized_text_stays_unchanged() {
        for tidy in ["a b", "a & <b> \"c\"", "1~"] {
            assert!(is_normalized(tidy), "{tidy:?}");
            assert_eq!(Content::new(tidy, 100).unwrap().1, Cleaned::default());
            assert_eq!(text(tidy), tidy);
        }
        for other in ["", " a b", "a b ", "a\nb", "a\0b", "aéb", "\u{e0041}a b", "a\u{7f}b"] {
            assert!(!is_normalized(other), "{other:?}");
        }
    }

    #[test]
    fn new_refuses_a_blank_text() {
        for blank in
            ["", " ", "\n\t\u{3000}", "\u{feff}", "\u{c}", "\u{200b}", "\u{e0041}\u{e0042} "]
        {
            assert_eq!(Content::new(blank, 10), Err(ContentError::Empty), "{blank:?}");
        }
    }

    #[test]
    fn new_counts_the_characters_of_the_trimmed_text() {
        assert!(Content::new("  ééé  ", 3).is_ok());
        assert_eq!(Content::new("éééé", 3), Err(ContentError::TooLong { length: 4 }));
    }
}
