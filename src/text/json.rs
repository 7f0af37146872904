//! Reading and writing JSON, as far as the module needs it. [`Writer`] writes it.
//!
//! The reader accepts what models write in place of JSON, and reports that it did: a caller that
//! wants strict JSON refuses a text that was repaired. It scans the text once and records where
//! each value is. A value is a part of the text, and is only converted when it is used.
//!
//! It is written by hand because repair is needed, and a library next to it would double the size
//! of the module. Numbers stay text: nothing here needs floating point, which takes much code to
//! read and print.

mod writer;

use std::borrow::Cow;

use crate::text::decimal::{parse_decimal, push_decimal};
use crate::text::message::{FormatArg, bare_word, describe_location, excerpt};
use crate::text::scan::Scanner;

pub use writer::Writer;

/// The maximum depth of nesting. Deeper nesting is refused, because nothing we read needs it, and
/// the stack is finite.
const MAX_DEPTH: usize = 32;

/// A text that contains one JSON value.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// The values, in the order in which they begin.
    nodes: Vec<Node<'a>>,
    /// Whether the text had to be repaired: a code fence around it, single quotes, trailing
    /// commas, raw line breaks in strings, needless backslashes, Python's None and True.
    pub is_repaired: bool,
}

#[derive(Clone, Debug)]
struct Node<'a> {
    kind: Kind,
    /// The text of the value.
    text: &'a str,
    /// The number of values in it, including itself.
    size: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Null,
    Boolean,
    Number,
    /// A string without escapes, which can be used as it is.
    Plain,
    /// Any other string.
    Escaped,
    Array,
    Object,
}

/// A JSON value of a [`Document`].
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    /// The value, followed by those inside it.
    nodes: &'a [Node<'a>],
}

impl Node<'_> {
    /// Returns whether this is an array or an object whose end has not been read.
    fn is_open(&self) -> bool {
        self.text.is_empty()
    }
}

impl<'a> Document<'a> {
    /// Reads a text that contains one JSON value, with nothing but white space around it.
    ///
    /// # Errors
    /// The place where reading stopped.
    #[inline(never)]
    pub fn read(text: &'a str) -> Result<Self, String> {
        let mut reader = JsonReader::new(text);
        // About as many as a list of todos needs.
        reader.nodes.reserve(text.len().min(1 << 16) / 7);
        match reader.document() {
            Some(()) => Ok(Self { nodes: reader.nodes, is_repaired: reader.is_repaired }),
            None => Err(describe_location(&reader.scanner)),
        }
    }

    /// Returns the value.
    pub fn root(&self) -> Value<'_> {
        Value { nodes: &self.nodes }
    }
}

/// Returns the JSON value at the start of `text`, as leniently as [`Document::read`].
pub(crate) fn first(text: &str) -> Option<&str> {
    let mut reader = JsonReader::new(text);
    reader.value(MAX_DEPTH)?;
    Some(Scanner::new(text).until(&reader.scanner))
}

/// The beginning of a JSON text, as far as it can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PartialJson {
    /// The text up to the last complete item of its first array, with the brackets closed that are
    /// open there. It is empty if no array has begun.
    pub text: String,
    /// Whether the text is complete, and therefore not cut.
    pub is_whole: bool,
}

impl PartialJson {
    /// Cuts a text that is still being written.
    pub fn of(text: &str) -> Self {
        let mut reader = JsonReader::new(text);
        let _ = reader.document();
        let is_whole = reader.nodes.first().is_some_and(|root| !root.is_open());
        let text = if is_whole { text.to_owned() } else { reader.cut(text).unwrap_or_default() };
        Self { text, is_whole }
    }
}

/// Returns the string values of a key, at any depth of a JSON text of our own. The standard
/// library's substring search would add 5 kB with Brotli, and be slower.
pub(crate) fn texts_of<'a>(json: &'a str, key: &'a str) -> impl Iterator<Item = &'a str> {
    let mut scanner = Scanner::new(json);
    let mut piece = move || {
        let is_more = !scanner.is_at_end();
        let piece = scanner.take_to(|byte| byte == b'"');
        scanner.eat_byte(b'"');
        is_more.then_some(piece)
    };
    core::iter::from_fn(move || {
        loop {
            if piece()? == key && piece()? == ":" {
                return piece();
            }
        }
    })
}

