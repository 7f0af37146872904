//! The parts of one tool call in XML: its name, and its arguments as JSON.

use std::borrow::Cow;

use crate::list::error::TodoError;
use crate::list::note::{Notes, note};
use crate::text::content::{eq_lenient, trim};
use crate::text::escape::decoded;
use crate::text::json::{self, Document, Value, Writer};
use crate::text::message::FormatArg::Text;
use crate::text::message::{bare_word, excerpt, fill};
use crate::text::scan::Scanner;
use crate::tools::arguments::note_json_text;

/// The only tool that is called in XML.
pub(super) const TOOL: &str = "todo";
/// The element of a call.
pub(super) const CALL: &str = "tool_call";

/// A call that was found in a text, or the reason why it cannot be run.
#[derive(Clone, Debug)]
pub struct ToolCall {
    pub(super) name: String,
    /// The arguments as JSON text.
    pub(super) arguments: Result<String, TodoError>,
    pub(super) notes: Notes,
}

/// Reads calls from a text.
pub(super) struct CallReader<'a> {
    pub scanner: Scanner<'a>,
    notes: Notes,
    /// The closing texts that do not occur in the rest of the text, so that it is not searched for
    /// them again.
    endless: Vec<&'static str>,
    /// Whether the last call could not be parsed.
    pub is_broken: bool,
}

impl<'a> CallReader<'a> {
    pub fn new(text: &'a str) -> Self {
        let scanner = Scanner::new(text);
        Self { scanner, notes: Notes::new(), endless: Vec::new(), is_broken: false }
    }

