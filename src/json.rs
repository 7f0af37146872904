//! JSON in and out, no more of it than the module needs.
//!
//! The reader accepts what models write in place of JSON and says each time what it accepted;
//! whoever wants strict JSON refuses a text with repairs. It is ours rather than a library's
//! because repair needs it, and because a second reader would double the weight of the module.
//! Numbers stay text: nothing here needs floating point, whose reading and printing are heavy.

use std::borrow::Cow;

/// Deeper nesting is refused: nothing we read needs it, and the stack is finite.
const MAX_DEPTH: usize = 32;
/// More keys in one object are refused, so that looking for duplicates stays cheap.
const MAX_KEYS: usize = 64;

/// A JSON value. Text is borrowed where it holds no escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it was written.
    Number(Cow<'a, str>),
    /// A string, unescaped. A lone surrogate is U+FFFF here, which `Content` then reports.
    String(Cow<'a, str>),
    /// `[…]`
    Array(Vec<Value<'a>>),
    /// `{…}`, in the order written, each key once.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

impl Value<'_> {
    /// What kind of value this is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        }
    }

    /// The value in a few characters, for messages: scalars as written, the rest by kind.
    pub fn brief(&self) -> String {
        match self {
            Value::Number(text) => excerpt(text),
            Value::String(text) => format!("\"{}\"", excerpt(text)),
            Value::Bool(value) => value.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => self.kind().to_owned(),
        }
    }

    /// A whole number, also written "3.0".
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Number(text) => integer(text),
            _ => None,
        }
    }

    /// The same value, owning its text.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Value::Null => Value::Null,
            Value::Bool(value) => Value::Bool(value),
            Value::Number(text) => Value::Number(text.into_owned().into()),
            Value::String(text) => Value::String(text.into_owned().into()),
            Value::Array(items) => Value::Array(items.into_iter().map(Value::into_owned).collect()),
            Value::Object(fields) => Value::Object(
                fields
                    .into_iter()
                    .map(|(key, value)| (key.into_owned().into(), value.into_owned()))
                    .collect(),
            ),
        }
    }
}

/// Reads "3" and "3.0"; anything else, also out of range, is none.
pub fn integer(text: &str) -> Option<i64> {
    let whole = match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|b| b == b'0') => whole,
        Some(_) => return None,
        None => text,
    };
    if whole.starts_with('+') { None } else { whole.parse().ok() }
}

