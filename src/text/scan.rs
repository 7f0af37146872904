//! `Scanner`: goes through a text from front to back, for the readers of JSON and XML.

use alloc::string::String;

use crate::forms::xml::needs_escape;
use crate::text::message::Part::Excerpt;
use crate::text::message::{count, fill};

// Eight bytes at a time: which of them are below a limit shows in the high bits of a subtraction. A bit
// too many may be set above one that is right, so only the lowest says where one is.
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

/// Whether two texts are the same: as `==`, which WebAssembly does byte by byte.
#[inline(always)]
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && has_same_bytes(one.as_bytes(), other.as_bytes())
}

fn has_same_bytes(one: &[u8], other: &[u8]) -> bool {
    let (mut one, mut other) = (one, other);
    while let (Some((a, after_a)), Some((b, after_b))) =
        (one.split_first_chunk(), other.split_first_chunk())
    {
        if u64::from_ne_bytes(*a) != u64::from_ne_bytes(*b) {
            return false;
        }
        (one, other) = (after_a, after_b);
    }
    one.iter().zip(other).all(|(a, b)| a == b)
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
        let end = self.at.wrapping_add(expected.len());
        let found = self.text.as_bytes().get(self.at..end);
        let is_there = found.is_some_and(|found| has_same_bytes(found, expected.as_bytes()));
        if is_there {
            self.at = end;
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

    /// Goes past what a JSON string in these quotes holds unescaped.
    pub fn skip_plain(&mut self, quote: u8) {
        let bytes = self.text.as_bytes();
        while let Some(bytes) = bytes.get(self.at..).and_then(|rest| rest.first_chunk()) {
            let bytes = u64::from_le_bytes(*bytes);
            let others = has_below(bytes, b' ') | has(bytes, quote) | has(bytes, b'\\');
            // All eight where there are none.
            self.at = self.at.wrapping_add(others.trailing_zeros() as usize / 8);
            if others != 0 {
                return;
            }
        }
        self.skip_while(|b| b >= b' ' && b != quote && b != b'\\');
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
    use crate::text::message::Part::Text;

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

    #[test]
    fn what_is_plain_ends_at_the_first_byte_that_is_not() {
        for (first, second) in ('\0'..='\u{17f}').flat_map(|c| [(c, 'a'), (c, '"'), ('\u{1f}', c)])
        {
            for before in 0..16 {
                let text = fill(
                    "{}{}a{}aaaaaaaaaaaaaaaa",
                    &[
                        Text(&"a".repeat(before)),
                        Text(first.encode_utf8(&mut [0; 4])),
                        Text(second.encode_utf8(&mut [0; 4])),
                    ],
                );
                let mut scanner = Scanner::new(&text);
                scanner.skip_plain(b'"');
                let end = text.find(|c| c < ' ' || c == '"' || c == '\\');
                assert_eq!(scanner.at(), end.unwrap_or(text.len()), "{text:?}");
            }
        }
    }

    #[test]
    fn texts_are_the_same_to_the_last_byte() {
        for length in 0..20 {
            let text = "a".repeat(length);
            assert!(is_same(&text, &text.clone()) && !is_same(&text, &fill("{}a", &[Text(&text)])));
            for place in 0..length {
                let mut other = text.clone();
                other.replace_range(place..=place, "b");
                assert!(!is_same(&text, &other), "{other}");
                assert!(
                    !Scanner::new(&other).eat(&text)
                        && Scanner::new(&fill("{}é", &[Text(&text)])).eat(&text)
                );
            }
        }
        assert!(!Scanner::new("é").eat("\u{c3}") && !Scanner::new("").eat("a"));
    }
}
