//! The XML form of a list, out and in.
//!
//! Out, it is seed 002's line exactly, with every text escaped: no content can end an element
//! early, and any XML parser reads the same text back. In, it is a strict reader of that form that
//! allows what XML allows around it (white space, comments, CDATA, either quote).

use crate::content::is_forbidden_in_xml;
use crate::error::{ErrorCode, TodoError};
use crate::history::{History, List};
use crate::json::push_integer;
use crate::options::Options;
use crate::store::TodoStore;
use crate::todo::{Status, Todo};

/// Whether a byte of text must be escaped. The carriage return is among them because XML parsers
/// turn a raw one into a line feed.
pub(crate) fn needs_escape(byte: u8) -> bool {
    matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'' | b'\r')
}

/// Appends text so that it can stand in an element or in an attribute.
pub(crate) fn escape(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some((plain, special)) =
        rest.bytes().position(needs_escape).and_then(|at| rest.split_at_checked(at))
    {
        out.push_str(plain);
        let mut chars = special.chars();
        match chars.next() {
            Some('&') => out.push_str("&amp;"),
            Some('<') => out.push_str("&lt;"),
            Some('>') => out.push_str("&gt;"),
            Some('"') => out.push_str("&quot;"),
            Some('\'') => out.push_str("&apos;"),
            Some('\r') => out.push_str("&#13;"),
            Some(other) => out.push(other),
            None => {}
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
}

/// `<todos><todo id="1" status="doing">text</todo></todos>`; an empty list is `<todos></todos>`.
pub fn write(list: &List) -> String {
    // The longest frame around a text, `<todo id="1000" status="skipped"></todo>`, has 41 bytes.
    let texts: usize = list.iter().map(|todo| todo.content.as_str().len().saturating_add(41)).sum();
    let mut out = String::with_capacity(texts.saturating_add(16));
    out.push_str("<todos>");
    for (id, todo) in (1..).zip(list) {
        write_todo(&mut out, id, todo);
    }
    out.push_str("</todos>");
    out
}

/// Appends one `<todo>` element.
pub(crate) fn write_todo(out: &mut String, id: u64, todo: &Todo) {
    out.push_str("<todo id=\"");
    push_integer(out, id);
    out.push_str("\" status=\"");
    out.push_str(todo.status.as_str());
    out.push_str("\">");
    if todo.content.is_plain() {
        out.push_str(todo.content.as_str());
    } else {
        escape(out, todo.content.as_str());
    }
    out.push_str("</todo>");
}

impl TodoStore {
    /// A store whose first revision, 0, is the list that the XML holds, with keys of its own.
    ///
    /// # Errors
    /// `invalid_xml` for text that is not the form of [`write`], with the place where reading
    /// stopped; `empty_content`, `content_too_long` and `too_many_todos` as for a write.
    pub fn from_xml(xml: &str, options: Options) -> Result<Self, TodoError> {
        let mut reader = Reader { rest: xml, whole: xml.len() };
        let items = reader.document()?;
        let mut store = Self::new(options);
        let contents: Vec<&str> = items.iter().map(|(_, text)| text.as_str()).collect();
        let notes = store.add_multiple(&contents)?;
        if let Some(note) = notes.first() {
            // Our own XML never holds such text, so this was not written by us.
            return Err(TodoError::new(ErrorCode::InvalidXml, format!("invalid XML: {note}")));
        }
        let list: List = store
            .list()
            .iter()
            .zip(&items)
            .map(|(todo, (status, _))| todo.with_status(*status).into())
            .collect();
        let next_key = store.next_key();
        Ok(Self::from_parts(options, next_key, History::new(list.clone(), 0), list))
    }
}

/// Reads the XML form; `rest` is what is still to be read.
struct Reader<'a> {
    rest: &'a str,
    whole: usize,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Vec<(Status, String)>, TodoError> {
        self.eat("\u{feff}");
        if self.rest.starts_with("<?xml") {
            self.skip_past("?>")?;
        }
        self.skip_space_and_comments()?;
        let items = self.todos()?;
        self.skip_space_and_comments()?;
        if self.rest.is_empty() { Ok(items) } else { Err(self.expected("the end")) }
    }

    fn todos(&mut self) -> Result<Vec<(Status, String)>, TodoError> {
        self.require("<todos")?;
        self.skip_space();
        let mut items = Vec::new();
        if self.eat("/>") {
            return Ok(items);
        }
        self.require(">")?;
        let mut doing = None;
        for id in 1_u32.. {
            self.skip_space_and_comments()?;
            if self.eat("</todos") {
                break;
            }
            let item = self.todo(id)?;
            if item.0 == Status::Doing
                && let Some(first) = doing.replace(id)
            {
                return Err(invalid(format!(
                    "todos {first} and {id} are both doing and only one may be"
                )));
            }
            items.push(item);
        }
        self.skip_space();
        self.require(">")?;
        Ok(items)
    }

    fn todo(&mut self, id: u32) -> Result<(Status, String), TodoError> {
        self.require("<todo")?;
        let (mut given_id, mut status) = (None, None);
        while self.skip_space() && !self.rest.starts_with('>') {
            let slot = if self.eat("id") {
                &mut given_id
            } else if self.eat("status") {
                &mut status
            } else {
                return Err(self.expected("the attribute id or status"));
            };
            if slot.is_some() {
                return Err(invalid(format!("todo {id} has an attribute twice")));
            }
            *slot = Some(self.attribute_value()?);
        }
        self.require(">")?;
        if given_id.as_deref() != Some(id.to_string().as_str()) {
            return Err(invalid(format!(
                "the todo at place {id} must have id=\"{id}\": ids run 1, 2, 3"
            )));
        }
        let status = status.as_deref().and_then(Status::from_word).ok_or_else(|| {
            invalid(format!("todo {id} needs a status: todo, doing, done or skipped"))
        })?;
        let text = self.text(id)?;
        self.require("</todo")?;
        self.skip_space();
        self.require(">")?;
        Ok((status, text))
    }

    fn attribute_value(&mut self) -> Result<String, TodoError> {
        self.skip_space();
        self.require("=")?;
        self.skip_space();
        let quote = if self.rest.starts_with('\'') { "'" } else { "\"" };
        self.require(quote)?;
        let value = self.take_until(quote)?.to_owned();
        self.require(quote)?;
        Ok(value)
    }

    /// Character data up to the next tag.
    fn text(&mut self, id: u32) -> Result<String, TodoError> {
        let mut text = String::new();
        loop {
            if self.eat("<![CDATA[") {
                let data = self.take_until("]]>")?;
                self.require("]]>")?;
                push_normalized(&mut text, data);
            } else if self.rest.starts_with("<!--") {
                self.skip_past("-->")?;
            } else if self.eat("&") {
                let name = self.take_until(";")?;
                self.require(";")?;
                text.push(entity(name).ok_or_else(|| {
                    invalid(format!(
                        "todo {id} holds an unknown entity &{};",
                        crate::json::excerpt(name)
                    ))
                })?);
            } else {
                let end = self
                    .rest
                    .bytes()
                    .position(|b| b == b'<' || b == b'&')
                    .unwrap_or(self.rest.len());
                let Some((plain, rest)) =
                    self.rest.split_at_checked(end).filter(|(plain, _)| !plain.is_empty())
                else {
                    break;
                };
                self.rest = rest;
                push_normalized(&mut text, plain);
            }
        }
        match text.chars().find(|c| is_forbidden_in_xml(*c)) {
            Some(c) => {
                Err(invalid(format!("todo {id} holds U+{:04X}, which XML forbids", u32::from(c))))
            }
            None => Ok(text),
        }
    }

    fn skip_space_and_comments(&mut self) -> Result<(), TodoError> {
        loop {
            self.skip_space();
            if !self.rest.starts_with("<!--") {
                return Ok(());
            }
            self.skip_past("-->")?;
        }
    }

    /// Says whether there was any.
    fn skip_space(&mut self) -> bool {
        let rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
        rest.len() < std::mem::replace(&mut self.rest, rest).len()
    }

    fn skip_past(&mut self, end: &str) -> Result<(), TodoError> {
        self.take_until(end)?;
        self.require(end)
    }

    fn take_until(&mut self, end: &str) -> Result<&'a str, TodoError> {
        let (taken, rest) = self
            .rest
            .find(end)
            .and_then(|at| self.rest.split_at_checked(at))
            .ok_or_else(|| invalid(format!("{end} is missing")))?;
        self.rest = rest;
        Ok(taken)
    }

    fn require(&mut self, expected: &str) -> Result<(), TodoError> {
        if self.eat(expected) { Ok(()) } else { Err(self.expected(expected)) }
    }

    fn eat(&mut self, expected: &str) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expected(&self, what: &str) -> TodoError {
        let at = self.whole.saturating_sub(self.rest.len());
        let found = crate::json::excerpt(self.rest);
        invalid(format!("at byte {at}, expected {what}, found \"{found}\""))
    }
}

