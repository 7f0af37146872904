//! `Scanner`: goes through a text from front to back, for the readers of JSON and XML.

use alloc::string::String;

use crate::message::Part::Excerpt;
use crate::message::{count, fill};
use crate::xml::needs_escape;

// Eight bytes at a time: which of them are below a limit shows in the high bits of a subtraction. A bit
// too many may be set above one that is right, so only the question whether there is any is answered.
const ONES: u64 = u64::from_ne_bytes([1; 8]);
const HIGH: u64 = ONES << 7;

fn has_below(bytes: u64, limit: u8) -> u64 {
    bytes.wrapping_sub(ONES.wrapping_mul(limit.into())) & !bytes & HIGH
}

fn has(bytes: u64, byte: u8) -> u64 {
    has_below(bytes ^ ONES.wrapping_mul(byte.into()), 1)
}

/// Whether any byte is what is looked for, in eight at once and in one.
#[inline(always)]
fn has_any(text: &[u8], eight: impl Fn(u64) -> u64, one: impl Fn(u8) -> bool) -> bool {
    let mut rest = text;
    while let Some((bytes, after)) = rest.split_first_chunk() {
        if eight(u64::from_ne_bytes(*bytes)) != 0 {
            return true;
        }
        rest = after;
    }
    rest.iter().any(|b| one(*b))
}

/// Whether a text is nothing but printable characters of ASCII.
pub(crate) fn is_printable(text: &[u8]) -> bool {
    let others = |bytes| has_below(bytes, b' ') | has(bytes, 0x7f) | bytes & HIGH;
    !has_any(text, others, |b| !matches!(b, b' '..=b'~'))
}

/// Whether XML asks for an escape of any of the bytes.
pub(crate) fn has_markup(text: &[u8]) -> bool {
    // Two at once are those that differ in one bit: & and ', < and >.
    let pairs = |bytes| has(bytes | ONES, b'\'') | has(bytes | ONES.wrapping_mul(2), b'>');
    has_any(text, |bytes| pairs(bytes) | has(bytes, b'"') | has(bytes, b'\r'), needs_escape)
}

/// A text and how far it has been read: always to the end of a character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// How many bytes have been read.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// What is still to be read.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// The next byte, left in place; 0 at the end.
    #[inline(always)]
    pub fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Takes a character.
    pub fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at = self.at.wrapping_add(c.len_utf8());
        Some(c)
    }

    /// Takes the expected character of ASCII if it comes next, and says whether it did.
    #[inline(always)]
    pub fn eat_byte(&mut self, expected: u8) -> bool {
        let is_there = self.peek() == expected && !self.is_at_end();
        self.at = self.at.wrapping_add(usize::from(is_there));
        is_there
    }

    /// Takes the expected text if it comes next, and says whether it did.
    pub fn eat(&mut self, expected: &str) -> bool {
        let is_there = self.rest().starts_with(expected);
        if is_there {
            self.at = self.at.wrapping_add(expected.len());
        }
        is_there
    }

    /// Goes past bytes as long as they fit. Bytes outside ASCII must all fit or all not.
    pub fn skip_while(&mut self, fits: impl Fn(u8) -> bool) {
        while let Some(b) = self.text.as_bytes().get(self.at)
            && fits(*b)
        {
            self.at = self.at.wrapping_add(1);
        }
    }

    /// Takes what a JSON string in these quotes holds unescaped.
    pub fn take_plain(&mut self, quote: u8) -> &'a str {
        let before = *self;
        let bytes = self.text.as_bytes();
        while let Some(bytes) = bytes.get(self.at..).and_then(|rest| rest.first_chunk()) {
            let bytes = u64::from_ne_bytes(*bytes);
            if has_below(bytes, b' ') | has(bytes, quote) | has(bytes, b'\\') != 0 {
                break;
            }
            self.at = self.at.wrapping_add(8);
        }
        self.skip_while(|b| b >= b' ' && b != quote && b != b'\\');
        before.until(self)
    }

    /// As [`Scanner::skip_while`], and gives what it went past.
    pub fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        let before = *self;
        self.skip_while(fits);
        before.until(self)
    }

    /// Takes the text before the next `end` and that too; none, and nothing, where there is no more.
    pub fn take_past(&mut self, end: &str) -> Option<&'a str> {
        let before = *self;
        let first = end.bytes().next()?;
        loop {
            self.skip_while(|b| b != first);
            let here = *self;
            if self.eat(end) {
                return Some(before.until(&here));
            }
            if self.next().is_none() {
                *self = before;
                return None;
            }
        }
    }

    /// The text from here to where another scanner of the same text is.
    pub fn until(&self, later: &Self) -> &'a str {
        self.text.get(self.at..later.at).unwrap_or_default()
    }

    /// Goes past white space (space, tab, carriage return, line feed).
    #[inline(always)]
    pub fn skip_space(&mut self) {
        self.skip_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
    }

    /// Where this is: "at byte 7, before "…"".
    pub fn place(&self) -> String {
        fill("at byte {}, before \"{}\"", &[count(self.at), Excerpt(self.rest())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_at_a_time_or_one_every_byte_is_seen() {
        for (first, second) in (0..=255_u8).flat_map(|b| [(b, b'a'), (b, 0xc3), (b'!', b)]) {
            for place in 0..16 {
                let mut text = [b'a'; 17];
                text[place] = first;
                text[place + 1] = second;
                assert_eq!(has_markup(&text), text.iter().any(|b| needs_escape(*b)), "{text:?}");
                assert_eq!(is_printable(&text), text.iter().all(|b| matches!(b, b' '..=b'~')));
            }
        }
    }
}
