//! `Vocabulary`: what a dialect is made of, and what answers are written from.

use crate::forms::shape::Shape;
use crate::list::error::TodoError;
use crate::list::store::TodoStore;
use crate::list::todo::Status;
use crate::text::escape::escape_text;
use crate::text::json::Writer;
use crate::text::message::{Part, count, fill};
use crate::tools::arguments::Arguments;
use crate::tools::request::{Done, Request};

/// What an answer shows of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListShown {
    /// All of it, to who asks for it.
    OnRequest,
    /// All of it, always.
    Always,
    /// Always, but not how far each todo is.
    ContentsOnly,
}

/// How a dialect reads and answers calls.
pub(crate) struct Vocabulary {
    /// What `tools(store, name)` takes.
    pub name: &'static str,
    /// The tools, in the order of the docs, as JSON text: an array of objects with name,
    /// description and inputSchema.
    pub tools: &'static str,
    /// The argument that a list by itself is taken for; empty when it is none.
    pub list: &'static str,
    /// The arguments that may be there, empty, in a call that does not take them.
    pub unused: &'static [&'static str],
    /// Reads the arguments of the tool of a name.
    pub read: for<'a> fn(&str, &mut Arguments<'a>) -> Result<Request<'a>, TodoError>,
    /// What its answers show of the list.
    pub shows: ListShown,
    /// Writes what the model is given.
    pub answer: fn(&Answer<'_>) -> String,
}

/// What there is to answer a call with.
pub(crate) struct Answer<'a> {
    /// The store after the call.
    pub store: &'a TodoStore,
    /// The call that was carried out, or why it was not.
    pub result: Result<&'a Done, &'a TodoError>,
    pub notes: &'a [String],
}

impl Answer<'_> {
    /// How far the list is, in a sentence.
    pub fn summary(&self) -> String {
        summary(self.store)
    }

    /// The answer of a tool that speaks prose, a line for each note after it.
    pub fn prose(&self) -> String {
        let mut text = match self.result {
            Ok(_) => self.summary(),
            Err(error) => error.message().into(),
        };
        for note in self.notes {
            text.push_str("\nnote: ");
            text.push_str(note);
        }
        text
    }

    /// The answer of a tool that speaks JSON: `{"error":"…"}` when the call was refused, else what
    /// `write` writes into an object.
    pub fn json(&self, write: fn(&Self, &Done, &mut Writer)) -> String {
        let mut json = Writer::default();
        json.open('{');
        match self.result {
            Err(error) => {
                json.key("error").string(error.message());
            }
            Ok(done) => write(self, done, &mut json),
        }
        self.write_notes(&mut json);
        json.close('}');
        json.finish()
    }

    /// Writes the list when the call reads, else `"message":"…"`.
    pub fn write_list_or_message(&self, done: &Done, shape: &Shape, json: &mut Writer) {
        if let Done::List = done {
            shape.write(json, self.store.list());
        } else {
            json.key("message").string(&self.summary());
        }
    }

    /// Writes `"notes":[…]` if there are any.
    pub fn write_notes(&self, json: &mut Writer) {
        if !self.notes.is_empty() {
            json.key("notes").strings(self.notes);
        }
    }
}

/// An answer with more notes, whatever its form: they come last in each.
#[cfg_attr(
    not(all(target_arch = "wasm32", feature = "todos")),
    allow(dead_code, reason = "JavaScript asks for confirmations")
)]
pub fn with_notes(answer: &str, notes: &[String]) -> String {
    if let Some((tag, inner)) = answer.strip_suffix(RESULT_END).and_then(|a| a.split_once('>')) {
        let mut escaped = notes.to_vec();
        for note in &mut escaped {
            let plain = core::mem::take(note);
            escape_text(note, &plain);
        }
        return [tag, ">", &with_notes(inner, &escaped), RESULT_END].concat();
    }
    let mut text = String::from(answer);
    for note in notes {
        if let Some(open) = text.strip_suffix('}').filter(|_| text.starts_with('{')) {
            let mut pieces = open.split('"').zip(open.split('"').skip(1));
            let has_notes = pieces.any(|(key, rest)| key == "notes" && rest.starts_with(":["));
            let known = open.strip_suffix(']').filter(|_| has_notes);
            let mut json = Writer::default();
            json.string(note);
            let (before, begin) = known.map_or((open, ",\"notes\":["), |before| (before, ","));
            text = [before, begin, &json.finish(), "]}"].concat();
        } else {
            text.push_str("\nnote: ");
            text.push_str(note);
        }
    }
    text
}

/// What ends the answer to a call in XML.
const RESULT_END: &str = "</tool_result>";

/// How far a list is, in a sentence.
pub(crate) fn summary(store: &TodoStore) -> String {
    let list = store.list();
    let at = |is: fn(Status) -> bool| count(list.iter().filter(|todo| is(todo.status)).count());
    let given_up = at(|status| status == Status::Skipped);
    let parts = [
        count(list.len()),
        at(|status| status == Status::Done),
        at(|status| status == Status::Doing),
        at(Status::is_pending),
        given_up,
    ];
    let template = match given_up {
        Part::Number(0) => "Todos: {} in all, {} done, {} in progress, {} to do",
        _ => "Todos: {} in all, {} done, {} in progress, {} to do, {} given up",
    };
    fill(template, &parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_come_last_in_every_form() {
        let notes = [String::from("1 (\"<a>\") waits"), String::from("b")];
        for (answer, with) in [
            ("Todos: 1", "Todos: 1\nnote: 1 (\"<a>\") waits\nnote: b"),
            (r#"{"ok":true}"#, r#"{"ok":true,"notes":["1 (\"<a>\") waits","b"]}"#),
            (r#"{"todos":[]}"#, r#"{"todos":[],"notes":["1 (\"<a>\") waits","b"]}"#),
            (r#"{"a":1,"notes":["x"]}"#, r#"{"a":1,"notes":["x","1 (\"<a>\") waits","b"]}"#),
            (
                r#"<tool_result name="todo">{"a":1}</tool_result>"#,
                r#"<tool_result name="todo">{"a":1,"notes":["1 (\"&lt;a&gt;\") waits","b"]}</tool_result>"#,
            ),
        ] {
            assert_eq!(with_notes(answer, &notes), with);
            assert_eq!(with_notes(answer, &[]), answer);
        }
    }
}
