//! What `todos()` calls a todo is what a reminder calls it, in every dialect, after whatever others
//! did. That a call calls it so is `crowd`'s.

use agent_todos::list::author::Author;
use agent_todos::list::options::Unfinished;
use agent_todos::{Call, Dialect, Settings, Status};
use serde_json::{Value, json};

use crate::about::about;
use crate::names::named_in;
use crate::scene::{Scene, ann, by, has_no_list, keys, list, list_call, settings, writing_tool};

type Act = fn(&mut Scene);

/// What others do to the list "a, b, c, d" of a model.
const ACTS: [(&str, Act); 24] = [
    ("a person adds in front", |scene| scene.user("add after 0: x")),
    ("a person adds in the middle", |scene| scene.user("add after 2: x")),
    ("a person adds at the end", |scene| scene.user("add: x")),
    ("a person moves the last to the front", |scene| scene.user("move 4 to 0")),
    ("a person moves the first to the end", |scene| scene.user("move 1 to 4")),
    ("a person removes the first", |scene| scene.user("remove 1")),
    ("a person removes one in the middle", |scene| scene.user("remove 3")),
    ("a person rewords", |scene| scene.user("word 2: another text")),
    ("a person completes", |scene| scene.user("complete 1")),
    ("a person skips", |scene| scene.user("skip 2: too slow")),
    ("a person starts", |scene| drop(scene.by(Author::User, "start 3"))),
    ("a person reopens", |scene| scene.user("complete 1; reopen 1")),
    ("a person lets one wait", |scene| scene.user("wait 2: which?")),
    ("a person does much", |scene| {
        scene.user("remove 1; add after 0: x; add after 0: y; move 4 to 1; word 2: z")
    }),
    ("a person adds many", |scene| {
        (0..12).for_each(|at| scene.user(&format!("add after 0: many {at}")))
    }),
    ("a host adds in front", |scene| scene.host("add after 0: x")),
    ("another model does what it adds", |scene| {
        scene.by(ann(), "add after 0: x; start 1; complete 1").unwrap()
    }),
    ("another model starts one", |scene| drop(scene.by(ann(), "start 3"))),
    ("another model is to do one", |scene| drop(scene.by(ann(), "start 2; reopen 2; start 2"))),
    ("a person takes it back", |scene| scene.user("add after 0: x; undo")),
    ("a person removes what was added", |scene| {
        scene.user("add after 0: x; remove 1; remove 1; add after 0: y")
    }),
    ("a new task begins", |scene| {
        scene.host("complete 1");
        let _ = scene.store.new_task(Unfinished::Keep).unwrap();
    }),
    ("another tab's list is merged", |scene| {
        let base = scene.clone();
        let mut other = base.clone();
        other.user("add after 0: theirs");
        scene.user("add after 0: ours");
        scene.merge(&base, &other);
    }),
    ("all is read back", |scene| {
        scene.user("add after 0: x");
        scene.restart();
    }),
];

/// A model that wrote "a, b, c, d", with ids of its own for some of them, where its tools have
/// those.
fn written(settings: Settings) -> Scene {
    let dialect = settings.dialect;
    let mut scene = Scene::new(settings, "{}", "");
    let names = [Some("first"), None, Some("3"), None];
    let items: Vec<_> = ["a", "b", "c", "d"]
        .into_iter()
        .zip(names)
        .map(|(content, name)| (content, Status::Todo, name))
        .collect();
    if has_no_list(dialect) {
        items.iter().for_each(|item| {
            scene.call(&list_call(dialect, &[*item])).ok();
        });
    } else {
        scene.tool(writing_tool(dialect), &list_call(dialect, &items)).ok();
    }
    assert_eq!(scene.list(), "a, b, c, d", "{dialect:?}");
    scene
}

/// A list with one todo in each state, with all that a dialect may say of it.
fn filled(dialect: Dialect) -> Scene {
    let mut scene =
        Scene::new(settings(dialect), r#"{"maxDoing": 2}"#, "a doing, b, c skipped, d done");
    scene.user("add: e; describe 5: of e; rank 5: high; block 5 by 2");
    scene.host("wait 2: which?");
    scene
}

#[test]
fn todos_returns_the_list_in_the_form_of_the_tool() {
    for dialect in Dialect::ALL {
        let listed: Value = serde_json::from_str(&dialect.todos(&filled(dialect).store)).unwrap();
        assert_eq!(listed, about(dialect)["listed"], "{dialect:?}");
    }
}

#[test]
fn todos_returns_the_ids_that_reminders_show() {
    for dialect in Dialect::ALL {
        for (what, act) in ACTS {
            let mut scene = written(settings(dialect));
            act(&mut scene);
            scene.reminder();
            scene.model.compacted();
            let mut shown = named_in(&scene.reminder());
            let listed: Vec<Value> = serde_json::from_str(&dialect.todos(&scene.store)).unwrap();
            assert_eq!(listed.len(), scene.store.list().len(), "{dialect:?}, {what}");
            shown.retain(|(_, content)| {
                scene.store.list().iter().any(|todo| todo.content() == content)
            });
            for (item, (id, _)) in listed.iter().zip(shown) {
                let is_same = match &item["id"] {
                    Value::Null => true,
                    said => said.as_str().map_or(said.to_string(), str::to_owned) == id,
                };
                assert!(is_same, "{dialect:?}, {what}: {item}, {id}");
            }
        }
    }
}

#[test]
fn two_items_that_mean_one_removed_todo_bring_it_back_once() {
    let mut store = list("a b, c d");
    by(&mut store, Author::User, "remove 1").unwrap();
    let items = ["t1", "#t1"].map(|id| json!({"id": id, "content": "a b", "status": "pending"}));
    let arguments = &json!({"merge": true, "todos": items}).to_string();
    let call = Call { tool: "todo", arguments };
    store.acting_as(Author::User, |store| Dialect::Merge.call(store, &call));
    assert_eq!(keys(&store), ["t2", "t1"]);
}

/// After a compaction, a model numbers its todos anew.
#[test]
fn a_merged_item_with_a_new_id_means_the_open_todo() {
    for (dialect, tool) in [(Dialect::CursorTodoWrite, "todo_write"), (Dialect::Merge, "todo")] {
        let mut scene = Scene::new(settings(dialect), "{}", "");
        let item = |id: &str, content: &str, status: &str| json!({"id": id, "content": content, "status": status});
        let call = |merge: bool, items: &[Value]| json!({"merge": merge, "todos": items});
        let plan = [item("1", "Find", "in_progress"), item("2", "Pay", "completed")];
        scene.tool(tool, &call(false, &plan)).ok();
        let again = [item("find", "Find", "completed"), item("pay", "Pay", "pending")];
        scene.tool(tool, &call(true, &again)).ok();
        // What is settled may be done once more.
        assert_eq!(scene.list(), "Find done, Pay done, Pay");
    }
}
