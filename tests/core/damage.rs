//! Checkpoints that were stored, read as they are; and damaged ones, whose errors say what is wrong
//! and where.

use agent_todos::list::store::TodoStore;
use agent_todos::run::Run;
use agent_todos::tasks::task_store::TaskStore;
use agent_todos::{Conversation, ErrorCode, TodoError};
use serde_json::{Value, json};

use crate::snapshot::assert_snapshot;

/// A list with every kind of state, text, mark and revision.
const LIST: &str = r#"["agent-todos",1,{"maxTodos":30,"maxContentLength":2000,"onSkip":"remove","maxDoing":1,"confirmDone":false,"maxSnapshots":1000},9,[[1,"todo","Find a kettle"],[2,"todo","Compare three",null,"high",null,"By price",[1]],[3,["todo","ann","The price is missing","cash"],"Buy one",[2,1],3,"{\"tab\":7}"],[4,["waiting_user",null,"Which account?"],"Log in"],[5,["doing","ann"],"Read","x","low","Reading"],[6,["claimed","ann","receipt 7"],"Pay",1],[1,["done",null,"seen"],"Find a kettle"],[8,["skipped","sold out"],"Wrap it"]],[[[["model","researcher",1],[],false,[]],[["model","researcher",1],[1,["user","Ann",3],2,["user",null,2]],true,["Compare 3"]],[["model","researcher",1],[],false,[]],[["model","researcher",1],[],false,[]],[["model","researcher",1],[],false,[]],[["model","researcher",1],[],false,[]],[["user",null,2],[],false,[]]],[[[7,"todo","Old one"],[["model","researcher",1],[],false,[]],"host",null,"skipped","no longer needed",1763769600000,true,false]],[5,52000,1763769652000,1,1000,0],[]],[0,"host",null,"edit",1763769600000,null,[],null],[1,"user",null,"edit",52000,null,[0,1],null],[2,"model","researcher","edit",1250,null,[0,1,2,3,4,5],null],[3,"model","researcher","skip",800,"The shop has none",[6,1,2,3,4,5,7],null],[3,"user",null,"undo",90000,null,[0,1,2,3,4,5],null],[5,"user",null,"edit",1,null,[6,1,2,3,4,5,7],["https://a.example","https://b.example",1763769700000,"Ann"]]]"#;

const CONVERSATION: &str = r#"["agent-todos conversation",1,"write_todos","changes",20,"researcher",true,"lean",false,"news",0,0,2,true,true,false,[],"tool",[2,3],true,"",0,0,false,5,[2,4],[1,2,4],[[1,["done",null,"seen"],"Find a kettle"],[2,"todo","Compare three",null,"high",null,"By price",[1]],[4,["waiting_user",null,"Which account?"],"Log in"]],[[0,1],[0,1,2]]]"#;

const RUN: &str = r#"["agent-todos run",1,{"driver":"host","start":"plan","approve":false,"verify":true,"maxSteps":100,"maxCallsPerTodo":3,"stuckAfter":3,"maxRepeats":6},"ended","stuck","the same step 6 times",true,7,2,5,2,4,[3,true,4,false],2,1,"no receipt",[1,2,3,1],["validation","The cart is empty","",["Get the receipt"],["Find a kettle","sold out"]],[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15],7,""]"#;

const TASKS: &str = r#"["agent-todos/tasks",1,["ann",["task_a","Buy milk","high",false,"2026-11-27"],["task_b","Two\nlines","medium",true,null]]]"#;

fn list() -> TodoStore {
    TodoStore::from_checkpoint(LIST).unwrap()
}

/// Reads a checkpoint of one of the kinds, and writes it again.
type Read = fn(&str) -> Result<String, TodoError>;

const KINDS: [(&str, Read); 4] = [
    (LIST, |text| TodoStore::from_checkpoint(text).map(|store| store.checkpoint())),
    (CONVERSATION, |text| {
        Conversation::from_checkpoint(&list(), text).map(|read| read.checkpoint())
    }),
    (RUN, |text| Run::from_checkpoint(&list(), text).map(|run| run.checkpoint())),
    (TASKS, |text| TaskStore::from_checkpoint(text, |_| {}).map(|store| store.checkpoint())),
];

#[test]
fn a_checkpoint_of_today_is_read_and_written_unchanged() {
    for (stored, read) in KINDS {
        assert_eq!(read(stored).as_deref(), Ok(stored));
    }
}