    /// Takes the text between `begin` and `end`, if `begin` comes next. Returns `None` if there is
    /// no `end`.
    fn take_section(&mut self, begin: &str, end: &'static str) -> Option<&'a str> {
        let before = self.scanner;
        if self.endless.contains(&end) || !self.scanner.eat(begin) {
            return None;
        }
        let section = self.scanner.take_past(end);
        if section.is_none() {
            self.scanner = before;
            self.endless.push(end);
        }
        section
    }

    pub fn skip_comment(&mut self) -> bool {
        self.take_section("<!--", "-->").is_some()
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) {
        self.scanner.skip_space();
        while self.skip_comment() {
            self.scanner.skip_space();
        }
    }

    /// Reads a call, starting after its opening tag.
    pub fn read_call(&mut self) -> ToolCall {
        let mut name = String::new();
        let mut arguments = Writer::default();
        arguments.open('{');
        let result = self.read_elements(&mut name, &mut arguments);
        arguments.close('}');
        let notes = core::mem::take(&mut self.notes);
        ToolCall { name, arguments: result.map(|()| arguments.finish()), notes }
    }

    /// Returns whether a call begins anywhere in the rest of the text.
    pub fn has_call(&mut self) -> bool {
        loop {
            self.scanner.skip_while(|b| b != b'<');
            match self.take_tag("<") {
                Some(name) if eq_lenient(name, CALL) => return true,
                Some(_) => {}
                None if self.scanner.next().is_none() => return false,
                None => {}
            }
        }
    }

    fn read_elements(
        &mut self,
        name: &mut String,
        arguments: &mut Writer,
    ) -> Result<(), TodoError> {
        let mut is_within = false;
        let mut refused = None;
        loop {
            self.skip_space();
            if self.scanner.peek() == b'{' {
                refused = refused.or(self.read_json(name, arguments).err());
                self.skip_space();
            }
            let before = self.scanner;
            if let Some(tag) = self.take_tag("</") {
                if eq_lenient(tag, CALL) {
                    break;
                }
                if eq_lenient(tag, "parameters") {
                    is_within = false;
                    continue;
                }
            } else if let Some(tag) = self.take_tag("<")
                && !eq_lenient(tag, CALL)
            {
                if eq_lenient(tag, "tool_name") {
                    let (text, _) = self.read_body(tag)?;
                    *name = trim(&decoded(text, false)).to_owned();
                } else if eq_lenient(tag, "parameters") {
                    is_within = true;
                } else {
                    self.read_argument(tag, arguments)?;
                }
                continue;
            }
            self.scanner = before;
            return Err(self.unclosed(CALL));
        }
        if is_within {
            note(&mut self.notes, "parameters: not closed, read to the end of the call", &[]);
        }
        if name.is_empty() {
            return Err(TodoError::invalid(
                "the call has no name: begin it with <tool_name>todo</tool_name>",
                &[],
            ));
        }
        refused.map_or(Ok(()), Err)
    }

    /// Reads JSON in place of elements, as some models write it: `{"name":"todo","arguments":{…}}`,
    /// or the arguments alone.
    ///
    /// # Errors
    /// `invalid_argument` if the arguments are not an object.
    fn read_json(&mut self, name: &mut String, arguments: &mut Writer) -> Result<(), TodoError> {
        let Some(json) = json::first(self.scanner.rest()) else { return Ok(()) };
        let Ok(document) = Document::read(json) else { return Ok(()) };
        self.scanner.eat(json);
        let is_named = document.root().fields().any(|(key, _)| is_name(&key));
        let what = if is_named {
            "tool_call: JSON read as its name and parameters"
        } else {
            "parameters: JSON read as its elements"
        };
        note(&mut self.notes, what, &[]);
        for (key, value) in document.root().fields() {
            match &*key {
                key if is_name(key) => *name = value.as_string().unwrap_or_default().into_owned(),
                "arguments" | "parameters" | "args" if value.is_null() => {}
                key @ ("arguments" | "parameters" | "args") => {
                    self.read_parameters(key, value, arguments)?;
                }
                key => {
                    arguments.key(key).raw(value.as_written());
                }
            }
        }
        Ok(())
    }

    /// Reads the parameters of a call in JSON: an object, or the text of one.
    fn read_parameters(
        &mut self,
        key: &str,
        value: Value<'_>,
        arguments: &mut Writer,
    ) -> Result<(), TodoError> {
        let text = value.as_string();
        let document = Document::read(text.as_deref().unwrap_or(value.as_written()));
        let Some(document) = document.ok().filter(|read| read.root().is_object()) else {
            return Err(TodoError::invalid(
                "{} must be an object like {\"action\": \"read\"}, got {}",
                &[Text(key), value.excerpt()],
            ));
        };
        if text.is_some() {
            note_json_text(&mut self.notes, key);
        }
        for (key, value) in document.root().fields() {
            arguments.key(&key).raw(value.as_written());
        }
        Ok(())
    }

    /// Reads an argument that is an element.
    fn read_argument(&mut self, tag: &str, arguments: &mut Writer) -> Result<(), TodoError> {
        let (text, is_literal) = self.read_body(tag)?;
        let mut text = Cow::Borrowed(trim(text));
        if let Some(todos) = todos_json(&text) {
            note(&mut self.notes, "{}: <todo> elements read as a list", &[bare_word(tag)]);
            arguments.key(&tag.to_ascii_lowercase()).raw(&todos);
            return Ok(());
        }
        if !is_literal {
            // In JSON, an entity is a character of a string.
            let is_json = Document::read(&text).is_ok();
            text = Cow::Owned(decoded(&text, is_json));
        }
        let key = tag.to_ascii_lowercase();
        arguments.key(&key);
        match Document::read(&text) {
            Ok(document) if document.root().is_array() || document.root().is_object() => {
                if document.is_repaired && text.starts_with("```") {
                    note(&mut self.notes, "{}: a code fence around it ignored", &[bare_word(&key)]);
                }
                arguments.raw(document.root().as_written());
            }
            _ => {
                arguments.string(&text);
            }
        }
        if key != tag {
            note(&mut self.notes, "{}: read as {}", &[bare_word(tag), bare_word(&key)]);
        }
        Ok(())
    }

    /// Reads the body of an element, starting after its opening tag. Returns whether it is literal
    /// text.
    fn read_body(&mut self, tag: &str) -> Result<(&'a str, bool), TodoError> {
        let start = self.scanner;
        self.skip_space();
        if let Some(text) = self.take_section("<![CDATA[", "]]>") {
            self.scanner.skip_space();
            if self.eat_closing_tag(tag) {
                return Ok((text, true));
            }
        } else if let Some(json) = json::first(self.scanner.rest()) {
            // A tag inside a string of the JSON does not end the element.
            self.scanner.eat(json);
            self.scanner.skip_space();
            if self.eat_closing_tag(tag) {
                return Ok((json, false));
            }
        }
        self.scanner = start;
        self.read_text_body(tag).map(|text| (text, false))
    }

    /// Reads the text of an element. A call inside it, up to its closing tag, is part of the text.
    fn read_text_body(&mut self, tag: &str) -> Result<&'a str, TodoError> {
        let start = self.scanner;
        let mut depth = 0_usize;
        loop {
            self.scanner.skip_while(|b| b != b'<');
            let before = self.scanner;
            if let Some(name) = self.take_tag("</") {
                if depth == 0 && name.eq_ignore_ascii_case(tag) {
                    return Ok(start.until(&before));
                }
                if eq_lenient(name, CALL) {
                    let Some(less) = depth.checked_sub(1) else {
                        self.scanner = before;
                        return Err(self.unclosed(tag));
                    };
                    depth = less;
                }
            } else if let Some(name) = self.take_tag("<") {
                depth += usize::from(eq_lenient(name, CALL));
            } else if self.scanner.next().is_none() {
                return Err(self.unclosed(tag));
            }
        }
    }

