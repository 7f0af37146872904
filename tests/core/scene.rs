//! A list, those who change it and a model that works on it, in words: who did what, what was
//! answered, and what the list is then.
//!
//! What a model reads is held against its snapshot: see [`crate::snapshot`].

use std::ops::Deref;
use std::rc::Rc;

use agent_todos::forms::reminder::Reminder;
use agent_todos::list::author::{Actor, Author};
use agent_todos::list::edit_options::{Approval, Patch};
use agent_todos::list::note::texts;
use agent_todos::list::waiting::{Wait, WaitFor};
use agent_todos::{
    Call, Conversation, Dialect, Id, Key, Options, Outcome, Ref, Settings, Status, TextField, Todo,
    TodoStore, WriteError,
};
use serde_json::{Value, json};

use crate::about::{about, field_of};
use crate::snapshot::assert_snapshot;

/// Options of stores.
pub(crate) const ASKS: &str = r#"{"confirmDone":true}"#;
pub(crate) const REMOVES: &str = r#"{"onSkip":"remove"}"#;
pub(crate) const TWO: &str = r#"{"maxDoing":2}"#;

/// A store, and the conversation of a model with it.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) store: TodoStore,
    pub(crate) model: Conversation,
}

pub(crate) fn settings(dialect: Dialect) -> Settings {
    Settings { dialect, ..Settings::default() }
}

/// Tells a model of this list.
pub(crate) fn tell(dialect: Dialect, list: &str) -> Scene {
    Scene::new(settings(dialect), "{}", list)
}

/// Lets a model write this list with Claude's tool.
pub(crate) fn write_list(list: &str) -> Scene {
    let mut scene = tell(Dialect::TodoWrite, "");
    scene.writes(list).ok();
    scene
}

/// A store with this list.
pub(crate) fn store(options: &str, list: &str) -> TodoStore {
    let mut store = TodoStore::new(Options::from_json(options).unwrap());
    let items = parse_list(list);
    if !items.is_empty() {
        let contents: Vec<_> = items.iter().map(|(content, ..)| *content).collect();
        store.acting_as(Author::Host, |store| store.add_multiple(&contents)).unwrap();
    }
    for ((_, status, _), id) in items.iter().zip(1..) {
        let verb = match status {
            Status::Todo => continue,
            Status::Doing => "start",
            Status::Done => "complete",
            Status::Skipped => "skip",
        };
        by(&mut store, Author::Host, &format!("{verb} {id}")).unwrap();
    }
    store
}

/// A host's list.
pub(crate) fn list(list: &str) -> TodoStore {
    store("{}", list)
}

/// A model that has read nothing of this list.
pub(crate) fn unread(dialect: Dialect, todos: &str) -> Scene {
    Scene { store: list(todos), model: Conversation::new(settings(dialect)) }
}

/// A model of this name, where there are several.
pub(crate) fn named(name: &str) -> Actor {
    Actor::named(Author::Model, name).unwrap()
}

pub(crate) fn ann() -> Actor {
    named("ann")
}

/// Who that is: "user", "host", "agent" or "model", else a model of this name.
pub(crate) fn actor(who: &str) -> Actor {
    Author::parse_str(who).map_or_else(|| named(who), Actor::from)
}

impl Scene {
    pub(crate) fn new(settings: Settings, options: &str, list: &str) -> Self {
        let store = store(options, list);
        let mut model = Conversation::new(settings);
        let _ = model.reminder(&store);
        Self { store, model }
    }

    /// The list, as in "a, b done": a todo that has no status here is open.
    pub(crate) fn list(&self) -> String {
        show(&self.store)
    }

    /// The list in the order of its contents.
    pub(crate) fn sorted(&self) -> String {
        let list = self.list();
        let mut todos: Vec<_> = list.split(", ").collect();
        todos.sort_unstable();
        todos.join(", ")
    }

    /// What a person does: see [`act`].
    #[track_caller]
    pub(crate) fn user(&mut self, acts: &str) {
        self.by(Author::User, acts).unwrap();
    }

    #[track_caller]
    pub(crate) fn host(&mut self, acts: &str) {
        self.by(Author::Host, acts).unwrap();
    }

