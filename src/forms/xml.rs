//! The XML form of a list.
//!
//! It is written exactly like the line of the original `todo_manager`, with every text escaped: no
//! content can end an element early, and any XML parser reads the same text back. The reader is
//! strict and accepts only this form.

use std::rc::Rc;

use crate::forms::codec::clean;
use crate::forms::item_schema::StatusNames;
use crate::list::author::{MAX_NAME, RevisionInfo};
use crate::list::blockers::{has_cycle, open_blockers};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{History, List};
use crate::list::indexed_list::{find, index_of};
use crate::list::limits::{check_length, check_links};
use crate::list::note::Notes;
use crate::list::options::Options;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Ref, StateKind, Status, TextField, Todo};
use crate::list::tree::is_tree;
use crate::list::waiting::WaitFor;
use crate::text::decimal::{parse_decimal, push_decimal};
use crate::text::escape::{ESCAPES, escape_attribute, escape_content};
use crate::text::message::{FormatArg, count, describe_location, fill};
use crate::text::scan::Scanner;

/// Appends the id of a todo, which is at an index of the list.
pub(crate) type WriteId<'a> = &'a dyn Fn(&mut String, usize, &Todo);

/// How a list refers to its todos and their statuses.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub write_id: WriteId<'a>,
    /// The words of a tool for the statuses, or `None` for our own.
    pub statuses: Option<&'static StatusNames>,
}

/// Positions as ids, and our own words for the statuses.
pub(crate) const OWN_WORDS: Words<'static> = Words { write_id: &write_position, statuses: None };

/// Appends the position as the id of a todo.
pub(crate) fn write_position(out: &mut String, index: usize, _: &Todo) {
    push_decimal(out, Id::at(index).0);
}

/// Appends `<todos><todo id="1" status="doing">text</todo></todos>`, or `<todos></todos>` for an
/// empty list. The todos with the keys in `left_out`, which are in order, are not written.
pub(crate) fn write(out: &mut String, list: &List, left_out: &[Key], words: Words<'_>) {
    // The longest element without its text and attributes, `<todo id="1000"
    // status="skipped"></todo>`, has 41 bytes.
    let texts: usize = list.iter().map(|todo| todo.content().len() + 41).sum();
    out.reserve(texts + 16);
    out.push_str("<todos>");
    for (index, todo) in list.iter().enumerate() {
        if left_out.binary_search(&todo.key).is_err() {
            write_todo(out, list, (index, todo), words);
        }
    }
    out.push_str("</todos>");
}

/// What follows the status of a claimed todo.
const CLAIMED: &str = " claimed=\"true\"";
/// What follows the status of a todo that failed.
const FAILED: &str = " failed=\"true\"";

/// Returns what follows the status of a waiting todo.
const fn waiting(on: WaitFor) -> &'static str {
    match on {
        WaitFor::User => " waiting=\"user\"",
        WaitFor::Event => " waiting=\"event\"",
    }
}

/// What precedes the id of the parent.
const PARENT: &str = " parent=\"";
/// What precedes the ids of the blockers.
const BLOCKED_BY: &str = " blockedBy=\"";
/// What precedes the owner.
const OWNER: &str = " owner=\"";

/// Appends one `<todo>` element. The todo is at an index of the list.
pub(crate) fn write_todo(
    out: &mut String,
    list: &List,
    (index, todo): (usize, &Todo),
    words: Words<'_>,
) {
    let Words { write_id, statuses } = words;
    out.push_str("<todo id=\"");
    write_id(out, index, todo);
    out.push_str("\" status=\"");
    out.push_str(statuses.map_or(todo.status().as_str(), |names| names.shown(todo)));
    out.push('"');
    if let Some(parent) = todo.parent() {
        write_ids(out, PARENT, list, &[parent], write_id);
    }
    if !todo.blocked_by().is_empty() {
        write_ids(out, BLOCKED_BY, list, &open_blockers(list, todo), write_id);
    }
    if let Some(owner) = todo.state.owner() {
        out.push_str(OWNER);
        escape_attribute(out, owner.as_str());
        out.push('"');
    }
    out.push_str(match todo.waiting() {
        _ if todo.is_claimed() => CLAIMED,
        _ if todo.is_failed() => FAILED,
        Some(on) => waiting(on),
        None => "",
    });
    out.push('>');
    escape_content(out, todo.content());
    out.push_str("</todo>");
}

