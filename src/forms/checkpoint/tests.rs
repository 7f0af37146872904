use super::*;
use crate::forms::todo::LAST_NUMBER;
use crate::list::todo::Id;

fn worked_on() -> TodoStore {
    let mut store = TodoStore::default();
    store.add_multiple(&["a \"quoted\"\n", "b", "c"]).unwrap();
    store.next_todo();
    store.complete(Id(1)).unwrap();
    store.undo().unwrap();
    store.undo().unwrap();
    store.remove(Id(2)).unwrap();
    store.add_after_position(0, &["d"]).unwrap();
    store.restore_revision(2).unwrap();
    store
}

fn refused(checkpoint: &str) {
    let error = TodoStore::from_checkpoint(checkpoint).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidCheckpoint, "{checkpoint}");
}

#[test]
fn what_stands_with_the_list_is_passed_over() {
    let text = worked_on().checkpoint();
    let (list, _) = text.rsplit_once(']').unwrap();
    for with in ["{}", r#"{"run":"[1]","a":""}"#] {
        let whole = format!("{list},{with}]");
        assert_eq!(TodoStore::from_checkpoint(&whole).unwrap().checkpoint(), text);
    }
    for with in [r#"{"a":1}"#, r#"{"a":["b"]}"#, "{},{}", r#"{"a":"b"},[3,"host",0]"#] {
        let whole = format!("{list},{with}]");
        refused(&whole);
    }
}

#[test]
fn a_priority_reads_back_however_short_contents_must_be() {
    let options = Options::from_json(r#"{"maxContentLength":1}"#).unwrap();
    let mut store = TodoStore::new(options);
    let arguments = r#"{"action":"write","todos":[{"id":"x","content":"a","status":"pending","priority":"high"}]}"#;
    let call = crate::tools::call::Call { tool: "todo", arguments };
    assert!(crate::tools::dialects::Dialect::XmlCall.call(&mut store, &call).ok);
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.list(), store.list());
}

