//! Whose voice it is: whatever text comes from outside, no answer, note, error, reason or event has
//! in it a line that could pass for one of ours, an open quote, a character that nobody sees, or
//! more of it than fits.

use agent_todos::list::note::texts;
use agent_todos::list::options::Unfinished;
use agent_todos::run::{Report, Run, RunOptions};
use agent_todos::tasks::task_store::{Fields, TaskStore};
use agent_todos::tasks::task_tools as tasks;
use agent_todos::tools::prompt::Kind;
use agent_todos::tools::stateless;
use agent_todos::tools::xml_reader::{CallOptions, ToolCall};
use agent_todos::{Call, Dialect, Options, Outcome, Settings, TodoStore};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use crate::fuzz::bodies::{answered, framed};
use crate::scene::list;

/// The most characters of a note or of an error's message.
const LINE: usize = 800;
/// The most bytes of an answer that refuses.
const REFUSAL: usize = 8_000;
/// The most characters of a reason that is passed on, with the mark of a cut.
const SAID: usize = 2_001;

// What comes from outside
// ------------------------------------------------------------------------------

fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(crate::data("hostile pieces")), 1..6)
        .prop_map(|pieces| pieces.concat());
    prop_oneof![
        6 => pieces.clone(),
        1 => pieces.prop_map(|text| text.repeat(300)),
        1 => "\\PC{0,60}",
        1 => any::<String>(),
    ]
}

/// Well-formed arguments of each tool, in which texts and keys are then replaced.
fn calls() -> Vec<(Dialect, usize, Value)> {
    let calls: Vec<(String, usize, Value)> = crate::cases_of("calls");
    let of = |(name, tool, arguments): (String, usize, Value)| {
        let is_meant = |dialect: &&Dialect| format!("{dialect:?}") == name;
        (*Dialect::ALL.iter().find(is_meant).unwrap(), tool, arguments)
    };
    calls.into_iter().map(of).collect()
}

/// What is done to well-formed arguments: at a text, at an object or at any value, wherever there
/// is one.
#[derive(Clone, Debug)]
enum Damage {
    Text(Index, String),
    Append(Index, String),
    Key(Index, String),
    Extra(Index, String, String),
    Replace(Index, Value),
    Drop(Index),
    Stringify(Index),
    Nest(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        3 => (at(), hostile()).prop_map(|(at, text)| Damage::Text(at, text)),
        1 => (at(), hostile()).prop_map(|(at, text)| Damage::Append(at, text)),
        1 => (at(), hostile()).prop_map(|(at, text)| Damage::Key(at, text)),
        1 => (at(), hostile(), hostile()).prop_map(|(at, key, text)| Damage::Extra(at, key, text)),
        4 => (at(), select(crate::cases_of::<Value>("wrong values"))).prop_map(|(at, value)| Damage::Replace(at, value)),
        2 => at().prop_map(Damage::Drop),
        1 => at().prop_map(Damage::Stringify),
        1 => at().prop_map(Damage::Nest),
    ]
}

impl Damage {
    fn inflict(&self, arguments: &mut Value) {
        let is_any = |_: &Value| true;
        match self {
            Self::Text(at, text) => {
                change(arguments, at, Value::is_string, |value| *value = json!(text))
            }
            Self::Append(at, text) => change(arguments, at, Value::is_string, |value| {
                *value = json!(format!("{}{text}", value.as_str().unwrap()));
            }),
            Self::Key(at, key) => change(arguments, at, Value::is_object, |value| {
                let object = value.as_object_mut().unwrap();
                let first = object.keys().nth(at.index(object.len().max(1)));
                if let Some(value) = first.cloned().and_then(|first| object.remove(&first)) {
                    object.insert(key.clone(), value);
                }
            }),
            Self::Extra(at, key, text) => {
                change(arguments, at, Value::is_object, |value| value[key] = json!(text))
            }
            Self::Replace(at, other) => {
                change(arguments, at, is_any, |value| value.clone_from(other))
            }
            Self::Drop(at) => change(
                arguments,
                at,
                |value| value.is_object() || value.is_array(),
                |value| match value {
                    Value::Object(fields) => {
                        let key = fields.keys().nth(at.index(fields.len().max(1))).cloned();
                        key.map(|key| fields.remove(&key));
                    }
                    Value::Array(items) => drop(items.pop()),
                    _ => {}
                },
            ),
            Self::Stringify(at) => {
                change(arguments, at, is_any, |value| *value = json!(value.to_string()))
            }
            Self::Nest(at) => change(arguments, at, is_any, |value| *value = json!([value])),
        }
    }
}