#[test]
fn an_error_of_a_damaged_checkpoint_names_the_record_and_the_field() {
    for (kind, from, to) in [
        (0, "[2,1],3", "[9,1],3"),
        (0, "[2,1],3", "[2,3],3"),
        (0, "\"doing\"", "\"busy\""),
        (0, "[1,\"todo\",\"Find a kettle\"]", "[1,\"todo\"]"),
        (0, "[1,\"todo\",", "[\"1\",\"todo\","),
        (0, "\"high\"", "\"highest\""),
        (0, "[3,\"model\",\"researcher\",\"skip\"", "[4,\"model\",\"researcher\",\"skip\""),
        (0, "\"skip\"", "\"skips\""),
        (0, "[0,1,2,3,4,5]", "[0,1,2,3,4,9]"),
        (0, "[0,1,2,3,4,5]", "[0,1,2,3,4,0]"),
        (0, "\"maxTodos\":30", "\"maxTodos\":0"),
        (0, "[0,\"host\",null,\"edit\",1763769600000,null,[],null]", "[0,\"host\",null,\"edit\"]"),
        (0, "[\"Compare 3\"]", "[7]"),
        (0, "\"skipped\",\"no longer", "\"lost\",\"no longer"),
        (0, "[5,52000,", "[5,-1,"),
        (0, "[\"user\",null,2]", "[\"users\",null,2]"),
        (0, "1,[\"user\",\"Ann\",3],2,", "1,[\"user\",\"Ann\",3],1,"),
        (0, "[\"agent-todos\"", "[\"todos\""),
        (1, "\"write_todos\"", "\"todos_write\""),
        (1, "[0,1,2]]]", "[0,1,3]]]"),
        (1, "\"Which account?\"", "7"),
        (2, "\"ended\"", "\"rest\""),
        (2, "2,1,\"no receipt\"", "2,\"no receipt\""),
        (2, "\"sold out\"", "\"sold\\nout\""),
        (3, "\"Buy milk\"", "\"\""),
        (3, "false", "0"),
    ] {
        let (stored, read) = KINDS[kind];
        assert!(stored.contains(from), "{from}");
        let error = read(&stored.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidCheckpoint);
        assert_snapshot(error.message());
    }
}

/// The places of all values in a JSON value, as the steps that lead there.
fn indices(value: &Value, path: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    all.push(path.clone());
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(items) => {
            items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect()
        }
        Value::Object(fields) => fields.iter().map(|(key, field)| (key.clone(), field)).collect(),
        _ => Vec::new(),
    };
    for (step, part) in parts {
        path.push(step);
        indices(part, path, all);
        path.pop();
    }
}

/// Damages every value in every kind of checkpoint: in its place stands another, or it is missing,
/// or twice. What is refused is refused by name.
#[test]
fn each_damaged_value_is_an_error_that_names_its_record() {
    const RECORDS: [&str; 12] = [
        "list",
        "conversation",
        "run",
        "tasks",
        "todo t",
        "provenance of todo t",
        "removed todo t",
        "time of todo t",
        "revision ",
        "user number ",
        "item ",
        "briefing",
    ];
    let others = [
        json!(null),
        json!(true),
        json!(-1),
        json!(2),
        json!(3e9),
        json!("x\ny"),
        json!([]),
        json!({}),
        json!([[1]]),
    ];
    let mut refused = 0;
    for (stored, read) in KINDS {
        let whole: Value = serde_json::from_str(stored).unwrap();
        let mut all = Vec::new();
        indices(&whole, &mut Vec::new(), &mut all);
        for path in &all {
            let pointer: String = path.iter().map(|step| format!("/{step}")).collect();
            let mut texts = Vec::new();
            for other in &others {
                let mut damaged = whole.clone();
                *damaged.pointer_mut(&pointer).unwrap() = other.clone();
                texts.push(damaged.to_string());
            }
            let (around, at) = pointer.rsplit_once('/').unwrap_or_default();
            for is_twice in [false, true] {
                let mut damaged = whole.clone();
                if let Some(Value::Array(items)) = damaged.pointer_mut(around)
                    && let Ok(at) = at.parse::<usize>()
                {
                    let item = items.remove(at);
                    if is_twice {
                        items.insert(at, item.clone());
                        items.insert(at, item);
                    }
                    texts.push(damaged.to_string());
                }
            }
            for text in texts {
                let Err(error) = read(&text) else { continue };
                if error.code() == ErrorCode::NewerCheckpoint {
                    continue;
                }
                refused += 1;
                assert_eq!(error.code(), ErrorCode::InvalidCheckpoint, "{error} of {text}");
                let message = error.message().strip_prefix("invalid checkpoint: ").unwrap();
                let (record, problem) = message.split_once(": ").unwrap_or_default();
                let is_named = RECORDS.iter().any(|known| record.starts_with(known));
                assert!(is_named && problem.contains(' '), "{message}, of {text}");
            }
        }
    }
    assert!(refused > 2_000, "{refused}");
}

#[test]
fn a_truncated_checkpoint_is_refused_as_invalid_json() {
    for (stored, read) in KINDS {
        for (end, _) in stored.char_indices().step_by(7) {
            let error = read(&stored[..end]).unwrap_err();
            assert!(
                error.message().starts_with("invalid checkpoint: not JSON at byte "),
                "{error}"
            );
        }
    }
}
