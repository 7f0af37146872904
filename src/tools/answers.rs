//! Answers to calls, written from the templates of a dialect.
//!
//! A template is a text, or an object in JSON. In it, `$` and a name stand for a value: see
//! [`Answer::value`]. Notes come after a text, a line each, and are a field of an object.

use std::rc::Rc;

use crate::change::command::CommandResult;
use crate::change::match_items::Mode;
use crate::forms::id_map::IdMap;
use crate::forms::item_schema::Audience;
use crate::forms::xml::{Words, write_position, write_todo};
use crate::list::blockers::open_blockers;
use crate::list::error::TodoError;
use crate::list::indexed_list::{find, index_of};
use crate::list::note::Note;
use crate::list::store::TodoStore;
use crate::list::todo::{FAILED, Key, Status, TextField, Todo};
use crate::text::json::Writer;
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{count, fill, join, on_one_line, push};
use crate::text::scan::Scanner;
use crate::tools::ask_user;
use crate::tools::dialect_spec::DialectSpec;
use crate::tools::markdown::mark;

/// The data for the answer to a call.
pub(crate) struct Answer<'a> {
    pub spec: &'static DialectSpec,
    /// The store after the call.
    pub store: &'a TodoStore,
    /// The result, or the error of a call that was refused.
    pub result: Result<&'a CommandResult, &'a TodoError>,
    /// Whether the list was written as the call asked for it.
    pub is_as_asked: bool,
    /// Whether somebody is being asked to confirm the claims.
    pub is_asked: bool,
    /// Whether the model has to wait until a person has approved the plan.
    pub waits_for_approval: bool,
    /// What the model calls the todos.
    pub id_map: IdMap<'a>,
}

/// A value in an answer.
enum Value {
    Text(String),
    /// A value that is JSON text: a number, a list, `true` or `false`.
    Json(String),
}