impl<'a> Value<'a> {
    /// Returns the text of the value.
    pub fn as_written(self) -> &'a str {
        self.node().text
    }

    fn node(self) -> &'a Node<'a> {
        // There is a node for each value.
        const NONE: &Node<'_> = &Node { kind: Kind::Null, text: "", size: 0 };
        self.nodes.first().unwrap_or(NONE)
    }

    /// Returns the text between the quotes.
    fn inside(self) -> Option<&'a str> {
        let text = self.as_written();
        text.get(1..text.len().checked_sub(1)?)
    }

    /// Returns the kind of value, for messages.
    pub fn kind(self) -> &'static str {
        match self.node().kind {
            Kind::Null => "null",
            Kind::Boolean => "a boolean",
            Kind::Number => "a number",
            Kind::Plain | Kind::Escaped => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        }
    }

    /// Returns the value in a few characters, for messages: scalars as written, other values by
    /// kind.
    pub(crate) fn excerpt(self) -> FormatArg<'a> {
        match self.node().kind {
            Kind::Array | Kind::Object => FormatArg::Text(self.kind()),
            Kind::Plain | Kind::Escaped => excerpt(self.inside().unwrap_or_default()),
            Kind::Null | Kind::Boolean | Kind::Number => bare_word(self.as_written()),
        }
    }

    /// Returns whether this is `null`.
    pub fn is_null(self) -> bool {
        self.node().kind == Kind::Null
    }

    /// Returns whether this is an array.
    pub fn is_array(self) -> bool {
        self.node().kind == Kind::Array
    }

    /// Returns whether this is an object.
    pub fn is_object(self) -> bool {
        self.node().kind == Kind::Object
    }

    /// Returns the value of `true` or `false`, spelt as in JSON.
    pub fn as_boolean(self) -> Option<bool> {
        match self.as_written() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// Returns the value of a whole number, which may be written like "3.0". Returns `None` if it
    /// is out of range.
    pub fn as_integer(self) -> Option<i64> {
        let mut scanner = Scanner::new(self.as_written());
        let whole = scanner.take_while(|b| b != b'.');
        let is_whole =
            scanner.is_at_end() || scanner.eat(".0") && scanner.rest().bytes().all(|b| b == b'0');
        if is_whole { parse_decimal(whole) } else { None }
    }

    /// Returns the text of a string, or of a whole number in decimal, such as an id that a model
    /// writes as either.
    pub fn as_text(self) -> Option<Cow<'a, str>> {
        self.as_string().or_else(|| {
            let mut text = String::new();
            push_decimal(&mut text, self.as_integer()?);
            Some(text.into())
        })
    }

    /// Returns the text of a string. A lone surrogate becomes U+FFFF, which `Content` then reports.
    pub fn as_string(self) -> Option<Cow<'a, str>> {
        match self.node().kind {
            Kind::Plain => self.inside().map(Cow::Borrowed),
            Kind::Escaped => self.unescape().map(Cow::Owned),
            Kind::Null | Kind::Boolean | Kind::Number | Kind::Array | Kind::Object => None,
        }
    }

    #[inline(never)]
    fn unescape(self) -> Option<String> {
        let mut text = Some(String::new());
        let mut reader = JsonReader::new(self.as_written());
        let quote = reader.scanner.peek();
        reader.scanner.eat_byte(quote);
        reader.rest_of_string(quote, &mut text)?;
        text
    }

    /// Returns the fields of an object with their keys. Other values have none.
    pub fn fields(self) -> impl Iterator<Item = (Cow<'a, str>, Value<'a>)> {
        let mut parts = self.parts();
        if !self.is_object() {
            parts.rest = &[];
        }
        core::iter::from_fn(move || {
            let key = parts.next()?;
            Some((key.as_string().unwrap_or_default(), parts.next()?))
        })
    }

    /// Returns this value as the only part.
    pub(crate) fn alone(self) -> Parts<'a> {
        Parts { rest: self.nodes }
    }

    /// Returns the items of an array, or alternately the keys and values of an object. Other values
    /// have none.
    pub fn parts(self) -> Parts<'a> {
        Parts { rest: self.nodes.get(1..).unwrap_or_default() }
    }
}

