//! How messages, notes and numbers become text.
//!
//! It does what `format!` does for the few shapes that are needed here. The difference is weight:
//! `core::fmt` and the code at each of its call sites would be a fifth of the module.

use alloc::string::String;

use crate::list::todo::Id;
use crate::text::json::Value;
use crate::text::scan::Scanner;

/// What fills a gap in a message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a> {
    /// A text as it is.
    Text(&'a str),
    /// The first characters of a text from outside.
    Excerpt(&'a str),
    /// A whole number in decimal.
    Number(i64),
    /// A JSON value in a few characters: scalars as written, the rest by kind.
    Value(Value<'a>),
    /// Ids as "1, 2".
    Ids(&'a [Id]),
}

/// A count or a place.
pub(crate) fn count(number: usize) -> Part<'static> {
    Part::Number(number as i64)
}

/// A template with each `{}` filled by the next part.
#[inline(never)]
pub(crate) fn fill(template: &str, parts: &[Part<'_>]) -> String {
    let mut out = String::with_capacity(template.len().saturating_mul(2));
    let mut parts = parts.iter();
    let mut scanner = Scanner::new(template);
    while !scanner.is_at_end() {
        out.push_str(scanner.take_while(|b| b != b'{'));
        if scanner.eat("{}") {
            if let Some(part) = parts.next() {
                part.push_to(&mut out);
            }
        } else {
            out.extend(scanner.next());
        }
    }
    out
}

impl Part<'_> {
    fn push_to(self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Excerpt(text) => push_excerpt(out, text),
            Self::Number(number) => push_decimal(out, number),
            Self::Value(value) if value.is_array() || value.is_object() => {
                out.push_str(value.kind());
            }
            Self::Value(value) => push_excerpt(out, value.as_written()),
            Self::Ids(ids) => {
                for (place, id) in ids.iter().enumerate() {
                    if place > 0 {
                        out.push_str(", ");
                    }
                    // No list is longer.
                    if place == 1000 {
                        out.push('…');
                        break;
                    }
                    push_decimal(out, id.0);
                }
            }
        }
    }
}

fn push_excerpt(out: &mut String, text: &str) {
    const LENGTH: usize = 40;
    for (place, c) in text.chars().enumerate() {
        if place == LENGTH {
            out.push('…');
            break;
        }
        // On one line, so that no text can look like a line of ours.
        out.push(if c.is_control() { ' ' } else { c });
    }
}

/// Appends a whole number in decimal.
pub(crate) fn push_decimal(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    push_digits(out, number.unsigned_abs());
}

fn push_digits(out: &mut String, number: u64) {
    if number >= 10 {
        push_digits(out, number / 10);
    }
    out.push(char::from((number % 10) as u8 | b'0'));
}

/// Reads what [`push_decimal`] writes, leading zeros allowed; out of range is none.
pub(crate) fn parse_decimal(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() {
        return None;
    }
    let mut number = 0_i64;
    for digit in digits.bytes() {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number.checked_mul(10)?.checked_sub(digit.into())?;
    }
    if digits.len() < text.len() { Some(number) } else { number.checked_neg() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_gaps_in_order() {
        let document = crate::text::json::Document::read("\"b\"").unwrap();
        let value = document.root();
        let parts = [Part::Text("a"), Part::Value(value), Part::Ids(&[Id(1), Id(-2)]), count(3)];
        assert_eq!(fill("{}, {} {x} {}: {}", &parts), "a, \"b\" {x} 1, -2: 3");
    }

    #[test]
    fn decimals_read_back() {
        for number in [0, 7, -1, 10, 1205, i64::MAX, i64::MIN] {
            let text = fill("{}", &[Part::Number(number)]);
            assert_eq!(text, number.to_string());
            assert_eq!(parse_decimal(&text), Some(number));
        }
        for text in ["", "-", "+1", "1.5", "1e3", " 1", "9223372036854775808", "--1"] {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
    }

    #[test]
    fn excerpts_say_when_they_leave_something_out() {
        let excerpt = |text: &str| fill("{}", &[Part::Excerpt(text)]);
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(excerpt(&"é".repeat(41)), format!("{}…", "é".repeat(40)));
    }
}