impl Answer<'_> {
    /// Returns the answer with its values, without notes.
    pub fn fill(&self, template: &str) -> String {
        let is_json = template.starts_with('{');
        let mut out = String::with_capacity(128);
        let mut scanner = Scanner::new(template);
        loop {
            out.push_str(scanner.take_while(|b| b != b'$'));
            if !scanner.eat("$") {
                return out;
            }
            match self.value(scanner.take_while(|b| b.is_ascii_lowercase())) {
                Value::Text(text) if is_json => {
                    let mut json = Writer::default();
                    json.string(&text);
                    out.push_str(&json.finish());
                }
                Value::Text(text) | Value::Json(text) => out.push_str(&text),
            }
        }
    }

    /// Returns a value by its name in templates.
    fn value(&self, name: &str) -> Value {
        let (store, list) = (self.store, self.store.list());
        let of_statuses = |is_counted: fn(Status) -> bool| {
            let counted = list.iter().filter(|todo| is_counted(todo.status()));
            Value::Json(fill("{}", &[count(counted.count())]))
        };
        let flag = |is_so: bool| Value::Json(if is_so { "true" } else { "false" }.to_owned());
        let is_open = |status: Status| !status.is_settled();
        Value::Text(match name {
            // The list, and what it is about.
            "list" => return self.items(&|_| true),
            "remaining" => return self.items(&|todo| is_open(todo.status())),
            "xml" => store.xml(),
            "lines" => self.lines(),
            "count" => return of_statuses(|_| true),
            "closed" => return of_statuses(Status::is_settled),
            "doing" => return of_statuses(|status| status == Status::Doing),
            "pending" => return of_statuses(|status| status.is_pending()),
            "open" => return of_statuses(is_open),
            "any" => return flag(!list.is_empty()),
            "finished" => return flag(!list.is_empty() && !store.has_unfinished()),
            "approval" => self.approval(),
            "summary" => self.summary(),
            "merge" => {
                return flag(matches!(self.result, Ok(CommandResult::Rewritten(Mode::Merge))));
            }
            "error" => self.result.err().map_or("", TodoError::message).to_owned(),
            _ => match self.result {
                Ok(result) => return self.detail(name, result),
                Err(_) => String::new(),
            },
        })
    }

    /// Returns the todos that are shown, in the form of the original tool.
    fn items(&self, is_shown: &dyn Fn(&Todo) -> bool) -> Value {
        let mut json = Writer::default();
        self.spec.listed().write_items(&mut json, self.store.list(), is_shown, Audience::Model);
        Value::Json(json.finish())
    }

    /// Returns that the list was written, as briefly as the original tool says it. If it is not as
    /// the call asked for it, and for a call that reads it, returns its progress in a sentence.
    fn summary(&self) -> String {
        if self.is_as_asked { self.spec.written.to_owned() } else { summary(self.store) }
    }

    /// Returns what a call did, by its name in templates.
    fn detail(&self, name: &str, result: &CommandResult) -> Value {
        let todo = result.todos().first().and_then(|key| find(self.store.list(), *key));
        let number = |number: usize| Value::Json(fill("{}", &[count(number)]));
        Value::Text(match (name, result) {
            ("settled", CommandResult::Settled(settled)) => settled.sentence(self.is_asked),
            ("id", CommandResult::Settled(settled)) => settled.first_id(),
            ("id", _) => result.todos().first().map_or_else(String::new, |key| self.id(*key)),
            ("content", _) => todo.map_or_else(String::new, |todo| on_one_line(todo.content())),
            ("added", _) => return self.items(&|todo| result.todos().contains(&todo.key)),
            ("items", CommandResult::Settled(settled)) => {
                return number(settled.done.len() + settled.skipped.len());
            }
            ("items", CommandResult::Cleared(count)) => return number(*count),
            ("items", _) => return number(result.todos().len()),
            ("position", CommandResult::Added { after: Some(position), .. }) => {
                fill("{}", &[Number(*position)])
            }
            ("fields", CommandResult::Updated { fields, .. }) if !fields.is_empty() => {
                fill(" {}", &[Text(&join(fields, ", "))])
            }
            // These tools mark what is in progress otherwise than checklists do.
            ("box", _) => {
                todo.map_or("", |todo| if todo.is_at_work() { "~" } else { mark(todo) }).to_owned()
            }
            ("state", _) => todo.map_or("", |todo| self.id_map.state_name(todo)).to_owned(),
            ("toggled", _) => todo.map_or("", |todo| toggled(todo)).to_owned(),
            ("next", CommandResult::Started(Some(key))) => self.element(*key),
            ("next", _) => "No TODO is left to do".to_owned(),
            ("waits", CommandResult::Waits(key)) => {
                let todo = find(self.store.list(), *key);
                todo.map_or_else(String::new, |todo| {
                    ask_user::sentence(todo, self.waits_for_approval)
                })
            }
            ("details", _) => todo.map_or_else(String::new, |todo| self.details(todo)),
            _ => String::new(),
        })
    }

    /// Returns what the model calls a todo, or the number of its key if the todo is new to the
    /// model.
    fn id(&self, key: Key) -> String {
        self.id_map.of(key).unwrap_or_else(|| fill("{}", &[Number(key.0.into())]))
    }

    /// Returns the XML element of a todo, with the id by which the model knows it.
    fn element(&self, key: Key) -> String {
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

    /// Returns the list with a line for each todo.
    fn lines(&self) -> String {
        let lines: Vec<String> = self.store.list().iter().map(|todo| self.line(todo)).collect();
        join(&lines, "\n")
    }

    fn line(&self, todo: &Todo) -> String {
        let found = CommandResult::Found(todo.key);
        let mut line = Answer { result: Ok(&found), ..*self }.fill(self.spec.line);
        if let Some(owner) = todo.text(TextField::Owner) {
            push(&mut line, " ({})", &[Text(&on_one_line(owner))]);
        }
        self.push_ids(&mut line, " [under {}]", todo.parent().as_slice());
        self.push_ids(&mut line, " [blocked by {}]", &open_blockers(self.store.list(), todo));
        line
    }

    /// Returns a todo with all that is known of it, a line each.
    fn details(&self, todo: &Todo) -> String {
        let list = self.store.list();
        let subject = on_one_line(todo.content());
        let parts = [Text(&self.id(todo.key)), Text(&subject), Text(self.id_map.state_name(todo))];
        let mut text = fill("Task #{}: {}\nStatus: {}", &parts);
        for (template, field) in
            [("\nDescription: {}", TextField::Description), ("\nOwner: {}", TextField::Owner)]
        {
            if let Some(value) = todo.text(field) {
                // No line of it looks like one of ours.
                let lines: Vec<&str> = value.split(['\n', '\r', '\u{2028}', '\u{2029}']).collect();
                push(&mut text, template, &[Text(&join(&lines, "\n  "))]);
            }
        }
        self.push_ids(&mut text, "\nUnder: {}", todo.parent().as_slice());
        self.push_ids(&mut text, "\nBlocked by: {}", &open_blockers(list, todo));
        let depends = |other: &&Rc<Todo>| open_blockers(list, other).contains(&todo.key);
        let blocked: Vec<Key> = list.iter().filter(depends).map(|todo| todo.key).collect();
        self.push_ids(&mut text, "\nBlocks: {}", &blocked);
        text
    }

    /// Appends the ids of todos, if there are any.
    fn push_ids(&self, text: &mut String, template: &str, keys: &[Key]) {
        let ids: Vec<String> =
            keys.iter().map(|key| fill("#{}", &[Text(&self.id(*key))])).collect();
        if !ids.is_empty() {
            push(text, template, &[Text(&join(&ids, ", "))]);
        }
    }

    /// Returns whether the plan may be carried out, in a sentence.
    fn approval(&self) -> String {
        if !self.store.has_unfinished() {
            return self.summary();
        }
        if self.waits_for_approval {
            return "The user is shown the plan and has not approved it yet. Do nothing on a page until a message says that it is approved".into();
        }
        let sites = self.store.sites().approved_list();
        let template = match sites.is_empty() {
            true => "The user has approved the plan. Go on",
            false => "The user has approved the plan. Go on, and act on these sites alone: {}",
        };
        fill(template, &[Text(&sites)])
    }
}

/// Returns how far a todo is that a call toggled.
fn toggled(todo: &Todo) -> &'static str {
    match todo.status() {
        Status::Done => "completed",
        Status::Doing if todo.is_claimed() => "reported as completed",
        Status::Todo | Status::Doing | Status::Skipped => "uncompleted",
    }
}

/// Returns an answer with its notes: a field of an object, or lines after a text.
pub(crate) fn with_notes(mut text: String, is_json: bool, notes: &[Note]) -> String {
    if !is_json {
        push_notes(&mut text, notes);
    } else if !notes.is_empty() {
        let mut json = Writer::default();
        json.strings(notes);
        text.pop();
        push(&mut text, ",\"notes\":{}}", &[Text(&json.finish())]);
    }
    text
}

/// Returns `{"ok":true,"output":"…"}` or `{"ok":false,"error":"…"}` around an answer, with the
/// notes.
pub(crate) fn wrap(ok: bool, answer: &str, notes: &[Note]) -> String {
    let mut json = Writer::default();
    json.open('{').key("ok").boolean(ok).key(if ok { "output" } else { "error" }).string(answer);
    if !notes.is_empty() {
        json.key("notes").strings(notes);
    }
    json.close('}');
    json.finish()
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
            push(&mut text, ", {} {}", &[count(number), Text(word)]);
        }
    }
    text
}
