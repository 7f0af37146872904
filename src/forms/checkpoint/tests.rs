use super::*;
use crate::forms::codec::LAST_NUMBER;
use crate::list::author::Author;
use crate::list::edit_options::Patch;
use crate::list::error::ErrorCode;
use crate::list::todo::{Id, Ref};

fn worked_on() -> TodoStore {
    let mut store = TodoStore::default();
    store.add_multiple(&["a \"quoted\"\n", "b", "c"]).unwrap();
    store.next_todo();
    store.complete(Id(1)).unwrap();
    store.acting_as(Author::Host, TodoStore::undo).unwrap();
    store.acting_as(Author::Host, TodoStore::undo).unwrap();
    store.remove(Id(2)).unwrap();
    store.add_after_position(0, &["d"]).unwrap();
    store.acting_as(Author::Host, |store| store.restore_revision(2)).unwrap();
    store
}

fn refused(checkpoint: &str) {
    let error = TodoStore::from_checkpoint(checkpoint).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidCheckpoint, "{checkpoint}");
}

#[test]
fn from_checkpoint_skips_what_a_host_stored_with_the_list() {
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
fn from_checkpoint_reads_a_priority_longer_than_max_content_length() {
    let options = Options::from_json(r#"{"maxContentLength":1}"#).unwrap();
    let mut store = TodoStore::new(options);
    let arguments = r#"{"action":"write","todos":[{"id":"x","content":"a","status":"pending","priority":"high"}]}"#;
    let call = crate::tools::call::Call { tool: "todo", arguments };
    assert!(crate::tools::dialects::Dialect::XmlCall.call(&mut store, &call).ok);
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.list(), store.list());
}

#[test]
fn from_checkpoint_with_drops_snapshots_beyond_max_snapshots() {
    let store = worked_on();
    let all = store.snapshots();
    let read =
        |options: &str| TodoStore::from_checkpoint_with(&store.checkpoint(), options).unwrap();
    assert_eq!(read("{}").snapshots(), all);
    assert_eq!(read("{}").options(), store.options());
    for most in [1, 2, all.len(), 10_000] {
        let mut copy = read(&format!(r#"{{"maxSnapshots":{most}}}"#));
        assert_eq!(copy.options().max_snapshots(), most);
        let dropped = all.len().saturating_sub(most);
        assert_eq!((copy.list(), copy.snapshots()), (store.list(), all[dropped..].to_vec()));
        // The next checkpoint has the chosen option, and the snapshots that are kept can be read.
        let again = TodoStore::from_checkpoint(&copy.checkpoint()).unwrap();
        assert_eq!((again.options(), again.snapshots()), (copy.options(), copy.snapshots()));
        copy.complete(Id(1)).unwrap();
        assert_eq!(copy.snapshots().len(), most.min(all.len() + 1));
    }
}

#[test]
fn from_checkpoint_with_changes_any_option_and_never_lowers_limits() {
    let store = worked_on();
    let text = store.checkpoint();
    let read = |options: &str| TodoStore::from_checkpoint_with(&text, options);
    let options = r#"{"maxTodos":40,"maxDoing":3,"onSkip":"remove","confirmDone":true}"#;
    let chosen = read(options).unwrap();
    assert_eq!(*chosen.options(), Options::from_json(options).unwrap());
    assert_eq!((chosen.list(), chosen.snapshots()), (store.list(), store.snapshots()));
    let again = TodoStore::from_checkpoint(&chosen.checkpoint()).unwrap();
    assert_eq!(again.options(), chosen.options());
    // What is in the text still fits.
    let small = read(r#"{"maxTodos":1,"maxContentLength":1}"#).unwrap();
    assert_eq!(small.options(), store.options());
    let error = read(r#"{"maxTodo":1}"#).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
}

/// Returns a handwritten checkpoint of two todos with these numbers.
fn at_the_end(next_key: u32, revision: u32) -> String {
    let options = TodoStore::default().checkpoint();
    let (options, _) = options.split_once("},").unwrap();
    let added = r#"[["host",null,0],[],false,[]]"#;
    format!(
        r#"{options}}},{next_key},[[{},"doing","a"],[1,"todo","b"]],[[{added},{added}],[],[],[]],[{revision},"host",null,"edit",0,null,[0,1],null]]"#,
        next_key - 1
    )
}

#[test]
fn from_checkpoint_refuses_keys_and_revisions_beyond_the_last_number() {
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

#[test]
fn a_checkpoint_writes_each_form_of_a_todo_once() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a", "b"]).unwrap();
    for _ in 0..50 {
        store.mark_doing(Id(2)).unwrap();
        store.abort();
        store.move_to(Id(2), 0).unwrap();
        store.move_to(Id(2), 0).unwrap();
    }
    let text = store.checkpoint();
    assert_eq!(text.matches("\"a\"").count(), 1, "{text}");
    assert_eq!(text.matches("\"b\"").count(), 2, "{text}");
    assert_eq!(TodoStore::from_checkpoint(&text).unwrap(), store);
}

#[test]
fn from_checkpoint_reads_back_the_texts_of_each_state() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a", "b", "c", "d"]).unwrap();
    let ann = Actor::named(Author::Model, "ann: \"the first\"").unwrap();
    for reason in ["two\nlines", "x: y", ":", "user undo", "\u{1f469}\u{200d}\u{1f52c} [1,2]"] {
        let host = Actor::from(Author::Host);
        store
            .acting_as(host.clone(), |store| store.complete_multiple(&[Id(1).into()], reason))
            .unwrap();
        store.acting_as(ann.clone(), |store| store.mark_doing(Id(2)).unwrap());
        store.acting_as(host, |store| {
            store.reopen(Id(1), reason).unwrap();
            store.skip(Id(3), reason).unwrap();
            store.reopen(Id(2), reason).unwrap();
            store.reopen(Id(3), "").unwrap();
            store.edit(Id(4), &Patch { confirm: Some(true), ..Patch::default() }).unwrap();
        });
        let claim = |store: &mut TodoStore| store.complete_multiple(&[Id(4).into()], reason);
        store.acting_as(ann.clone(), claim).unwrap();
        assert!(store.list()[3].is_claimed());
        let text = store.checkpoint();
        let copy = TodoStore::from_checkpoint(&text).unwrap();
        assert_eq!((copy.checkpoint(), copy.snapshots()), (text, store.snapshots()), "{reason}");
        let entries = |store: &TodoStore| {
            let entries = store.history().entries().map(|(_, entry)| entry.clone());
            entries.collect::<Vec<_>>()
        };
        assert_eq!(entries(&copy), entries(&store), "{reason}");
        store.reopen(Id(4), "").unwrap();
    }
}

/// Even then, no other todo can be started.
#[test]
fn from_checkpoint_accepts_more_todos_in_progress_than_the_limit() {
    let mut store = TodoStore::new(Options::from_json(r#"{"maxDoing":3}"#).unwrap());
    store.add_multiple(&["a", "b", "c"]).unwrap();
    store.mark_doing(Id(1)).unwrap();
    store.mark_doing(Id(2)).unwrap();
    let text = store.checkpoint().replacen(r#""maxDoing":3"#, r#""maxDoing":1"#, 1);
    let mut copy = TodoStore::from_checkpoint(&text).unwrap();
    assert_eq!((copy.list(), copy.snapshots()), (store.list(), store.snapshots()));
    assert_eq!(copy.mark_doing(Id(3)).unwrap_err().code(), Some(ErrorCode::AlreadyDoing));
}

#[test]
fn from_checkpoint_refuses_blockers_in_a_cycle() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a", "b", "c"]).unwrap();
    let on = [Ref::Id(Id(2)), Ref::Id(Id(3))];
    store.edit(Id(1), &Patch { blocked_by: Some(&on), ..Patch::default() }).unwrap();
    let on = [Ref::Id(Id(3))];
    store.edit(Id(2), &Patch { blocked_by: Some(&on), ..Patch::default() }).unwrap();
    let text = store.checkpoint();
    assert_eq!(TodoStore::from_checkpoint(&text).unwrap(), store);
    let known = r#"[3,"todo","c"]"#;
    assert!(text.contains(known), "{text}");
    refused(&text.replacen(known, r#"[3,"todo","c",[1]]"#, 1));
}

#[test]
fn from_checkpoint_starts_the_history_at_the_same_revision() {
    let xml = "<todos><todo id=\"1\" status=\"done\">a</todo></todos>";
    let store = TodoStore::from_xml(xml, Options::default()).unwrap();
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.snapshots(), store.snapshots());
}

#[test]
fn checkpoint_of_writes_only_the_latest_snapshots() {
    let mut store = worked_on();
    store.acting_as(Author::Host, TodoStore::undo).unwrap();
    store.acting_as(Author::Host, TodoStore::undo).unwrap();
    store.add_multiple(&["c"]).unwrap();
    store.acting_as(Author::Host, TodoStore::undo).unwrap();
    let all = store.snapshots();
    for most in 1..=all.len() + 1 {
        let text = store.checkpoint_of(most);
        let copy = TodoStore::from_checkpoint(&text).unwrap();
        let shown = all.len().saturating_sub(most);
        assert_eq!(copy.snapshots(), all.get(shown..).unwrap(), "{most}");
        assert_eq!((copy.list(), copy.options()), (store.list(), store.options()));
        assert_eq!(copy.checkpoint(), text);
        // The list is the same, so nothing is taken over.
        let mut same = store.clone();
        same.load(&text).unwrap();
        assert_eq!(same, store);
    }
    assert_eq!(store.checkpoint_of(all.len()), store.checkpoint());
}

#[test]
fn from_checkpoint_refuses_a_list_that_breaks_a_rule() {
    const FIRST: &str = r#"[0,"agent",null,"edit",0,null,[],null]"#;
    const SECOND: &str = r#"[1,"agent",null,"edit",0,null,[0,1,2]"#;
    let whole = worked_on().checkpoint();
    for (from, to) in [
        ("[\"agent-todos\"", "[\"todos\""),
        ("\"agent-todos\",1", "\"agent-todos\",0"),
        ("},5,", "},3,"),
        ("},5,", "},-1,"),
        ("[2,\"todo\",\"b\"]", "[1,\"todo\",\"b\"]"),
        ("[2,\"todo\",\"b\"]", "[0,\"todo\",\"b\"]"),
        ("[2,\"todo\",\"b\"]", "[2,\"Todo\",\"b\"]"),
        ("[2,\"todo\",\"b\"]", "[2,\"todo\",\" b\"]"),
        ("[2,\"todo\",\"b\"]", "[2,\"todo\",\"\"]"),
        ("[2,\"todo\",\"b\"]", "[2,\"todo\"]"),
        ("\"maxTodos\":30", "\"maxTodos\":0"),
        (FIRST, "[4294967295,\"agent\",null,\"edit\",0,null,[],null]"),
        (FIRST, "[0,\"agent\",null,\"edit\",0,null,[6],null]"),
        (FIRST, "[0,\"agent\",null,\"edit\",0,null,[-1],null]"),
        (FIRST, "[0,\"agent\",null,\"edit\",0,null,0,null]"),
        (FIRST, "[0,\"agent\",null,\"edit\",0,null,{},null]"),
        (FIRST, "[0,\"agent\",0]"),
        (FIRST, "[0,\"agent\",[]]"),
        (FIRST, "[0,\"agent \",null,\"edit\",0,null,[],null]"),
        (FIRST, "[0,\"agent\",null,\"edited\",0,null,[],null]"),
        (FIRST, "[0,\"agents\",null,\"edit\",0,null,[],null]"),
        (FIRST, "[0,\"agent\",null,\"edit\",0,null,[],[]]"),
        (FIRST, "[0,\"agent\",null,\"edit\",0,\"\",[],null]"),
        (FIRST, "[0,\"agent\",null,\"edit\",0,\"a \",[],null]"),
        (FIRST, "[0,\"agent\",null,\"edit\",0,null,[],null],[]"),
        (FIRST, "[0,\"agent\",null,\"edit\",0,null,[],null],[0,\"agent\",0]"),
        (
            FIRST,
            "[0,\"agent\",null,\"edit\",0,null,[],null],[0,\"agent\",null,\"edit\",0,null,[],null]",
        ),
        (FIRST, ",[0,\"agent\",null,\"edit\",0,null,[],null]"),
        (SECOND, "[1,\"agent\",null,\"edit\",0,null,[0,1,1]"),
        (SECOND, "[1,\"agent\",null,\"edit\",0,null,[0,3]"),
        (SECOND, "[2,\"agent\",null,\"edit\",0,null,[0,1,2]"),
        (SECOND, "[1,\"agent\",null,\"edit\",0,null,[0,1,true]"),
        (SECOND, "[1,\"agent\",null,\"edit\",0,null,[0,1,2,]"),
        (
            "[3,\"host\",null,\"undo\",0,null,[3,1,2],null]",
            "[9,\"host\",null,\"undo\",0,null,[3,1,2],null]",
        ),
        ("[3,\"host\",null,\"undo\",0,null,[3,1,2],null]", "[9,\"host undo\",0]"),
        (
            "[3,\"host\",null,\"undo\",0,null,[3,1,2],null]",
            "[3,\"host\",null,\"edit\",0,null,[3,1,2],null]",
        ),
        (
            "[3,\"host\",null,\"undo\",0,null,[3,1,2],null]",
            "[3,\"host\",null,\"new_task\",0,\"a\",[3,1,2],null]",
        ),
        // Values that are not valid numbers.
        (FIRST, "[00,\"agent\",null,\"edit\",0,null,[],null]"),
        (FIRST, "[0,\"agent\",null,\"edit\",-0a,null,[],null]"),
        ("},5,", "},05,"),
        ("},5,", "},5-2abc,"),
        (SECOND, "[1,\"agent\",null,\"edit\",0,null,[0,2-1,2]"),
    ] {
        assert!(whole.contains(from), "{from} in {whole}");
        refused(&whole.replacen(from, to, 1));
    }
    for (end, _) in whole.char_indices() {
        refused(&whole[..end]);
    }
    let newer = whole.replacen("agent-todos\",1", "agent-todos\",2", 1);
    let error = TodoStore::from_checkpoint(&newer).unwrap_err();
    assert_eq!(error.code(), ErrorCode::NewerCheckpoint);
    assert!(error.message().contains("update agent-todos"));
}
