//! One call, for `npm run bench:core`: `core ROW` sets the row up and makes its call in `measured`,
//! which is all that callgrind counts.
#![allow(clippy::expect_used, clippy::panic, reason = "a bench that panics has found something")]

use agent_todos::{Author, Call, Conversation, Dialect, Id, Options, Settings, TodoStore};

fn main() {
    let row = std::env::args().nth(1).expect("the name of a row");
    let is_planned = ["read", "step", "turn"].contains(&&*row);
    let dialect = if is_planned { Dialect::TodoManager } else { Dialect::TodoWrite };
    let tool = if is_planned { "todo_manager" } else { "TodoWrite" };
    let mut store = TodoStore::new(Options::default());
    let mut model = Conversation::new(Settings { dialect, ..Settings::default() });
    let _ = model.reminder(&store);

    if is_planned {
        let contents: Vec<_> =
            (1..=30).map(|number| format!("Compare the price of item {number}")).collect();
        let contents: Vec<_> = contents.iter().map(String::as_str).collect();
        store.add_multiple(&contents).expect("30 todos fit");
        let _ = model.reminder(&store);
        model.begin_turn();
    } else if row != "new" {
        write(&mut model, &mut store, &list("Compare the price of item", 1));
        model.begin_turn();
    }
    if row == "decided" {
        store
            .acting_as(Author::User, |store| store.complete(Id(30)))
            .expect("todo 30 is on the list");
        let _ = model.reminder(&store);
        model.begin_turn();
    }
    if row == "branch" {
        return measure_branch();
    }
    if row == "step" {
        store.complete(Id(14)).expect("todo 14 is on the list");
        measured(|| {
            store.mark_doing(Id(15)).expect("nothing is in progress");
            store.complete(Id(15)).expect("todo 15 is on the list");
        });
        return;
    }
    let arguments = match row.as_str() {
        "new" => list("Compare the price of item", 1),
        "again" | "decided" => list("Compare the price of item", 2),
        "others" => list("Write the report of shop", 1).replace(" in three", " on two"),
        "read" => r#"{"action":"list"}"#.to_owned(),
        "turn" => r#"{"action":"complete_multiple","ids":[15]}"#.to_owned(),
        other => panic!("there is no row {other}"),
    };
    let call = Call { tool, arguments: &arguments };
    let outcome = measured(|| match row.as_str() {
        "turn" => dialect.call(&mut store, &call),
        _ => model.call(&mut store, &call),
    });
    assert!(outcome.ok, "{}", outcome.text);
}

#[inline(never)]
fn measured<T>(call: impl FnOnce() -> T) -> T {
    call()
}

/// A call of a model that has the branch of one todo, after 1,000 revisions.
fn measure_branch() {
    let roomy = Options::from_json(r#"{"maxTodos":100}"#).expect("100 is in range");
    let mut store = TodoStore::new(roomy);
    store.add_multiple(&["Plan the trip", "Compare the trains"]).expect("two todos fit");
    for _ in 0..500 {
        store.mark_doing(Id(1)).expect("nothing is in progress");
        store.abort();
    }
    let settings = r#"{"under":"t1","dialect":"TodoWrite"}"#;
    let settings = Settings::from_json(&store, settings).expect("t1 is on the list");
    let mut model = Conversation::new(settings);
    measured(|| {
        let mut branch = model.open_branch(&store).expect("it has a branch");
        write(&mut model, &mut branch, &list("Compare the price of item", 1));
        model.close_branch(&mut store, branch);
    });
}

/// A call that writes 30 todos, of which this one is in progress and those before it are done.
fn list(content: &str, doing: usize) -> String {
    let todos: Vec<_> = (1..=30).map(|number| item(content, number, doing)).collect();
    format!(r#"{{"todos":[{}]}}"#, todos.join(","))
}

fn item(content: &str, number: usize, doing: usize) -> String {
    let status = match number.cmp(&doing) {
        std::cmp::Ordering::Less => "completed",
        std::cmp::Ordering::Equal => "in_progress",
        std::cmp::Ordering::Greater => "pending",
    };
    // One has an escape, as the text of a list often does.
    let shops = if number == 22 { r#"three \"good\" shops"# } else { "three shops" };
    format!(
        r#"{{"content":"{content} {number} in {shops}","status":"{status}","activeForm":"Working on item {number}"}}"#
    )
}

fn write(model: &mut Conversation, store: &mut TodoStore, arguments: &str) {
    let outcome = model.call(store, &Call { tool: "TodoWrite", arguments });
    assert!(outcome.ok, "{}", outcome.text);
}