/// Appends an attribute with the ids of todos, if there are any.
fn write_ids(out: &mut String, attribute: &str, list: &List, todos: &[Key], write_id: WriteId<'_>) {
    let mut before = attribute;
    for key in todos {
        let Some(index) = index_of(list, *key) else { continue };
        let Some(todo) = list.get(index) else { continue };
        out.push_str(before);
        write_id(out, index, todo);
        before = " ";
    }
    if before == " " {
        out.push('"');
    }
}

impl TodoStore {
    /// Returns `<todos><todo id="1" status="doing">text</todo></todos>`, escaped. After the status
    /// come the attributes that a todo has: `parent="1"`, `blockedBy="1 2"` with the ids of those
    /// on which it waits, `owner="dev"`, `failed="true"`, `claimed="true"`, `waiting="user"` or
    /// `waiting="event"`.
    pub fn xml(&self) -> String {
        let mut xml = String::new();
        write(&mut xml, self.list(), &[], OWN_WORDS);
        xml
    }

    /// Returns one element of [`TodoStore::xml`].
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn todo_xml(&self, todo: impl Into<Ref>) -> Result<String, TodoError> {
        let mut xml = String::new();
        let index = self.index_of(todo.into())?;
        if let Some(todo) = self.list().get(index) {
            write_todo(&mut xml, self.list(), (index, todo), OWN_WORDS);
        }
        Ok(xml)
    }

    /// Creates a store from XML. Its first revision, 0, is the list in the XML, with new keys.
    ///
    /// # Errors
    /// `invalid_xml` if the text does not have the form of [`TodoStore::xml`], with the place where
    /// reading stopped; `empty_content` and `content_too_long` as for a write; `too_many_todos` for
    /// more than 1,000 todos. A list with more todos open or in progress than the options allow
    /// is read.
    pub fn from_xml(xml: &str, options: Options) -> Result<Self, TodoError> {
        let invalid = |reason: &str| {
            TodoError::new(
                ErrorCode::InvalidXml,
                "invalid XML, {}: expected XML as getXml() returns it",
                &[FormatArg::Text(reason)],
            )
        };
        let store = Self::new(options);
        let mut reader = ListReader {
            scanner: Scanner::new(xml),
            store: &store,
            list: List::new(),
            problem: None,
        };
        if reader.read_document().is_none() {
            return Err(invalid(&describe_location(&reader.scanner)));
        }
        let ListReader { list, problem, .. } = reader;
        match problem {
            // The XML that a store writes never contains such text, so somebody else wrote it.
            Some(XmlProblem::Note(note)) => return Err(invalid(&note)),
            Some(XmlProblem::Error(error)) => return Err(error),
            None => {}
        }
        // This is checked before the links are followed, because a text from outside may have any
        // number of todos.
        check_length(list.len())?;
        check_links(&list)?;
        let is_on_list = |key: &Key| find(&list, *key).is_some();
        if !list.iter().all(|todo| todo.blocked_by().iter().all(is_on_list)) {
            return Err(invalid("in blockedBy"));
        }
        if has_cycle(&list) {
            return Err(invalid("in blockedBy"));
        }
        if !is_tree(&list) {
            return Err(invalid("in parent"));
        }
        let next_key = store.next_key() + (list.len() as u32);
        let list = Rc::new(list);
        Ok(Self::from_parts(
            options,
            next_key,
            History::new(list.clone(), 0, RevisionInfo::default(), options.max_snapshots()),
            list,
        ))
    }
}

/// The reason why a text in the XML was refused. It is only reported if the XML has the right form.
enum XmlProblem {
    /// Something was cleaned out of the text, or it is not a valid name of an owner.
    Note(String),
    Error(TodoError),
}

