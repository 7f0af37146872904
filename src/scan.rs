//! `Scanner`: goes through a text from front to back, for the readers of JSON and XML.

use alloc::string::String;

use crate::message::Part::Excerpt;
use crate::message::{count, fill};

/// What is left of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanner<'a> {
    rest: &'a str,
    whole: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { rest: text, whole: text.len() }
    }

    /// What is still to be read.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte, left in place; 0 at the end.
    pub fn peek(&self) -> u8 {
        self.rest.bytes().next().unwrap_or(0)
    }

    /// Takes a character.
    pub fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next();
        self.rest = chars.as_str();
        c
    }

    /// Takes the expected text if it comes next, and says whether it did.
    pub fn eat(&mut self, expected: &str) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes bytes as long as they fit. Bytes outside ASCII must all fit or all not.
    pub fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        let mut end = 0_usize;
        for b in self.rest.as_bytes() {
            if !fits(*b) {
                break;
            }
            end = end.wrapping_add(1);
        }
        self.take(end)
    }

    /// Takes the text before the next `end` and that too; none, and nothing, where there is no more.
    pub fn take_past(&mut self, end: &str) -> Option<&'a str> {
        let before = *self;
        let first = end.bytes().next()?;
        loop {
            self.take_while(|b| b != first);
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

    /// Takes a number of bytes; none if that would cut a character.
    pub fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or(("", self.rest));
        self.rest = rest;
        taken
    }

    /// The text from here to where another scanner of the same text is.
    pub fn until(&self, later: &Self) -> &'a str {
        self.rest.get(..self.rest.len().wrapping_sub(later.rest.len())).unwrap_or_default()
    }

    /// Takes white space (space, tab, carriage return, line feed) and says whether there was any.
    pub fn skip_space(&mut self) -> bool {
        !self.take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).is_empty()
    }

    /// Where this is: "at byte 7, before "…"".
    pub fn place(&self) -> String {
        let at = count(self.whole.wrapping_sub(self.rest.len()));
        fill("at byte {}, before \"{}\"", &[at, Excerpt(self.rest)])
    }
}