/// The first characters of a text, for messages.
pub fn excerpt(text: &str) -> String {
    const LENGTH: usize = 40;
    let mut short: String = text.chars().take(LENGTH).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// A text that could not be read as JSON, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError(pub String);

/// Reads one JSON value, with what had to be repaired to read it (one line for each kind of
/// repair, none for well-formed JSON).
///
/// # Errors
/// A sentence that says where reading stopped and what was expected there.
pub fn read(text: &str) -> Result<(Value<'_>, Vec<String>), SyntaxError> {
    let mut reader = Reader { rest: text, whole: text.len(), repairs: Vec::new() };
    reader.skip_space();
    if let Some(rest) = reader.rest.strip_prefix("```") {
        reader.rest = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        reader.repaired("read out of a code fence");
    }
    let value = reader.value(MAX_DEPTH)?;
    reader.skip_space();
    if let Some(rest) = reader.rest.strip_prefix("```") {
        reader.rest = rest;
        reader.repaired("read out of a code fence");
        reader.skip_space();
    }
    if reader.rest.is_empty() {
        Ok((value, reader.repairs))
    } else {
        Err(reader.expected("the end"))
    }
}

struct Reader<'a> {
    rest: &'a str,
    whole: usize,
    repairs: Vec<String>,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Result<Value<'a>, SyntaxError> {
        self.skip_space();
        let Some(depth) = depth.checked_sub(1) else {
            return Err(SyntaxError(format!("it nests deeper than {MAX_DEPTH} levels")));
        };
        match self.rest.bytes().next() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(quote @ (b'"' | b'\'')) => Ok(Value::String(self.string(quote)?)),
            Some(b'-' | b'0'..=b'9') => {
                let number = self
                    .take_while(|b| matches!(b, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
                Ok(Value::Number(number.into()))
            }
            _ => self.keyword(),
        }
    }

    fn keyword(&mut self) -> Result<Value<'a>, SyntaxError> {
        let before = self.rest;
        let word = self.take_while(|b| b.is_ascii_alphabetic());
        let value = match word {
            "null" | "None" => Value::Null,
            "true" | "True" => Value::Bool(true),
            "false" | "False" => Value::Bool(false),
            _ => {
                self.rest = before;
                return Err(self.expected("a value"));
            }
        };
        if matches!(word, "None" | "True" | "False") {
            self.repaired("Python's True, False or None read as JSON");
        }
        Ok(value)
    }

    fn array(&mut self, depth: usize) -> Result<Value<'a>, SyntaxError> {
        self.eat('[');
        let mut items = Vec::new();
        while !self.closes(']')? {
            items.push(self.value(depth)?);
            self.separator(']')?;
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self, depth: usize) -> Result<Value<'a>, SyntaxError> {
        self.eat('{');
        let mut fields: Vec<(Cow<'a, str>, Value<'a>)> = Vec::new();
        while !self.closes('}')? {
            let quote = match self.rest.bytes().next() {
                Some(quote @ (b'"' | b'\'')) => quote,
                _ => return Err(self.expected("a key in double quotes")),
            };
            let key = self.string(quote)?;
            self.skip_space();
            if !self.eat(':') {
                return Err(self.expected("':'"));
            }
            let value = self.value(depth)?;
            if let Some((_, known)) = fields.iter_mut().find(|(known, _)| *known == key) {
                *known = value;
                self.repaired(&format!(
                    "key \"{}\" given twice: the last one counts",
                    excerpt(&key)
                ));
            } else if fields.len() < MAX_KEYS {
                fields.push((key, value));
            } else {
                return Err(SyntaxError(format!("an object has more than {MAX_KEYS} keys")));
            }
            self.separator('}')?;
        }
        Ok(Value::Object(fields))
    }

    /// After an item: a comma, or the closing bracket left in place for [`Reader::closes`].
    fn separator(&mut self, close: char) -> Result<(), SyntaxError> {
        self.skip_space();
        if self.eat(',') {
            self.skip_space();
            if self.rest.starts_with(close) {
                self.repaired("a trailing comma dropped");
            }
            Ok(())
        } else if self.rest.starts_with(close) {
            Ok(())
        } else {
            Err(self.expected(if close == ']' { "',' or ']'" } else { "',' or '}'" }))
        }
    }

    fn closes(&mut self, close: char) -> Result<bool, SyntaxError> {
        self.skip_space();
        if self.rest.is_empty() {
            return Err(self.expected(if close == ']' { "']'" } else { "'}'" }));
        }
        Ok(self.eat(close))
    }

    fn string(&mut self, quote: u8) -> Result<Cow<'a, str>, SyntaxError> {
        if quote == b'\'' {
            self.repaired("single quotes read as double quotes");
        }
        self.eat(char::from(quote));
        let plain = self.take_while(|b| b != quote && b != b'\\' && b >= 0x20);
        if self.eat(char::from(quote)) {
            return Ok(plain.into());
        }
        let mut text = plain.to_owned();
        loop {
            let mut chars = self.rest.chars();
            match chars.next() {
                None => return Err(self.expected("the closing quote of a string")),
                Some('\\') => {
                    self.rest = chars.as_str();
                    text.push(self.escape()?);
                }
                Some(c) => {
                    self.rest = chars.as_str();
                    if c == char::from(quote) {
                        return Ok(text.into());
                    }
                    self.repaired("raw line breaks or control characters in a string kept");
                    text.push(c);
                }
            }
            text.push_str(self.take_while(|b| b != quote && b != b'\\' && b >= 0x20));
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<char, SyntaxError> {
        let mut chars = self.rest.chars();
        let escaped = chars.next();
        self.rest = chars.as_str();
        Ok(match escaped {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => self.unicode_escape()?,
            Some(c) => {
                self.repaired("needless backslashes in a string dropped");
                c
            }
            None => return Err(self.expected("the rest of an escape")),
        })
    }

    fn unicode_escape(&mut self) -> Result<char, SyntaxError> {
        let first = self.hex4()?;
        if let 0xd800..=0xdbff = first
            && let Some(rest) = self.rest.strip_prefix("\\u")
        {
            let before = std::mem::replace(&mut self.rest, rest);
            let pair = [first, self.hex4()?];
            if let Some(Ok(c)) = char::decode_utf16(pair).next() {
                return Ok(c);
            }
            self.rest = before;
        }
        // A lone surrogate is no character. U+FFFF never is one either, and `Content` says so.
        Ok(char::from_u32(first.into()).unwrap_or('\u{ffff}'))
    }

    fn hex4(&mut self) -> Result<u16, SyntaxError> {
        let Some((digits, rest)) = self.rest.split_at_checked(4) else {
            return Err(self.expected("four hexadecimal digits"));
        };
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(self.expected("four hexadecimal digits"));
        }
        self.rest = rest;
        u16::from_str_radix(digits, 16).map_err(|_| self.expected("four hexadecimal digits"))
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\n', '\r', '\t']);
    }

    fn eat(&mut self, expected: char) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes bytes as long as they fit; `fits` must take or leave all non-ASCII bytes alike.
    fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        let end = self.rest.bytes().position(|b| !fits(b)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or(("", self.rest));
        self.rest = rest;
        taken
    }

    fn repaired(&mut self, what: &str) {
        if !self.repairs.iter().any(|known| known == what) {
            self.repairs.push(what.to_owned());
        }
    }

    fn expected(&self, what: &str) -> SyntaxError {
        let at = self.whole.saturating_sub(self.rest.len());
        let found = match self.rest.chars().next() {
            Some(c) => format!("'{c}'"),
            None => "the end".to_owned(),
        };
        SyntaxError(format!("at byte {at}, expected {what}, found {found}"))
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
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|b| b == b'"' || b == b'\\' || b < 0x20) {
            let Some((plain, special)) = rest.split_at_checked(at) else { break };
            self.out.push_str(plain);
            let mut chars = special.chars();
            match chars.next() {
                Some('"') => self.out.push_str("\\\""),
                Some('\\') => self.out.push_str("\\\\"),
                Some('\n') => self.out.push_str("\\n"),
                Some('\r') => self.out.push_str("\\r"),
                Some('\t') => self.out.push_str("\\t"),
                Some(control) => {
                    self.out.push_str("\\u00");
                    self.out.push(if u32::from(control) < 0x10 { '0' } else { '1' });
                    self.out.push(char::from_digit(u32::from(control) & 0xf, 16).unwrap_or('0'));
                }
                None => {}
            }
            rest = chars.as_str();
        }
        self.out.push_str(rest);
        self.out.push('"');
        self
    }

    /// A whole number.
    pub fn integer(&mut self, number: u64) -> &mut Self {
        self.comma();
        push_integer(&mut self.out, number);
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

/// Appends a whole number; several times faster than going through `fmt`.
pub fn push_integer(out: &mut String, number: u64) {
    if number >= 10 {
        push_integer(out, number / 10);
    }
    out.push(char::from_digit((number % 10) as u32, 10).unwrap_or('0'));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repairs(text: &str) -> Vec<String> {
        read(text).unwrap().1
    }

    #[test]
    fn reads_json() {
        let (value, repairs) =
            read(r#" {"a": [1, -2.50, true, null, "x\n\u00e9\ud83d\ude00"], "b": {}} "#).unwrap();
        assert!(repairs.is_empty());
        assert_eq!(
            value,
            Value::Object(vec![
                (
                    "a".into(),
                    Value::Array(vec![
                        Value::Number("1".into()),
                        Value::Number("-2.50".into()),
                        Value::Bool(true),
                        Value::Null,
                        Value::String("x\né😀".into()),
                    ])
                ),
                ("b".into(), Value::Object(vec![])),
            ])
        );
    }

    #[test]
    fn says_what_it_repaired() {
        assert_eq!(repairs("```json\n[1]\n```"), ["read out of a code fence"]);
        assert_eq!(repairs("[1,2,]"), ["a trailing comma dropped"]);
        assert_eq!(repairs("{'a': True}").len(), 2);
        assert_eq!(repairs("\"a\nb\tc\"").len(), 1);
        assert_eq!(repairs(r#"{"a":1,"a":2}"#), ["key \"a\" given twice: the last one counts"]);
        assert_eq!(read(r#""it\'s""#).unwrap().0, Value::String("it's".into()));
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
        assert_eq!(read("[1 2]").unwrap_err().0, "at byte 3, expected ',' or ']', found '2'");
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
            assert_eq!(read(text).unwrap().0, Value::String(expected.into()), "{text}");
        }
    }

    #[test]
    fn integers() {
        assert_eq!(integer("12"), Some(12));
        assert_eq!(integer("-1"), Some(-1));
        assert_eq!(integer("3.00"), Some(3));
        for text in ["1.5", "1.", "1e3", "", "-", "+1", "99999999999999999999"] {
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
        assert!(repairs(&text).is_empty());
    }
}