    pub(crate) fn by(&mut self, who: impl Into<Actor>, acts: &str) -> Result<(), WriteError> {
        by(&mut self.store, who, acts)
    }

    /// The model is reminded, and this is what it reads.
    pub(crate) fn reminder(&mut self) -> String {
        let reminder = self.model.reminder(&self.store);
        reminder_text(&reminder, &self.store)
    }

    /// The model is reminded of something.
    #[track_caller]
    pub(crate) fn is_reminded(&mut self) {
        assert_ne!(self.reminder(), "");
    }

    /// The model is reminded, and reads what the snapshot has.
    #[track_caller]
    pub(crate) fn reads(&mut self) {
        assert_snapshot(&self.reminder());
    }

    /// The browser ends, and all goes on from what was stored.
    pub(crate) fn restart(&mut self) {
        self.store = TodoStore::from_checkpoint(&self.store.checkpoint()).unwrap();
        self.model = Conversation::from_checkpoint(&self.store, &self.model.checkpoint()).unwrap();
    }

    /// What another tab made of this list is merged with what became of it here.
    pub(crate) fn merge(&mut self, base: &Self, other: &Self) {
        self.store.merge(&base.store.checkpoint(), &other.store.checkpoint()).unwrap();
    }

    /// The model calls the tool of this name.
    #[track_caller]
    pub(crate) fn tool(&mut self, tool: &str, arguments: &Value) -> Answer {
        let call = Call { tool, arguments: &arguments.to_string() };
        self.run(|model, store| model.call(store, &call))
    }

    /// The calls so far were of one message, and those that follow are of another.
    pub(crate) fn next_message(&mut self) {
        self.model.begin_turn();
    }

    /// The model calls the tool that writes.
    #[track_caller]
    pub(crate) fn call(&mut self, arguments: &Value) -> Answer {
        self.tool(writing_tool(self.model.settings().dialect), arguments)
    }

    /// The model calls `todo_manager` for the todos of these ids.
    #[track_caller]
    pub(crate) fn manages(&mut self, action: &str, ids: &[usize]) -> Answer {
        self.call(&json!({ "action": action, "ids": ids }))
    }

    /// The model writes this list.
    #[track_caller]
    pub(crate) fn writes(&mut self, list: &str) -> Answer {
        self.call(&list_call(self.model.settings().dialect, &parse_list(list)))
    }

    #[track_caller]
    pub(crate) fn progress(&mut self, arguments: &str) -> Answer {
        self.run(|model, store| model.apply_progress(store, Ok(arguments)))
    }

    #[track_caller]
    pub(crate) fn plan(&mut self, arguments: &str) -> Answer {
        self.run(|model, store| model.apply_plan(store, Ok(arguments)))
    }

    /// What is refused changes nothing.
    #[track_caller]
    fn run(&mut self, act: impl FnOnce(&mut Conversation, &mut TodoStore) -> Outcome) -> Answer {
        let before = self.store.clone();
        let outcome = act(&mut self.model, &mut self.store);
        assert!(outcome.ok || !outcome.changed && self.store == before, "{}", outcome.text);
        Answer(outcome)
    }
}

/// What a call led to.
#[derive(Debug)]
pub(crate) struct Answer(pub(crate) Outcome);

impl Deref for Answer {
    type Target = Outcome;

    fn deref(&self) -> &Outcome {
        &self.0
    }
}

impl Answer {
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert!(self.ok, "{}", self.text);
        self
    }

    /// The call is carried out, and the model reads what the snapshot has.
    #[track_caller]
    pub(crate) fn answers(self) -> Self {
        let answer = self.ok();
        assert_snapshot(&answer.text);
        answer
    }

    /// The call is carried out with the notes of the snapshot, one a line.
    #[track_caller]
    pub(crate) fn notes(self) -> Self {
        let answer = self.ok();
        assert_snapshot(&texts(&answer.notes).join("\n"));
        answer
    }

    /// The call is refused with the text of the snapshot.
    #[track_caller]
    pub(crate) fn refuses(self) -> Self {
        let answer = self.fails();
        assert_snapshot(&answer.text);
        answer
    }

    /// The call is refused.
    #[track_caller]
    pub(crate) fn fails(self) -> Self {
        assert!(!self.ok, "{}", self.text);
        self
    }

    /// A refusal or a note reports that the list is not as the call says.
    #[track_caller]
    pub(crate) fn reports_a_difference(&self) {
        assert!(!self.ok || !self.notes.is_empty(), "{}", self.text);
    }

    /// The call is carried out, and a note says what was repaired or kept.
    #[track_caller]
    pub(crate) fn noted(self) -> Self {
        let answer = self.ok();
        assert!(!answer.notes.is_empty(), "{}", answer.text);
        answer
    }
}

