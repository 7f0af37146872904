//! `DialectSpec`: the definition of a dialect, and the data from which answers are written.

use crate::change::command::{Command, CommandResult};
use crate::change::match_items::Mode;
use crate::forms::id_map::{IdMap, IdScheme};
use crate::forms::item_schema::{Audience, ItemSchema, PLAIN};
use crate::forms::xml::{Words, write_position, write_todo};
use crate::list::error::TodoError;
use crate::list::indexed_list::index_of;
use crate::list::note::Note;
use crate::list::store::TodoStore;
use crate::list::todo::{FAILED, Key, Status, Todo};
use crate::text::json::Writer;
use crate::text::message::{FormatArg, count, fill, push};
use crate::tools::arguments::Arguments;
use crate::tools::take_request::take_rewrite;

/// How much of the list an answer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListDetail {
    /// The whole list, if the call asks for it.
    OnRequest,
    /// The whole list, always.
    Always,
    /// The contents of all todos, always, but not their statuses.
    ContentsOnly,
}

/// How a dialect reads and answers calls.
pub(crate) struct DialectSpec {
    /// The tools, in the order of the docs, as JSON text: an array of objects with name,
    /// description and inputSchema.
    pub tools: &'static str,
    /// The tools that it answers although it does not offer them: its own by another name, or those
    /// of other versions of its program.
    pub answers: &'static [&'static str],
    /// What its calls name todos by.
    pub ids: IdScheme,
    /// The argument with the list, and the form of its items.
    pub schema: ItemSchema,
    /// Whether a bare list is read as that argument.
    pub takes_bare_list: bool,
    /// The tool whose calls with nothing but the list write it, if there is one.
    pub writes: Option<&'static str>,
    /// Arguments that a call does not use and may leave empty.
    pub unused: &'static [&'static str],
    /// The tool's way to give up a todo, if omitting or cancelling it is not the way.
    pub give_up_hint: Option<&'static str>,
    /// Whether that marks the todo as skipped. Tools with a word for "skipped" skip in any case.
    pub skips: bool,
    /// Whether `maxDoing` limits what its lists have in progress, because the specification of the
    /// tool does. For all other tools it is advice.
    pub limits_lists: bool,
    /// Whether a model has to wait until a person has approved the plan.
    pub waits_for_approval: bool,
    /// What its prompts say.
    pub prompt: PromptParts,
    /// Reads the arguments of the tool with a name.
    pub read:
        for<'a> fn(&str, &'static ItemSchema, &mut Arguments<'a>) -> Result<Command<'a>, TodoError>,
    /// Returns the answer to a command that has no details, if the tool answers in sentences.
    pub sentence: fn(&Command<'_>) -> String,
    /// How much of the list its answers show.
    pub shows: ListDetail,
    /// Whether that list shows which todos are claimed, so that no note has to.
    pub shows_claims: bool,
    /// The original tool's answer to a write, if the tool does not answer with the list.
    pub written: &'static str,
    /// Writes the answer for the model.
    pub answer: fn(&Answer<'_>) -> String,
    /// Writes the todos for a program, as the objects of the original tool.
    pub write_todos: fn(&ItemSchema, &TodoStore, &mut Writer),
    /// Whether the tool puts an object around the answer: see [`wrap`].
    pub wraps: bool,
}

/// What the prompts of a dialect say about its tools.
pub(crate) struct PromptParts {
    /// How to write a plan. The gap is the argument with the list.
    pub plan: &'static str,
    /// How to report progress.
    pub settle: &'static str,
    /// The form of a call, for a model without tool calling.
    pub form: &'static str,
    /// The system prompt, if it is not the one of all dialects.
    pub system: Option<&'static str>,
}

/// The prompts of a tool that takes the whole list, with statuses.
pub(crate) const WHOLE: PromptParts = PromptParts {
    plan: "send the whole list in `{}`, what is done before the new steps",
    settle: "send the whole list again with the new `status`",
    form: "",
    system: None,
};

/// The same for a list that is one text.
pub(crate) const LINES: PromptParts = PromptParts {
    plan: "send the whole list in `{}`, a line each, what is done before the new steps",
    settle: "send the whole list again with [-] before what is in progress and [x] before what is done",
    ..WHOLE
};

/// The way to give up a todo if the tool has none.
pub(crate) const ASKS: &str = "ask the user";

/// A tool that writes the whole list and answers in prose.
pub(crate) const PROSE: DialectSpec = DialectSpec {
    tools: "[]",
    answers: &[],
    ids: IdScheme::Positions,
    schema: PLAIN,
    takes_bare_list: true,
    writes: None,
    unused: &[],
    give_up_hint: None,
    skips: false,
    limits_lists: false,
    waits_for_approval: false,
    prompt: WHOLE,
    read: |_, schema, arguments| take_rewrite(arguments, Mode::Replace, schema),
    sentence: |_| String::new(),
    shows: ListDetail::OnRequest,
    shows_claims: false,
    written: "Todos updated",
    answer: |answer| answer.prose(),
    write_todos: |schema, store, json| schema.write_items(json, store.list(), Audience::Program),
    wraps: false,
};

/// A tool that can also read the list. It answers with the list, a message, or `{"error":"…"}`.
pub(crate) const READABLE: DialectSpec = DialectSpec {
    answer: |answer| answer.json(|answer, done, json| answer.write_list_or_message(done, json)),
    ..PROSE
};

/// The data for the answer to a call.
pub(crate) struct Answer<'a> {
    pub schema: &'static ItemSchema,
    /// The store after the call.
    pub store: &'a TodoStore,
    /// The result, or the error of a call that was refused.
    pub result: Result<&'a CommandResult, &'a TodoError>,
    pub notes: &'a [Note],
    /// The answer to a write that was carried out as it was asked for.
    pub written: Option<&'static str>,
    /// Whether somebody is being asked to confirm the claims.
    pub is_asked: bool,
    /// Whether the model has to wait until a person has approved the plan.
    pub waits_for_approval: bool,
    /// What the model calls the todos.
    pub id_map: IdMap<'a>,
}

