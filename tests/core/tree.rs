//! Todos under todos: the order of the list, and what follows a todo.

use agent_todos::list::author::Author;
use agent_todos::list::note::texts;
use agent_todos::list::options::Unfinished;
use agent_todos::tools::markdown::{markdown, read_markdown};
use agent_todos::{
    Call, Conversation, Dialect, ErrorCode, Id, Key, Options, Patch, Ref, Settings, TodoStore,
};
use serde_json::json;

use crate::scene::{
    ASKS, Answer, Scene, by, list, named, reminder_text, settings, show, store, tell, write_list,
};
use crate::snapshot::assert_snapshot;

/// The list as a tree: "a, -b, --c done", where c is under b, and b under a.
fn tree(store: &TodoStore) -> String {
    let parent = |key: Key| store.list().iter().find(|todo| todo.key == key).unwrap().parent();
    let lines = show(store);
    let levels = store.list().iter().map(|todo| {
        let mut level = String::new();
        let mut above = todo.parent();
        while let Some(key) = above {
            level.push('-');
            above = parent(key);
        }
        level
    });
    let todos = levels.zip(lines.split(", ")).map(|(level, todo)| level + todo);
    todos.collect::<Vec<_>>().join(", ")
}

/// A host's list with "a" and "e" at the top, "b" and "d" under "a", and "c" under "b".
fn branches() -> TodoStore {
    let mut store = list("a, b, c, d, e");
    by(&mut store, Author::Host, "put 2 under 1; put 3 under 2; put 4 under 1").unwrap();
    assert_eq!(tree(&store), "a, -b, --c, -d, e");
    store
}

#[test]
fn a_todo_put_under_another_follows_the_branch_of_its_parent() {
    let mut store = list("a, b, c, d");
    by(&mut store, Author::Host, "put 3 under 1").unwrap();
    assert_eq!(tree(&store), "a, -c, b, d");
    by(&mut store, Author::Host, "put 4 under 1").unwrap();
    assert_eq!(tree(&store), "a, -c, -d, b");
    // With the todos under it.
    by(&mut store, Author::Host, "put 1 under 4").unwrap();
    assert_eq!(tree(&store), "b, -a, --c, --d");
    by(&mut store, Author::Host, "put 2 under 0").unwrap();
    assert_eq!(tree(&store), "b, a, -c, -d");
    by(&mut store, Author::Host, "put 3 under 0").unwrap();
    assert_eq!(tree(&store), "b, a, -d, c");
    // What is added among the todos under another is under none.
    by(&mut store, Author::Host, "add after 2: e").unwrap();
    assert_eq!(tree(&store), "b, a, -d, e, c");
}

#[test]
fn edit_refuses_a_parent_that_is_under_the_todo() {
    let mut store = branches();
    let before = store.clone();
    for (id, parent) in [(1, 1), (1, 2), (1, 3), (2, 3)] {
        let patch = Patch { parent: Some(Some(Ref::Id(Id(parent)))), ..Patch::default() };
        let error = store.edit(Id(id), &patch).unwrap_err();
        assert_eq!(error.code(), Some(ErrorCode::InvalidArgument), "{id} under {parent}");
    }
    assert_eq!(store, before);
}

#[test]
fn move_to_moves_the_whole_branch_and_keeps_the_parent() {
    for (id, after, expected) in [
        (1, 5, "e, a, -b, --c, -d"),
        (5, 0, "e, a, -b, --c, -d"),
        (2, 4, "a, -d, -b, --c, e"),
        (4, 1, "a, -d, -b, --c, e"),
        // Within its own branch it is where it was.
        (1, 3, "a, -b, --c, -d, e"),
        (2, 3, "a, -b, --c, -d, e"),
        // Into another branch means behind it, and out of its own means at the end of that.
        (5, 2, "a, -b, --c, -d, e"),
        (2, 5, "a, -d, -b, --c, e"),
        (3, 0, "a, -b, --c, -d, e"),
    ] {
        let mut store = branches();
        by(&mut store, Author::User, &format!("move {id} after {after}")).unwrap();
        assert_eq!(tree(&store), expected, "{id} after {after}");
    }
}