    /// Takes the closing tag of an element if it comes next, and returns whether it did.
    fn eat_closing_tag(&mut self, name: &str) -> bool {
        let before = self.scanner;
        let is_closed = self.take_tag("</").is_some_and(|tag| tag.eq_ignore_ascii_case(name));
        if !is_closed {
            self.scanner = before;
        }
        is_closed
    }

    /// Takes a tag that begins with `open`, including its attributes, and returns its name.
    pub fn take_tag(&mut self, open: &str) -> Option<&'a str> {
        let before = self.scanner;
        let name = if self.scanner.eat(open) { self.take_name() } else { None };
        if name.is_none() {
            self.scanner = before;
        }
        name
    }

    /// Takes the rest of a tag, starting with its name.
    fn take_name(&mut self) -> Option<&'a str> {
        self.scanner.skip_space();
        let in_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        let name = self.scanner.take_while(in_name);
        self.scanner.skip_while(|b| !matches!(b, b'<' | b'>'));
        (!name.is_empty() && self.scanner.eat(">")).then_some(name)
    }

    /// Returns the refused call for a repeated answer of a tool that is not closed and contains
    /// calls.
    pub fn refused_echo(&mut self) -> ToolCall {
        let error = TodoError::invalid(
            "an answer of a tool that was repeated is not closed, {}: nothing was done, here or after it: send \
             the call by itself",
            &[Text(&self.location())],
        );
        ToolCall { name: TOOL.to_owned(), arguments: Err(error), notes: Notes::new() }
    }

    fn unclosed(&mut self, tag: &str) -> TodoError {
        self.is_broken = true;
        TodoError::invalid(
            "the call is not closed: expected </{}> {}: nothing was done, here or after it: close it and send \
             it again",
            &[bare_word(tag), Text(&self.location())],
        )
    }

    /// Returns where the reader is, for an error.
    fn location(&self) -> String {
        match self.scanner.rest() {
            rest if trim(rest).is_empty() => "at the end of the text".to_owned(),
            rest => fill("before {}", &[excerpt(rest)]),
        }
    }
}

/// Returns the list in a text that consists only of `<todo id="1" status="done">…</todo>` elements,
/// as JSON. Our own reminders have this form.
fn todos_json(text: &str) -> Option<String> {
    let mut scanner = Scanner::new(text);
    let mut json = Writer::default();
    json.open('[');
    while !scanner.is_at_end() {
        if !scanner.eat("<todo") {
            return None;
        }
        json.open('{');
        scanner.skip_space();
        while !scanner.eat(">") {
            let name = scanner.take_while(|b| b.is_ascii_alphanumeric());
            if name.is_empty() || !scanner.eat("=\"") {
                return None;
            }
            json.key(name).string(&decoded(scanner.take_past("\"")?, false));
            scanner.skip_space();
        }
        let content = scanner.take_past("</todo>")?;
        if content.contains('<') {
            return None;
        }
        json.key("content").string(trim(&decoded(content, false)));
        json.close('}');
        scanner.skip_space();
    }
    json.close(']');
    (!text.is_empty()).then(|| json.finish())
}

fn is_name(key: &str) -> bool {
    matches!(key, "name" | "tool_name")
}
