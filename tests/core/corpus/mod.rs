//! The corpus: what models send to each dialect's tools, well-formed and not, beside what has to
//! come of it. The cases are data (`cases.jsonl` of each dialect; `tests/corpus/README.md` says how
//! they are to be read); this runs them on the core, and `tests/browsers/bodies/corpus.mjs` runs
//! the same ones on the package. What is said is in `tests/sentences.txt`.

use std::collections::HashSet;
use std::fs;
use std::io::Write;

use agent_todos::list::sites::Origins;
use agent_todos::tools::call::{Call, Outcome};
use agent_todos::tools::dialects::Dialect;
use agent_todos::tools::stateless;
use agent_todos::tools::xml_reader::{CallOptions, ToolCall};
use agent_todos::{Key, Options, TextField, TodoStore};
use serde_json::{Map, Value, json};

use crate::about;
use crate::preview::check_growing;
use crate::sites::origin;
use crate::snapshot::assert_snapshot;

/// Fewer cases than these are no corpus.
const FEWEST: usize = 25;

fn path(name: &str) -> String {
    match name {
        "plan_update" => format!("{}/tests/corpus/plan_update.jsonl", env!("CARGO_MANIFEST_DIR")),
        dialect => about::file(dialect, "cases.jsonl"),
    }
}

/// The cases of a dialect, one per line.
fn read(name: &str) -> Vec<Value> {
    let path = path(name);
    let text = fs::read_to_string(&path).unwrap();
    let case = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{path}: {e}: {line}"));
    text.lines().map(case).collect()
}

/// The plan with which a dialect begins.
fn plan(name: &str) -> (&str, &Value) {
    (name, &about::about(Dialect::from_name(name).unwrap())["plan"])
}

/// Runs the cases of one dialect, returns how many there are, and adds what went wrong.
fn run(dialect: &str, all_wrong: &mut Vec<String>) -> usize {
    let cases = read(dialect);
    let mut wrong = Vec::new();
    for case in &cases {
        if let Err(what) = run_case(dialect, case) {
            wrong.push(format!("{}\n  {}", case["name"], what.replace('\n', "\n  ")));
        }
    }
    let (wrong, count) = (wrong.join("\n"), cases.len());
    if !wrong.is_empty() {
        all_wrong.push(format!("of the {count} cases of {dialect} these are wrong:\n{wrong}"));
    }
    let names: HashSet<_> = cases.iter().map(|case| case["name"].as_str()).collect();
    assert_eq!(names.len(), count, "{dialect} has two cases of one name");
    assert!(count >= FEWEST, "{dialect} has {count} cases, too few");
    count
}

fn run_case(dialect: &str, case: &Value) -> Result<(), String> {
    let options = case.get("options").map_or_else(|| "{}".to_owned(), Value::to_string);
    let mut store = TodoStore::new(Options::from_json(&options).unwrap());
    store.set_origins(Origins(origin));
    for call in items(case, "before") {
        let own = || (call["dialect"].as_str().unwrap(), call);
        let (dialect, call) = call.as_str().map_or_else(own, plan);
        let outcome = run_call(&mut store, dialect, call)?;
        require(outcome.ok && outcome.notes.is_empty(), "a call before", &outcome.text)?;
    }
    let before = list(&store);
    let expected = &case["expect"];
    if let Some(lines) = case.get("message") {
        let lines: Vec<&str> = lines.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let options = case.get("callOptions").map_or_else(|| "{}".to_owned(), Value::to_string);
        let calls =
            ToolCall::find_all(&lines.join("\n"), CallOptions::from_json(&options).unwrap());
        let outcomes = items(expected, "outcomes");
        same("calls found", &json!(calls.len()), &json!(outcomes.len()))?;
        for (number, (call, expected)) in calls.iter().zip(outcomes).enumerate() {
            let revision = store.revision();
            let outcome = call.run(&mut store);
            let what = check(&outcome, expected, store.revision() - revision);
            what.map_err(|what| format!("call {}: {what}", number + 1))?;
        }
    } else {
        let revision = store.revision();
        preview_call(&store, dialect, &case["call"])?;
        let outcome = run_call(&mut store, dialect, &case["call"])?;
        check(&outcome, expected, store.revision() - revision)?;
        if let Some(revision) = expected.get("revision") {
            same("revision", &json!(store.revision()), revision)?;
        }
    }
    same("list", &list(&store), expected.get("list").unwrap_or(&before))?;
    let read = TodoStore::from_checkpoint(&store.checkpoint());
    let is_read = read.is_ok_and(|read| read.list() == store.list());
    require(is_read, "the list is not in its checkpoint", &store.checkpoint())?;
    for call in items(case, "then") {
        let revision = store.revision();
        let outcome = run_call(&mut store, call["dialect"].as_str().unwrap(), call)?;
        require(outcome.ok && store.revision() == revision, "a call after", &outcome.text)?;
        assert_snapshot(&outcome.text);
    }
    Ok(())
}

