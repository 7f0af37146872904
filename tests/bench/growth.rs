//! How calls grow with the list, for growth.slow.test.mjs: `growth N ROW` makes the call of a row
//! on a list of N todos, in `measured`, which is all that callgrind counts. `growth N` makes each
//! of them, and prints the milliseconds that it took. Each row once took the square of the todos
//! and links, or more.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench that panics has found something"
)]

use std::time::Instant;

use agent_todos::list::author::Author;
use agent_todos::tools::markdown::read_markdown;
use agent_todos::{Call, Conversation, Dialect, Options, Ref, Settings, TodoStore};
use serde_json::{Value, json};

const ROWS: [&str; 17] = [
    "near links/write",
    "near links/preview",
    "near links/next todo",
    "near links/todos of Task",
    "near links/merge",
    "closed links/write",
    "deep tree/write",
    "deep tree/complete",
    "deep tree/branch",
    "deep tree/next todo",
    "deep tree/reminder",
    "ring/write",
    "all in progress/write",
    "texts alike/write",
    "turned ids/write",
    "markdown/deep",
    "markdown/other texts",
];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let number = arguments.next().expect("the number of todos").parse().expect("a number");
    let only = arguments.next();
    for row in ROWS.into_iter().filter(|row| only.as_ref().is_none_or(|only| only == row)) {
        let call = set_up(row, number);
        let started = Instant::now();
        measured(call);
        println!("{row}\t{:.3}", started.elapsed().as_secs_f64() * 1000.0);
    }
}

type Measured = Box<dyn FnOnce()>;

#[inline(never)]
fn measured(call: Measured) {
    call();
}

fn set_up(row: &str, number: usize) -> Measured {
    let (scene, call) = row.split_once('/').unwrap();
    match scene {
        "near links" | "closed links" => links(scene, call, number),
        "deep tree" | "ring" => tree(scene, call, number),
        "all in progress" => in_progress(number),
        "texts alike" => alike(number),
        "turned ids" => turned(number),
        _ => markdown(call, number),
    }
}

/// A list in which each todo waits for the ten before it, the first one for the last if `closed`.
fn links(scene: &str, call: &str, number: usize) -> Measured {
    let items = own(number).enumerate().map(|(n, content)| {
        let first = scene == "closed links" && n == 0;
        let blockers = if first { number - 1..number } else { n.saturating_sub(10)..n };
        let names: Vec<String> = blockers.map(name).collect();
        json!({"id": name(n), "content": content, "status": "pending", "blockedBy": names})
    });
    let todos = json!({"todos": items.collect::<Vec<_>>()});
    let mut scene = Scene::new(Dialect::Qwen, []);
    match call {
        "write" => return scene.measure_call("todo_write", todos),
        "preview" => return scene.measure_preview("todo_write", &todos),
        _ => scene.call("todo_write", &todos),
    }
    match call {
        "todos of Task" => Box::new(move || drop(Dialect::Task.todos(&scene.store))),
        "merge" => {
            let base = scene.store.checkpoint();
            let theirs = scene.completed().store.checkpoint();
            let others: Vec<String> = (0..number).map(|n| format!("o{n}a o{n}b")).collect();
            let others: Vec<&str> = others.iter().map(String::as_str).collect();
            let replace = |store: &mut TodoStore| store.replace_all(&others).map(drop);
            scene.store.acting_as(Author::Host, replace).unwrap();
            Box::new(move || drop(scene.store.merge(&base, &theirs).unwrap()))
        }
        _ => scene.measure_next(),
    }
}

/// A list in which each todo is under the one before it, or in a ring under the one after it.
fn tree(scene: &str, call: &str, number: usize) -> Measured {
    let items = |status: &str| -> Value {
        let item = |(n, content): (usize, String)| {
            let parent = if scene == "ring" { Some((n + 1) % number) } else { n.checked_sub(1) };
            let mut item = json!({"id": name(n), "content": content, "status": status});
            if let Some(parent) = parent {
                item["parent"] = name(parent).into();
            }
            item
        };
        json!({"todos": own(number).enumerate().map(item).collect::<Vec<_>>()})
    };
    let mut scene = Scene::new(Dialect::Merge, []);
    if call == "write" {
        return scene.measure_call("todo", items("pending"));
    }
    scene.call("todo", &items("pending"));
    match call {
        "complete" => scene.measure_call("todo", items("completed")),
        "branch" => {
            let branch = Some(scene.store.list().first().unwrap().key);
            let settings = Settings { dialect: Dialect::Merge, branch, ..Settings::default() };
            scene.model = Conversation::new(settings);
            drop(scene.model.reminder(&scene.store));
            scene.measure_call("todo", items("pending"))
        }
        "reminder" => {
            let mut scene = scene.completed();
            Box::new(move || drop(scene.model.reminder(&scene.store)))
        }
        _ => scene.measure_next(),
    }
}

