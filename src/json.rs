//! JSON in and out, no more of it than the module needs.
//!
//! The reader accepts what models write in place of JSON and says so; whoever wants strict JSON
//! refuses a text that was repaired. It checks the text once and builds nothing: a value is a piece
//! of the text, taken apart when asked. It is ours rather than a library's because repair needs it,
//! and because a second reader would double the weight of the module. Numbers stay text: nothing
//! here needs floating point, whose reading and printing are heavy.

use alloc::string::String;

use crate::message::{parse_decimal, push_decimal};
use crate::scan::Scanner;

/// Deeper nesting is refused: nothing we read needs it, and the stack is finite.
const MAX_DEPTH: usize = 32;

/// A JSON value: a piece of text that [`read`] has checked.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a>(&'a str);

/// Reads one JSON value, and whether it had to be repaired to be read: a code fence around it, single
/// quotes, trailing commas, raw line breaks in strings, needless backslashes, Python's None and True.
///
/// # Errors
/// Where reading stopped.
pub fn read(text: &str) -> Result<(Value<'_>, bool), String> {
    let mut reader = Reader { scanner: Scanner::new(text), is_repaired: false };
    match reader.document() {
        Some(value) => Ok((value, reader.is_repaired)),
        None => Err(reader.scanner.place()),
    }
}

/// The JSON value that a text begins with, read as [`read`] reads it.
pub(crate) fn read_first(text: &str) -> Option<Value<'_>> {
    Reader { scanner: Scanner::new(text), is_repaired: false }.value(MAX_DEPTH)
}

impl<'a> Value<'a> {
    /// The value as it was written.
    pub fn as_written(self) -> &'a str {
        self.0
    }

    /// The key that this is in its object, escapes left as they are.
    pub fn as_key(self) -> &'a str {
        self.0.get(1..self.0.len().wrapping_sub(1)).unwrap_or_default()
    }

    /// What kind of value this is, for messages.
    pub fn kind(self) -> &'static str {
        match Scanner::new(self.0).peek() {
            b'n' | b'N' => "null",
            b't' | b'T' | b'f' | b'F' => "a boolean",
            b'"' | b'\'' => "a string",
            b'[' => "an array",
            b'{' => "an object",
            _ => "a number",
        }
    }

    /// Whether this is `null`.
    pub fn is_null(self) -> bool {
        matches!(Scanner::new(self.0).peek(), b'n' | b'N')
    }

    /// Whether this is an array.
    pub fn is_array(self) -> bool {
        Scanner::new(self.0).peek() == b'['
    }

    /// Whether this is an object.
    pub fn is_object(self) -> bool {
        Scanner::new(self.0).peek() == b'{'
    }

    /// A whole number, also written "3.0"; out of range is none.
    pub fn as_integer(self) -> Option<i64> {
        let mut scanner = Scanner::new(self.0);
        let whole = scanner.take_while(|b| b != b'.');
        let is_whole =
            scanner.is_at_end() || scanner.eat(".0") && scanner.rest().bytes().all(|b| b == b'0');
        if is_whole { parse_decimal(whole) } else { None }
    }

    /// A string's text. A lone surrogate is U+FFFF there, which `Content` then reports.
    pub fn as_string(self) -> Option<String> {
        let mut text = Some(String::new());
        let mut reader = Reader { scanner: Scanner::new(self.0), is_repaired: false };
        if !matches!(reader.scanner.peek(), b'"' | b'\'') {
            return None;
        }
        reader.string(&mut text)?;
        text
    }

    /// The items of an array, or keys and values of an object in turn; anything else has none.
    pub fn parts(self) -> Parts<'a> {
        let mut scanner = Scanner::new(self.0);
        if !scanner.eat("[") && !scanner.eat("{") {
            scanner = Scanner::new("");
        }
        Parts { scanner }
    }
}