/// Changes one of the values of a kind, if there is any.
fn change(
    arguments: &mut Value,
    at: &Index,
    is_meant: impl Fn(&Value) -> bool,
    act: impl FnOnce(&mut Value),
) {
    let mut indices = indices(arguments, "");
    indices.retain(|index| is_meant(arguments.pointer(index).unwrap()));
    if !indices.is_empty() {
        act(arguments.pointer_mut(at.get::<String>(&indices)).unwrap());
    }
}

/// Where there is a value in a value, itself first.
fn indices(value: &Value, at: &str) -> Vec<String> {
    let below = match value {
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
        }
        Value::Object(fields) => fields
            .iter()
            .map(|(key, field)| (key.replace('~', "~0").replace('/', "~1"), field))
            .collect(),
        _ => Vec::new(),
    };
    let below = below.iter().flat_map(|(name, value)| indices(value, &format!("{at}/{name}")));
    std::iter::once(at.to_owned()).chain(below).collect()
}

/// The ways in which a host hands arguments over.
fn worded(arguments: &Value, style: u8) -> String {
    let text = arguments.to_string();
    match style {
        0 | 1 => text,
        2 => json!(text).to_string(),
        3 => json!([arguments]).to_string(),
        4 => json!(format!("\0{text}")).to_string(),
        5 => text.replace("\\n", "\n"),
        _ => text.chars().rev().collect(),
    }
}

// What must hold
// ---------------------------------------------------------------------------------------

/// What nothing of ours may have in it.
fn is_unseemly(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{e0000}'..='\u{e007f}' | '\u{fffe}' | '\u{ffff}')
}

fn check_line(line: &str) -> Result<(), TestCaseError> {
    prop_assert!(!line.contains(is_unseemly), "{:?}", line);
    prop_assert!(line.matches('"').count().is_multiple_of(2), "{:?}", line);
    prop_assert!(line.chars().count() <= LINE, "{} characters: {}", line.len(), line);
    Ok(())
}

fn check(outcome: &Outcome) -> Result<(), TestCaseError> {
    for note in &outcome.notes {
        check_line(&note.text)?;
    }
    if !outcome.ok {
        prop_assert!(outcome.text.len() <= REFUSAL, "{} bytes", outcome.text.len());
    }
    if let Ok(Value::Object(answer)) = serde_json::from_str(&outcome.text) {
        let notes = answer.get("notes").cloned().unwrap_or(json!([]));
        prop_assert_eq!(notes, json!(outcome.notes));
        let is_error = answer.get("isError").is_some_and(|is_error| *is_error == json!(true));
        let error = answer.get(if is_error { "content" } else { "error" });
        let error = error.map(|error| error.get("message").unwrap_or(error));
        prop_assert_eq!(error.is_none(), outcome.ok);
        if let Some(error) = error {
            check_line(error.as_str().unwrap())?;
        }
    } else {
        // Prose: a sentence, or the tasks of `Task` with their texts, and a line for each note.
        let lines: Vec<&str> = outcome.text.split('\n').collect();
        let (said, notes) = lines.split_at(lines.len() - outcome.notes.len());
        if outcome.ok && said[0].trim_start_matches("Task ").starts_with('#') {
            for line in said {
                prop_assert!(!line.replace('\t', "").contains(is_unseemly), "{:?}", line);
                prop_assert!(!line.starts_with("note: "), "{:?}", line);
            }
        } else {
            prop_assert_eq!(said.len(), 1, "{:?}", said);
            check_line(said[0])?;
        }
        let notes: Vec<&str> =
            notes.iter().map(|line| line.strip_prefix("note: ").unwrap()).collect();
        prop_assert_eq!(notes, texts(&outcome.notes));
    }
    Ok(())
}