#[test]
fn as_many_snapshots_are_kept_as_are_chosen_anew() {
    let store = worked_on();
    let all = store.snapshots();
    let read = |options: &str| {
        let options = CheckpointOptions::from_json(options).unwrap();
        TodoStore::from_checkpoint_with(&store.checkpoint(), options).unwrap()
    };
    assert_eq!(read("{}").snapshots(), all);
    assert_eq!(read("{}").options(), store.options());
    for most in [1, 2, all.len(), 1_000_000] {
        let mut copy = read(&format!(r#"{{"maxSnapshots":{most}}}"#));
        assert_eq!(copy.options().max_snapshots(), most);
        let kept = all.len().saturating_sub(most);
        assert_eq!((copy.list(), copy.snapshots()), (store.list(), all[kept..].to_vec()));
        // The choice goes into the next checkpoint, and what is kept reads back.
        let again = TodoStore::from_checkpoint(&copy.checkpoint()).unwrap();
        assert_eq!((again.options(), again.snapshots()), (copy.options(), copy.snapshots()));
        copy.complete(Id(1)).unwrap();
        assert_eq!(copy.snapshots().len(), most.min(all.len() + 1));
    }
}

/// A checkpoint of one todo at these numbers, written by hand.
fn at_the_end(next_key: u32, revision: u32) -> String {
    let options = TodoStore::default().checkpoint();
    let (options, _) = options.split_once("},").unwrap();
    format!(
        "{options}}},{next_key},[[\"host\"],[0,0],[]],[{revision},\"host\",0,2,0,[{},\"doing\",\"a\"],1,[1,\"todo\",\"b\"]]]",
        next_key - 1
    )
}

#[test]
fn numbers_that_no_list_comes_to_are_refused() {
    for (next_key, revision) in [
        (u32::MAX, 0),
        (LAST_NUMBER + 1, 0),
        (3, u32::MAX),
        (3, LAST_NUMBER + 1),
        (u32::MAX, u32::MAX),
    ] {
        refused(&at_the_end(next_key, revision));
    }
    let mut store = TodoStore::from_checkpoint(&at_the_end(LAST_NUMBER, LAST_NUMBER)).unwrap();
    store.add_multiple(&["c"]).unwrap();
    assert_eq!(store.revision(), LAST_NUMBER + 1);
    assert_eq!(store.list()[2].key, Key(LAST_NUMBER));
}

/// How many todos a reader looks at in a checkpoint, for each value of it.
fn work(todos: usize, revisions: usize, change: fn(&mut TodoStore, usize)) -> usize {
    let options = Options::from_json(r#"{"maxTodos":1000,"maxSnapshots":1000000}"#).unwrap();
    let mut store = TodoStore::new(options);
    let texts: Vec<String> = (0..todos).map(|number| format!("todo {number}")).collect();
    store.add_multiple(&texts.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
    for number in 0..revisions {
        change(&mut store, number);
    }
    let text = store.checkpoint();
    let mut reader = CheckpointReader::default();
    assert_eq!(reader.read(&text, CheckpointOptions::default()).unwrap().list(), store.list());
    reader.work / (text.len() / 100)
}

#[test]
fn reading_costs_what_is_written() {
    let changes: [fn(&mut TodoStore, usize); 3] = [
        |store, number| store.complete(Id((number % 50 + 1) as i64)).unwrap_or(()),
        |store, number| match number % 2 {
            0 => drop(store.next_todo()),
            _ => store.abort(),
        },
        |store, _| {
            store.remove(Id(1)).unwrap();
            store.add_multiple(&["new"]).unwrap();
        },
    ];
    for change in changes {
        let (few, many) = (work(50, 40, change), work(1000, 80, change));
        assert!(many <= few * 3 + 20, "{few} todos looked at in 100 characters, then {many}");
    }
}

#[test]
fn starts_a_history_where_it_was() {
    let xml = "<todos><todo id=\"1\" status=\"done\">a</todo></todos>";
    let store = TodoStore::from_xml(xml, Options::default()).unwrap();
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.snapshots(), store.snapshots());
}

#[test]
fn writes_the_latest_snapshots_alone() {
    let mut store = worked_on();
    store.undo().unwrap();
    store.undo().unwrap();
    store.add_multiple(&["c"]).unwrap();
    store.undo().unwrap();
    let all = store.snapshots();
    for most in 1..=all.len() + 1 {
        let text = store.checkpoint_of(most);
        let copy = TodoStore::from_checkpoint(&text).unwrap();
        let shown = all.len().saturating_sub(most);
        assert_eq!(copy.snapshots(), all.get(shown..).unwrap(), "{most}");
        assert_eq!((copy.list(), copy.options()), (store.list(), store.options()));
        assert_eq!(copy.checkpoint(), text);
        // It is the same list: there is nothing to take over.
        let mut same = store.clone();
        same.load(&text).unwrap();
        assert_eq!(same, store);
    }
    assert_eq!(store.checkpoint_of(all.len()), store.checkpoint());
}

#[test]
fn refuses_what_breaks_a_rule() {
    let whole = worked_on().checkpoint();
    for (from, to) in [
        ("[\"agent-todos\"", "[\"todos\""),
        ("\"agent-todos\",2", "\"agent-todos\",0"),
        ("},5,", "},3,"),
        ("},5,", "},-1,"),
        ("[2,\"todo\",\"b\"]", "[1,\"todo\",\"b\"]"),
        ("[2,\"todo\",\"b\"]", "[0,\"todo\",\"b\"]"),
        ("[2,\"todo\",\"b\"]", "[2,\"Todo\",\"b\"]"),
        ("[2,\"todo\",\"b\"]", "[2,\"todo\",\" b\"]"),
        ("[2,\"todo\",\"b\"]", "[2,\"todo\",\"\"]"),
        ("[2,\"todo\",\"b\"]", "[2,\"todo\"]"),
        ("\"maxTodos\":30", "\"maxTodos\":2"),
        ("[0,\"host\",0,0]", "[4294967295,\"host\",0,0]"),
        ("[0,\"host\",0,0]", "[0,\"host\",0,1]"),
        ("[0,\"host\",0,0]", "[0,\"host\",0]"),
        ("[0,\"host\",0,0]", "[0,\"host\",0,0],[]"),
        ("[0,\"host\",0,0]", "[0,\"host\",0,0],[0,\"host\",0]"),
        ("[0,\"host\",0,0]", "[0,\"host\",0,0],[1,\"host\",0,0]"),
        ("[0,\"host\",0,0]", ",[0,\"host\",0,0]"),
        ("[1,\"host\",0,3,0,", "[1,\"host\",0,3,1,"),
        ("[1,\"host\",0,3,0,", "[1,\"host\",0,2,0,"),
        ("[1,\"host\",0,3,0,", "[2,\"host\",0,3,0,"),
        ("[2,\"host\",0,3,0,\"doing\"]", "[2,\"host\",0,3,0,\"doing\",1,\"doing\"]"),
        ("[2,\"host\",0,3,0,\"doing\"]", "[2,\"host\",0,3,0,1]"),
        ("[2,\"host\",0,3,0,\"doing\"]", "[2,\"host\",0,3,3,\"doing\"]"),
        ("[2,\"host\",0,3,0,\"doing\"]", "[2,\"host\",0,3,0,true]"),
        ("[2,\"host\",0,3,0,\"doing\"]", "[2,\"host\",0,3,0,\"doing\",]"),
        // Numbers that are none.
        ("[0,\"host\",0,0]", "[00,\"host\",0,0]"),
        ("[0,\"host\",0,0]", "[0,\"host\",0,-0a]"),
        ("},5,", "},05,"),
        ("},5,", "},5-2abc,"),
        ("[1,\"host\",0,3,0,", "[1,\"host\",0,3-1,0,"),
    ] {
        assert!(whole.contains(from), "{from} in {whole}");
        refused(&whole.replacen(from, to, 1));
    }
    for (end, _) in whole.char_indices() {
        refused(&whole[..end]);
    }
    let newer = whole.replacen("agent-todos\",2", "agent-todos\",3", 1);
    let error = TodoStore::from_checkpoint(&newer).unwrap_err();
    assert_eq!(error.code(), ErrorCode::NewerCheckpoint);
    assert!(error.message().contains("update agent-todos"));
}