/// The parts of an array or an object.
#[derive(Clone, Debug, Default)]
pub struct Parts<'a> {
    rest: &'a [Node<'a>],
}

impl<'a> Iterator for Parts<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        let size = self.rest.first()?.size;
        let (nodes, rest) = self.rest.split_at_checked(size)?;
        self.rest = rest;
        Some(Value { nodes })
    }
}

struct JsonReader<'a> {
    scanner: Scanner<'a>,
    nodes: Vec<Node<'a>>,
    is_repaired: bool,
}

impl<'a> JsonReader<'a> {
    fn new(text: &'a str) -> Self {
        let scanner = Scanner::new(text);
        Self { scanner, nodes: Vec::new(), is_repaired: false }
    }

    fn document(&mut self) -> Option<()> {
        // A byte order mark is no part of the text.
        self.scanner.eat("\u{feff}");
        self.scanner.skip_space();
        if self.fence() {
            self.scanner.take_while(|b| b.is_ascii_alphanumeric());
            self.scanner.skip_space();
        }
        self.value(MAX_DEPTH)?;
        self.scanner.skip_space();
        if self.fence() {
            self.scanner.skip_space();
        }
        self.scanner.is_at_end().then_some(())
    }

    /// Cuts the text that could not be read to its end.
    fn cut(&self, text: &str) -> Option<String> {
        let offset_of =
            |node: &Node<'_>| node.text.as_ptr().addr().checked_sub(text.as_ptr().addr());
        let first = self.nodes.iter().position(|node| node.kind == Kind::Array)?;
        let (around, nodes) = self.nodes.split_at_checked(first)?;
        let (array, mut items) = nodes.split_first()?;
        let mut end = offset_of(array)?.checked_add(array.text.len().max(1))?;
        while array.is_open()
            && let Some(item) = items.first().filter(|item| !item.is_open())
        {
            let end_of_item = offset_of(item)?.checked_add(item.text.len())?;
            // A number at the end of the text may go on.
            if item.kind != Kind::Number || end_of_item < text.len() {
                end = end_of_item;
            }
            items = items.get(item.size..).unwrap_or_default();
        }
        let mut cut = text.get(..end)?.to_owned();
        for node in core::iter::once(array).chain(around.iter().rev()).filter(|node| node.is_open())
        {
            cut.push(if node.kind == Kind::Array { ']' } else { '}' });
        }
        Some(cut)
    }

    fn fence(&mut self) -> bool {
        let is_found = self.scanner.eat("```");
        if is_found {
            self.is_repaired = true;
        }
        is_found
    }

    /// Skips one value and records it.
    fn value(&mut self, depth: usize) -> Option<()> {
        match self.scanner.peek() {
            b'{' => self.collection(Kind::Object, b'}', depth),
            b'[' => self.collection(Kind::Array, b']', depth),
            b'"' | b'\'' => self.string(),
            _ => self.literal(),
        }
    }

    /// Records a value that ends here and contains no others.
    fn push(&mut self, kind: Kind, start: usize) {
        self.nodes.push(Node { kind, text: self.scanner.since(start), size: 1 });
    }

    fn literal(&mut self) -> Option<()> {
        let before = self.scanner;
        let word = self.scanner.take_while(
            |b| matches!(b, b'0'..=b'9' | b'-' | b'+' | b'.' | b'a'..=b'z' | b'A'..=b'Z'),
        );
        let (kind, is_repaired) = match word {
            "null" => (Kind::Null, false),
            "None" => (Kind::Null, true),
            "true" | "false" => (Kind::Boolean, false),
            "True" | "False" => (Kind::Boolean, true),
            _ => match has_leading_zeros(word) {
                Some(is_repaired) => (Kind::Number, is_repaired),
                None => {
                    self.scanner = before;
                    return None;
                }
            },
        };
        self.is_repaired |= is_repaired;
        self.push(kind, before.at());
        Some(())
    }