/// What somebody does, as in "skip 2: too slow; add after 0: x".
pub(crate) fn by(
    store: &mut TodoStore,
    who: impl Into<Actor>,
    acts: &str,
) -> Result<(), WriteError> {
    store.acting_as(who, |store| acts.split("; ").try_for_each(|what| act(store, what)))
}

/// What several do, one after the other, as in "user: skip 2: too slow | model: start 1".
#[track_caller]
pub(crate) fn happen(store: &mut TodoStore, steps: &str) {
    for step in steps.split(" | ").filter(|step| !step.is_empty()) {
        let (who, acts) = step.split_once(": ").unwrap();
        by(store, actor(who), acts).unwrap();
    }
}

fn act(store: &mut TodoStore, what: &str) -> Result<(), WriteError> {
    let (what, text) = what.split_once(": ").unwrap_or((what, ""));
    let words: Vec<&str> = what.split(' ').collect();
    let number = |index: usize| words[index].parse::<i64>().unwrap();
    let edit =
        |store: &mut TodoStore, patch: Patch<'_>| store.edit(Id(number(1)), &patch).map(drop);
    match (words[0], text) {
        ("add", _) if words.len() == 1 => {
            store.add_multiple(&[text]).map(drop).map_err(WriteError::from)
        }
        ("add", _) => {
            store.add_after_position(number(2), &[text]).map(drop).map_err(WriteError::from)
        }
        ("remove", _) => store.remove(Id(number(1))),
        ("move", _) => store.move_to(Id(number(1)), number(3)),
        ("start", _) => store.mark_doing(Id(number(1))),
        ("go", _) => store.go_back(Id(number(3))),
        ("complete", _) => store.complete(Id(number(1))),
        ("skip", reason) => store.skip(Id(number(1)), reason).map(drop),
        ("fail", reason) => store.fail(Id(number(1)), reason).map(drop),
        ("reopen", reason) => store.reopen(Id(number(1)), reason).map(drop),
        ("word", _) => edit(store, Patch { content: Some(text), ..Patch::default() }),
        ("describe", _) => edit(store, Patch { description: Some(text), ..Patch::default() }),
        ("rank", _) => edit(store, Patch { priority: Some(text), ..Patch::default() }),
        ("ask", _) => edit(store, Patch { confirm: Some(text == "yes"), ..Patch::default() }),
        ("block", _) => {
            let blockers = words[3].split('+').map(|id| Ref::Id(Id(id.parse().unwrap())));
            let blockers: Vec<_> = blockers.collect();
            edit(store, Patch { blocked_by: Some(&blockers), ..Patch::default() })
        }
        ("give", _) => {
            let key = store.list()[usize::try_from(number(1)).unwrap() - 1].key.to_text();
            let arguments = json!({ "taskId": key, "owner": text }).to_string();
            let call = Call { tool: "TaskUpdate", arguments: &arguments };
            let is_given = Dialect::Task.call(store, &call).ok;
            is_given.then_some(()).ok_or(WriteError::Denied)
        }
        ("list", _) => {
            let todos = text.split(" and ").map(
                |content| json!({ "content": content, "status": "pending", "activeForm": content }),
            );
            let arguments = json!({ "todos": todos.collect::<Vec<_>>() }).to_string();
            let call = Call { tool: "TodoWrite", arguments: &arguments };
            let is_taken = Dialect::TodoWrite.call(store, &call).ok;
            is_taken.then_some(()).ok_or(WriteError::Denied)
        }
        ("put", _) => {
            let parent = Some(number(3)).filter(|id| *id > 0).map(|id| Ref::Id(Id(id)));
            edit(store, Patch { parent: Some(parent), ..Patch::default() })
        }
        ("free", _) => edit(store, Patch { blocked_by: Some(&[]), ..Patch::default() }),
        ("wait", _) => store.wait(Id(number(1)), &Wait::new(WaitFor::User, text)).map(drop),
        ("answer", _) => store.answer(Id(number(1)), text).map(drop),
        ("approve", _) => store.approve(&Approval::default()),
        ("undo", _) => store.undo().map(drop).map_err(WriteError::from),
        ("redo", _) => store.redo().map(drop).map_err(WriteError::from),
        ("abort", _) => {
            store.abort();
            Ok(())
        }
        _ => panic!("what is to {what}?"),
    }
}