/// The arguments of a call, as a model writes them.
fn arguments_of(call: &Value) -> String {
    match &call["arguments"] {
        Value::String(text) => text.clone(),
        arguments => arguments.to_string(),
    }
}

/// The dialect of a name, and the tool of it that is called.
fn tool_of(dialect: &str, call: &Value) -> Result<(Dialect, &'static str), String> {
    let dialect = Dialect::from_name(dialect).map_err(|error| error.to_string())?;
    let tool = call["tool"].as_str().unwrap_or_default();
    let tool = dialect.tool_names().find(|name| *name == tool);
    Ok((dialect, tool.ok_or_else(|| format!("there is no tool {}", call["tool"]))?))
}

fn run_call(store: &mut TodoStore, dialect: &str, call: &Value) -> Result<Outcome, String> {
    let arguments = arguments_of(call);
    // Properties of whatever tool.
    if dialect == "plan_update" {
        return Ok(stateless::apply_plan(store, Ok(&arguments)));
    }
    let (dialect, tool) = tool_of(dialect, call)?;
    Ok(dialect.call(store, &Call { tool, arguments: &arguments }))
}

/// Holds what is shown of a call while it is written against what it does.
fn preview_call(store: &TodoStore, dialect: &str, call: &Value) -> Result<(), String> {
    if dialect == "plan_update" {
        return Ok(());
    }
    let (dialect, tool) = tool_of(dialect, call)?;
    check_growing(store, dialect, &Call { tool, arguments: &arguments_of(call) })
}

/// Holds an outcome against what is expected, and against what is true of every outcome.
fn check(outcome: &Outcome, expected: &Value, revisions: u32) -> Result<(), String> {
    let Outcome { ok, text, answer: _, notes, changed, dropped: _, denial: _ } = outcome;
    same("ok", &json!(ok), &expected["ok"]).map_err(|what| format!("{what}\n{text}"))?;
    same("changed", &json!(changed), &expected["changed"])?;
    same("revisions made", &json!(revisions), &json!(u32::from(*changed)))?;
    require(*ok || !changed, "a refused call changed something", text)?;
    assert_snapshot(text);
    let count = expected.get("notes").unwrap_or(&json!(0)).clone();
    same("notes", &json!(notes.len()), &count).map_err(|what| format!("{what}\n{text}"))?;
    for note in notes {
        assert_snapshot(&note.text);
        require(tells(text, &note.text), "the answer does not tell a note", &note.text)?;
    }
    Ok(())
}

/// Whether a text has a part in it, as it is or escaped as JSON or XML asks for it.
fn tells(text: &str, part: &str) -> bool {
    let in_json = json!(part).to_string();
    let in_json = &in_json[1..in_json.len() - 1];
    [part, in_json].iter().any(|part| {
        let in_xml = part.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        text.contains(part) || text.contains(&in_xml)
    })
}

/// The list in the form of the corpus.
fn list(store: &TodoStore) -> Value {
    let fields = [
        ("priority", TextField::Priority),
        ("activeForm", TextField::ActiveForm),
        ("description", TextField::Description),
        ("owner", TextField::Owner),
        ("evidence", TextField::Evidence),
    ];
    let todos = store.list().iter().map(|todo| {
        let mut item = Map::new();
        item.insert("key".into(), todo.key.to_text().into());
        item.insert("status".into(), todo.status().as_str().into());
        item.insert("content".into(), todo.content().into());
        for (name, field) in fields {
            if let Some(text) = todo.text(field) {
                item.insert(name.into(), text.into());
            }
        }
        // What it depends on, worked out anew: those on the list that are neither done nor skipped.
        let is_open = |key: &&Key| {
            store.list().iter().any(|other| other.key == **key && !other.status().is_settled())
        };
        let blockers = todo.blocked_by().iter().filter(|_| todo.status().is_pending());
        let blockers: Vec<String> = blockers.filter(is_open).map(|key| key.to_text()).collect();
        if let Some(on) = todo.waiting() {
            item.insert("waiting".into(), on.as_str().into());
        }
        if let Some(parent) = todo.parent() {
            item.insert("parent".into(), parent.to_text().into());
        }
        if !blockers.is_empty() {
            item.insert("blockedBy".into(), json!(blockers));
        }
        item.into()
    });
    Value::Array(todos.collect())
}

fn items<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn same(what: &str, got: &Value, expected: &Value) -> Result<(), String> {
    if got == expected {
        return Ok(());
    }
    Err(format!("{what}\n  got      {got}\n  expected {expected}"))
}

fn require(is_so: bool, what: &str, text: &str) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(format!("{what}: {text}")) }
}

#[test]
fn every_case_of_the_corpus_has_its_expected_outcome() {
    let names = Dialect::ALL.iter().map(|dialect| dialect.as_str()).chain(["plan_update"]);
    let mut wrong = Vec::new();
    let counts: Vec<String> =
        names.map(|name| format!("{name} {}", run(name, &mut wrong))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Not by println, so that it is seen though the test passes.
    writeln!(std::io::stdout(), "corpus in the core: {}", counts.join(", ")).unwrap();
}
