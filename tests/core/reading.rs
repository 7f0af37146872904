//! What models send in another form than the schema's, and what it means.

use agent_todos::list::note::texts;
use agent_todos::{Call, Conversation, Dialect, Options, TodoStore};

use crate::about::field_of;
use crate::scene::{has_no_list, list, list_call, parse_list, settings, show, tell, writing_tool};

/// The list after a call to an empty list, and the notes. The call has to be carried out.
fn read(dialect: Dialect, tool: &str, arguments: &str) -> (String, Vec<String>) {
    let mut store = TodoStore::new(Options::default());
    let mut model = Conversation::new(settings(dialect));
    let _ = model.reminder(&store);
    let outcome = model.call(&mut store, &Call { tool, arguments });
    assert!(outcome.ok, "{dialect:?} {arguments}: {}", outcome.text);
    (show(&store), texts(&outcome.notes))
}

#[track_caller]
fn means(dialect: Dialect, arguments: &str, list: &str) {
    let (got, notes) = read(dialect, writing_tool(dialect), arguments);
    assert_eq!(got, list, "{dialect:?} {arguments} {notes:?}");
    assert!(!notes.is_empty(), "{arguments}");
}

#[test]
fn a_call_with_items_as_json_text_is_read() {
    for (dialect, arguments) in [
        (Dialect::TodoWrite, r#"{"todos":["{\"content\":\"Pay\",\"status\":\"completed\"}"]}"#),
        (Dialect::UpdatePlan, r#"{"plan":["{\"step\":\"Pay\",\"status\":\"completed\"}"]}"#),
        (
            Dialect::ManageTodoList,
            r#"{"todoList":["{\"id\":1,\"title\":\"Pay\",\"status\":\"completed\"}"]}"#,
        ),
        (Dialect::TaskTracker, r#"{"task_list":["{\"title\":\"Pay\",\"status\":\"done\"}"]}"#),
        (
            Dialect::Qwen,
            r#"{"todos":["{\"id\":\"1\",\"content\":\"Pay\",\"status\":\"completed\"}"]}"#,
        ),
        (
            Dialect::WriteTodos,
            r#"{"todos":["{\"description\":\"Pay\",\"status\":\"completed\"}"]}"#,
        ),
    ] {
        means(dialect, arguments, "Pay done");
    }
    means(Dialect::Snapshot, r#"{"items":["{\"content\":\"Pay\"}"]}"#, "Pay");
    // Braces alone are no JSON.
    means(Dialect::TodoWrite, r#"{"todos":["{a} Pay"]}"#, "{a} Pay");
}

#[test]
fn a_call_wrapped_as_an_api_sends_it_is_read() {
    for wrapped in [
        r#"{"type":"function","function":{"name":"TodoWrite","arguments":ARGS}}"#,
        r#"{"id":"call_1","type":"function","function":{"name":"TodoWrite","arguments":TEXT}}"#,
        r#"{"function_call":{"name":"TodoWrite","arguments":ARGS}}"#,
    ] {
        let arguments = r#"{"todos":[{"content":"Pay","status":"completed"}]}"#;
        let text = serde_json::to_string(arguments).unwrap();
        let sent = wrapped.replace("ARGS", arguments).replace("TEXT", &text);
        means(Dialect::TodoWrite, &sent, "Pay done");
    }
}

#[test]
fn a_list_under_another_name_is_read() {
    for (dialect, arguments, list) in [
        (Dialect::TaskTracker, r#"{"tasks":[{"title":"Pay","status":"done"}]}"#, "Pay done"),
        (
            Dialect::TaskTracker,
            r#"{"command":"plan","items":[{"title":"Pay","status":"done"}]}"#,
            "Pay done",
        ),
        (Dialect::SetTodoList, r#"{"tasks":[{"title":"Pay","status":"done"}]}"#, "Pay done"),
        (
            Dialect::SetTodoList,
            r#"{"items":"[{\"title\":\"Pay\",\"status\":\"done\"}]"}"#,
            "Pay done",
        ),
        (Dialect::TodoWrite, r#"{"tasks":[{"content":"Pay","status":"completed"}]}"#, "Pay done"),
        (Dialect::UpdatePlan, r#"{"steps":[{"step":"Pay","status":"completed"}]}"#, "Pay done"),
        (
            Dialect::ManageTodoList,
            r#"{"todos":[{"id":1,"title":"Pay","status":"completed"}]}"#,
            "Pay done",
        ),
        (Dialect::Snapshot, r#"{"todos":["Pay"]}"#, "Pay"),
        (Dialect::TodoManager, r#"{"action":"add_multiple","items":[{"content":"Pay"}]}"#, "Pay"),
    ] {
        means(dialect, arguments, list);
    }
    // A call that says that it only reads has not written.
    let mut store = TodoStore::default();
    let call =
        Call { tool: "task_tracker", arguments: r#"{"command":"view","tasks":[{"title":"Pay"}]}"# };
    let outcome = Conversation::new(settings(Dialect::TaskTracker)).call(&mut store, &call);
    assert!(!outcome.ok, "{}", outcome.text);
}

#[test]
fn task_create_accepts_several_tasks() {
    for arguments in [
        r#"{"tasks":"[{\"subject\":\"Open\"},{\"subject\":\"Pay\",\"status\":\"in_progress\"}]"}"#,
        r#"{"tasks":[{"subject":"Open"},{"subject":"Pay","status":"in_progress"}]}"#,
    ] {
        let (list, notes) = read(Dialect::Task, "TaskCreate", arguments);
        assert_eq!(list, "Open, Pay doing");
        assert!(!notes.is_empty(), "{notes:?}");
    }
}

#[test]
fn task_update_accepts_other_names_for_the_id_and_the_status() {
    let mut store = TodoStore::default();
    store.add_multiple(&["Pay"]).unwrap();
    let mut model = Conversation::new(settings(Dialect::Task));
    let _ = model.reminder(&store);
    for (arguments, list) in [
        (r#"{"task_id":"t1","status":"in_progress"}"#, "Pay doing"),
        (r#"{"id":"t1","state":"DONE"}"#, "Pay done"),
    ] {
        let outcome = model.call(&mut store, &Call { tool: "TaskUpdate", arguments });
        assert!(outcome.ok, "{}", outcome.text);
        assert_eq!(show(&store), list);
    }
    means(Dialect::SetTodoList, r#"{"todos":[{"title":"Pay","state":"DONE"}]}"#, "Pay done");
}

#[test]
fn blocked_by_accepts_a_single_blocker() {
    for blocked_by in [r#""a""#, r#""[\"a\"]""#, r#"["a"]"#] {
        let arguments = format!(
            r#"{{"todos":[{{"id":"a","content":"Open","status":"pending"}},{{"id":"b","content":"Pay","status":"pending","blockedBy":{blocked_by}}}]}}"#
        );
        let mut store = TodoStore::default();
        let call = Call { tool: "todo_write", arguments: &arguments };
        let outcome = Dialect::Qwen.call(&mut store, &call);
        assert!(outcome.ok, "{blocked_by}: {}", outcome.text);
        assert_eq!(store.list()[1].blocked_by().len(), 1, "{blocked_by}");
    }
}

#[test]
fn a_status_as_an_enum_name_or_a_failure_is_read() {
    for (word, list) in [
        ("TODO_STATUS_PENDING", "Pay"),
        ("TODO_STATUS_IN_PROGRESS", "Pay doing"),
        ("TaskStatus.COMPLETED", "Pay done"),
        ("failed", "Pay failed"),
        ("ERROR", "Pay failed"),
    ] {
        let arguments = format!(r#"{{"todos":[{{"content":"Pay","status":"{word}"}}]}}"#);
        means(Dialect::TodoWrite, &arguments, list);
        means(Dialect::Todowrite, &arguments, list);
    }
}

#[test]
fn a_checklist_reads_symbols_as_boxes() {
    for (checklist, list) in [
        ("☑ Open\n☐ Pay", "Open done, Pay"),
        ("✔ Open\n- ✅ Pay", "Open done, Pay done"),
        ("✔\u{fe0f} Open\n⏳ Pay", "Open done, Pay doing"),
        ("• [x] Open\n• [•] Pay", "Open done, Pay doing"),
        ("• Open\n• Pay", "Open, Pay"),
        ("- [!] Open\n- [x] Pay", "Open, Pay done"),
    ] {
        let arguments = serde_json::json!({ "todos": checklist }).to_string();
        let (got, _) = read(Dialect::UpdateTodoList, "update_todo_list", &arguments);
        assert_eq!(got, list, "{checklist}");
    }
}

#[test]
fn an_unescaped_backslash_in_a_text_is_kept() {
    for (text, content) in [
        (r"Open C:\Users\ann", r"Open C:\Users\ann"),
        (r"Open C:\users\mia", r"Open C:\users\mia"),
        (r"Match \d+\s", r"Match \d+\s"),
        (r"Say it\'s done", "Say it's done"),
    ] {
        let arguments = format!(r#"{{"todos":[{{"content":"{text}","status":"pending"}}]}}"#);
        means(Dialect::TodoWrite, &arguments, content);
    }
}

/// A todo of another tool may be called by a number.
#[test]
fn a_position_is_not_read_as_a_name() {
    let mut settings = settings(Dialect::TodoManager);
    settings.asks = true;
    for (tool, arguments) in [
        ("todo_manager", r#"{"action":"wait","ids":[2],"question":"Which?"}"#),
        ("ask_user", r#"{"id":"2","question":"Which?"}"#),
    ] {
        let mut store = TodoStore::default();
        let list = r#"{"todos":[{"id":"2","content":"a","status":"pending"},{"id":"1","content":"b","status":"pending"}],"merge":false}"#;
        assert!(
            Dialect::CursorTodoWrite
                .call(&mut store, &Call { tool: "todo_write", arguments: list })
                .ok
        );
        let mut model = Conversation::new(settings.clone());
        let _ = model.reminder(&store);
        let outcome = model.call(&mut store, &Call { tool, arguments });
        assert!(outcome.ok, "{}", outcome.text);
        let waiting = store.list().iter().find(|todo| todo.waiting().is_some()).unwrap();
        assert_eq!(waiting.content(), "b", "{tool}");
    }
}

#[test]
fn a_call_under_another_name_of_the_tool_is_run() {
    for (dialect, tool, arguments, expected) in [
        (
            Dialect::SetTodoList,
            "SetTodoList",
            r#"{"todos":[{"title":"Pay","status":"done"}]}"#,
            "Pay done",
        ),
        (
            Dialect::UpdateTodoList,
            "update_todo",
            r#"{"todos":"- [x] Pay\n- [ ] Rate"}"#,
            "Pay done, Rate",
        ),
        (
            Dialect::Merge,
            "todo_list",
            r#"{"merge":false,"todos":[{"id":"a","content":"Pay","status":"completed"}]}"#,
            "Pay done",
        ),
        (
            Dialect::Merge,
            "update_todos",
            r#"{"merge":true,"todos":[{"id":"a","content":"Pay","status":"completed"}]}"#,
            "Pay done",
        ),
    ] {
        let mut store = TodoStore::default();
        let outcome = dialect.call(&mut store, &Call { tool, arguments });
        assert!(outcome.ok && outcome.notes.is_empty(), "{tool}: {}", outcome.text);
        assert_eq!(show(&store), expected, "{tool}");
    }
    let mut store = list("Open done, Pay");
    let call = Call { tool: "read_todos", arguments: "{}" };
    for (dialect, expected) in [
        (
            Dialect::WriteTodos,
            r#"{"todos":[{"id":"1","description":"Open","status":"completed"},{"id":"2","description":"Pay","status":"pending"}]}"#,
        ),
        (
            Dialect::Langchain,
            r#"{"todos":[{"content":"Open","status":"completed"},{"content":"Pay","status":"pending"}]}"#,
        ),
    ] {
        assert_eq!(dialect.call(&mut store, &call).text, expected);
    }
    assert!(!Dialect::TodoWrite.call(&mut store, &call).ok);
}

/// A model that says `merge` keeps the other todos, also with a tool that has no such argument.
#[test]
fn merge_keeps_the_other_todos_in_every_dialect() {
    // A position says which todo an item means.
    let is_new = |dialect: &Dialect| field_of(*dialect, "position").is_none();
    for dialect in Dialect::ALL.into_iter().filter(|it| !has_no_list(*it) && is_new(it)) {
        let mut scene = tell(dialect, "a, b");
        let mut call = list_call(dialect, &parse_list("c"));
        call["merge"] = true.into();
        scene.tool(writing_tool(dialect), &call).ok();
        assert_eq!(scene.list(), "a, b, c", "{dialect:?}");
    }
}
