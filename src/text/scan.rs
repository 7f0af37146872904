//! `Scanner`: reads a text from start to end, for the readers of JSON and XML.

/// A text and the place up to which it has been read, which is always between two characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns how many bytes have been read.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the rest of the text.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Returns the next byte without taking it, or 0 at the end.
    #[inline(always)]
    pub fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Takes a character.
    pub fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes the expected ASCII character if it comes next, and returns whether it did.
    #[inline(always)]
    pub fn eat_byte(&mut self, expected: u8) -> bool {
        let is_found = self.text.as_bytes().get(self.at) == Some(&expected);
        self.at += usize::from(is_found);
        is_found
    }

    /// Takes the expected text if it comes next, and returns whether it did.
    pub fn eat(&mut self, expected: &str) -> bool {
        let end = self.at + expected.len();
        let is_found = self.text.as_bytes().get(self.at..end) == Some(expected.as_bytes());
        if is_found {
            self.at = end;
        }
        is_found
    }

    /// Skips bytes as long as `fits` accepts them. It must treat all bytes of non-ASCII characters
    /// alike.
    pub fn skip_while(&mut self, fits: impl Fn(u8) -> bool) {
        while let Some(b) = self.text.as_bytes().get(self.at)
            && fits(*b)
        {
            self.at += 1;
        }
    }

    /// Skips bytes up to the first one that the test marks. It must treat all bytes of non-ASCII
    /// characters alike.
    #[inline(always)]
    pub fn skip_to(&mut self, matches: impl Fn(u8) -> bool) {
        self.at = find_byte(self.text.as_bytes(), self.at, matches);
    }

    /// Like [`Scanner::skip_to`], but returns the text that was skipped.
    #[inline(always)]
    pub fn take_to(&mut self, matches: impl Fn(u8) -> bool) -> &'a str {
        let before = *self;
        self.skip_to(matches);
        before.until(self)
    }

    /// Skips the characters that a JSON string in these quotes contains unescaped.
    pub fn skip_plain(&mut self, quote: u8) {
        self.at = end_of_plain(self.text.as_bytes(), self.at, quote);
    }

    /// Skips a JSON string in double quotes if one without escapes comes next, and returns whether
    /// it did.
    #[inline(always)]
    pub fn skip_plain_string(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let is_string = bytes.get(self.at) == Some(&b'"');
        let end = if is_string { end_of_plain(bytes, self.at + 1, b'"') } else { bytes.len() };
        let is_plain = bytes.get(end) == Some(&b'"');
        if is_plain {
            self.at = end + 1;
        }
        is_plain
    }

    /// Like [`Scanner::skip_while`], but returns the text that was skipped.
    pub fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        let before = *self;
        self.skip_while(fits);
        before.until(self)
    }

    /// Takes the text before the next `end`, and `end` itself. Returns `None` and takes nothing if
    /// there is no `end`.
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

    /// Returns the text between an earlier place and this one.
    #[inline(always)]
    pub fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Returns the text between this place and that of a later scanner of the same text.
    pub fn until(&self, later: &Self) -> &'a str {
        self.text.get(self.at..later.at).unwrap_or_default()
    }

    /// Skips white space (space, tab, carriage return, line feed).
    #[inline(always)]
    pub fn skip_space(&mut self) {
        if self.peek() <= b' ' {
            self.skip_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
        }
    }
}

/// Returns the end of the characters that a JSON string in these quotes contains unescaped.
#[inline(never)]
fn end_of_plain(bytes: &[u8], from: usize, quote: u8) -> usize {
    find_byte(bytes, from, |byte| byte == quote || byte == b'\\' || byte < b' ')
}

/// Returns the index of the first byte, starting at `from`, that `matches` accepts, or the length
/// if there is none.
pub(crate) fn find_byte(bytes: &[u8], from: usize, matches: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().position(|byte| matches(*byte)).map_or(bytes.len(), |at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skip_plain_stops_at_the_first_byte_that_is_not_plain() {
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
    fn eat_takes_the_whole_text_or_nothing() {
        for length in 0..20 {
            let text = "a".repeat(length);
            assert!(Scanner::new(&format!("{text}é")).eat(&text));
            for index in 0..length {
                let mut other = text.clone();
                other.replace_range(index..=index, "b");
                assert!(!Scanner::new(&other).eat(&text));
            }
        }
        assert!(!Scanner::new("é").eat("\u{c3}") && !Scanner::new("").eat("a"));
    }
}
