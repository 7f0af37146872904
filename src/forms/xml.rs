//! The XML form of a list.
//!
//! It is written exactly like the line of the original `todo_manager`, with every text escaped: no
//! content can end an element early, and any XML parser reads the same text back. The reader is
//! strict and accepts only this form.

use std::rc::Rc;

use crate::list::author::Stamp;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{History, List};
use crate::list::limits::MAKE_ROOM;
use crate::list::options::Options;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Ref, State, Status, Todo};
use crate::list::waiting::WaitFor;
use crate::text::decimal::push_decimal;
use crate::text::escape::{ESCAPES, escape_content};
use crate::text::message::{Notes, Part, count, fill, place};
use crate::text::scan::Scanner;

/// Appends `<todos><todo id="1" status="doing">text</todo></todos>`, or `<todos></todos>` for an
/// empty list.
pub(crate) fn write(out: &mut String, list: &List) {
    // The longest element without its text, `<todo id="1000" status="skipped"></todo>`, has 41
    // bytes.
    let texts: usize = list.iter().map(|todo| todo.content().len().saturating_add(41)).sum();
    out.reserve(texts.saturating_add(16));
    out.push_str("<todos>");
    for (place, todo) in list.iter().enumerate() {
        write_todo(out, Id::at(place), todo);
    }
    out.push_str("</todos>");
}

/// The end of the tag of a claimed todo, after its status.
const CLAIMED: &str = "\" claimed=\"true\">";

/// Returns the end of the tag of a waiting todo, after its status.
const fn waiting(on: WaitFor) -> &'static str {
    match on {
        WaitFor::User => "\" waiting=\"user\">",
        WaitFor::Event => "\" waiting=\"event\">",
    }
}

/// Appends one `<todo>` element.
pub(crate) fn write_todo(out: &mut String, id: Id, todo: &Todo) {
    out.push_str("<todo id=\"");
    push_decimal(out, id.0);
    out.push_str("\" status=\"");
    out.push_str(todo.status().word());
    out.push_str(match todo.waiting() {
        _ if todo.is_claimed() => CLAIMED,
        Some(on) => waiting(on),
        None => "\">",
    });
    escape_content(out, todo.content());
    out.push_str("</todo>");
}

impl TodoStore {
    /// Returns `<todos><todo id="1" status="doing">text</todo></todos>`, escaped. A claimed todo
    /// has `claimed="true"` after its status, and a waiting one `waiting="user"` or
    /// `waiting="event"`.
    pub fn xml(&self) -> String {
        let mut xml = String::new();
        write(&mut xml, self.list());
        xml
    }

    /// Returns one element of [`TodoStore::xml`].
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn todo_xml(&self, todo: impl Into<Ref>) -> Result<String, TodoError> {
        let mut xml = String::new();
        let place = self.place(todo.into())?;
        if let Some(todo) = self.list().get(place) {
            write_todo(&mut xml, Id::at(place), todo);
        }
        Ok(xml)
    }

    /// Creates a store from XML. Its first revision, 0, is the list in the XML, with new keys.
    ///
    /// # Errors
    /// `invalid_xml` if the text does not have the form of [`TodoStore::xml`], with the place where
    /// reading stopped; `empty_content`, `content_too_long` and `too_many_todos` as for a write.
    pub fn from_xml(xml: &str, options: Options) -> Result<Self, TodoError> {
        let mut reader = ListReader { scanner: Scanner::new(xml), items: Vec::new() };
        let invalid = |why: &str| {
            TodoError::new(
                ErrorCode::InvalidXml,
                "invalid XML, {}: expected XML as getXml() returns it",
                &[Part::Text(why)],
            )
        };
        if reader.read_document().is_none() {
            return Err(invalid(&place(&reader.scanner)));
        }
        let items = reader.items;
        let store = Self::new(options);
        let mut notes = Notes::new();
        let mut list = List::new();
        for (place, ReadTodo { status, is_claimed, on, text }) in items.iter().enumerate() {
            let number = place.wrapping_add(1);
            let content = store.content(text, number, &mut notes)?;
            if let Some(note) = notes.first() {
                // Our own XML never contains such text, so somebody else wrote it.
                return Err(invalid(note));
            }
            let key = Key(store.next_key().wrapping_add(place as u32));
            let todo = Todo::new(key, content).with_status(*status);
            let state = match on {
                _ if *is_claimed => todo.state.claim(),
                Some(on) => State::Waiting { owner: None, on: *on, question: None },
                None => todo.state.clone(),
            };
            list.push(Rc::new(Todo { state, ..todo }));
        }
        store.check_room(&list, MAKE_ROOM)?;
        let next_key = store.next_key().wrapping_add(list.len() as u32);
        let list = Rc::new(list);
        Ok(Self::from_parts(
            options,
            next_key,
            History::new(list.clone(), 0, Stamp::default(), options.max_snapshots()),
            list,
        ))
    }
}