/// Reads the form of [`TodoStore::xml`], with white space allowed between the elements. Its methods
/// return `None` if the text does not have this form.
struct ListReader<'a> {
    scanner: Scanner<'a>,
    /// An empty store. The todos get its keys, in order.
    store: &'a TodoStore,
    list: List,
    /// The first text that was refused.
    problem: Option<XmlProblem>,
}

impl ListReader<'_> {
    fn read_document(&mut self) -> Option<()> {
        self.scanner.skip_space();
        self.require("<todos>")?;
        loop {
            self.scanner.skip_space();
            if self.scanner.eat("</todos>") {
                break;
            }
            self.read_todo()?;
        }
        self.scanner.skip_space();
        self.scanner.is_at_end().then_some(())
    }

    fn read_todo(&mut self) -> Option<()> {
        let number = self.list.len() + 1;
        self.require(&fill("<todo id=\"{}\" status=\"", &[count(number)]))?;
        let mut statuses = Status::ALL.into_iter();
        let status = statuses.find(|status| self.scanner.eat(status.as_str()))?;
        self.require("\"")?;
        let mut todo = Todo::default().with_status(status);
        todo.key = self.key_of(number as i64)?;
        if self.scanner.eat(PARENT) {
            let id = self.read_text(b'"')?;
            todo.set_parent(Some(self.key_of(parse_decimal(&id)?)?));
            self.require("\"")?;
        }
        if status == Status::Todo && self.scanner.eat(BLOCKED_BY) {
            let mut blockers = Vec::new();
            for id in self.read_text(b'"')?.split(' ') {
                blockers.push(self.key_of(parse_decimal(id)?)?);
            }
            todo.set_blocked_by(blockers);
            self.require("\"")?;
        }
        if status != Status::Skipped && self.scanner.eat(OWNER) {
            let name = self.read_text(b'"')?;
            match clean(&name, MAX_NAME) {
                None => self.report(XmlProblem::Note("in the owner".to_owned())),
                owner => todo.set_text(TextField::Owner, owner),
            }
            self.require("\"")?;
        }
        if status == Status::Doing && self.scanner.eat(CLAIMED) {
            todo.state = todo.state.claim();
        }
        if status == Status::Skipped && self.scanner.eat(FAILED) {
            todo.state = StateKind::Failed.into();
        }
        let mut kinds = WaitFor::ALL.into_iter().filter(|_| status == Status::Todo);
        if let Some(on) = kinds.find(|on| self.scanner.eat(waiting(*on))) {
            todo.state = todo.state.change(on.into(), &[TextField::Owner]);
        }
        self.require(">")?;
        let text = self.read_text(b'<')?;
        let mut notes = Notes::new();
        match self.store.content(&text, number, &mut notes) {
            Ok(content) => todo.set_text(TextField::Content, Some(content)),
            Err(error) => self.report(XmlProblem::Error(error)),
        }
        if let Some(note) = notes.pop() {
            self.report(XmlProblem::Note(note.text));
        }
        self.list.push(Rc::new(todo));
        self.require("</todo>")
    }

    /// Returns the key of the todo with an id.
    fn key_of(&self, id: i64) -> Option<Key> {
        let before = u32::try_from(id.checked_sub(1)?).ok()?;
        Some(Key(self.store.next_key() + before))
    }

    fn report(&mut self, problem: XmlProblem) {
        self.problem.get_or_insert(problem);
    }

    /// Reads a text up to the byte that ends it.
    fn read_text(&mut self, end: u8) -> Option<String> {
        let mut text = String::new();
        loop {
            let is_plain = |b: u8| b != end && !matches!(b, b'&' | b'<' | b'>' | b'\r');
            text.push_str(self.scanner.take_while(is_plain));
            if self.scanner.peek() != b'&' {
                return Some(text);
            }
            let (c, _) = ESCAPES.iter().find(|(_, written)| self.scanner.eat(written))?;
            text.push(*c);
        }
    }

    fn require(&mut self, expected: &str) -> Option<()> {
        self.scanner.eat(expected).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::author::{Actor, Author};

    fn read(xml: &str) -> Result<TodoStore, TodoError> {
        TodoStore::from_xml(xml, Options::default())
    }

    /// The text that is written is tested with the store's model.
    #[test]
    fn from_xml_reads_escaped_quotes() {
        let escaped = "<todos><todo id=\"1\" status=\"todo\">&quot;it&apos;s&quot;</todo></todos>";
        assert_eq!(read(escaped).unwrap().list()[0].content(), "\"it's\"");
    }

    #[test]
    fn from_xml_reads_white_space_and_line_breaks() {
        let xml = "\n<todos>\n  <todo id=\"1\" status=\"done\">a &amp;\nc</todo>\n</todos>\n";
        let list = read(xml).unwrap();
        assert_eq!(
            list.xml(),
            "<todos><todo id=\"1\" status=\"done\">a &amp;&#10;c</todo></todos>"
        );
        assert_eq!((list.revision(), read("<todos></todos>").unwrap().list().len()), (0, 0));
    }

    #[test]
    fn from_xml_accepts_more_todos_in_progress_than_the_limit() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b"]).unwrap();
        let named = |name| Actor::named(Author::Model, name).unwrap();
        for (name, id) in [("ann", Id(1)), ("ben \"<&>\"", Id(2))] {
            store.acting_as(named(name), |store| store.mark_doing(id)).unwrap();
        }
        let mut copy = read(&store.xml()).unwrap();
        assert_eq!(copy.xml(), store.xml());
        assert!(copy.xml().contains("status=\"doing\" owner=\"ann\">a<"), "{}", copy.xml());
        copy.add_multiple(&["c"]).unwrap();
        let again = copy.acting_as(named("ann"), |store| store.mark_doing(Id(3)));
        assert_eq!(again.unwrap_err().code(), Some(ErrorCode::AlreadyDoing));
    }

    #[test]
    fn from_xml_reads_back_blockers_and_owners() {
        for xml in [
            "<todos><todo id=\"1\" status=\"todo\" blockedBy=\"2 3\" owner=\"dev\">a</todo>\
             <todo id=\"2\" status=\"todo\" blockedBy=\"3\" waiting=\"user\">b</todo>\
             <todo id=\"3\" status=\"doing\" owner=\"dev\" claimed=\"true\">c</todo>\
             <todo id=\"4\" status=\"done\" owner=\"ann\">d</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\" owner=\"dev\" waiting=\"event\">a</todo></todos>",
        ] {
            assert_eq!(read(xml).unwrap().xml(), xml);
        }
        // A settled blocker does not block.
        let mut store = read(
            "<todos><todo id=\"1\" status=\"todo\" blockedBy=\"2\">a</todo>\
             <todo id=\"2\" status=\"todo\">b</todo></todos>",
        )
        .unwrap();
        store.complete(Id(2)).unwrap();
        assert!(!store.xml().contains("blockedBy"), "{}", store.xml());
    }

    #[test]
    fn from_xml_refuses_any_other_form() {
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
            "<todos><todo id=\"1\" status=\"todo\" blockedBy=\"1\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\" blockedBy=\"2\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\" blockedBy=\"\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\" blockedBy=\"0\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"done\" blockedBy=\"1\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"skipped\" owner=\"dev\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\" owner=\"\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\" owner=\" dev\">a</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">&nbsp;</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">a&#0;</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">a&#xD800;</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">a\u{1}</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\">a\u{e0041}</todo></todos>",
            "<todos><todo id=\"1\" status=\"todo\"><b>a</b></todo></todos>",
        ] {
            assert_eq!(read(xml).unwrap_err().code(), ErrorCode::InvalidXml, "{xml}");
        }
        let blank = "<todos><todo id=\"1\" status=\"todo\"> </todo></todos>";
        assert_eq!(read(blank).unwrap_err().code(), ErrorCode::EmptyContent);
    }
}
