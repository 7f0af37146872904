//! `update_todo_list`: Roo Code's tool, whose list is a checklist in Markdown.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

use crate::forms::shape::{Item, PLAIN, Shape, Words};
use crate::list::error::TodoError;
use crate::list::todo::Status;
use crate::sync::rewrite::Mode;
use crate::text::content::trim;
use crate::text::json::{Document, Value};
use crate::text::message::Notes;
use crate::text::message::Part;
use crate::text::message::count;
use crate::text::message::note;
use crate::text::scan::Scanner;
use crate::tools::arguments::Arguments;
use crate::tools::request::Request;
use crate::tools::vocabulary::{Shows, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "update_todo_list",
    tools: include_str!("update_todo_list.json"),
    list: "",
    unused: &[],
    shows: Shows::OnRequest,
    read,
    answer: |answer| answer.prose(),
};

const SHAPE: Shape = Shape {
    statuses: Some(Words {
        todo: "[ ]",
        doing: "[-]",
        done: "[x]",
        skipped: "[x]",
        blocked: "[ ]",
    }),
    ..PLAIN
};

fn read<'a>(_: usize, arguments: &mut Arguments<'a>) -> Result<Request<'a>, TodoError> {
    let Some(value) = arguments.take(SHAPE.list) else {
        return Err(TodoError::invalid(
            "todos is missing: give the checklist, one todo per line",
            &[],
        ));
    };
    let mut items = Vec::new();
    let text = value.as_string();
    let document = text.as_deref().filter(|text| trim(text).starts_with("[\"")).map(Document::read);
    let mut lines = value;
    if let Some(Ok(document)) = &document {
        note(arguments.notes, "todos: read out of a JSON string", &[]);
        lines = document.root();
    }
    if lines.is_array() && lines.parts().all(|line| line.as_string().is_some()) {
        note(arguments.notes, "todos: an array read as lines", &[]);
        for line in lines.parts().filter_map(Value::as_string) {
            read_line(&line, &mut items, arguments.notes)?;
        }
    } else if let Some(text) = text.filter(|text| !trim(text).starts_with("[{")) {
        let text = with_line_breaks(&text, arguments.notes);
        let mut scanner = Scanner::new(&text);
        while !scanner.is_at_end() {
            read_line(scanner.take_while(|b| b != b'\n'), &mut items, arguments.notes)?;
            scanner.next();
        }
        if items.is_empty() && !text.is_empty() {
            return Err(TodoError::invalid(
                "todos holds no todo: give the checklist, one todo per line, or \"\" to clear it",
                &[],
            ));
        }
    } else {
        return Err(TodoError::invalid(
            "todos must be a checklist, one todo per line, got {}",
            &[value.excerpt()],
        ));
    }
    Ok(Request::Rewrite { items, mode: Mode::Replace, shape: &SHAPE })
}

/// A text that has escapes for line breaks, and no line breaks, with line breaks.
fn with_line_breaks(text: &str, notes: &mut Notes) -> String {
    let mut out = String::new();
    let mut scanner = Scanner::new(text);
    if !text.bytes().any(|b| b == b'\n') {
        while let Some(line) = scanner.take_past("\\n") {
            out.push_str(line);
            out.push('\n');
        }
        if !out.is_empty() {
            note(notes, "todos: \\n read as line breaks", &[]);
        }
    }
    out.push_str(scanner.rest());
    out
}