/// A new list of todos that are all in progress, where one may be.
fn in_progress(number: usize) -> Measured {
    let item = |text| json!({"content": text, "status": "in_progress", "activeForm": "a"});
    let todos: Vec<Value> = own(number).map(item).collect();
    let mut scene = Scene::new(Dialect::TodoWrite, []);
    scene.store = TodoStore::new(Options::from_json(r#"{"maxTodos":1000}"#).unwrap());
    scene.measure_call("TodoWrite", json!({"todos": todos}))
}

/// Texts that are compared by pairs of characters, of which most are the same, and others like
/// them.
fn alike(number: usize) -> Measured {
    let text = |n: usize, other: u32| -> String {
        let n = u32::try_from(n).unwrap();
        let codes = (0x4e00..0x4e28).chain([0x5000 + n, 0x7000 + other, 0x7800 + n]);
        codes.map(|code| char::from_u32(code).unwrap()).collect()
    };
    let item = |n| json!({"content": text(n, 1), "status": "pending", "priority": "low"});
    let todos: Vec<Value> = (0..number).map(item).collect();
    Scene::new(Dialect::Todowrite, (0..number).map(|n| text(n, 0)))
        .measure_call("todowrite", json!({"todos": todos}))
}

/// The same list again, under ids that name its todos from the end.
fn turned(number: usize) -> Measured {
    let item = |(n, content): (usize, String)| {
        let id = format!("{}", number - n);
        json!({"id": id, "content": content, "status": "pending"})
    };
    let todos: Vec<Value> = own(number).enumerate().map(item).collect();
    Scene::new(Dialect::Merge, own(number)).measure_call("todo", json!({"todos": todos}))
}

/// A list that is read as text: each line below the one before, or beside a list of other texts.
fn markdown(call: &str, number: usize) -> Measured {
    let is_deep = call == "deep";
    // If each line were deeper, twice the list would be four times the text.
    let indent = |n: usize| if is_deep { " ".repeat(n.min(100)) } else { String::new() };
    let lines: String = (0..number).map(|n| format!("{}- [ ] w{n}a w{n}b\n", indent(n))).collect();
    let others = (0..number).filter(|_| !is_deep).map(|n| format!("v{n}a v{n}b"));
    let mut store = Scene::new(Dialect::TodoManager, others).store;
    Box::new(move || drop(read_markdown(&mut store, &lines).unwrap()))
}

/// Texts that have no word in common.
fn own(number: usize) -> impl Iterator<Item = String> {
    (0..number).map(|n| format!("w{n}a w{n}b w{n}c w{n}d"))
}

fn name(n: usize) -> String {
    format!("n{n}")
}

/// A list, and the conversation of a model that has read it.
struct Scene {
    store: TodoStore,
    model: Conversation,
}

impl Scene {
    fn new(dialect: Dialect, texts: impl IntoIterator<Item = String>) -> Self {
        let options = Options::from_json(r#"{"maxTodos":1000,"maxDoing":1000}"#).unwrap();
        let mut store = TodoStore::new(options);
        let texts: Vec<String> = texts.into_iter().collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        store.acting_as(Author::Host, |store| store.add_multiple(&texts).map(drop)).unwrap();
        let mut model = Conversation::new(Settings { dialect, ..Settings::default() });
        drop(model.reminder(&store));
        model.begin_turn();
        Self { store, model }
    }

    /// The same conversation, with all todos completed by a person since.
    fn completed(&self) -> Self {
        let mut store = self.store.clone();
        let all: Vec<Ref> = store.list().iter().map(|todo| Ref::Key(todo.key)).collect();
        let complete = |store: &mut TodoStore| store.complete_multiple(&all, "").map(drop);
        store.acting_as(Author::User, complete).unwrap();
        Self { store, model: self.model.clone() }
    }

    fn call(&mut self, tool: &str, arguments: &Value) {
        let arguments = &arguments.to_string();
        assert!(self.model.call(&mut self.store, &Call { tool, arguments }).ok);
    }

    fn measure_call(mut self, tool: &'static str, arguments: Value) -> Measured {
        let arguments = arguments.to_string();
        Box::new(move || {
            drop(self.model.call(&mut self.store, &Call { tool, arguments: &arguments }));
        })
    }

    /// What is shown of a call of which a twentieth is still to come.
    fn measure_preview(mut self, tool: &'static str, arguments: &Value) -> Measured {
        let arguments = arguments.to_string();
        Box::new(move || {
            let arguments = &arguments[..arguments.len() * 19 / 20];
            self.model.write(&Call { tool, arguments }, "c");
            assert!(self.model.preview(&self.store).is_some());
        })
    }

    fn measure_next(mut self) -> Measured {
        Box::new(move || {
            self.store.acting_as(Author::User, |store| store.next_todo());
        })
    }
}
