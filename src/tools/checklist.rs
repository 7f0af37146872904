//! Checklists in Markdown, as one text: the argument of a tool, a document of a person, or the plan
//! of a model without a tool.

use std::borrow::Cow;

use crate::forms::checklist_line::{Line, lines_of, status_of};
use crate::forms::item_schema::{
    Item, ItemSchema, PLAIN, ParentHint, ParsedStatus, STATUSES, StatusNames, TextForm,
};
use crate::list::error::TodoError;
use crate::list::note::{Note, NoteKind, Notes, note};
use crate::list::options::Options;
use crate::list::store::TodoStore;
use crate::list::tree::walk;
use crate::text::content::trim;
use crate::text::json::Document;
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, excerpt, fill};
use crate::text::reasoning::without_reasoning;
use crate::text::scan::Scanner;

/// The shape of a checklist in Markdown in the argument `todos`.
pub(crate) const CHECKLIST: ItemSchema = ItemSchema {
    statuses: Some(&StatusNames {
        todo: "[ ]",
        doing: "[-]",
        done: "[x]",
        skipped: "[x]",
        blocked: None,
    }),
    text: TextForm::Checklist,
    // `read_checklist` has read them already.
    has_boxes: false,
    ..PLAIN
};

/// Returns whether a line of the text has a box with a status, followed by a text.
pub(crate) fn is_checklist(text: &str) -> bool {
    lines_of(text).iter().any(|line| match Line::read(line) {
        Line::Todo { boxed, text, .. } => {
            !text.is_empty() && boxed.is_some_and(|mark| status_of(mark).is_some())
        }
        Line::Blank | Line::Heading | Line::Fence => false,
    })
}

/// Returns the todos of a plan in the text of a model without a tool: JSON, as the planner's prompt
/// asks for it, `<todos>` in XML, or lines. If any line has a list marker or a box, a note names
/// each line that has none. Returns nothing for JSON that is no plan.
pub(crate) fn read_plan(text: &str, notes: &mut Notes) -> Vec<Item<'static>> {
    let text = &*without_reasoning(text);
    let text = unwrap(trim(text));
    if let Ok(document) = Document::read(text) {
        let root = document.root();
        let mut arrays = [root].into_iter().chain(root.parts()).filter(|value| value.is_array());
        if let Some(steps) = arrays.next() {
            let mut items = Vec::new();
            for (number, step) in (1..).zip(steps.parts()) {
                // No schema was given to the model, so its names of the fields are right.
                let no_notes = &mut Notes::new();
                match step.as_string() {
                    Some(text) => items.push(Item::of(text)),
                    None if STEP.read_item(no_notes, count(number), step, &mut items).is_ok() => {}
                    None => return Vec::new(),
                }
            }
            return items.into_iter().map(Item::into_owned).collect();
        }
    }
    read_xml_plan(text).unwrap_or_else(|| read_plan_lines(text, notes))
}

/// The step of a plan, whatever the model calls its fields.
const STEP: ItemSchema = ItemSchema { statuses: Some(&STATUSES), ..PLAIN };

/// Returns a text without the element or the code fence around all of it.
fn unwrap(text: &str) -> &str {
    let inner = match text.strip_prefix("```") {
        Some(fenced) => fenced.strip_suffix("```").and_then(|fenced| {
            let mut scanner = Scanner::new(fenced);
            scanner.take_past("\n").map(|_| scanner.rest())
        }),
        None => take_tag(text).and_then(|(name, rest)| {
            let rest = rest.strip_suffix('>')?.strip_suffix(name)?.strip_suffix("</")?;
            (name != "todos").then_some(rest)
        }),
    };
    inner.map_or(text, |inner| unwrap(trim(inner)))
}