#[test]
fn removing_a_parent_lifts_the_todos_under_it() {
    for who in [Author::Host, Author::Agent] {
        let mut store = branches();
        by(&mut store, who, "remove 2").unwrap();
        assert_eq!(tree(&store), "a, -c, -d, e");
        by(&mut store, who, "remove 1").unwrap();
        assert_eq!(tree(&store), "c, d, e");
        by(&mut store, Author::Host, "undo; undo").unwrap();
        assert_eq!(tree(&store), "a, -b, --c, -d, e");
    }
    // Also where several leave at once.
    let mut scene = Scene::new(settings(Dialect::TodoWrite), "{}", "");
    scene.store = branches();
    scene.is_reminded();
    scene.writes("e, d, c").ok();
    assert_eq!(tree(&scene.store), "e, d, c");
}

#[test]
fn a_persons_skip_or_removal_takes_open_todos_under_it_along() {
    for (options, acts, expected) in [
        ("{}", "skip 1: no", "a skipped, -b done, --c skipped, -d skipped, e"),
        ("{}", "remove 1", "b done, e"),
        (r#"{"onSkip":"remove"}"#, "skip 1: no", "b done, e"),
    ] {
        let mut store = store(options, "a, b, c, d, e");
        by(&mut store, Author::Host, "put 2 under 1; put 3 under 2; put 4 under 1; complete 2")
            .unwrap();
        let revision = store.revision();
        by(&mut store, Author::User, acts).unwrap();
        assert_eq!(tree(&store), expected);
        assert_eq!(store.revision(), revision + 1);
        by(&mut store, Author::User, "undo").unwrap();
        assert_eq!(tree(&store), "a, -b done, --c, -d, e");
    }
    // Nobody else does.
    let mut store = branches();
    by(&mut store, Author::Host, "skip 1").unwrap();
    assert_eq!(tree(&store), "a skipped, -b, --c, -d, e");
}

#[test]
fn next_todo_returns_a_parent_after_the_todos_under_it() {
    let mut store = branches();
    let mut order = String::new();
    while let Some(id) = store.next_todo() {
        order.push_str(store.list()[id.0 as usize - 1].content());
        store.complete(id).unwrap();
    }
    assert_eq!(order, "cbdae");
    // It does not wait for the one that it is under, which waits for it.
    let mut store = branches();
    by(&mut store, Author::Host, "block 3 on 1").unwrap();
    assert_eq!(store.next_todo(), Some(Id(3)));
    let mut store = branches();
    by(&mut store, Author::Host, "wait 3: Which?").unwrap();
    assert_eq!(store.next_todo(), Some(Id(4)));
}

#[test]
fn completing_a_todo_with_open_todos_under_it_adds_a_note() {
    let mut scene = Scene::new(settings(Dialect::TodoManager), "{}", "");
    scene.store = branches();
    scene.is_reminded();
    scene.manages("complete", &[1]).notes();
    assert_eq!(tree(&scene.store), "a done, -b, --c, -d, e");
    scene.manages("complete_multiple", &[2, 3]).notes();
}

#[test]
fn a_whole_list_in_another_order_is_put_in_tree_order() {
    let mut scene = write_list("a, b, c");
    scene.host("put 3 under 1");
    scene.is_reminded();
    scene.writes("c, b, a").ok();
    assert_eq!(tree(&scene.store), "b, a, -c");
    // Its positions are those of the list that it wrote.
    scene.progress(r#"{"todo_done":[1]}"#).ok();
    assert_eq!(tree(&scene.store), "b, a, -c done");
    scene.reads();
}

#[test]
fn reminders_report_the_parent_of_a_todo() {
    let mut scene = tell(Dialect::TodoManager, "a, b, c");
    scene.user("put 2 under 1");
    scene.reads();
    scene.user("put 3 under 2; put 2 under 0");
    scene.reads();
    assert_eq!(scene.reminder(), "");
    // By the ids of its tool.
    let mut scene = tell(Dialect::Task, "a, b, c");
    scene.user("put 3 under 1");
    scene.reads();
    scene.user("remove 1");
    scene.reads();
}

#[test]
fn a_tree_is_read_back_from_each_form() {
    let store = branches();
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!((&copy, copy.checkpoint()), (&store, store.checkpoint()));
    let xml = store.xml();
    assert_snapshot(&xml);
    let copy = TodoStore::from_xml(&xml, Options::default()).unwrap();
    assert_eq!((tree(&copy), copy.xml()), (tree(&store), xml.clone()));
    for (parent, other) in [("2", "3"), ("2", "4"), ("2", "9"), ("2", "0"), ("2", ""), ("2", "x")] {
        let damaged = xml.replace(&format!("parent=\"{parent}\""), &format!("parent=\"{other}\""));
        let error = TodoStore::from_xml(&damaged, Options::default()).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidXml, "{other}");
    }
    // A list that is no tree has been written by somebody else.
    for (todo, other) in [
        (r#"[3,"todo","c",0,2]"#, r#"[3,"todo","c",0,3]"#),
        (r#"[3,"todo","c",0,2]"#, r#"[3,"todo","c",0,4]"#),
        (r#"[3,"todo","c",0,2]"#, r#"[3,"todo","c",0,9]"#),
        (r#"[2,"todo","b",0,1]"#, r#"[2,"todo","b"]"#),
    ] {
        let checkpoint = store.checkpoint();
        let damaged = checkpoint.replace(todo, other);
        assert_ne!(damaged, checkpoint, "{todo}");
        assert!(TodoStore::from_checkpoint(&damaged).is_err(), "{damaged}");
    }
}

#[test]
fn two_tabs_that_move_branches_end_with_a_tree() {
    let base = branches();
    for (ours, theirs, expected) in [
        ("put 2 under 5", "put 4 under 5", "a, e, -d, -b, --c"),
        // Each has one half of a circle.
        ("put 1 under 5", "put 5 under 1", "a, -e, -b, --c, -d"),
        ("remove 2", "put 4 under 3", "a, -c, --d, e"),
        ("put 4 under 2", "remove 1", "b, -c, -d, e"),
        ("put 3 under 5", "remove 5", "a, -b, -d, c"),
        ("move 5 after 0", "put 3 under 5", "e, -c, a, -b, -d"),
        ("add: f; put 6 under 2", "add: g; put 6 under 2", "a, -b, --c, --f, --g, -d, e"),
    ] {
        let (mut one, mut other) = (base.clone(), base.clone());
        by(&mut one, Author::Host, ours).unwrap();
        by(&mut other, Author::Host, theirs).unwrap();
        one.merge(&base.checkpoint(), &other.checkpoint()).unwrap();
        assert_eq!(tree(&one), expected, "{ours} | {theirs}");
        let read = TodoStore::from_checkpoint(&one.checkpoint());
        assert_eq!(read.as_ref(), Ok(&one), "{ours} | {theirs}");
    }
    // What a person put somewhere stays there.
    for (ours, theirs) in [(Author::User, Author::Model), (Author::Model, Author::User)] {
        let (mut one, mut other) = (base.clone(), base.clone());
        let acts = |who| if who == Author::User { "put 4 under 5" } else { "put 4 under 2" };
        by(&mut one, ours, acts(ours)).unwrap();
        by(&mut other, theirs, acts(theirs)).unwrap();
        one.merge(&base.checkpoint(), &other.checkpoint()).unwrap();
        assert_eq!(tree(&one), "a, -b, --c, e, -d");
    }
}

/// The model writes this list in its dialect.
#[track_caller]
fn writes(dialect: Dialect, list: &str, arguments: &serde_json::Value) -> (String, String) {
    let mut scene = tell(dialect, list);
    let answer = scene.call(arguments).ok();
    (tree(&scene.store), texts(&answer.notes).join("; "))
}

#[test]
fn a_whole_list_states_parents_in_any_common_form() {
    let expected = "a, -b, --c, -d, e";
    let item = |content: &str| json!({"content": content, "status": "pending"});
    let with = |content: &str, field: &str, value: serde_json::Value| {
        let mut item = item(content);
        item[field] = value;
        item
    };
    let [a, e] = ["a", "e"].map(item);
    let none = serde_json::Value::Null;
    for items in [
        // The number of an item, or its text.
        json!([
            a,
            with("b", "parent", json!(1)),
            with("c", "parentId", json!("2")),
            with("d", "parent_id", json!("a")),
            e
        ]),
        json!([
            with("a", "parent", none.clone()),
            with("b", "parent", json!("a")),
            with("c", "parent", json!("b")),
            with("d", "parent", json!("a")),
            with("e", "parent", json!(""))
        ]),
        json!([
            with("a", "subtasks", json!([with("b", "children", json!([item("c")])), item("d")])),
            e
        ]),
        json!([with("a", "sub_tasks", json!([with("b", "items", json!(["c"])), "d"])), e]),
    ] {
        for dialect in [Dialect::TodoWrite, Dialect::Todowrite, Dialect::Todos] {
            let (tree, _) = writes(dialect, "", &json!({"todos": items}));
            assert_eq!(tree, expected, "{dialect:?}: {items}");
            // The same again is no change, and what is flat says nothing.
            let mut scene = tell(dialect, "");
            scene.call(&json!({"todos": items})).ok();
            assert!(!scene.call(&json!({"todos": items})).ok().changed, "{items}");
            let flat = ["a", "b", "c", "d", "e"].map(item);
            assert!(!scene.call(&json!({"todos": flat})).ok().changed, "{items}");
        }
    }
    let lines = "- [ ] a\n  - [ ] b\n    - [ ] c\n  - [ ] d\n- [ ] e";
    for lines in [lines.to_owned(), lines.replace("  ", "\t"), lines.replace("- ", "")] {
        let (tree, notes) = writes(Dialect::UpdateTodoList, "", &json!({"todos": lines}));
        assert_eq!((&*tree, &*notes), (expected, ""), "{lines}");
        let (tree, _) = writes(Dialect::Goose, "", &json!({"content": lines}));
        assert_eq!(tree, expected, "{lines}");
    }
}

#[test]
fn the_parent_field_accepts_the_ids_of_the_tool() {
    let mut scene = tell(Dialect::Merge, "");
    let item = |id: &str, content: &str| json!({"id": id, "content": content, "status": "pending"});
    let mut items = ["a", "b", "c"].map(|it| item(&format!("n{it}"), it));
    items[0]["parent"] = json!("nc");
    items[2]["parent"] = json!("nb");
    scene.call(&json!({"merge": false, "todos": items})).answers();
    assert_eq!(tree(&scene.store), "b, -c, --a");
    // What a merge does not say stays.
    scene.call(&json!({"merge": true, "todos": [{"id": "nc", "status": "completed"}]})).ok();
    assert_eq!(tree(&scene.store), "b, -c done, --a");
    let new = json!({"id": "nd", "content": "d", "status": "pending", "parent": "nb"});
    scene.call(&json!({"merge": true, "todos": [new, {"id": "na", "parent": null}]})).ok();
    assert_eq!(tree(&scene.store), "b, -c done, -d, a");
    let circle = json!([{"id": "nb", "parent": "nd"}, {"id": "na", "parent": "nine"}]);
    scene.call(&json!({"merge": true, "todos": circle})).notes();
    assert_eq!(tree(&scene.store), "b, -c done, -d, a");
    // Two that change places.
    let items = json!([{"id": "nd", "parent": ""}, {"id": "nb", "parent": "nd"}]);
    scene.call(&json!({"merge": true, "todos": items})).notes();
    assert_eq!(tree(&scene.store), "d, -b, --c done, a");
    scene.user("put 4 under 1");
    scene.reads();

    // By positions.
    let mut scene = tell(Dialect::ManageTodoList, "");
    let item = |id: usize, title: &str| json!({"id": id, "title": title, "status": "not-started"});
    let mut items = [item(1, "a"), item(2, "b")];
    items[0]["parent"] = json!(2);
    scene.call(&json!({ "todoList": items })).ok();
    assert_eq!(tree(&scene.store), "b, -a");
    scene.tool("manage_todo_list", &json!({"operation": "read"})).answers();

    // One by one.
    let mut scene = tell(Dialect::Task, "a");
    scene.tool("TaskCreate", &json!({"subject": "b", "description": "", "parentId": "1"})).ok();
    scene.tool("TaskCreate", &json!({"subject": "c", "description": ""})).ok();
    scene.tool("TaskUpdate", &json!({"taskId": "3", "parent": "2"})).answers();
    assert_eq!(tree(&scene.store), "a, -b, --c");
    scene.tool("TaskUpdate", &json!({"taskId": "1", "parent": "3"})).refuses();
    scene.tool("TaskList", &json!({})).answers();

    let mut scene = tell(Dialect::TodoManager, "a");
    let todos =
        json!([{"content": "b", "parent": 1}, {"content": "c", "subtasks": [{"content": "d"}]}]);
    scene.call(&json!({"action": "add_multiple", "todos": todos})).answers();
    assert_eq!(tree(&scene.store), "a, -b, c, -d");
}

#[test]
fn a_whole_list_does_not_change_a_parent_that_a_person_set() {
    let mut scene = tell(Dialect::TodoWrite, "a, b, c");
    scene.user("put 3 under 1");
    scene.is_reminded();
    let items = json!([
        {"content": "a", "status": "pending", "activeForm": "a"},
        {"content": "b", "status": "pending", "activeForm": "b", "subtasks": [{"content": "c", "status": "pending", "activeForm": "c"}]},
    ]);
    scene.call(&json!({ "todos": items })).notes();
    assert_eq!(tree(&scene.store), "a, -c, b");
}

#[test]
fn markdown_indents_a_tree_and_reads_it_back() {
    let mut store = branches();
    by(&mut store, Author::Host, "wait 3: Which?").unwrap();
    let text = markdown(store.list());
    assert_snapshot(&text);
    let before = store.clone();
    assert_eq!(read_markdown(&mut store, &text), Ok(vec![]));
    assert_eq!(store, before);
    // Whoever takes the indents out says that it is flat.
    store.acting_as(Author::User, |store| read_markdown(store, "- [ ] a\n- [ ] b")).unwrap();
    assert_eq!(tree(&store), "a, b");
}

/// A conversation of "dev" with the todos under the one with a key.
struct Part {
    model: Conversation,
}

impl Part {
    fn of(scene: &Scene, dialect: Dialect, key: u32) -> Self {
        let options =
            format!(r#"{{"under":"t{key}","name":"dev","dialect":"{}"}}"#, dialect.as_str());
        let settings = Settings::from_json(&scene.store, &options).unwrap();
        Self { model: Conversation::new(settings) }
    }

    fn act<T>(
        &mut self,
        scene: &mut Scene,
        act: impl FnOnce(&mut Conversation, &mut TodoStore) -> T,
    ) -> T {
        let mut branch = self.model.open_branch(&scene.store).unwrap();
        let result = act(&mut self.model, &mut branch);
        self.model.close_branch(&mut scene.store, branch);
        let read = TodoStore::from_checkpoint(&scene.store.checkpoint()).unwrap();
        assert_eq!(read.list(), scene.store.list());
        result
    }

    #[track_caller]
    fn calls(&mut self, scene: &mut Scene, tool: &str, arguments: &serde_json::Value) -> Answer {
        let arguments = arguments.to_string();
        let call = Call { tool, arguments: &arguments };
        Answer(self.act(scene, |model, store| model.call(store, &call)))
    }

    fn reminder(&mut self, scene: &mut Scene) -> String {
        self.act(scene, |model, store| reminder_text(&model.reminder(store), store))
    }
}

#[test]
fn a_conversation_on_a_branch_sees_and_changes_only_the_branch() {
    let mut scene = tell(Dialect::TodoManager, "Plan, Search, Pay");
    let mut dev = Part::of(&scene, Dialect::TodoWrite, 2);
    assert_eq!(dev.reminder(&mut scene), "");
    let list = |items: &[(&str, &str)]| {
        let item = |(content, status): &(&str, &str)| json!({"content": content, "status": status, "activeForm": content});
        json!({"todos": items.iter().map(item).collect::<Vec<_>>()})
    };
    let first = list(&[("Find shops", "in_progress"), ("Compare", "pending")]);
    dev.calls(&mut scene, "TodoWrite", &first).answers();
    assert_eq!(tree(&scene.store), "Plan, Search, -Find shops doing @dev, -Compare, Pay");
    assert_eq!(scene.store.info().by, named("dev"));
    // Its reminder reports what others changed there, and nothing else.
    scene.user("complete 1; add: More; put 6 under 2; word 4: Compare two");
    assert_snapshot(&dev.reminder(&mut scene));
    // Its whole lists replace these alone.
    let last =
        list(&[("Find shops", "completed"), ("Compare two", "completed"), ("Ask", "completed")]);
    dev.calls(&mut scene, "TodoWrite", &last).notes();
    assert_eq!(
        tree(&scene.store),
        "Plan done, Search, -Find shops done @dev, -Compare two done, -More, -Ask done, Pay"
    );
    scene.user("skip 5");
    let nudge = dev.act(&mut scene, |model, store| model.nudge(store));
    assert_eq!(nudge, None);
    scene.reads();
    // The whole list has its revisions, and each can be undone.
    scene.host("undo; undo");
    assert_eq!(
        tree(&scene.store),
        "Plan done, Search, -Find shops doing @dev, -Compare two, -More, Pay"
    );

    // It outlives the worker.
    let text = dev.model.checkpoint();
    let read = Conversation::from_checkpoint(&scene.store, &text).unwrap();
    assert_eq!(
        (read.settings().branch, read.checkpoint()),
        (Some(Key::parse_str("t2").unwrap()), text)
    );
}

#[test]
fn a_reminder_reports_that_a_branch_is_finished() {
    let mut scene = tell(Dialect::TodoManager, "Plan, Search, Pay");
    let mut dev = Part::of(&scene, Dialect::TodoManager, 2);
    let todos = ["a", "b", "c", "d"].map(|content| json!({ "content": content }));
    dev.calls(&mut scene, "todo_manager", &json!({"action": "add_multiple", "todos": todos})).ok();
    scene.is_reminded();
    for (action, ids) in [("complete_multiple", json!([1, 2, 3])), ("skip", json!([4]))] {
        dev.calls(&mut scene, "todo_manager", &json!({"action": action, "ids": ids})).ok();
    }
    scene.reads();
    assert_eq!(scene.reminder(), "");
    // Also what it has not read before.
    dev.calls(
        &mut scene,
        "todo_manager",
        &json!({"action": "add_multiple", "todos": [{"content": "e"}]}),
    )
    .ok();
    dev.calls(&mut scene, "todo_manager", &json!({"action": "complete", "ids": [5]})).ok();
    scene.reads();
}

#[test]
fn a_reminder_of_a_branch_says_what_others_moved_out_and_in() {
    let mut scene = tell(Dialect::TodoManager, "Plan, Search, Pay");
    let mut dev = Part::of(&scene, Dialect::TodoManager, 2);
    let todos = ["a", "b", "c"].map(|content| json!({ "content": content }));
    dev.calls(&mut scene, "todo_manager", &json!({"action": "add_multiple", "todos": todos})).ok();
    scene.user("put 3 under 0; put 1 under 2");
    assert_snapshot(&dev.reminder(&mut scene));
    // What is done stays on the list when the todo above it leaves.
    dev.calls(&mut scene, "todo_manager", &json!({"action": "complete", "ids": [2]})).ok();
    scene.user("remove 1");
    assert_eq!(tree(&scene.store), "b done, a, Pay");
    assert_snapshot(&dev.reminder(&mut scene));
}

#[test]
fn a_call_on_a_branch_whose_todo_has_left_changes_nothing() {
    for is_task_over in [false, true] {
        let mut scene = tell(Dialect::TodoManager, "Plan, Search, Pay");
        let mut dev = Part::of(&scene, Dialect::TodoManager, 2);
        let add = json!({"action": "add_multiple", "todos": [{"content": "a"}]});
        dev.calls(&mut scene, "todo_manager", &add).ok();
        match is_task_over {
            false => scene.user("remove 2"),
            true => drop(scene.store.new_task(Unfinished::Archive).unwrap()),
        }
        let before = scene.store.clone();
        dev.reminder(&mut scene);
        dev.calls(&mut scene, "todo_manager", &add).refuses();
        assert_eq!(scene.store, before);
    }
}

#[test]
fn max_todos_counts_the_whole_list_for_a_branch() {
    let mut scene = Scene::new(settings(Dialect::TodoManager), r#"{"maxTodos":4}"#, "a, b, c");
    let mut dev = Part::of(&scene, Dialect::TodoManager, 1);
    let add = |count: usize| {
        let todos: Vec<_> = (0..count).map(|it| json!({"content": format!("x{it}")})).collect();
        json!({"action": "add_multiple", "todos": todos})
    };
    dev.calls(&mut scene, "todo_manager", &add(2)).refuses();
    dev.calls(&mut scene, "todo_manager", &add(1)).ok();
    assert_eq!(tree(&scene.store), "a, -x0, b, c");
    // Where it is about has left.
    scene.host("remove 1");
    dev.calls(&mut scene, "todo_manager", &json!({"action": "list"})).answers();
    let options = r#"{"under":"t9"}"#;
    let error = Settings::from_json(&scene.store, options).unwrap_err();
    assert_eq!(error.code(), ErrorCode::UnknownId);
}

#[test]
fn read_markdown_by_a_user_adds_no_notes_about_a_models_work() {
    for (options, who) in [(ASKS, "start 2; complete 1"), ("{}", "start 1")] {
        let mut store = store(options, "a, b");
        by(&mut store, named("ann"), who).unwrap();
        let text = markdown(store.list());
        let read = |store: &mut TodoStore| read_markdown(store, &text);
        assert_eq!(store.acting_as(Author::User, read), Ok(vec![]));
    }
}