/// Takes an array or an object apart.
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    scanner: Scanner<'a>,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        self.scanner.take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':'));
        let mut reader = Reader { scanner: self.scanner, is_repaired: false };
        let value = reader.value(MAX_DEPTH);
        self.scanner = reader.scanner;
        value
    }
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    is_repaired: bool,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Option<Value<'a>> {
        self.scanner.skip_space();
        if self.fence() {
            self.scanner.take_while(|b| b.is_ascii_alphanumeric());
            self.scanner.skip_space();
        }
        let value = self.value(MAX_DEPTH)?;
        self.scanner.skip_space();
        if self.fence() {
            self.scanner.skip_space();
        }
        self.scanner.is_at_end().then_some(value)
    }

    fn fence(&mut self) -> bool {
        let is_there = self.scanner.eat("```");
        if is_there {
            self.is_repaired = true;
        }
        is_there
    }

    /// Goes over one value.
    fn value(&mut self, depth: usize) -> Option<Value<'a>> {
        let before = self.scanner;
        match self.scanner.peek() {
            b'{' => self.collection(true, depth)?,
            b'[' => self.collection(false, depth)?,
            b'"' | b'\'' => self.string(&mut None)?,
            _ => {
                let word = self.scanner.take_while(
                    |b| matches!(b, b'0'..=b'9' | b'-' | b'+' | b'.' | b'a'..=b'z' | b'A'..=b'Z'),
                );
                match word {
                    "null" | "true" | "false" => {}
                    "None" | "True" | "False" => {
                        self.is_repaired = true;
                    }
                    _ if matches!(word.bytes().next(), Some(b'-' | b'0'..=b'9')) => {}
                    _ => {
                        self.scanner = before;
                        return None;
                    }
                }
            }
        }
        Some(Value(before.until(&self.scanner)))
    }

    fn collection(&mut self, is_object: bool, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let close = if is_object { "}" } else { "]" };
        self.scanner.next();
        self.scanner.skip_space();
        while !self.scanner.eat(close) {
            if is_object {
                if !matches!(self.scanner.peek(), b'"' | b'\'') {
                    return None;
                }
                self.string(&mut None)?;
                self.scanner.skip_space();
                if !self.scanner.eat(":") {
                    return None;
                }
                self.scanner.skip_space();
            }
            self.value(depth)?;
            self.scanner.skip_space();
            if self.scanner.eat(",") {
                self.scanner.skip_space();
                if self.scanner.rest().starts_with(close) {
                    self.is_repaired = true;
                }
            } else if !self.scanner.rest().starts_with(close) {
                return None;
            }
        }
        Some(())
    }

    /// Goes over a string, and appends what it holds to `text` if there is one.
    fn string(&mut self, text: &mut Option<String>) -> Option<()> {
        let is_double = self.scanner.eat("\"");
        if !is_double {
            self.scanner.eat("'");
            self.is_repaired = true;
        }
        let quote = if is_double { b'"' } else { b'\'' };
        loop {
            let plain = self.scanner.take_while(|b| b >= 0x20 && b != quote && b != b'\\');
            let c = match self.scanner.next()? {
                '\\' => Some(self.escape()?),
                control @ '\0'..='\u{1f}' => {
                    self.is_repaired = true;
                    Some(control)
                }
                _ => None,
            };
            if let Some(text) = text {
                text.push_str(plain);
                text.extend(c);
            }
            if c.is_none() {
                return Some(());
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Option<char> {
        Some(match self.scanner.next()? {
            c @ ('"' | '\\' | '/') => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => self.unicode_escape()?,
            c => {
                self.is_repaired = true;
                c
            }
        })
    }

    fn unicode_escape(&mut self) -> Option<char> {
        let high = self.hex4()?;
        let after_high = self.scanner;
        if matches!(high, 0xd800..=0xdbff) && self.scanner.eat("\\u") {
            let low = self.hex4()?;
            if matches!(low, 0xdc00..=0xdfff) {
                let code = ((high & 0x3ff) << 10 | low & 0x3ff).wrapping_add(0x10000);
                return char::from_u32(code);
            }
            self.scanner = after_high;
        }
        // A lone surrogate is no character. U+FFFF never is one either, and `Content` says so.
        Some(char::from_u32(high).unwrap_or('\u{ffff}'))
    }

    fn hex4(&mut self) -> Option<u32> {
        let mut code = 0;
        for _ in 0..4 {
            code = code << 4 | self.scanner.next()?.to_digit(16)?;
        }
        Some(code)
    }
}

/// Writes JSON text piece by piece, with commas where they belong.
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
}

impl Writer {
    /// Opens an object or array (`{` or `[`).
    pub fn open(&mut self, bracket: char) -> &mut Self {
        self.comma();
        self.out.push(bracket);
        self
    }

    /// Closes what was opened (`}` or `]`).
    pub fn close(&mut self, bracket: char) -> &mut Self {
        self.out.push(bracket);
        self
    }

    /// A key; its value comes next.
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.string(key);
        self.out.push(':');
        self
    }

    /// A string value.
    pub fn string(&mut self, text: &str) -> &mut Self {
        self.comma();
        self.out.push('"');
        let mut scanner = Scanner::new(text);
        loop {
            let plain = scanner.take_while(|b| b >= 0x20 && b != b'"' && b != b'\\');
            self.out.push_str(plain);
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

    /// A string value, or `null`.
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

    /// An array of strings.
    pub fn strings(&mut self, texts: &[impl AsRef<str>]) -> &mut Self {
        self.open('[');
        for text in texts {
            self.string(text.as_ref());
        }
        self.close(']')
    }

    /// A value that is JSON already.
    pub fn value(&mut self, value: Value<'_>) -> &mut Self {
        self.comma();
        self.out.push_str(value.as_written());
        self
    }

    /// A whole number.
    pub fn integer(&mut self, number: i64) -> &mut Self {
        self.comma();
        push_decimal(&mut self.out, number);
        self
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, value: bool) -> &mut Self {
        self.comma();
        self.out.push_str(if value { "true" } else { "false" });
        self
    }

    /// The finished text.
    pub fn finish(self) -> String {
        self.out
    }

    fn comma(&mut self) {
        if !matches!(self.out.bytes().last(), None | Some(b'{' | b'[' | b':')) {
            self.out.push(',');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_repaired(text: &str) -> bool {
        read(text).unwrap().1
    }

    #[test]
    fn reads_json() {
        let text =
            r#" {"a": [1, -2.50, true, null, "x\n\u00e9\ud83d\ude00"], "b": {}, "b": {"c":[]}} "#;
        let (value, is_repaired) = read(text).unwrap();
        assert!(!is_repaired);
        let a = value.parts().nth(1).unwrap();
        let parts: Vec<&str> = a.parts().map(Value::as_written).collect();
        assert_eq!(parts, ["1", "-2.50", "true", "null", r#""x\n\u00e9\ud83d\ude00""#]);
        let kinds: Vec<&str> = a.parts().map(Value::kind).collect();
        assert_eq!(kinds, ["a number", "a number", "a boolean", "null", "a string"]);
        assert_eq!(a.parts().last().and_then(Value::as_string).unwrap(), "x\né😀");
        assert_eq!(value.parts().last().unwrap().as_written(), r#"{"c":[]}"#);
        assert_eq!(a.parts().next().unwrap().parts().count(), 0);
    }

    #[test]
    fn says_that_it_repaired() {
        for text in
            ["```json\n[1]\n```", "[1,2,]", "{'a': 1}", "[True]", "\"a\nb\"", r#"["it\'s"]"#]
        {
            assert!(is_repaired(text), "{text}");
        }
        let (value, _) = read("```json\n[{'a': 'it\\'s',},]```").unwrap();
        let inner = value.parts().next().and_then(|item| item.parts().nth(1));
        assert_eq!(inner.and_then(Value::as_string).unwrap(), "it's");
    }

    #[test]
    fn refuses_the_rest_with_a_place() {
        for text in [
            "",
            "[1",
            "{\"a\"",
            "[1 2]",
            "{a:1}",
            "\"a",
            "[1]]",
            "\"\\u12\"",
            "{\"a\":}",
            "truth",
            "[,]",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(read("[1 2]").unwrap_err(), "at byte 3, before \"2]\"");
        assert!(read(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn lone_surrogates_become_a_noncharacter() {
        for (text, expected) in [
            (r#""\ud800""#, "\u{ffff}"),
            (r#""\ud800\n""#, "\u{ffff}\n"),
            (r#""\udc00\ud800""#, "\u{ffff}\u{ffff}"),
            (r#""\ud800\ud83d\ude00""#, "\u{ffff}😀"),
        ] {
            assert_eq!(read(text).unwrap().0.as_string().unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn integers() {
        let integer = |text| Value(text).as_integer();
        assert_eq!(integer("12"), Some(12));
        assert_eq!(integer("-1"), Some(-1));
        assert_eq!(integer("3.00"), Some(3));
        for text in ["1.5", "1.", "1e3", "", "-", "+1", "99999999999999999999", "\"1\""] {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn writes_what_it_reads() {
        let mut writer = Writer::default();
        writer.open('{').key("a").open('[').integer(0).integer(120).boolean(true).close(']');
        writer.key("b").string("\"\\\n\u{1}\u{1f}é").close('}');
        let text = writer.finish();
        assert_eq!(text, r#"{"a":[0,120,true],"b":"\"\\\n\u0001\u001fé"}"#);
        assert!(!is_repaired(&text));
    }
}