impl Answer<'_> {
    /// Returns that the list was written, as briefly as the original tool says it. If it is not as
    /// the call asked for it, and for a call that reads it, returns its progress in a sentence.
    pub fn summary(&self) -> String {
        self.written.map_or_else(|| summary(self.store), str::to_owned)
    }

    /// Returns the XML element of a todo, with the id by which the model knows it.
    pub fn element(&self, key: Key) -> String {
        let mut xml = String::new();
        let list = self.store.list();
        let write_id = &|out: &mut String, _: usize, todo: &Todo| {
            let index = self.id_map.positions.iter().position(|known| *known == todo.key);
            write_position(out, index.unwrap_or_default(), todo);
        };
        if let Some(index) = index_of(list, key)
            && let Some(todo) = list.get(index)
        {
            let statuses = self.id_map.statuses;
            write_todo(&mut xml, list, (index, todo), Words { write_id, statuses });
        }
        xml
    }

    /// Returns the answer in prose, followed by one line per note.
    pub fn prose(&self) -> String {
        self.text(|answer, _| answer.summary())
    }

    /// Returns what `write` returns, or the reason why the call was refused, followed by one line
    /// per note.
    pub fn text(&self, write: fn(&Self, &CommandResult) -> String) -> String {
        let mut text = match self.result {
            Ok(result) => write(self, result),
            Err(error) => error.message().into(),
        };
        push_notes(&mut text, self.notes);
        text
    }

    /// Returns the answer as JSON: `{"error":"…"}` if the call was refused, otherwise an object
    /// with what `write` writes.
    pub fn json(&self, write: fn(&Self, &CommandResult, &mut Writer)) -> String {
        self.object(&|json| match self.result {
            Err(error) => {
                json.key("error").string(error.message());
            }
            Ok(result) => write(self, result, json),
        })
    }

    /// Returns an object with what `write` writes, and the notes.
    pub fn object(&self, write: &dyn Fn(&mut Writer)) -> String {
        object(self.notes, write)
    }

    /// Writes the list if the call reads it, otherwise `"message":"…"`.
    pub fn write_list_or_message(&self, result: &CommandResult, json: &mut Writer) {
        if let CommandResult::Shown = result {
            self.schema.write(json, self.store.list());
        } else {
            json.key("message").string(&self.summary());
        }
    }
}

/// Returns a JSON object with what `write` writes, and `"notes":[…]` if there are any.
pub(crate) fn object(notes: &[Note], write: &dyn Fn(&mut Writer)) -> String {
    // Enough for an answer without a list.
    let mut json = Writer::with_room(128);
    json.open('{');
    write(&mut json);
    if !notes.is_empty() {
        json.key("notes").strings(notes);
    }
    json.close('}');
    json.finish()
}

/// Returns `{"ok":true,"output":"…"}` or `{"ok":false,"error":"…"}` around an answer, with the
/// notes.
pub(crate) fn wrap(ok: bool, answer: &str, notes: &[Note]) -> String {
    object(notes, &|json| {
        json.key("ok").boolean(ok).key(if ok { "output" } else { "error" }).string(answer);
    })
}

/// Appends one line per note.
pub(crate) fn push_notes(text: &mut String, notes: &[Note]) {
    for note in notes {
        text.push_str("\nnote: ");
        text.push_str(&note.text);
    }
}

/// Returns the progress of a list in a sentence.
pub(crate) fn summary(store: &TodoStore) -> String {
    let [mut pending, mut doing, mut done, mut skipped, mut failed] = [0_usize; 5];
    for todo in store.list() {
        let number = match todo.status() {
            Status::Todo => &mut pending,
            Status::Doing => &mut doing,
            Status::Done => &mut done,
            Status::Skipped if todo.is_failed() => &mut failed,
            Status::Skipped => &mut skipped,
        };
        *number += 1;
    }
    let parts = [count(store.list().len()), count(done), count(doing), count(pending)];
    let mut text = fill("Todos: {} in all, {} done, {} in progress, {} to do", &parts);
    for (number, word) in [(skipped, "skipped"), (failed, FAILED)] {
        if number > 0 {
            push(&mut text, ", {} {}", &[count(number), FormatArg::Text(word)]);
        }
    }
    text
}