/// Returns the name of the tag at the start of a text, and the rest.
fn take_tag(text: &str) -> Option<(&str, &str)> {
    let mut scanner = Scanner::new(text);
    scanner.eat("<").then_some(())?;
    let name = scanner.take_while(|b| b.is_ascii_alphanumeric() || b"_-/".contains(&b));
    (!name.is_empty() && scanner.eat(">")).then(|| (name, scanner.rest()))
}

/// Returns the todos of a plan that is written as this package writes a list for a model.
fn read_xml_plan(text: &str) -> Option<Vec<Item<'static>>> {
    let mut scanner = Scanner::new(text);
    scanner.take_past("<todos>")?;
    let todos = scanner.take_past("</todos>")?;
    let xml = fill("<todos>{}</todos>", &[Text(todos)]);
    let store = TodoStore::from_xml(&xml, Options::default()).ok()?;
    let mut items = Vec::new();
    walk(store.list(), |todo, depth| {
        let mut item = Item::of(Cow::Owned(todo.content().to_owned()));
        item.status = Some(ParsedStatus::of(todo.status()));
        item.parent_hint = Some(ParentHint::Level(depth));
        items.push(item);
        true
    });
    Some(items)
}

/// Returns the todos of a plan in lines.
fn read_plan_lines(text: &str, notes: &mut Notes) -> Vec<Item<'static>> {
    let lines: Vec<&str> = lines_of(text).into_iter().map(without_lead).collect();
    // Only a list of a tool is refused.
    read_lines(&lines, None, notes).unwrap_or_default()
}

/// Returns a line from its first list item on, if words or tags come before that on the same line:
/// `Plan: 1. Open the shop`, `<answer>1. Open the shop`. Drops the tag of an end.
fn without_lead(line: &str) -> &str {
    let mut line = line;
    while let Some((_, rest)) = take_tag(trim(line)) {
        line = rest;
    }
    let mut scanner = Scanner::new(line);
    scanner.skip_while(|b| b != b'<');
    while !scanner.is_at_end() {
        let is_end = scanner.rest().starts_with("</");
        if is_end && take_tag(trim(scanner.rest())).is_some_and(|(_, rest)| rest.is_empty()) {
            line = Scanner::new(line).until(&scanner);
            break;
        }
        scanner.next();
        scanner.skip_while(|b| b != b'<');
    }
    let mut scanner = Scanner::new(line);
    while !is_item(scanner.rest()) {
        // Its first byte is that of a wide colon, or of another character.
        scanner.skip_while(|b| !matches!(b, b':' | 0xef));
        if scanner.is_at_end() {
            return line;
        }
        if !(scanner.eat(":") || scanner.eat("：")) {
            scanner.next();
        }
        scanner.skip_space();
    }
    scanner.rest()
}

/// Returns whether a line has a list marker or a box.
fn is_item(line: &str) -> bool {
    match Line::read(line) {
        Line::Todo { boxed, is_listed, text, .. } => {
            !text.is_empty() && (boxed.is_some() || is_listed)
        }
        Line::Blank | Line::Heading | Line::Fence => false,
    }
}

/// Returns the text of a heading with a number: `## 1. Prepare`, `## Phase 2: Pay`.
fn phase_of(line: &str) -> Option<&str> {
    let mut scanner = Scanner::new(line);
    scanner.skip_space();
    (!scanner.take_while(|b| b == b'#').is_empty()).then_some(())?;
    let heading = trim(scanner.rest());
    if let Line::Todo { is_listed: true, text, .. } = Line::read(heading) {
        return Some(text).filter(|text| !text.is_empty());
    }
    let mut scanner = Scanner::new(heading);
    scanner.skip_while(|b| b != b' ');
    scanner.skip_space();
    let is_numbered = !scanner.take_while(|b| b.is_ascii_digit()).is_empty();
    (is_numbered && matches!(scanner.peek(), b':' | b'.' | b')' | b' ')).then_some(heading)
}