/// Reads a list such as "a, b done, c #n3": contents, statuses, and the model's own ids.
pub(crate) fn parse_list(list: &str) -> Vec<(&str, Status, Option<&str>)> {
    let parts = list.split(", ").filter(|item| !item.is_empty()).map(|item| {
        let (item, status) = match item.rsplit_once(' ') {
            Some((item, "done")) => (item, Status::Done),
            Some((item, "doing")) => (item, Status::Doing),
            Some((item, "skipped")) => (item, Status::Skipped),
            _ => (item, Status::Todo),
        };
        match item.split_once(" #") {
            Some((content, name)) => (content, status, Some(name)),
            None => (item, status, None),
        }
    });
    parts.collect()
}

/// Shows a list as [`parse_list`] reads it, without ids: "a, b doing claimed, c done @ann, d
/// failed".
pub(crate) fn show(store: &TodoStore) -> String {
    let todo = |todo: &Rc<Todo>| {
        let status = match todo.status() {
            Status::Todo => String::new(),
            _ if todo.is_failed() => " failed".into(),
            status => format!(" {}", status.as_str()),
        };
        let claimed = if todo.is_claimed() { " claimed" } else { "" };
        let owner = todo.text(TextField::Owner).map(|owner| format!(" @{owner}"));
        format!("{}{status}{claimed}{}", todo.content(), owner.unwrap_or_default())
    };
    store.list().iter().map(todo).collect::<Vec<_>>().join(", ")
}

/// The keys of a list, in its order.
pub(crate) fn keys(store: &TodoStore) -> Vec<String> {
    store.list().iter().map(|todo| todo.key.to_text()).collect()
}

/// The contents of a list, in its order.
pub(crate) fn contents(store: &TodoStore) -> Vec<&str> {
    store.list().iter().map(|todo| todo.content()).collect()
}

/// Shows a list as [`show`] does, with all else that can be decided about a todo: "a skipped
/// because no time (of a) high approved after b+c under d".
pub(crate) fn show_all(store: &TodoStore) -> String {
    let content = |key: &Key| {
        let todo = store.list().iter().find(|todo| todo.key == *key);
        todo.map_or("one that is gone", |todo| todo.content()).to_owned()
    };
    let extras = |todo: &Rc<Todo>| {
        let mut extras = String::new();
        let description = todo.text(TextField::Description).map(|text| format!(" ({text})"));
        let priority = todo.text(TextField::Priority).map(|text| format!(" {text}"));
        let reason = todo.text(TextField::Reason).map(|text| format!(" because {text}"));
        let answer = todo.text(TextField::Answer).map(|text| format!(" answered {text}"));
        let approved = todo.is_approved().then(|| " approved".to_owned());
        let waits = todo.waiting().map(|_| " waits".to_owned());
        let mut blockers: Vec<_> = todo.blocked_by().iter().map(content).collect();
        blockers.sort_unstable();
        let after = (!blockers.is_empty()).then(|| format!(" after {}", blockers.join("+")));
        let under = todo.parent().map(|key| format!(" under {}", content(&key)));
        [reason, description, priority, approved, answer, waits, after, under]
            .into_iter()
            .flatten()
            .for_each(|extra| extras.push_str(&extra));
        extras
    };
    let lines = show(store);
    let todos =
        lines.split(", ").zip(store.list()).map(|(line, todo)| line.to_owned() + &extras(todo));
    todos.collect::<Vec<_>>().join(", ")
}

