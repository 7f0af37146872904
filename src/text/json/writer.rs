//! Writes JSON text.

use crate::text::decimal::push_decimal;
use crate::text::scan::Scanner;

/// Writes JSON text piece by piece, and puts in the commas.
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
}

impl Writer {
    /// Returns a writer whose text has room for so many bytes.
    pub fn with_room(bytes: usize) -> Self {
        Self { out: String::with_capacity(bytes) }
    }

    /// Opens an object or array (`{` or `[`).
    pub fn open(&mut self, bracket: char) -> &mut Self {
        self.comma();
        self.out.push(bracket);
        self
    }

    /// Closes an object or array (`}` or `]`).
    pub fn close(&mut self, bracket: char) -> &mut Self {
        self.out.push(bracket);
        self
    }

    /// Writes a key. Its value comes next.
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.string(key);
        self.out.push(':');
        self
    }

    /// Writes a string.
    pub fn string(&mut self, text: &str) -> &mut Self {
        self.comma();
        self.out.push('"');
        let mut scanner = Scanner::new(text);
        loop {
            let before = scanner;
            scanner.skip_plain(b'"');
            self.out.push_str(before.until(&scanner));
            let escape = match scanner.next() {
                None => break,
                Some('"') => "\\\"",
                Some('\\') => "\\\\",
                Some('\n') => "\\n",
                Some('\r') => "\\r",
                Some('\t') => "\\t",
                Some(control) => {
                    self.out.push_str(if control < '\u{10}' { "\\u000" } else { "\\u001" });
                    self.out.push(char::from_digit(u32::from(control) & 0xf, 16).unwrap_or('0'));
                    continue;
                }
            };
            self.out.push_str(escape);
        }
        self.out.push('"');
        self
    }

    /// Writes a string, or `null`.
    pub fn optional(&mut self, text: Option<&str>) -> &mut Self {
        match text {
            Some(text) => self.string(text),
            None => {
                self.comma();
                self.out.push_str("null");
                self
            }
        }
    }

    /// Writes a value that is already JSON text.
    pub fn raw(&mut self, json: &str) -> &mut Self {
        self.comma();
        self.out.push_str(json);
        self
    }

    /// Writes an array of strings.
    pub fn strings(&mut self, texts: &[impl AsRef<str>]) -> &mut Self {
        self.open('[');
        for text in texts {
            self.string(text.as_ref());
        }
        self.close(']')
    }

    /// Writes a key with its string, or nothing if there is none.
    pub fn field(&mut self, key: &str, text: Option<&str>) -> &mut Self {
        match text {
            Some(text) => self.key(key).string(text),
            None => self,
        }
    }

    /// Writes a key with `true`, or nothing if it is not set.
    pub fn flag(&mut self, key: &str, is_set: bool) -> &mut Self {
        match is_set {
            true => self.key(key).boolean(true),
            false => self,
        }
    }

    /// Writes a whole number.
    pub fn integer(&mut self, number: i64) -> &mut Self {
        self.comma();
        push_decimal(&mut self.out, number);
        self
    }

    /// Writes `true` or `false`.
    pub fn boolean(&mut self, value: bool) -> &mut Self {
        self.comma();
        self.out.push_str(if value { "true" } else { "false" });
        self
    }

    /// Returns the text.
    pub fn finish(self) -> String {
        self.out
    }

    fn comma(&mut self) {
        if !matches!(self.out.bytes().last(), None | Some(b'{' | b'[' | b':')) {
            self.out.push(',');
        }
    }
}