/// Returns the text after a number of several parts: `1.2 Find a kettle`.
fn numbered_path(text: &str) -> Option<&str> {
    let mut scanner = Scanner::new(text);
    let number = scanner.take_while(|b| b.is_ascii_digit() || b == b'.');
    let is_path = number.bytes().any(|b| b == b'.') && scanner.peek() == b' ';
    is_path.then(|| trim(scanner.rest()))
}

/// Returns whether a text is a rule or the line of a table, which has neither letters nor digits.
fn is_rule(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii() && !b.is_ascii_alphanumeric())
}

/// Reads a checklist that a call has as one text.
///
/// # Errors
/// As [`read_checklist`].
pub(crate) fn read_checklist_text(
    text: &str,
    name: &str,
    notes: &mut Notes,
) -> Result<Vec<Item<'static>>, TodoError> {
    let text = with_line_breaks(text, name, notes);
    read_checklist(&lines_of(&text), name, notes)
}

/// Reads the lines of a checklist. `name` is the name of the checklist in notes and errors.
///
/// # Errors
/// `invalid_argument` for an unknown box, and if no line is a todo.
pub(crate) fn read_checklist(
    lines: &[&str],
    name: &str,
    notes: &mut Notes,
) -> Result<Vec<Item<'static>>, TodoError> {
    read_lines(lines, Some(name), notes)
}

/// Reads the lines of a checklist, or of a plan, which has no name. Each line is a todo, or a note
/// says why not.
///
/// If any line of a checklist has a box, lines without are ignored. Otherwise, and in a plan, lines
/// without a list marker are ignored, unless no line of a plan has one. A heading of a plan with a
/// number is a phase, under which are the todos that follow it.
fn read_lines(
    lines: &[&str],
    name: Option<&str>,
    notes: &mut Notes,
) -> Result<Vec<Item<'static>>, TodoError> {
    let is_plan = name.is_none();
    let has_box = |line: &&str| matches!(Line::read(line), Line::Todo { boxed: Some(_), .. });
    let needs_box = !is_plan && lines.iter().any(has_box);
    let needs_marker =
        !is_plan || lines.iter().any(|line| is_item(line) || phase_of(line).is_some());
    let mut items = Vec::new();
    let mut levels = Vec::new();
    let mut is_in_phase = false;
    for line in lines {
        let number = count(items.len() + 1);
        let (level, status, text) = match Line::read(line) {
            Line::Blank => continue,
            Line::Heading => {
                let Some(text) = phase_of(line).filter(|_| is_plan) else {
                    note(notes, "before item {}: a heading ignored", &[number]);
                    continue;
                };
                is_in_phase = true;
                (0, None, text)
            }
            Line::Fence => {
                let text = fill("{}: code fence ignored", &[Text(name.unwrap_or("plan"))]);
                let repair = Note::new(NoteKind::Repair, &[], text);
                if !notes.contains(&repair) {
                    notes.push(repair);
                }
                continue;
            }
            Line::Todo { boxed: None, text, .. } if needs_box => {
                note(notes, "before item {}: {} has no box, ignored", &[number, excerpt(text)]);
                continue;
            }
            Line::Todo { boxed: Some(_), text: "", .. } => {
                note(notes, "before item {}: an empty box ignored", &[number]);
                continue;
            }
            Line::Todo { boxed, is_listed, indent, text } => {
                let path = numbered_path(text).filter(|_| is_plan && needs_marker);
                let introduces = text.ends_with(':') || text.ends_with('：');
                let is_text = !(needs_marker || introduces || is_rule(text));
                if boxed.is_none() && !is_listed && path.is_none() && !is_text {
                    let template = "before item {}: {} is not a list item, ignored";
                    note(notes, template, &[number, excerpt(text)]);
                    continue;
                }
                let status = boxed.and_then(status_of);
                if let (Some(mark), None, false) = (boxed, status, is_plan) {
                    return Err(TodoError::invalid(
                        "item {}: unknown box {}: use [ ], [-] or [x]",
                        &[number, excerpt(&fill("[{}]", &[Text(mark)]))],
                    ));
                }
                (indent + usize::from(is_in_phase), status, path.unwrap_or(text))
            }
        };
        let mut item = Item::of(Cow::Owned(text.to_owned()));
        item.status = status;
        items.push(item);
        levels.push(level);
    }
    // If all lines are indented alike, the indentation has no meaning.
    let first = levels.first().copied();
    if levels.iter().any(|level| Some(*level) != first) {
        for (item, level) in items.iter_mut().zip(levels) {
            item.parent_hint = Some(ParentHint::Level(level));
        }
    }
    match name {
        Some(name) if items.is_empty() => Err(TodoError::invalid(
            "{} holds no todo: send the checklist, one todo per line with [ ] before it",
            &[Text(name)],
        )),
        Some(_) | None => Ok(items),
    }
}

