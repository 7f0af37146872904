//! Building messages and numbers as text.
//!
//! A small replacement for `format!`, for the few cases that are needed here: `core::fmt` and the
//! code at each of its call sites would be a fifth of the module.

use crate::text::decimal::push_decimal;
use crate::text::excerpt::QuotedText;
use crate::text::scan::Scanner;

/// A value for a gap in a message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FormatArg<'a> {
    /// A text as it is.
    Text(&'a str),
    /// The beginning of a text from outside.
    Excerpt(QuotedText<'a>),
    /// A whole number in decimal.
    Number(i64),
}

/// Returns a text from outside, in quotes.
pub(crate) fn excerpt(text: &str) -> FormatArg<'_> {
    FormatArg::Excerpt(QuotedText::quoted(text))
}

/// Returns a name or a number from outside. It is in quotes, unless it is one word.
pub(crate) fn bare_word(text: &str) -> FormatArg<'_> {
    FormatArg::Excerpt(QuotedText::bare_word(text))
}

/// Returns a count or a position.
pub(crate) fn count(number: usize) -> FormatArg<'static> {
    FormatArg::Number(number as i64)
}

/// Returns the template with each `{}` replaced by the next part.
pub(crate) fn fill(template: &str, parts: &[FormatArg<'_>]) -> String {
    let mut out = String::with_capacity(template.len().saturating_mul(2));
    push(&mut out, template, parts);
    out
}

/// Appends what [`fill`] would return.
#[inline(never)]
pub(crate) fn push(out: &mut String, template: &str, parts: &[FormatArg<'_>]) {
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

/// The maximum number of todos that a sentence names.
const MAX_NAMES: usize = 3;

/// Returns the first names, and how many more there are.
pub(crate) fn few(names: &[String]) -> String {
    let first = join(names.get(..MAX_NAMES).unwrap_or(names), ", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => first,
        more => fill("{} and {} more", &[FormatArg::Text(&first), count(more)]),
    }
}

/// Returns the texts with another one between them. `join` of the standard library is six times as
/// large.
pub(crate) fn join(texts: &[impl AsRef<str>], between: &str) -> String {
    let mut out = String::new();
    for (index, text) in texts.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { between });
        out.push_str(text.as_ref());
    }
    out
}

/// Describes the place of a scanner: `at byte 7, before "…"`.
pub(crate) fn describe_location(scanner: &Scanner<'_>) -> String {
    let template = match scanner.rest().is_empty() {
        true => "at byte {}, where it ends",
        false => "at byte {}, before {}",
    };
    fill(template, &[count(scanner.at()), excerpt(scanner.rest())])
}

impl FormatArg<'_> {
    fn push_to(self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Excerpt(excerpt) => excerpt.push_to(out),
            Self::Number(number) => push_decimal(out, number),
        }
    }
}

/// Returns a text on one line.
pub(crate) fn on_one_line(text: &str) -> String {
    join(&text.split_whitespace().collect::<Vec<_>>(), " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fill_fills_the_gaps_in_order() {
        let parts = [FormatArg::Text("a"), excerpt("b"), FormatArg::Number(-2), count(3)];
        assert_eq!(fill("{}, {} {x} {}: {}", &parts), "a, \"b\" {x} -2: 3");
    }
}
