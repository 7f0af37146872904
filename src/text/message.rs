//! How messages, notes and numbers become text.
//!
//! It does what `format!` does for the few shapes that are needed here. The difference is weight:
//! `core::fmt` and the code at each of its call sites would be a fifth of the module.

use crate::text::decimal::push_decimal;
use crate::text::excerpt::Excerpt;
use crate::text::scan::Scanner;

/// The notes of a write or a call: one line for each thing that was cleaned or repaired, usually none.
pub type Notes = Vec<String>;

/// What fills a gap in a message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a> {
    /// A text as it is.
    Text(&'a str),
    /// The beginning of a text from outside.
    Excerpt(Excerpt<'a>),
    /// A whole number in decimal.
    Number(i64),
}

/// A text from outside, in quotes.
pub(crate) fn excerpt(text: &str) -> Part<'_> {
    Part::Excerpt(Excerpt::quoted(text))
}

/// A name or a number from outside: in quotes, unless it is one word.
pub(crate) fn bare_word(text: &str) -> Part<'_> {
    Part::Excerpt(Excerpt::bare_word(text))
}

/// A count or a place.
pub(crate) fn count(number: usize) -> Part<'static> {
    Part::Number(number as i64)
}

/// A template with each `{}` filled by the next part.
pub(crate) fn fill(template: &str, parts: &[Part<'_>]) -> String {
    let mut out = String::with_capacity(template.len().saturating_mul(2));
    push(&mut out, template, parts);
    out
}

/// Appends what [`fill`] returns.
#[inline(never)]
pub(crate) fn push(out: &mut String, template: &str, parts: &[Part<'_>]) {
    let mut parts = parts.iter();
    let mut scanner = Scanner::new(template);
    while !scanner.is_at_end() {
        out.push_str(scanner.take_while(|b| b != b'{'));
        if scanner.eat("{}") {
            if let Some(part) = parts.next() {
                part.push_to(out);
            }
        } else {
            out.extend(scanner.next());
        }
    }
}

/// Adds a note, as [`fill`] makes it.
pub(crate) fn note(notes: &mut Notes, template: &str, parts: &[Part<'_>]) {
    notes.push(fill(template, parts));
}

/// Where a reader is: `at byte 7, before "…"`.
pub(crate) fn place(scanner: &Scanner<'_>) -> String {
    fill("at byte {}, before {}", &[count(scanner.at()), excerpt(scanner.rest())])
}

impl Part<'_> {
    fn push_to(self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Excerpt(excerpt) => excerpt.push_to(out),
            Self::Number(number) => push_decimal(out, number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_gaps_in_order() {
        let parts = [Part::Text("a"), excerpt("b"), Part::Number(-2), count(3)];
        assert_eq!(fill("{}, {} {x} {}: {}", &parts), "a, \"b\" {x} -2: 3");
    }
}