/// Replaces `\n` escapes with line breaks in a text without line breaks. Only an escape before a
/// line of a checklist counts: `C:\new` has none.
fn with_line_breaks(text: &str, name: &str, notes: &mut Notes) -> String {
    let mut out = String::new();
    let mut scanner = Scanner::new(text);
    if !text.bytes().any(|b| matches!(b, b'\n' | b'\r')) {
        let mut line = scanner;
        while scanner.take_past("\\n").is_some() {
            let is_break = match Line::read(scanner.rest()) {
                Line::Blank | Line::Heading | Line::Fence => true,
                Line::Todo { boxed, is_listed, text, .. } => {
                    boxed.is_some() || is_listed || text.starts_with("\\n")
                }
            };
            if is_break {
                let text = line.until(&scanner);
                out.push_str(text.strip_suffix("\\n").unwrap_or(text));
                out.push('\n');
                line = scanner;
            }
        }
        if !out.is_empty() {
            note(notes, "{}: \\n read as line breaks", &[Text(name)]);
        }
        scanner = line;
    }
    out.push_str(scanner.rest());
    out
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::list::todo::{Status, TextField};

    /// Returns the todos of a plan as a checklist, and the notes.
    fn planned(text: &str) -> (String, Notes) {
        let mut notes = Notes::new();
        let items = read_plan(text, &mut notes);
        let line = |item: &Item<'_>| {
            let level = match item.parent_hint {
                Some(ParentHint::Level(level)) => "-".repeat(level),
                _ => String::new(),
            };
            let status = item.status.map_or(String::new(), |parsed| match parsed.status {
                Status::Todo => String::new(),
                status => format!(" {}", status.as_str()),
            });
            format!("{level}{}{status}", item.text(TextField::Content).unwrap())
        };
        (items.iter().map(line).collect::<Vec<_>>().join(" | "), notes)
    }

    #[test]
    fn every_line_of_a_plan_is_a_todo_or_has_a_note() {
        for (text, todos, notes) in [
            ("1. Open the shopping cart\n2. Pay", "Open the shopping cart | Pay", 0),
            ("Here is the plan:\n\n1) Open it\n2) Pay\n\nShall I begin?", "Open it | Pay", 2),
            ("# Plan\n- [ ] Open it\n* Pay\r\n", "Open it | Pay", 1),
            ("```\nOpen it\nPay 1.5 $\n```", "Open it | Pay 1.5 $", 0),
            (r#" ["Open it", "Pay"]"#, "Open it | Pay", 0),
            (r#"{"steps": ["Open it", "Pay"]}"#, "Open it | Pay", 0),
            (r#"["Open it", {"step": "Pay"}]"#, "Open it | Pay", 0),
            (r#"[{"content": "Open it"}, {"id": 2, "title": "Pay"}]"#, "Open it | Pay", 0),
            ("\u{feff}- [ ] Open it\r- [ ] Pay\r\u{200b}- [ ] \r", "Open it | Pay", 1),
            // What cannot be read is not left out in silence.
            (r#"["Open it", 7]"#, "", 0),
            ("✅ Open it\n• Pay", "Open it done | Pay", 0),
            ("- [x] Open it\n- [ ] Pay", "Open it done | Pay", 0),
            ("<think>\n1. Beg\n</think>\n1. Open it\n2. Pay", "Open it | Pay", 0),
            ("1. Beg\n</think>\n[\"Open it\", \"Pay\"]", "Open it | Pay", 0),
            ("<reasoning>\n1. Beg", "", 0),
            (" \n", "", 0),
            // A first step on the line of the words before it.
            ("Plan: 1. Open it\n2. Pay", "Open it | Pay", 0),
            ("My plan: - Open it\n- Pay", "Open it | Pay", 0),
            ("<answer>1. Open it\n2. Pay</answer>", "Open it | Pay", 0),
            ("<answer>\n1. Open it\n2. Pay\n</answer>", "Open it | Pay", 0),
            ("Sure! <answer>\n1. Open it\n2. Pay\n</answer>", "Open it | Pay", 1),
            ("<plan>[\"Open it\", \"Pay\"]</plan>", "Open it | Pay", 0),
            ("```json\n[\"Open it\", \"Pay\"]\n```", "Open it | Pay", 0),
            (
                "<todos><todo id=\"1\" status=\"done\">Open it</todo><todo id=\"2\" status=\"todo\">Pay</todo></todos>",
                "Open it done | Pay",
                0,
            ),
            // Numbers of East Asia, and a line that only introduces.
            ("计划：\n1、打开商店\n2、付款", "打开商店 | 付款", 1),
            ("计划：1、打开商店\n2、付款", "打开商店 | 付款", 0),
            ("１．打开商店\n２．付款", "打开商店 | 付款", 0),
            ("计划：\n打开商店\n付款", "打开商店 | 付款", 1),
            // Steps under steps, and phases.
            ("1. Prepare\n   - Open it\n2. Pay", "Prepare | ---Open it | Pay", 0),
            (
                "## 1. Prepare\n- Open it\n## 2. Finish\n- Pay",
                "Prepare | -Open it | Finish | -Pay",
                0,
            ),
            ("## Phase 1: Prepare\n- Open it", "Phase 1: Prepare | -Open it", 0),
            ("1. Prepare\n1.1 Open it\n1.2. Look\n2. Pay", "Prepare | Open it | Look | Pay", 0),
            // Neither rules nor tables are executed.
            ("Open it\n---\nPay", "Open it | Pay", 1),
            ("| Step |\n|---|\n- Open it", "Open it", 2),
        ] {
            let (found, said) = planned(text);
            assert_eq!((&*found, said.len()), (todos, notes), "{text}: {said:?}");
        }
    }

    fn notes(text: &str) -> Result<(Vec<String>, Notes), TodoError> {
        let mut notes = Notes::new();
        let text = with_line_breaks(text, "todos", &mut notes);
        let items = read_checklist(&lines_of(&text), "todos", &mut notes)?;
        let contents = items.iter().filter_map(|item| item.text(TextField::Content));
        Ok((contents.map(String::from).collect(), notes))
    }

    #[test]
    fn refuses_a_box_that_nobody_knows() {
        let error = notes("[x] a\n- [?] b").unwrap_err();
        assert!(
            error.message().starts_with("item 2") && error.message().contains("[?]"),
            "{error}"
        );
    }

    #[test]
    fn an_escaped_line_break_counts_only_before_a_line_of_a_checklist() {
        for (text, expected) in [
            (r"[ ] Open C:\new folder", &[r"Open C:\new folder"][..]),
            (r"[ ] C:\new\n[x] D:\nightly\n", &[r"C:\new", r"D:\nightly"]),
            (r"[ ] a\n\n- [x] b\n# c\n1. [ ] d", &["a", "b", "d"]),
            (r"- a\n- b", &["a", "b"]),
        ] {
            assert_eq!(notes(text).unwrap().0, expected, "{text}");
        }
    }
}