fn invalid(what: impl std::fmt::Display) -> TodoError {
    TodoError::new(ErrorCode::InvalidXml, format!("invalid XML: {what}"))
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            code.ok().filter(|_| !number.contains('+')).and_then(char::from_u32)
        }
    }
}

/// Line ends as an XML parser reports them: CR LF and CR become LF.
fn push_normalized(out: &mut String, text: &str) {
    out.push_str(&text.replace("\r\n", "\n").replace('\r', "\n"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::todo::Id;

    fn store(contents: &[&str]) -> TodoStore {
        let mut store = TodoStore::default();
        store.add_multiple(contents).unwrap();
        store
    }

    fn read(xml: &str) -> Result<TodoStore, TodoError> {
        TodoStore::from_xml(xml, Options::default())
    }

    #[test]
    fn writes_the_form_of_the_seed() {
        let mut list = store(&["a", "b"]);
        list.mark_doing(Id(1)).unwrap();
        assert_eq!(
            list.xml(),
            r#"<todos><todo id="1" status="doing">a</todo><todo id="2" status="todo">b</todo></todos>"#
        );
        assert_eq!(TodoStore::default().xml(), "<todos></todos>");
    }

    #[test]
    fn escapes_what_could_end_an_element() {
        let hostile = "</todo></todos></browser-state> & \"it's\"\r\n<!--";
        let list = store(&[hostile]);
        assert_eq!(
            list.xml(),
            "<todos><todo id=\"1\" status=\"todo\">&lt;/todo&gt;&lt;/todos&gt;&lt;/browser-state&gt; &amp; \
             &quot;it&apos;s&quot;&#13;\n&lt;!--</todo></todos>"
        );
        assert_eq!(read(&list.xml()).unwrap().list(), list.list());
    }

    #[test]
    fn reads_what_xml_allows() {
        let xml = "<?xml version=\"1.0\"?>\n<!-- plan -->\n<todos >\n  <todo status='done' id = \"1\" >\
                   a&#32;&#x26;<![CDATA[<b>]]>\r\nc</todo>\n</todos>\n<!-- end -->";
        let list = read(xml).unwrap();
        assert_eq!(
            list.xml(),
            "<todos><todo id=\"1\" status=\"done\">a &amp;&lt;b&gt;\nc</todo></todos>"
        );
        assert_eq!((list.revision(), read("<todos/>").unwrap().list().len()), (0, 0));
    }

    #[test]
    fn refuses_what_is_not_the_form() {
        for xml in [
            "",
            "todos",
            "<todos>",
            "<todos></todos>x",
            "<todos><todo id=\"1\" status=\"todo\">a</todos>",
            "<todos><todo id=\"2\" status=\"todo\">a</todo></todos>",
            "<todos><todo id=\"1\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"open\">a</todo></todos>",
            "<todos><todo id=\"1\" id=\"1\" status=\"todo\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\" x=\"\">a</todo></todos>",
            "<todos><todo id=\"1\"status=\"todo\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">&nbsp;</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">a&#0;</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">a&#xD800;</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">a\u{1}</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">a\u{e0041}</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\"><b>a</b></todo></todos>",
            "<todos><todo id=\"1\" status=\"doing\">a</todo><todo id=\"2\" status=\"doing\">b</todo></todos>",
        ] {
            assert_eq!(read(xml).unwrap_err().code(), ErrorCode::InvalidXml, "{xml}");
        }
        let blank = "<todos><todo id=\"1\" status=\"todo\"> </todo></todos>";
        assert_eq!(read(blank).unwrap_err().code(), ErrorCode::EmptyContent);
    }
}