    /// Skips an array or an object, and records it and the values inside it.
    fn collection(&mut self, kind: Kind, close: u8, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let (start, index) = (self.scanner.at(), self.nodes.len());
        // The number of values in it is not known yet.
        self.push(kind, start);
        self.scanner.eat_byte(self.scanner.peek());
        self.scanner.skip_space();
        while !self.scanner.eat_byte(close) {
            if kind == Kind::Object {
                let (b'"' | b'\'') = self.scanner.peek() else { return None };
                self.string()?;
                self.scanner.skip_space();
                if !self.scanner.eat_byte(b':') {
                    return None;
                }
                self.scanner.skip_space();
            }
            self.value(depth)?;
            self.scanner.skip_space();
            if self.scanner.eat_byte(b',') {
                self.scanner.skip_space();
                if self.scanner.peek() == close {
                    self.is_repaired = true;
                }
            } else if self.scanner.peek() != close {
                return None;
            }
        }
        let nodes = self.nodes.get_mut(index..)?;
        let size = nodes.len();
        let node = nodes.first_mut()?;
        (node.text, node.size) = (self.scanner.since(start), size);
        Some(())
    }

    /// Skips a string in either kind of quotes, and records it.
    fn string(&mut self) -> Option<()> {
        let start = self.scanner.at();
        if self.scanner.skip_plain_string() {
            self.push(Kind::Plain, start);
            return Some(());
        }
        self.string_with_escapes()
    }

    /// Skips a string with escapes or in single quotes, and records it.
    #[inline(never)]
    fn string_with_escapes(&mut self) -> Option<()> {
        let start = self.scanner.at();
        let quote = self.scanner.peek();
        self.scanner.eat_byte(quote);
        self.is_repaired |= quote == b'\'';
        self.rest_of_string(quote, &mut None)?;
        self.push(Kind::Escaped, start);
        Some(())
    }

    /// Skips the rest of a string with escapes. Appends its content to `text`, unless that is
    /// `None`.
    #[inline(never)]
    fn rest_of_string(&mut self, quote: u8, text: &mut Option<String>) -> Option<()> {
        loop {
            let before = self.scanner;
            self.scanner.skip_plain(quote);
            if let Some(text) = text {
                text.push_str(before.until(&self.scanner));
            }
            if self.scanner.eat_byte(quote) {
                return Some(());
            }
            let mut c = self.scanner.next()?;
            if c == '\\' {
                c = self.escape()?;
            } else {
                self.is_repaired = true;
            }
            if let Some(text) = text {
                text.push(c);
            }
        }
    }

    /// Reads what follows a backslash. Before any other letter or digit, a model forgot to escape
    /// it.
    fn escape(&mut self) -> Option<char> {
        let before = self.scanner;
        Some(match self.scanner.next()? {
            c @ ('"' | '\\' | '/') => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => self.unicode_escape().unwrap_or_else(|| {
                self.scanner = before;
                self.is_repaired = true;
                '\\'
            }),
            c if c.is_ascii_alphanumeric() => {
                self.scanner = before;
                self.is_repaired = true;
                '\\'
            }
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
                let code = ((high & 0x3ff) << 10 | low & 0x3ff) + 0x10000;
                return char::from_u32(code);
            }
            self.scanner = after_high;
        }
        // A lone surrogate is not a character. U+FFFF is not one either, and `Content` reports it.
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

/// Returns whether a number has leading zeros, which JSON does not allow, or `None` if it is not a
/// number.
fn has_leading_zeros(word: &str) -> Option<bool> {
    let mut scanner = Scanner::new(word);
    scanner.eat_byte(b'-');
    let whole = scanner.take_while(|b| b.is_ascii_digit());
    let mut is_number = !whole.is_empty();
    if scanner.eat_byte(b'.') {
        is_number &= !scanner.take_while(|b| b.is_ascii_digit()).is_empty();
    }
    if scanner.eat_byte(b'e') || scanner.eat_byte(b'E') {
        let _ = scanner.eat_byte(b'+') || scanner.eat_byte(b'-');
        is_number &= !scanner.take_while(|b| b.is_ascii_digit()).is_empty();
    }
    let is_whole = is_number && scanner.is_at_end();
    is_whole.then_some(whole.len() > 1 && whole.starts_with('0'))
}

#[cfg(test)]
mod tests;
