//! What a model says: a random call of its dialect, and what that asks for.

use std::collections::BTreeMap;

use agent_todos::{Dialect, Key, Status};
use serde_json::{Value, json};

use super::Dice;
use super::seen::{Seen, find};
use super::speaker::{Speaker, Turn};
use crate::about::field_of;
use crate::scene::{
    has_no_list, has_one_call, has_statuses, list_call, one_call, one_tool, only_completes,
    reading_call, writing_tool,
};

/// Which todo a call means.
#[derive(Clone, Debug)]
pub(super) enum TodoRef {
    /// The one at a position, from 1, of the list as it was when the turn began.
    Position(usize),
    /// Some of those that it knows.
    Any,
    Key(Key),
    New,
}

/// What a call says of a todo; of what it does not say, it may mean anything.
#[derive(Clone, Debug)]
pub(super) struct Want {
    pub(super) todo: TodoRef,
    pub(super) content: Option<String>,
    pub(super) status: Option<Status>,
    /// Whether it is said to have failed.
    pub(super) failed: bool,
    /// Other texts, by their places among [`super::seen::TEXTS`].
    pub(super) texts: Vec<(usize, String)>,
    pub(super) is_gone: bool,
    /// Whether it is to wait.
    pub(super) waits: bool,
    /// Whether it only may become so.
    pub(super) is_free: bool,
}

impl Want {
    fn of(todo: TodoRef) -> Self {
        Self {
            todo,
            content: None,
            status: None,
            failed: false,
            texts: vec![],
            is_gone: false,
            waits: false,
            is_free: false,
        }
    }

    fn status(todo: TodoRef, status: Status) -> Self {
        Self { status: Some(status), ..Self::of(todo) }
    }

    fn gone(todo: TodoRef) -> Self {
        Self { is_gone: true, ..Self::of(todo) }
    }

    fn waits(todo: TodoRef) -> Self {
        Self { waits: true, ..Self::status(todo, Status::Todo) }
    }

    fn free(todo: TodoRef) -> Self {
        Self { is_free: true, ..Self::of(todo) }
    }