pub(crate) fn reminder_text(reminder: &Reminder, store: &TodoStore) -> String {
    let text = match reminder {
        Reminder::Nothing => String::new(),
        Reminder::Text { text, .. } => text.clone(),
    };
    // Behind the list there may be a line that nothing has changed.
    let end = text.find("\nNothing on the list has changed");
    let end = end.or(text.len().checked_sub("</browser-state>".len()));
    let whole = &text[..end.unwrap_or_default()];
    // What is only repeated is not the whole list.
    let is_whole = shows_list(whole, store) && !text.contains("Still open after");
    assert_eq!(reminder.is_whole(), text.contains("<todos>") && is_whole, "{text}");
    text
}

/// Whether the tools of a dialect take ids that are not positions.
pub(crate) fn has_ids(dialect: Dialect) -> bool {
    !about(dialect)["ids"].is_null()
}

/// Whether a model calls todos by their positions from 0.
pub(crate) fn has_indices(dialect: Dialect) -> bool {
    about(dialect)["ids"] == "indices"
}

/// What a model calls the todo at a position of a new list, from 1.
pub(crate) fn id_at(dialect: Dialect, position: usize) -> String {
    (position - usize::from(has_indices(dialect))).to_string()
}

/// What a model that uses ids calls a todo of the list as it knows it: its name, the number of its
/// key where that is free, or its key.
pub(crate) fn shown_id(seen: &[Rc<Todo>], todo: &Todo) -> String {
    let word = todo.key.to_text();
    let number = word[1..].to_owned();
    let name = todo.text(TextField::Name).map(str::to_owned);
    let is_free =
        |name: &String| seen.iter().all(|other| other.text(TextField::Name) != Some(name));
    let keys = (0..).map(|count| format!("{word}{}", "_".repeat(count)));
    name.or_else(|| Some(number).into_iter().chain(keys).find(is_free)).unwrap()
}

/// Whether a text ends with the list, whose ids may be others than positions, and whose words for
/// the statuses those of a tool. Settled todos may be missing if it says how many.
pub(crate) fn shows_list(text: &str, store: &TodoStore) -> bool {
    let elements = |xml: &str| {
        let list = xml.rsplit("<todos>").next().unwrap_or_default();
        without_ids(&in_our_words(&list.replace("</todos>", "")))
    };
    let (shown, all) = (elements(text), elements(&store.xml()));
    // The introduction says how many are missing.
    let introduction = text.rsplit_once("<todos>").map_or("", |(before, _)| before);
    let introduction = introduction.lines().next_back().unwrap_or_default();
    let number = |before: &str, after: &str| {
        let (rest, _) = introduction.rsplit_once(after)?;
        rest.rsplit(before).next()?.parse::<usize>().ok()
    };
    let settled = number("; ", " more are done or skipped").unwrap_or_default();
    let others = number("; not shown: ", " of other agents").unwrap_or_default();
    let mut shown = shown.split('\n').filter(|element| !element.is_empty()).peekable();
    let missing = all.split('\n').filter(|element| !element.is_empty());
    let missing = missing.filter(|element| shown.next_if_eq(element).is_none());
    let missing: Vec<&str> = missing.collect();
    let is_settled =
        |element: &&&str| element.contains("\"done\"") || element.contains("\"skipped\"");
    shown.next().is_none()
        && missing.len() == settled + others
        && missing.iter().filter(is_settled).count() >= settled
}

/// A list in XML with our words for the statuses.
fn in_our_words(xml: &str) -> String {
    let words = [
        ("pending", "todo"),
        ("not-started", "todo"),
        ("blocked", "todo"),
        ("[ ]", "todo"),
        ("in_progress", "doing"),
        ("in-progress", "doing"),
        ("processing", "doing"),
        ("[-]", "doing"),
        ("completed", "done"),
        ("[x]", "done"),
        ("cancelled", "skipped"),
    ];
    let attribute = |word: &str| format!("status=\"{word}\"");
    words.iter().fold(xml.to_owned(), |xml, (theirs, ours)| {
        xml.replace(&attribute(theirs), &attribute(ours))
    })
}