/// Reads a line: `[x] text`, with a list marker before it or none. Blank lines and headings hold no
/// todo.
fn read_line(line: &str, items: &mut Vec<Item<'_>>, notes: &mut Notes) -> Result<(), TodoError> {
    let number = count(items.len().wrapping_add(1));
    let mut scanner = Scanner::new(line);
    scanner.skip_space();
    let is_indented = scanner.at() > 0;
    if scanner.is_at_end() {
        return Ok(());
    }
    if scanner.peek() == b'#' {
        note(notes, "before item {}: a heading ignored", &[number]);
        return Ok(());
    }
    if scanner.eat("```") {
        const NOTE: &str = "todos: code fence ignored";
        if !notes.iter().any(|known| known == NOTE) {
            note(notes, NOTE, &[]);
        }
        return Ok(());
    }
    if is_indented && !items.is_empty() {
        note(notes, "item {}: indent ignored, the list is flat", &[number]);
    }
    let before = scanner;
    let is_numbered = !scanner.take_while(|b| b.is_ascii_digit()).is_empty();
    let markers: &[&str] = if is_numbered { &[".", ")"] } else { &["-", "*", "+"] };
    if !(markers.iter().any(|marker| scanner.eat(marker)) && scanner.eat_byte(b' ')) {
        scanner = before;
    }
    scanner.skip_space();
    let before = scanner;
    let mut status = None;
    if scanner.eat("[") {
        let mark = scanner.take_while(|b| b != b']');
        status = match trim(mark) {
            "" => Some(Status::Todo),
            "-" | "~" | "/" | ">" => Some(Status::Doing),
            "x" | "X" | "✓" | "✔" | "✅" => Some(Status::Done),
            _ => None,
        };
        match status {
            None if trim(mark).chars().count() == 1 => {
                return Err(TodoError::invalid(
                    "item {}: unknown box [{}]: use [ ], [-] or [x]",
                    &[number, Part::Excerpt(mark)],
                ));
            }
            Some(_) => drop(scanner.eat("]")),
            None => scanner = before,
        }
    }
    let content = Some(Cow::Owned(trim(scanner.rest()).to_owned()));
    let texts = [content, None, None, None, None, None];
    items.push(Item { texts, status, ..Item::default() });
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::list::todo::Field;

    #[test]
    fn reads_lines_as_people_and_models_write_them() {
        for (line, status, content) in [
            ("[ ] a", Some(Status::Todo), "a"),
            ("[] a", Some(Status::Todo), "a"),
            ("[-] a", Some(Status::Doing), "a"),
            ("[~] a", Some(Status::Doing), "a"),
            ("[x] a", Some(Status::Done), "a"),
            ("[X]a", Some(Status::Done), "a"),
            ("[✓] a\r", Some(Status::Done), "a"),
            ("- [x] a", Some(Status::Done), "a"),
            ("* [ ] a", Some(Status::Todo), "a"),
            ("12. [-] a", Some(Status::Doing), "a"),
            ("3) [ ] a", Some(Status::Todo), "a"),
            ("[x] [ ] - a", Some(Status::Done), "[ ] - a"),
            // What cannot be told is content.
            ("- a", None, "a"),
            ("-a", None, "-a"),
            ("1.5 litres", None, "1.5 litres"),
            ("[link] a", None, "[link] a"),
            ("[x a", None, "[x a"),
        ] {
            let (mut items, mut notes) = (vec![], Notes::new());
            read_line(line, &mut items, &mut notes).unwrap();
            assert_eq!(items.len(), 1, "{line}");
            let item = &items[0];
            assert_eq!((item.status, item.text(Field::Content)), (status, Some(content)), "{line}");
            assert!(notes.is_empty(), "{line}");
        }
    }

    #[test]
    fn refuses_a_box_that_nobody_knows() {
        let error = read_line("- [?] a", &mut vec![], &mut Notes::new()).unwrap_err();
        assert_eq!(error.message(), "item 1: unknown box [?]: use [ ], [-] or [x]");
    }

    #[test]
    fn passes_over_what_is_no_todo() {
        let (mut items, mut notes) = (vec![], Notes::new());
        for line in ["", "  \t", "# Plan", "[ ] a", "  [ ] b", "## More"] {
            read_line(line, &mut items, &mut notes).unwrap();
        }
        assert_eq!(items.len(), 2);
        assert_eq!(
            notes,
            [
                "before item 1: a heading ignored",
                "item 2: indent ignored, the list is flat",
                "before item 3: a heading ignored"
            ]
        );
    }
}
