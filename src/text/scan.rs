//! `Scanner`: goes through a text from front to back, for the readers of JSON and XML.

use crate::text::eight::{Eight, find};

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
        let is_there = self.text.as_bytes().get(self.at) == Some(&expected);
        self.at = self.at.wrapping_add(usize::from(is_there));
        is_there
    }

    /// Takes the expected text if it comes next, and says whether it did.
    pub fn eat(&mut self, expected: &str) -> bool {
        let end = self.at.wrapping_add(expected.len());
        let is_there = self.text.as_bytes().get(self.at..end) == Some(expected.as_bytes());
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

    /// Goes to the first byte that a question finds, which asks for characters of ASCII or for all others.
    #[inline(always)]
    pub fn skip_to(&mut self, asked: impl Fn(Eight) -> u64) {
        self.at = find(self.text.as_bytes(), self.at, asked);
    }

    /// As [`Scanner::skip_to`], and gives what it went past.
    #[inline(always)]
    pub fn take_to(&mut self, asked: impl Fn(Eight) -> u64) -> &'a str {
        let before = *self;
        self.skip_to(asked);
        before.until(self)
    }

    /// Goes past what a JSON string in these quotes holds unescaped.
    pub fn skip_plain(&mut self, quote: u8) {
        self.at = end_of_plain(self.text.as_bytes(), self.at, quote);
    }

    /// Goes past a JSON string in double quotes if one without escapes comes next, and says whether it did.
    #[inline(always)]
    pub fn skip_plain_string(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        if bytes.get(self.at) != Some(&b'"') {
            return false;
        }
        let end = end_of_plain(bytes, self.at.wrapping_add(1), b'"');
        let is_plain = bytes.get(end) == Some(&b'"');
        if is_plain {
            self.at = end.wrapping_add(1);
        }
        is_plain
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

    /// Returns the text between a place before and here.
    #[inline(always)]
    pub fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The text from here to where another scanner of the same text is.
    pub fn until(&self, later: &Self) -> &'a str {
        self.text.get(self.at..later.at).unwrap_or_default()
    }

    /// Goes past white space (space, tab, carriage return, line feed).
    #[inline(always)]
    pub fn skip_space(&mut self) {
        if self.peek() <= b' ' {
            self.skip_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
        }
    }
}

/// Returns where what a JSON string in these quotes holds unescaped ends.
#[inline(never)]
fn end_of_plain(bytes: &[u8], from: usize, quote: u8) -> usize {
    find(bytes, from, |eight| eight.equal(quote) | eight.equal(b'\\') | eight.below(b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plain_ends_at_the_first_byte_that_is_not() {
        for (first, second) in ('\0'..='\u{17f}').flat_map(|c| [(c, 'a'), (c, '"'), ('\u{1f}', c)])
        {
            for before in 0..16 {
                let text = format!("{}{first}a{second}aaaaaaaaaaaaaaaa", "a".repeat(before));
                let mut scanner = Scanner::new(&text);
                scanner.skip_plain(b'"');
                let end = text.find(|c| c < ' ' || c == '"' || c == '\\');
                assert_eq!(scanner.at(), end.unwrap_or(text.len()), "{text:?}");
            }
        }
    }

    #[test]
    fn a_text_is_eaten_to_the_last_byte_or_not_at_all() {
        for length in 0..20 {
            let text = "a".repeat(length);
            assert!(Scanner::new(&format!("{text}é")).eat(&text));
            for place in 0..length {
                let mut other = text.clone();
                other.replace_range(place..=place, "b");
                assert!(!Scanner::new(&other).eat(&text));
            }
        }
        assert!(!Scanner::new("é").eat("\u{c3}") && !Scanner::new("").eat("a"));
    }
}