/// Every text of a value but for the contents of todos is one clean line of a bounded length.
fn check_said(value: &Value) -> Result<(), TestCaseError> {
    match value {
        Value::String(text) => {
            prop_assert!(!text.contains(is_unseemly), "{:?}", text);
            prop_assert!(text.chars().count() <= SAID, "{} characters", text.chars().count());
        }
        Value::Array(items) => items.iter().try_for_each(check_said)?,
        Value::Object(fields) => fields.values().try_for_each(check_said)?,
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    Ok(())
}

fn three() -> TodoStore {
    list("a doing, b, c")
}

fn zeros(bytes: &mut [u8]) {
    bytes.fill(0);
}

/// Every answer that a call leads to, in every way to hand it over.
fn call_all(dialect: Dialect, tool: usize, arguments: &str) -> Result<(), TestCaseError> {
    let tool = dialect.tool_names().nth(tool).unwrap();
    let call = Call { tool, arguments };
    if let Err(error) = dialect.check(&call) {
        check_line(error.message())?;
    }
    let mut store = three();
    // Again, upon what it wrote: names and contents from outside are on the list now.
    for _ in 0..2 {
        let outcome = answered(&mut store, |store| dialect.call(store, &call));
        prop_assert!(dialect.check(&call).is_ok() || !outcome.ok, "{}", arguments);
        check(&outcome)?;
    }
    check(&stateless::apply_progress(&mut store, Ok(arguments)))?;
    check(&stateless::apply_plan(&mut store, Ok(arguments)))
}

proptest! {
    #![proptest_config(crate::cases(1500))]

    #[test]
    fn no_answer_to_a_call_forges_a_sentence_of_ours(
        index in any::<Index>(),
        damages in prop::collection::vec(damage(), 1..4),
        style in 0..7_u8,
    ) {
        let calls = calls();
        let (dialect, tool, mut arguments) = calls[index.index(calls.len())].clone();
        damages.iter().for_each(|damage| damage.inflict(&mut arguments));
        call_all(dialect, tool, &worded(&arguments, style))?;
        // What one dialect wrote, another repeats.
        let mut store = three();
        let tool = dialect.tool_names().nth(tool).unwrap();
        dialect.call(&mut store, &Call { tool, arguments: &arguments.to_string() });
        for (dialect, tool, arguments) in &calls {
            let arguments = arguments.to_string();
            let tool = dialect.tool_names().nth(*tool).unwrap();
            let call = Call { tool, arguments: &arguments };
            check(&answered(&mut store, |store| dialect.call(store, &call)))?;
        }
    }

    #[test]
    fn no_answer_to_text_as_arguments_forges_a_sentence_of_ours(text in hostile(), index in any::<Index>()) {
        let calls = calls();
        let (dialect, tool, _) = &calls[index.index(calls.len())];
        for text in [&text, &format!("\0{text}"), &format!("{{\"{text}"), &json!(text).to_string(), &json!(format!("\0{text}")).to_string()] {
            call_all(*dialect, *tool, text)?;
        }
    }

    #[test]
    fn no_answer_to_a_call_in_xml_forges_a_sentence_of_ours(texts in prop::array::uniform5(hostile())) {
        let [name, tag, value, prose, json] = &texts;
        let plain_tag: String = tag.chars().filter(char::is_ascii_alphanumeric).collect();
        for text in [
            format!("{prose}<tool_call><tool_name>{name}</tool_name><action>{value}</action></tool_call>"),
            format!("<tool_call><tool_name>todo</tool_name><{tag}>{value}</{tag}></tool_call>"),
            format!("<tool_call><tool_name>todo</tool_name><{plain_tag}a>{value}"),
            format!("<tool_call><tool_name>todo</tool_name><action>write</action><todos>{value}</todos>{prose}</tool_call>"),
            format!("<tool_call>{}</tool_call>", serde_json::json!({"name": name, "arguments": json})),
            format!("<tool_call>{}</tool_call>", serde_json::json!({"name": "todo", "arguments": {tag: value, "action": json}})),
            format!("<tool_result>{prose}<tool_call>{value}"),
        ] {
            let mut store = three();
            for call in ToolCall::find_all(&text, CallOptions::default()) {
                let outcome = call.run(&mut store);
                let answer = framed(&outcome);
                let answer = answer.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
                check(&Outcome { text: answer, ..outcome })?;
            }
        }
    }

    #[test]
    fn no_error_about_stored_text_forges_a_sentence_of_ours(text in hostile()) {
        let quoted = json!(text);
        let options = format!("{{\"maxTodos\":{quoted}}}");
        let key = format!("{{{quoted}:1}}");
        for text in [&text, &options, &key] {
            let errors = [
                Options::from_json(text).err(),
                Unfinished::from_json(text).err(),
                agent_todos::list::options::CheckpointOptions::from_json(text).err(),
                RunOptions::from_json(text).err(),
                CallOptions::from_json(text).err(),
                Dialect::from_name(text).err(),
                Settings::from_json(&TodoStore::default(), text).err(),
                Kind::from_name(text).err(),
                TodoStore::from_xml(text, Options::default()).err(),
                TodoStore::from_checkpoint(text).err(),
                three().load(text).err(),
                three().merge("", text).err(),
                TaskStore::from_checkpoint(text, zeros).err(),
            ];
            errors.iter().flatten().try_for_each(|error| check_line(error.message()))?;
        }
        let item = json!([{"id": text, "content": text, "status": text}]).to_string();
        if let Err(error) = three().load(&item) {
            check_line(error.message())?;
        }
    }

    #[test]
    fn no_answer_about_a_task_forges_a_sentence_of_ours(text in hostile(), which in 0..6_usize) {
        let mut store = TaskStore::new(zeros);
        let mut values = ["ann", "a", "low", "2026-01-01", "pending", "x"].map(str::to_owned);
        values[which].clone_from(&text);
        let [user, title, priority, due, status, extra] = &values;
        let fields = Fields {
            title: Some(title.clone()),
            priority: Some(priority.clone()),
            due_date: Some(due.clone()),
        };
        if let Err(error) = store.add(user, &fields) {
            check_line(error.message())?;
        }
        let arguments = json!({
            "user_id": user, "task_id": "task_a", "title": title, "priority": priority, "due_date": due, "status": status,
            extra: extra,
        });
        for arguments in [arguments.to_string(), text] {
            for tool in tasks::Tool::ALL {
                check(&tasks::call(&mut store, tool, Ok(&arguments), None))?;
            }
        }
    }

    #[test]
    fn no_reason_forges_a_sentence_of_ours(text in hostile()) {
        let mut store = three();
        store.add_multiple(&["d", "e", "f"]).unwrap();
        let options = RunOptions::from_json(r#"{"start":"execute"}"#).unwrap();
        let mut run = Run::new(&mut store, options);
        let arguments = json!({"reason": text}).to_string();
        type Act<'a> = &'a dyn Fn(&mut Run, &mut TodoStore);
        let acts: [Act<'_>; 10] = [
            &|run, store| run.executed(store, Report::Failed(&text)).unwrap(),
            &|run, store| run.executed(store, Report::Unverified).unwrap(),
            &|run, store| run.verified(store, false, &text).unwrap(),
            &|run, store| {
                check(&run.call_require_planning(Ok(&arguments), false)).unwrap();
                check(&run.call_require_planning(Ok(&text), false)).unwrap();
                run.require_planning(&text);
                run.executed(store, Report::Continue).unwrap();
            },
            &|run, store| match run.planned(store, Some(&["x", &text])) {
                Ok(notes) => notes.iter().for_each(|note| check_line(&note.text).unwrap()),
                Err(error) => check_line(error.message()).unwrap(),
            },
            // A plan that was refused is asked for again.
            &|run, store| match run.planned(store, Some(&["x"])) {
                Ok(_) => {}
                Err(_) => drop(store.replace_all(&["x"]).unwrap()),
            },
            &|run, store| run.executed(store, Report::Finished).unwrap(),
            &|run, _| run.validation_failed(&text).unwrap(),
            &|run, store| run.validated(store, false, &text, &[&text, &text]).unwrap(),
            &|run, store| run.fail(store, &text),
        ];
        let mut texts = Vec::new();
        let mut tell = |run: &mut Run, store: &mut TodoStore| {
            let step = run.next(store);
            texts.push(run.step_json(&step, store.list()));
            texts.push(run.take_events_json());
        };
        for act in acts {
            tell(&mut run, &mut store);
            act(&mut run, &mut store);
        }
        tell(&mut run, &mut store);
        for json in texts {
            let value: Value = serde_json::from_str(&json).unwrap();
            let all = value.as_array().cloned().unwrap_or_else(|| vec![value]);
            for mut value in all {
                // Contents are the list's.
                for todo in ["/todo", "/content"] {
                    if let Some(todo) = value.pointer_mut(todo) {
                        *todo = Value::Null;
                    }
                }
                check_said(&value)?;
            }
        }
    }
}
