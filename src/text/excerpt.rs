//! Quoting text from outside: one rule for notes, errors, reasons, names and option values.
//!
//! Such a text may come from a hostile page. Therefore it is put on one line, cleaned as in
//! [`crate::text::clean`], shortened, and put in quotes that nothing in it can close. It cannot be
//! mistaken for a line of ours.

use crate::text::clean::cleaned_chars;
use crate::text::scan::find_byte;

/// The maximum number of characters in an excerpt.
const LENGTH: usize = 40;

/// The maximum number of characters in a line that nothing else limits.
const MAX_CLEAN_LINE: usize = 2000;

/// The beginning of a text from outside, on one line and in quotes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuotedText<'a> {
    text: &'a str,
    length: usize,
    /// Whether a single word is written without quotes, such as a name or a number.
    has_bare_words: bool,
}

impl<'a> QuotedText<'a> {
    /// Creates an excerpt that is always in quotes.
    pub fn quoted(text: &'a str) -> Self {
        Self { text, length: LENGTH, has_bare_words: false }
    }

    /// Creates an excerpt of a name or a number. It is in quotes, unless it is one word of letters,
    /// digits, `_`, `-`, `+` and `.`.
    pub fn bare_word(text: &'a str) -> Self {
        Self { has_bare_words: true, ..Self::quoted(text) }
    }

    /// Returns this excerpt with at most `length` characters.
    #[cfg_attr(
        not(target_arch = "wasm32"),
        allow(dead_code, reason = "JavaScript's reasons alone")
    )]
    pub fn to_length(self, length: usize) -> Self {
        Self { length, ..self }
    }

    pub(super) fn push_to(self, out: &mut String) {
        let is_of_word =
            |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'+' | b'.');
        let is_word = !self.text.is_empty()
            && self.text.len() <= self.length
            && self.text.bytes().all(is_of_word);
        if self.has_bare_words && is_word {
            out.push_str(self.text);
            return;
        }
        out.push('"');
        push_line(out, self.text, self.length, |c| if c == '"' { '\'' } else { c });
        out.push('"');
    }
}

/// Returns a text from outside for a field of its own: one clean line of at most `length`
/// characters.
pub(crate) fn truncate_line(text: &str, length: usize) -> String {
    let mut out = String::new();
    push_line(&mut out, text, length, |c| c);
    out
}

/// Returns the [`truncate_line()`] of a reason, an answer or another text that somebody wrote,
/// nearly always whole.
pub(crate) fn sanitize_line(text: &str) -> String {
    truncate_line(text, MAX_CLEAN_LINE)
}

fn push_line(out: &mut String, text: &str, length: usize, write: fn(char) -> char) {
    // Nearly every text begins with characters that are copied unchanged.
    let first = text.as_bytes().get(..length).unwrap_or(text.as_bytes());
    let plain = find_byte(first, 0, |byte| !matches!(byte, b' '..=b'~') || byte == b'"');
    let (plain, text) = text.split_at_checked(plain).unwrap_or(("", text));
    out.push_str(plain);
    let length = length.saturating_sub(plain.len());
    for (index, c) in cleaned_chars(text).enumerate() {
        if index == length {
            out.push('…');
            break;
        }
        let is_break = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        out.push(if is_break { ' ' } else { write(c) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(excerpt: QuotedText<'_>) -> String {
        let mut out = String::new();
        excerpt.push_to(&mut out);
        out
    }

    #[test]
    fn a_shortened_excerpt_ends_with_an_ellipsis() {
        for (length, end) in [(39, ""), (40, ""), (41, "…"), (5_000_000, "…")] {
            let expected = "\"".to_owned() + &"é".repeat(length.min(40)) + end + "\"";
            assert_eq!(pushed(QuotedText::quoted(&"é".repeat(length))), expected);
        }
        assert_eq!(pushed(QuotedText::quoted("abc").to_length(2)), "\"ab…\"");
    }

    #[test]
    fn a_quote_inside_an_excerpt_does_not_end_it() {
        for (text, expected) in [
            ("", "\"\""),
            ("a \"b\" c", "\"a 'b' c\""),
            ("a\\", "\"a\\\""),
            ("a\nnote: b\r\u{85}\u{2028}\u{2029}c\t", "\"a note: b    c \""),
            ("\u{202e}a\u{e0041}\0\u{e0100}", "\"a\u{fffd}\""),
        ] {
            assert_eq!(pushed(QuotedText::quoted(text)), expected, "{text:?}");
            assert_eq!(pushed(QuotedText::bare_word(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn bare_word_quotes_everything_but_a_single_word() {
        for word in ["todos", "t7", "-1.5e+3", "a_b-c"] {
            assert_eq!(pushed(QuotedText::bare_word(word)), word);
        }
        for text in ["", "a b", "a:", "é", "a\n", "\"a\"", &"a".repeat(41)] {
            assert!(pushed(QuotedText::bare_word(text)).starts_with('"'), "{text}");
        }
    }

    #[test]
    fn sanitize_line_returns_one_clean_line() {
        assert_eq!(
            sanitize_line("too \"slow\"\nnote: done\u{2028}\0\u{202e}"),
            "too \"slow\" note: done \u{fffd}"
        );
        assert_eq!(sanitize_line(&"a".repeat(5_000_000)).chars().count(), 2001);
    }
}
