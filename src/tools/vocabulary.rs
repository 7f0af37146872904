//! `Vocabulary`: what a dialect is made of, and what answers are written from.

use alloc::string::String;

use crate::forms::shape::Shape;
use crate::list::error::TodoError;
use crate::list::store::TodoStore;
use crate::list::todo::Status;
use crate::text::json::Writer;
use crate::text::message::{Part, count, fill};
use crate::tools::arguments::Arguments;
use crate::tools::request::{Done, Request};

/// What an answer shows of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// All of it, to who asks for it.
    OnRequest,
    /// All of it, always.
    Always,
    /// Always, but not how far each todo is.
    Contents,
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
    /// Reads the arguments of the tool at a place.
    pub read: for<'a> fn(usize, &mut Arguments<'a>) -> Result<Request<'a>, TodoError>,
    /// What its answers show of the list.
    pub shows: Shows,
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
    pub checkpoint: &'a str,
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