    fn new(content: &str) -> Self {
        Self { content: Some(content.into()), ..Self::status(TodoRef::New, Status::Todo) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CallKind {
    Tool(&'static str),
    Progress,
    Plan,
}

/// A call, and what it means.
#[derive(Clone, Debug)]
pub(super) struct ModelCall {
    pub(super) kind: CallKind,
    pub(super) arguments: Value,
    pub(super) wants: Vec<Want>,
    /// Whether it says the whole list.
    pub(super) is_whole: bool,
    /// Whether it starts one, so that another may be set back.
    pub(super) starts: bool,
    pub(super) reads: bool,
    /// Whether it asks for the next todo.
    pub(super) is_next: bool,
    /// Whether it says how far each todo is.
    pub(super) says_status: bool,
    /// Whether what leaves by it is given up in so many words.
    pub(super) gives_up: bool,
}

impl ModelCall {
    /// Whether it starts a single todo, which `maxDoing` limits.
    pub(super) fn starts_one(&self) -> bool {
        self.is_next
            || self.arguments["action"] == "mark_doing"
            || !self.arguments["current_plan_item"].is_null()
    }

    fn new(kind: CallKind, arguments: Value) -> Self {
        Self {
            kind,
            arguments,
            wants: vec![],
            is_whole: false,
            starts: false,
            reads: false,
            is_next: false,
            says_status: true,
            gives_up: false,
        }
    }

    fn with(mut self, wants: Vec<Want>) -> Self {
        self.starts |= wants.iter().any(|want| want.status == Some(Status::Doing));
        self.wants = wants;
        self
    }
}

/// New contents, each with a first word that no other has.
pub(super) struct Words(pub(super) usize);

impl Words {
    pub(super) fn next(&mut self) -> String {
        self.0 += 1;
        format!("x{}", self.0)
    }

    pub(super) fn question(&mut self) -> String {
        self.0 += 1;
        format!("What of {}?", self.0)
    }

    /// An answer that no other text has a part of.
    pub(super) fn answer(&mut self) -> String {
        self.0 += 1;
        format!("code{:04}", self.0)
    }

    fn reworded(&mut self, seen: &Seen) -> String {
        self.0 += 1;
        format!("{} v{}", seen.label(), self.0)
    }
}

pub(super) struct CallGenerator<'a> {
    pub(super) dice: &'a mut Dice,
    pub(super) words: &'a mut Words,
    pub(super) removes_skipped: bool,
    /// What its tools call each todo that it knows, where those are not positions.
    pub(super) ids: Option<BTreeMap<Key, String>>,
    /// The position of the first todo in its calls.
    pub(super) first: i64,
}

impl CallGenerator<'_> {
    /// A random call; none where its tools have no word for it.
    pub(super) fn call(&mut self, speaker: &Speaker) -> Option<ModelCall> {
        let call = self.any_call(speaker)?;
        // Each of its answers shows the list.
        let shows = matches!(call.kind, CallKind::Tool("createTodos" | "updateTodos"));
        Some(ModelCall { reads: call.reads || shows, ..call })
    }

    fn any_call(&mut self, speaker: &Speaker) -> Option<ModelCall> {
        let (dialect, turn) = (speaker.dialect, &speaker.turns[0]);
        let known = !turn.base.is_empty();
        let tool = |name, arguments| ModelCall::new(CallKind::Tool(name), arguments);
        Some(match self.dice.below(24) {
            0 => {
                let (tool, arguments) = reading_call(dialect)?;
                ModelCall { reads: true, ..ModelCall::new(CallKind::Tool(tool), arguments) }
            }
            1 | 2 if turn.count() > 0 => self.progress(turn),
            3 => self.plans(turn),
            4 if speaker.asks && known => {
                let (id, todo) = self.one(turn);
                let mut arguments = json!({ "question": self.words.question() });
                // Without an id it means the one in progress.
                let mut want = Want::free(TodoRef::Any);
                if !self.dice.one_in(6) {
                    arguments["id"] = id.into();
                    want = Want::waits(todo);
                }
                tool("ask_user", arguments).with(vec![want])
            }
            _ if dialect == Dialect::TodoManager => self.manages(turn),
            0..12 if only_completes(dialect) && known => self.completes(turn, dialect),
            0..12 if has_no_list(dialect) && known => self.updates(turn, dialect),
            0..18 if has_no_list(dialect) => {
                let content = self.words.next();
                tool(
                    one_tool(dialect, "create"),
                    list_call(dialect, &[(&content, Status::Todo, None)]),
                )
                .with(vec![Want::new(&content)])
            }
            _ if has_no_list(dialect) && known && !only_completes(dialect) => {
                self.updates(turn, dialect)
            }
            _ if has_no_list(dialect) => return None,
            0..14 if dialect == Dialect::TaskWrite && known => self.updates(turn, dialect),
            0..14 if matches!(dialect, Dialect::Merge | Dialect::CursorTodoWrite) && known => {
                self.writes_a_part(turn, dialect)
            }
            _ => self.writes_a_list(turn, dialect),
        })
    }

    /// A position: now and then one that no todo has.
    fn index(&mut self, turn: &Turn) -> usize {
        let beyond = usize::from(self.dice.one_in(8));
        1 + self.dice.below(turn.count() + beyond)
    }

    /// What a call has for a position, from 1.
    fn number(&self, position: usize) -> i64 {
        position as i64 - 1 + self.first
    }

    fn progress(&mut self, turn: &Turn) -> ModelCall {
        let (mut done, mut skip, mut wants) = (vec![], vec![], vec![]);
        let by_position = |index| (self.number(index), TodoRef::Position(index));
        let named: Vec<(i64, TodoRef)> = match &self.ids {
            None => (1..=turn.count()).map(by_position).collect(),
            Some(ids) => {
                let number = |seen: &Seen| ids.get(&seen.key)?.parse::<i64>().ok();
                let known = turn.base.iter();
                known.filter_map(|seen| Some((number(seen)?, TodoRef::Key(seen.key)))).collect()
            }
        };
        for (id, todo) in named {
            match self.dice.below(6) {
                0 => {
                    done.push(id);
                    wants.push(Want::status(todo, Status::Done));
                }
                1 if self.dice.one_in(2) => {
                    skip.push(id);
                    wants.push(self.skip(todo));
                }
                _ => {}
            }
        }
        let arguments = json!({"todo_done": done, "todo_skip": skip, "evidence": "seen"});
        ModelCall { gives_up: true, ..ModelCall::new(CallKind::Progress, arguments).with(wants) }
    }

    fn plans(&mut self, turn: &Turn) -> ModelCall {
        if turn.count() > 0 && self.dice.one_in(2) {
            let item = self.dice.below(turn.count());
            let wants = (1..=item + 1).map(|index| Want::free(TodoRef::Position(index))).collect();
            let call =
                ModelCall::new(CallKind::Plan, json!({ "current_plan_item": item })).with(wants);
            return ModelCall { starts: true, ..call };
        }
        let mut items = self.items(turn, Dialect::Snapshot);
        items.iter_mut().for_each(|item| item.status = Status::Todo);
        let contents: Vec<&str> = items.iter().map(|item| &*item.content).collect();
        if contents.is_empty() {
            return ModelCall::new(CallKind::Plan, json!({}));
        }
        let call = ModelCall::new(CallKind::Plan, json!({ "plan_update": contents }));
        ModelCall {
            starts: true,
            is_whole: true,
            says_status: false,
            ..call.with(wants(&items, false, false))
        }
    }

    fn skip(&self, todo: TodoRef) -> Want {
        match self.removes_skipped {
            true => Want { is_gone: true, ..Want::status(todo, Status::Skipped) },
            false => Want::status(todo, Status::Skipped),
        }
    }

    fn manages(&mut self, turn: &Turn) -> ModelCall {
        let manage = |arguments| ModelCall::new(CallKind::Tool("todo_manager"), arguments);
        let count = turn.count();
        let index = self.index(turn);
        let todo = TodoRef::Position(index);
        match self.dice.below(16) {
            0..3 if count > 0 => {
                let ids: Vec<usize> = (1..=count).filter(|_| self.dice.one_in(3)).collect();
                let ids = if ids.is_empty() { vec![index] } else { ids };
                let wants = ids.iter().map(|id| Want::status(TodoRef::Position(*id), Status::Done));
                let wants = wants.collect();
                manage(json!({"action": "complete_multiple", "ids": ids})).with(wants)
            }
            3 | 4 if count > 0 => manage(json!({"action": "complete", "ids": [index]}))
                .with(vec![Want::status(todo, Status::Done)]),
            5 | 6 if count > 0 => {
                let failed = self.dice.one_in(3);
                let action = if failed { "fail" } else { "skip" };
                let call = manage(json!({"action": action, "ids": [index]}));
                let want = Want { failed, ..self.skip(todo) };
                ModelCall { gives_up: true, ..call.with(vec![want]) }
            }
            7..10 if count > 0 => manage(json!({"action": "mark_doing", "ids": [index]}))
                .with(vec![Want::status(todo, Status::Doing)]),
            10 if count > 0 => manage(json!({"action": "go_back", "ids": [index]}))
                .with(vec![Want::free(TodoRef::Any)]),
            11 => {
                ModelCall { starts: true, is_next: true, ..manage(json!({"action": "get_next"})) }
            }
            12 => {
                let content = self.words.next();
                let position = self.dice.below(count + 1);
                manage(json!({"action": "add_after_position", "position": position, "todos": [{"content": content}]}))
                    .with(vec![Want::new(&content)])
            }
            14 if count > 0 => {
                let question = self.words.question();
                manage(json!({"action": "wait", "ids": [index], "question": question}))
                    .with(vec![Want::waits(todo)])
            }
            13 if self.dice.one_in(2) => {
                let content = self.words.next();
                let call =
                    manage(json!({"action": "replace_all", "todos": [{"content": content}]}));
                ModelCall { is_whole: true, ..call.with(vec![Want::new(&content)]) }
            }
            _ => {
                let contents = [self.words.next(), self.words.next()];
                let todos: Vec<Value> =
                    contents.iter().map(|it| json!({ "content": it })).collect();
                manage(json!({"action": "add_multiple", "todos": todos}))
                    .with(contents.iter().map(|content| Want::new(content)).collect())
            }
        }
    }

    /// One todo, by its id of the tools or by its position.
    fn updates(&mut self, turn: &Turn, dialect: Dialect) -> ModelCall {
        let is_task = has_no_list(dialect);
        let (id, todo) = self.one(turn);
        let tool = if is_task { one_tool(dialect, "update") } else { "task_update" };
        let named = match is_task {
            true => one_call(dialect, "update", &[("key", &id)]),
            false => json!({ "id": id }),
        };
        let update = |field: &str, value: Value| {
            let mut arguments = named.clone();
            arguments[field] = value;
            ModelCall::new(CallKind::Tool(tool), arguments)
        };
        let status = |word: &str, status| {
            update("status", word.into()).with(vec![Want::status(todo.clone(), status)])
        };
        match self.dice.below(if is_task { 12 } else { 7 }) {
            0 | 1 if !is_task => {
                ModelCall::new(CallKind::Tool("task_complete"), json!({ "id": id }))
                    .with(vec![Want::status(todo, Status::Done)])
            }
            0 | 1 => status("completed", Status::Done),
            2..5 => status("in_progress", Status::Doing),
            5 => status("pending", Status::Todo),
            6 => {
                let Some(seen) = turn.seen(&todo) else { return status("pending", Status::Todo) };
                let content = self.words.reworded(seen);
                let field = if is_task { "subject" } else { "content" };
                let want = Want { content: Some(content.clone()), ..Want::of(todo.clone()) };
                update(field, content.into()).with(vec![want])
            }
            7 | 8 => ModelCall {
                gives_up: true,
                ..update("status", "deleted".into()).with(vec![Want::gone(todo)])
            },
            9 => {
                let owner = ["ann", "bob", "eve"][self.dice.below(3)];
                // To take over what is in progress is to start it.
                let call = update("owner", owner.into()).with(vec![Want::free(todo)]);
                ModelCall { starts: true, ..call }
            }
            10 => {
                let (other, waits) = self.one(turn);
                let wants = vec![Want::free(todo.clone()), Want::free(waits)];
                update(["addBlockedBy", "addBlocks"][self.dice.below(2)], json!([other]))
                    .with(wants)
            }
            _ if dialect == Dialect::Task => {
                ModelCall::new(CallKind::Tool("TaskGet"), json!({ "taskId": id }))
            }
            _ => status("pending", Status::Todo),
        }
    }

    /// One todo, which the call completes or removes.
    fn completes(&mut self, turn: &Turn, dialect: Dialect) -> ModelCall {
        let (id, todo) = self.one(turn);
        let gives_up = has_one_call(dialect, "remove") && self.dice.one_in(4);
        let kind = if gives_up { "remove" } else { "complete" };
        let is_settled = turn.seen(&todo).is_some_and(|seen| seen.status.is_settled());
        let reopens = dialect == Dialect::Pi && is_settled;
        let want = match gives_up {
            true => Want::gone(todo),
            false => Want::status(todo, if reopens { Status::Todo } else { Status::Done }),
        };
        let arguments = one_call(dialect, kind, &[("key", &id), ("reason", "Seen.")]);
        let call = ModelCall::new(CallKind::Tool(one_tool(dialect, kind)), arguments);
        ModelCall { gives_up, ..call.with(vec![want]) }
    }

    fn one(&mut self, turn: &Turn) -> (String, TodoRef) {
        let index = self.index(turn);
        let is_key = self.dice.one_in(4);
        if self.ids.is_none() && !is_key {
            return (self.number(index).to_string(), TodoRef::Position(index));
        }
        let seen = &turn.base[self.dice.below(turn.base.len())];
        let id = self.ids.as_ref().and_then(|ids| ids.get(&seen.key)).filter(|_| !is_key);
        (id.cloned().unwrap_or_else(|| seen.key.to_text()), TodoRef::Key(seen.key))
    }

    /// A part of the list, by name or by content.
    fn writes_a_part(&mut self, turn: &Turn, dialect: Dialect) -> ModelCall {
        let seen = &turn.base[self.dice.below(turn.base.len())];
        let todo = TodoRef::Key(seen.key);
        let id = self.ids.as_ref().and_then(|ids| ids.get(&seen.key));
        let id = id.filter(|_| seen.name.is_some() || self.dice.one_in(2));
        let (mut item, mut want) = match id {
            Some(name) => (json!({ "id": name }), Want::of(todo.clone())),
            None => {
                let content = seen.content().to_owned();
                let want = Want { content: Some(content), ..Want::of(todo.clone()) };
                (json!({ "content": seen.content() }), want)
            }
        };
        if want.content.is_none() && self.dice.one_in(4) {
            let content = self.words.reworded(seen);
            item["content"] = content.clone().into();
            want.content = Some(content);
        }
        let gives_up = self.dice.one_in(5);
        let word = ["pending", "in_progress", "completed"][self.dice.below(3)];
        let status = match word {
            _ if gives_up => Status::Skipped,
            "pending" => Status::Todo,
            "in_progress" => Status::Doing,
            _ => Status::Done,
        };
        let given_up = ["cancelled", "failed", "error"][self.dice.below(3)];
        item["status"] = if gives_up { given_up } else { word }.into();
        want.status = Some(status);
        if gives_up {
            let failed = given_up != "cancelled";
            want = Want { content: want.content, failed, ..self.skip(todo) };
        }
        let mut call = ModelCall::new(
            CallKind::Tool(writing_tool(dialect)),
            json!({"merge": true, "todos": [item]}),
        );
        call.gives_up = gives_up;
        call.with(vec![want])
    }

    fn writes_a_list(&mut self, turn: &Turn, dialect: Dialect) -> ModelCall {
        let items = self.items(turn, dialect);
        let tuples = items.iter();
        let tuples: Vec<_> =
            tuples.map(|item| (&*item.content, item.status, item.name.as_deref())).collect();
        let mut arguments = list_call(dialect, &tuples);
        let says_status = has_statuses(dialect);
        let says_waits = dialect == Dialect::WriteTodos;
        for (index, item) in items.iter().enumerate().filter(|_| says_waits) {
            if item.waits && item.status == Status::Todo {
                arguments["todos"][index]["status"] = "blocked".into();
            }
        }
        let mut wants = wants(&items, says_status, says_waits);
        self.repeats_texts(&mut arguments, &mut wants, turn);
        self.puts_under(&mut arguments, &items);
        ModelCall {
            is_whole: true,
            says_status,
            ..ModelCall::new(CallKind::Tool(writing_tool(dialect)), arguments).with(wants)
        }
    }

    /// A list repeats the other texts of a todo as they are known, most of the time.
    fn repeats_texts(&mut self, arguments: &mut Value, wants: &mut [Want], turn: &Turn) {
        let lists = arguments.as_object_mut().unwrap().values_mut().filter_map(Value::as_array_mut);
        for (item, want) in lists.flatten().zip(wants) {
            let known = turn.seen(&want.todo);
            let (Some(item), Some(known)) = (item.as_object_mut(), known) else { continue };
            for (field, index) in [("priority", 1), ("activeForm", 2), ("active_form", 2)] {
                let Some(value) = item.get_mut(field) else { continue };
                if !self.dice.one_in(10) {
                    match &known.texts[index] {
                        Some(text) => *value = text.clone().into(),
                        None => {
                            item.remove(field);
                            continue;
                        }
                    }
                }
                let text = item[field].as_str().unwrap().to_owned();
                want.texts.push((index, text));
            }
        }
    }

    /// Now and then a list says which of its todos another one is under, by the text.
    fn puts_under(&mut self, arguments: &mut Value, items: &[Item]) {
        let lists = arguments.as_object_mut().unwrap().values_mut().filter_map(Value::as_array_mut);
        for item in lists.flatten().filter_map(Value::as_object_mut) {
            if self.dice.one_in(10) {
                let above = &items[self.dice.below(items.len())].content;
                let above = Some(above.clone()).filter(|_| !self.dice.one_in(4));
                item.insert("parent".into(), above.into());
            }
        }
    }

    /// The list as the model knows it, with a few things otherwise.
    fn items(&mut self, turn: &Turn, dialect: Dialect) -> Vec<Item> {
        let mut items: Vec<Item> = turn.base.iter().map(Item::of).collect();
        // What is on the list twice is said once.
        let mut contents = std::collections::BTreeSet::new();
        items.retain(|item| contents.insert(item.content.clone()));
        let has_places = field_of(dialect, "position").is_some();
        let has_names = field_of(dialect, "name").is_some();
        let has_statuses = has_statuses(dialect);
        let base = turn.base.iter().map(|seen| Some(seen.key));
        let mut is_as_known = turn.indices.iter().copied().eq(base);
        if !items.is_empty() && self.dice.one_in(4) {
            items.remove(self.dice.below(items.len()));
            is_as_known = false;
        }
        if items.len() > 1 && self.dice.one_in(5) {
            let moved = items.remove(self.dice.below(items.len()));
            items.insert(self.dice.below(items.len() + 1), moved);
            is_as_known = false;
        }
        if has_statuses {
            for _ in 0..self.dice.below(3) {
                if let Some(len) = items.len().checked_sub(1) {
                    let item = &mut items[self.dice.below(len + 1)];
                    item.status = [Status::Todo, Status::Doing, Status::Doing, Status::Done]
                        [self.dice.below(4)];
                }
            }
        }
        if dialect == Dialect::WriteTodos && !items.is_empty() && self.dice.one_in(3) {
            let at = self.dice.below(items.len());
            items[at].waits ^= true;
        }
        if !items.is_empty() && self.dice.one_in(6) {
            let at = self.dice.below(items.len());
            let item = &mut items[at];
            let seen = find(&turn.base, item.key.unwrap()).unwrap();
            // Where a position may name another todo than the content did, nobody knows which is
            // meant.
            if !has_places || is_as_known {
                item.content = self.words.reworded(seen);
                item.is_placed = has_places;
                let is_named = has_names && item.name.is_some();
                item.key = item.key.filter(|_| is_named || has_places);
                item.name = item.name.take().filter(|_| is_named);
                is_as_known = false;
            }
        }
        if self.dice.one_in(3) && (!has_places || is_as_known) {
            let content = self.words.next();
            let name = self.dice.one_in(2).then(|| format!("n-{content}"));
            let status = if has_statuses {
                [Status::Todo, Status::Doing][self.dice.below(2)]
            } else {
                Status::Todo
            };
            let position = self.dice.below(items.len() + 1);
            let (key, is_placed, waits) = (None, false, false);
            items.insert(position, Item { key, content, status, waits, name, is_placed });
        }
        items
    }
}

/// An item of a whole list.
struct Item {
    key: Option<Key>,
    content: String,
    status: Status,
    waits: bool,
    name: Option<String>,
    /// Whether its position alone says which todo it is.
    is_placed: bool,
}

impl Item {
    fn of(seen: &Seen) -> Self {
        Self {
            key: Some(seen.key),
            content: seen.content().into(),
            status: seen.status,
            waits: seen.is_waiting(),
            name: seen.name.clone(),
            is_placed: false,
        }
    }
}

fn wants(items: &[Item], says_status: bool, says_waits: bool) -> Vec<Want> {
    let want = |item: &Item| Want {
        todo: item.key.filter(|_| !item.is_placed).map_or(TodoRef::New, TodoRef::Key),
        content: Some(item.content.clone()),
        status: Some(item.status).filter(|_| says_status),
        failed: false,
        texts: vec![],
        is_gone: false,
        waits: says_waits && item.waits && item.status == Status::Todo,
        is_free: false,
    };
    items.iter().map(want).collect()
}