/// A list in XML without the ids of its todos.
fn without_ids(xml: &str) -> String {
    let mut pieces = xml.split("<todo id=\"");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let rest = piece.split_once("\" status").map_or(piece, |(_, rest)| rest);
        let links = ["parent", "blockedBy"].iter();
        let rest = links.fold(rest.to_owned(), |rest, name| without_link(&rest, name));
        text + "\n" + &rest
    })
}

/// An element without the ids in one of its attributes.
fn without_link(element: &str, name: &str) -> String {
    match element.split_once(&format!(" {name}=\"")) {
        Some((before, rest)) if !before.contains('>') => {
            let after = rest.split_once('"').map_or("", |(_, after)| after);
            format!("{before} {name}{after}")
        }
        _ => element.to_owned(),
    }
}

/// Whether the lists of a dialect have an id or a position in each item.
pub(crate) fn lists_ids(dialect: Dialect) -> bool {
    ["name", "position"].iter().any(|value| field_of(dialect, value).is_some())
}

/// Whether the lists of a dialect say how far each todo is.
pub(crate) fn has_statuses(dialect: Dialect) -> bool {
    let call = &about(dialect)["call"];
    call.is_null() || !call["statuses"].is_null()
}

/// Returns the tool that writes.
pub(crate) fn writing_tool(dialect: Dialect) -> &'static str {
    dialect.tool_names().find(|name| *name != "todo_read").unwrap()
}

/// Whether the calls of a dialect are about one todo each.
pub(crate) fn has_no_list(dialect: Dialect) -> bool {
    !about(dialect)["each"].is_null()
}

/// Returns the arguments of a call that creates or updates one todo, with these values.
pub(crate) fn one_call(dialect: Dialect, call: &str, values: &[(&str, &str)]) -> Value {
    let call = &about(dialect)["each"][call];
    let mut arguments = call.get("rest").cloned().unwrap_or_else(|| json!({}));
    let text_of = |is: &Value| -> Value {
        let is = if is == "number" { "key" } else { is.as_str().unwrap() };
        if let Some(word) = is.strip_prefix('=') {
            return word.into();
        }
        let text = values.iter().find(|(value, _)| is == *value).map_or("", |(_, text)| text);
        text.into()
    };
    let mut item = json!({});
    match call["item"].as_object() {
        Some(fields) => fields.iter().for_each(|(field, is)| item[field] = text_of(is)),
        None => item = text_of(&call["item"]),
    }
    match call["list"].as_str() {
        Some(list) => arguments[list] = json!([item]),
        None => arguments.as_object_mut().unwrap().append(item.as_object_mut().unwrap()),
    }
    arguments
}

/// Whether a dialect without lists has a tool that completes todos, in place of one that updates
/// one.
pub(crate) fn only_completes(dialect: Dialect) -> bool {
    has_one_call(dialect, "complete")
}

/// Whether a dialect without lists has a call of this kind for one todo.
pub(crate) fn has_one_call(dialect: Dialect, kind: &str) -> bool {
    !about(dialect)["each"][kind].is_null()
}

/// Returns the tool that creates or updates one todo.
pub(crate) fn one_tool(dialect: Dialect, call: &str) -> &'static str {
    about(dialect)["each"][call]["tool"].as_str().unwrap()
}

/// Returns the call that reads the list, where a dialect has one.
pub(crate) fn reading_call(dialect: Dialect) -> Option<(&'static str, Value)> {
    let read = about(dialect).get("read")?;
    Some((read["tool"].as_str().unwrap(), read["arguments"].clone()))
}

/// Returns the call that writes the whole list in a dialect. Where there is none, it adds.
pub(crate) fn list_call(dialect: Dialect, items: &[(&str, Status, Option<&str>)]) -> Value {
    match dialect {
        Dialect::TodoManager => {
            let todo = |(content, ..): &(&str, _, _)| json!({ "content": content });
            json!({"action": "add_multiple", "todos": items.iter().map(todo).collect::<Vec<_>>()})
        }
        _ if has_no_list(dialect) => one_call(dialect, "create", &[("content", items[0].0)]),
        _ => crate::dialects::whole(dialect, items),
    }
}