/// The items of an XML list, in order.
/// What an element says of a todo.
struct ReadTodo {
    status: Status,
    is_claimed: bool,
    on: Option<WaitFor>,
    text: String,
}

/// Reads the form of [`TodoStore::xml`], with white space allowed between the elements. Its methods
/// return `None` if the text does not have this form.
struct ListReader<'a> {
    scanner: Scanner<'a>,
    items: Vec<ReadTodo>,
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
        let id = count(self.items.len().wrapping_add(1));
        self.require(&fill("<todo id=\"{}\" status=\"", &[id]))?;
        let mut statuses = Status::ALL.into_iter();
        let status = statuses.find(|status| self.scanner.eat(status.word()))?;
        let is_claimed = status == Status::Doing && self.scanner.eat(CLAIMED);
        let mut kinds = WaitFor::ALL.into_iter().filter(|_| status == Status::Todo);
        let on = kinds.find(|on| self.scanner.eat(waiting(*on)));
        if !is_claimed && on.is_none() {
            self.require("\">")?;
        }
        let mut text = String::new();
        loop {
            text.push_str(self.scanner.take_while(|b| !matches!(b, b'&' | b'<' | b'>' | b'\r')));
            if self.scanner.peek() != b'&' {
                break;
            }
            let (c, _) = ESCAPES.iter().find(|(_, written)| self.scanner.eat(written))?;
            text.push(*c);
        }
        self.items.push(ReadTodo { status, is_claimed, on, text });
        self.require("</todo>")
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
    fn reads_quotes_as_other_programs_write_them() {
        let escaped = "<todos><todo id=\"1\" status=\"todo\">&quot;it&apos;s&quot;</todo></todos>";
        assert_eq!(read(escaped).unwrap().list()[0].content(), "\"it's\"");
    }

    #[test]
    fn reads_what_xml_allows() {
        let xml = "\n<todos>\n  <todo id=\"1\" status=\"done\">a &amp;\nc</todo>\n</todos>\n";
        let list = read(xml).unwrap();
        assert_eq!(
            list.xml(),
            "<todos><todo id=\"1\" status=\"done\">a &amp;&#10;c</todo></todos>"
        );
        assert_eq!((list.revision(), read("<todos></todos>").unwrap().list().len()), (0, 0));
    }

    /// XML does not contain the owners.
    #[test]
    fn what_is_in_progress_is_as_it_was_written() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b"]).unwrap();
        for (name, id) in [("ann", Id(1)), ("ben", Id(2))] {
            let actor = Actor::named(Author::Model, name).unwrap();
            store.acting_as(actor, |store| store.mark_doing(id)).unwrap();
        }
        let mut copy = read(&store.xml()).unwrap();
        assert_eq!(copy.xml(), store.xml());
        copy.add_multiple(&["c"]).unwrap();
        assert_eq!(copy.mark_doing(Id(3)).unwrap_err().code(), Some(ErrorCode::AlreadyDoing));
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
        ] {
            assert_eq!(read(xml).unwrap_err().code(), ErrorCode::InvalidXml, "{xml}");
        }
        let blank = "<todos><todo id=\"1\" status=\"todo\"> </todo></todos>";
        assert_eq!(read(blank).unwrap_err().code(), ErrorCode::EmptyContent);
    }
}
