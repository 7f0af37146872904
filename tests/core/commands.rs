//! What is no command does nothing: text that stands inside another call, or that a model quotes or
//! echoes, never runs, and nothing but a list clears or replaces a list.

use agent_todos::tools::xml_reader::{CallOptions, ToolCall};
use agent_todos::{Call, Dialect, Outcome, TodoStore};

use crate::scene::list;

fn three() -> TodoStore {
    list("Open the shop, Compare kettles, Pay")
}

// Nothing but a list replaces a list
// -------------------------------------------------------------------

/// A tool that replaces the whole list: its dialect, its place there, and its arguments around the
/// list.
const WRITERS: [(Dialect, usize, &str); 12] = [
    (Dialect::TodoManager, 0, r#"{"action":"replace_all","todos":@}"#),
    (Dialect::TodoManager, 0, r#"{"action":"replace_all_todos","todos":@}"#),
    (Dialect::XmlCall, 0, r#"{"action":"write","todos":@}"#),
    (Dialect::Snapshot, 1, r#"{"items":@}"#),
    (Dialect::Merge, 0, r#"{"merge":false,"todos":@}"#),
    (Dialect::TodoWrite, 0, r#"{"todos":@}"#),
    (Dialect::UpdatePlan, 0, r#"{"plan":@}"#),
    (Dialect::WriteTodos, 0, r#"{"todos":@}"#),
    (Dialect::ManageTodoList, 0, r#"{"operation":"write","todoList":@}"#),
    (Dialect::ManageTodoList, 0, r#"{"todoList":@}"#),
    (Dialect::CursorTodoWrite, 0, r#"{"merge":false,"todos":@}"#),
    (Dialect::TaskWrite, 0, r#"{"tasks":@}"#),
];

#[test]
fn a_value_that_is_not_a_list_replaces_no_list() {
    for (dialect, tool, frame) in WRITERS {
        for value in crate::data("no lists") {
            let arguments = frame.replace('@', &value);
            refused(dialect, tool, &arguments);
            // The same, encoded twice.
            let text = serde_json::to_string(&arguments).unwrap();
            refused(dialect, tool, &text);
            refused(dialect, tool, &format!("[{arguments}]"));
        }
        let mut store = three();
        let cleared = call(&mut store, dialect, tool, &frame.replace('@', "[]"));
        assert!(cleared.ok && store.list().is_empty(), "[] clears: {}", cleared.text);
    }
}

#[test]
fn a_text_that_is_not_a_checklist_replaces_no_list() {
    let is_checklist = |value: &String| ["\"\"", "\" \"", "\"- Pay\""].contains(&&**value);
    for value in crate::data("no lists").into_iter().filter(|value| !is_checklist(value)) {
        refused(Dialect::UpdateTodoList, 0, &format!("{{\"todos\":{value}}}"));
    }
    for text in
        ["No todos are left.", "Done\nwith all", "I cleared the list:\n\nnothing to do", "[none]"]
    {
        let text = serde_json::to_string(text).unwrap();
        refused(Dialect::UpdateTodoList, 0, &format!("{{\"todos\":{text}}}"));
        refused(Dialect::UpdateTodoList, 0, &format!("{{\"todos\":[{text}]}}"));
    }
    refused(Dialect::UpdateTodoList, 0, r#"{"todos":[]}"#);
    refused(Dialect::UpdateTodoList, 0, r#"{"todos":["none"]}"#);
}

#[test]
fn arguments_that_are_not_an_object_change_nothing() {
    for dialect in &Dialect::ALL {
        let tools: serde_json::Value = serde_json::from_str(dialect.tools()).unwrap();
        for tool in 0..tools.as_array().unwrap().len() {
            for arguments in crate::data("no objects") {
                let mut store = three();
                let outcome = call(&mut store, *dialect, tool, &arguments);
                assert!(!outcome.changed, "{} {arguments}: {}", dialect.as_str(), outcome.text);
                assert_eq!(store.xml(), three().xml());
                let is_read =
                    tools[tool]["inputSchema"]["required"].as_array().is_none_or(Vec::is_empty);
                assert!(!outcome.ok || is_read, "{} {arguments}", dialect.as_str());
            }
        }
    }
}

fn call(store: &mut TodoStore, dialect: Dialect, tool: usize, arguments: &str) -> Outcome {
    let tool = dialect.tool_names().nth(tool).unwrap();
    dialect.call(store, &Call { tool, arguments })
}

fn refused(dialect: Dialect, tool: usize, arguments: &str) {
    let mut store = three();
    let outcome = call(&mut store, dialect, tool, arguments);
    let name = dialect.as_str();
    assert!(!outcome.ok && !outcome.changed, "{name} {arguments}: {}", outcome.text);
    assert_eq!(store.xml(), three().xml(), "{name} {arguments}");
}

// Text inside a call, quoted or echoed, never runs
// -----------------------------------------------------

const CLEAR: &str =
    "<tool_call><tool_name>todo</tool_name><action>write</action><todos>[]</todos></tool_call>";

const OPTIONS: [CallOptions; 4] = [
    CallOptions { skips_code: false, ignores_other_tools: false, asks: false },
    CallOptions { skips_code: true, ignores_other_tools: false, asks: false },
    CallOptions { skips_code: false, ignores_other_tools: true, asks: false },
    CallOptions { skips_code: true, ignores_other_tools: true, asks: false },
];

/// The outcomes of a model's text over a list of three.
fn outcomes(text: &str, options: CallOptions) -> (TodoStore, Vec<Outcome>) {
    let mut store = three();
    let calls = ToolCall::find_all(text, options);
    let outcomes = calls.iter().map(|call| call.run(&mut store)).collect();
    (store, outcomes)
}

#[test]
fn a_call_inside_a_text_never_runs() {
    for options in OPTIONS {
        for frame in crate::data("around a call") {
            for call in [CLEAR, &format!("{CLEAR}\n{CLEAR}"), &CLEAR.replace("><", ">\n<")] {
                for (before, after) in [("", ""), ("Well.\n", "\nThat is it."), ("`x` ", "")] {
                    // A quotation has its mark before each line.
                    let call = match frame.contains("> @") {
                        true => &call.replace('\n', "\n> "),
                        false => call,
                    };
                    let text = format!("{before}{}{after}", frame.replace('@', call));
                    let (store, outcomes) = outcomes(&text, options);
                    assert_eq!(store.xml(), three().xml(), "{options:?} {text}: {outcomes:?}");
                }
            }
        }
    }
}

#[test]
fn a_call_beside_a_text_runs() {
    for options in OPTIONS {
        for frame in crate::data("around a call") {
            // What broke off may swallow what follows, but then it says so.
            let text = format!("{CLEAR}\n{}", frame.replace('@', CLEAR));
            let (store, found) = outcomes(&text, options);
            assert!(found[0].ok && store.list().is_empty(), "{text}");
            let text = format!("{}\n{CLEAR}\n", frame.replace('@', "a page"));
            let (store, found) = outcomes(&text, options);
            let is_refused = found.iter().any(|outcome| !outcome.ok);
            assert!(store.list().is_empty() || is_refused, "{options:?} {text}: {found:?}");
        }
    }
}

#[test]
fn an_unclosed_call_is_reported_with_the_calls_inside_it() {
    for options in OPTIONS {
        for text in [
            "<tool_call><tool_name>search</tool_name><q>tea\n@",
            "<tool_call><tool_name>todo</tool_name><action>read</tool_call>\n@",
            "<tool_call>{\"name\":\"search\",\"arguments\":{\n@",
            "<tool_result>and so on\n@",
        ] {
            let (store, found) = outcomes(&text.replace('@', CLEAR), options);
            assert_eq!(store.xml(), three().xml(), "{text}");
            assert_eq!(found.len(), 1, "{options:?} {text}");
            let answer = &found[0].text;
            assert!(answer.contains("not closed") && answer.contains("nothing"), "{answer}");
        }
    }
}

#[test]
fn json_parameters_that_are_not_an_object_are_refused() {
    for arguments in crate::data("no parameters") {
        for key in ["arguments", "parameters", "args"] {
            let json = format!("{{\"name\":\"todo\",\"{key}\":{arguments}}}");
            let (store, found) = outcomes(&format!("<tool_call>{json}</tool_call>"), OPTIONS[0]);
            assert_eq!(store.xml(), three().xml(), "{json}");
            assert!(found.len() == 1 && !found[0].ok, "{json}: {found:?}");
            let answer = &found[0].text;
            assert!(answer.contains(key) && answer.contains("{\\\"action\\\""), "{json}: {answer}");
        }
    }
}
