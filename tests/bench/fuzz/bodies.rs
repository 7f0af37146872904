//! What a fuzz target does with an input, and the rules that no input may break.
//! `tests/core/fuzz.rs` runs the same over the corpus and over mutations of it, so this needs
//! neither nightly nor cargo-fuzz.
#![allow(
    dead_code,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a target that panics has found something, and each uses one of these"
)]

use std::collections::BTreeSet;

use agent_todos::list::options::Unfinished;
use agent_todos::run::{Report, Run};
use agent_todos::tools::xml_reader::{CallOptions, ToolCall};
use agent_todos::{
    Call, Conversation, Dialect, Id, Options, Outcome, Patch, Ref, TextField, TodoStore, WriteError,
};

/// A call of each dialect's tools, on a list that is under way. The first byte chooses the dialect,
/// the second the tool.
pub fn json(data: &[u8]) {
    let [dialect, tool, rest @ ..] = data else { return };
    let text = String::from_utf8_lossy(rest);
    let dialect = Dialect::ALL[usize::from(*dialect) % Dialect::ALL.len()];
    let tools: Vec<_> = dialect.tool_names().collect();
    let tool = tools[usize::from(*tool) % tools.len()];
    let call = Call { tool, arguments: &text };
    let mut store = under_way();
    for _ in 0..2 {
        let outcome = answered(&mut store, |store| dialect.call(store, &call));
        assert!(dialect.check(&call).is_ok() || !outcome.ok, "done, though the check refuses it");
    }
    let _ = Options::from_json(&text);
}

/// Every call in a model's text. The first byte has the options.
pub fn xml_calls(data: &[u8]) {
    let [options, rest @ ..] = data else { return };
    let text = String::from_utf8_lossy(rest);
    let options = CallOptions {
        skips_code: options & 1 == 1,
        ignores_other_tools: options & 2 == 2,
        ..CallOptions::default()
    };
    let mut store = under_way();
    let calls = ToolCall::find_all(&text, options);
    let plain = text.to_ascii_lowercase().replace(['-', '_'], "");
    let is_called = plain.contains("toolcall");
    assert!(calls.is_empty() || is_called || plain.contains("toolname"), "none is named: {text}");
    for call in calls {
        let outcome = answered(&mut store, |store| call.run(store));
        assert!(is_called || !outcome.changed, "no call, and done: {text}");
        framed(&outcome);
    }
    let _ = TodoStore::from_xml(&text, Options::default()).map(|store| check_rules(&store));
}

/// What stands in the element of an outcome in XML: nothing in it can end the element or look like
/// another.
pub fn framed(outcome: &Outcome) -> &str {
    let (head, rest) = outcome.text.split_once('>').expect("an element");
    let is_head = head.starts_with("<tool_result name=\"") && head.matches('"').count() == 4;
    assert!(is_head && head.len() < 400 && !head.contains(char::is_control), "{head}");
    let body = rest.strip_suffix("</tool_result>").expect("its end");
    assert!(!head[1..].contains('<') && !body.contains(['<', '>']), "{}", outcome.text);
    body
}

/// What somebody stored, read, loaded and merged.
pub fn checkpoints(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut ours = under_way();
    let before = ours.checkpoint();
    if let Ok(mut read) = TodoStore::from_checkpoint(&text) {
        check_rules(&read);
        let _ = read.add_multiple(&["after it was read"]);
        check_rules(&read);
    }
    let mut loaded = ours.clone();
    match loaded.load(&text) {
        Ok(()) => check_rules(&loaded),
        Err(_) => assert_eq!(loaded, ours, "a load that is refused changes nothing"),
    }
    match ours.merge(&before, &text) {
        Ok(_) => check_rules(&ours),
        Err(_) => assert_eq!(ours, under_way(), "a merge that is refused changes nothing"),
    }
    let _ = ours.merge(&text, &before).map(|_| check_rules(&ours));
    if let Ok(mut run) = Run::from_checkpoint(&ours, &text) {
        let again = Run::from_checkpoint(&ours, &run.checkpoint()).expect("our checkpoint");
        assert_eq!(again.checkpoint(), run.checkpoint());
        for _ in 0..3 {
            run.next(&mut ours);
            let _ = run.executed(&mut ours, Report::Failed("it was read"));
            check_rules(&ours);
        }
    }
    if let Ok(conversation) = Conversation::from_checkpoint(&ours, &text) {
        let text = conversation.checkpoint();
        let again = Conversation::from_checkpoint(&ours, &text).expect("our checkpoint");
        assert_eq!(again.checkpoint(), text);
    }
}

/// Three writers of one list, each operation one byte for the writer and the kind, and one for its
/// argument; now and then one stores what it has. In the end all are equal.
pub fn operations(data: &[u8]) {
    let options = Options::from_json(r#"{"maxTodos":1000,"maxSnapshots":8}"#).unwrap();
    let begun = TodoStore::new(options);
    let mut stored = begun.checkpoint();
    let mut writers = [0, 1, 2].map(|_| (begun.clone(), stored.clone()));
    for (index, pair) in data.chunks_exact(2).take(120).enumerate() {
        let (kind, argument) = (pair[0], pair[1]);
        let (store, base) = &mut writers[usize::from(kind % 3)];
        let before = store.clone();
        let id = Id(i64::from(argument % 14));
        let text = format!("todo {argument} of step {index}");
        let result = match kind / 3 % 20 {
            0..=2 => store.add_multiple(&[&text]).map(drop).map_err(WriteError::from),
            3 => store
                .add_after_position(id.0, &[&text, "\u{1}\n<x>"])
                .map(drop)
                .map_err(WriteError::from),
            4 | 5 => store.complete(id),
            6 => store.skip(id, &text[..usize::from(argument % 6)]).map(drop),
            7 => store.remove(id),
            8 => store.go_back(id),
            9 => store.mark_doing(id),
            10 => {
                store.next_todo();
                Ok(())
            }
            11 => store.undo().map(drop).map_err(WriteError::from),
            12 => store.restore_revision(i64::from(argument)).map_err(WriteError::from),
            13 => {
                match argument % 4 {
                    0 => store.reset().unwrap(),
                    1 => store.abort(),
                    2 => drop(store.new_task(Unfinished::Archive)),
                    _ => drop(store.replace_all(&[&text, "", "b"])),
                }
                Ok(())
            }
            14 => store.reopen(id, "").map(drop),
            15 => store.move_to(id, i64::from(argument / 16)),
            16 => {
                let words = ["", "low", "high", "urgent"];
                let priority = words.get(usize::from(argument / 64)).copied();
                let description = (argument % 2 == 0).then_some(text.as_str());
                let patch =
                    Patch { content: Some(&text), priority, description, ..Patch::default() };
                let key = store.list().get(usize::from(argument % 14)).map(|todo| todo.key);
                key.map_or(Ok(()), |key| store.edit(key, &patch).map(drop))
            }
            17 => {
                let blockers = [Ref::Id(Id(i64::from(argument / 16)))];
                let patch = Patch { blocked_by: Some(&blockers), ..Patch::default() };
                store.edit(id, &patch).map(drop)
            }
            _ => {
                store_over(store, base, &mut stored);
                Ok(())
            }
        };
        match result {
            Err(_) => assert_eq!(*store, before, "what is refused changes nothing"),
            Ok(()) if store.revision() != before.revision() => check_rules(store),
            Ok(()) => {}
        }
    }
    for _ in 0..2 {
        for (store, base) in &mut writers {
            store_over(store, base, &mut stored);
        }
    }
    let [(first, _), others @ ..] = &writers;
    for (other, _) in others {
        assert_eq!(first.xml(), other.xml(), "all writers end with the same list");
    }
}

/// As `persist` does it: merges what is stored, and stores what came of it.
fn store_over(store: &mut TodoStore, base: &mut String, stored: &mut String) {
    if *stored != *base {
        store.merge(base, stored).expect("there is room for all");
        check_rules(store);
    }
    *stored = store.checkpoint();
    base.clone_from(stored);
}

fn under_way() -> TodoStore {
    let mut store = TodoStore::default();
    store.add_multiple(&["Open the shop", "Find a kettle", "a & b </todo>", "Order it"]).unwrap();
    store.complete(Id(1)).unwrap();
    store.next_todo();
    store
}

/// The outcome of a call, which broke no rule.
pub fn answered(store: &mut TodoStore, call: impl FnOnce(&mut TodoStore) -> Outcome) -> Outcome {
    let before = store.clone();
    let outcome = call(store);
    assert_eq!(outcome.changed, store.revision() != before.revision());
    assert_eq!(outcome.changed, store.list() != before.list());
    assert!(!outcome.text.is_empty());
    if !outcome.ok {
        assert_eq!(*store, before, "what is refused changes nothing");
        assert!(outcome.text.len() < 20_000, "a refusal of {} bytes", outcome.text.len());
    }
    if outcome.changed {
        assert!(store.revision() == before.revision() + 1, "one call is one revision");
    }
    clean(&outcome.text);
    for note in &outcome.notes {
        let note = note.as_ref();
        clean(note);
        assert!(!note.contains('\n') && !note.trim().is_empty(), "{note:?}");
    }
    check_rules(store);
    outcome
}

/// No text of ours holds what XML forbids or what hides.
fn clean(text: &str) {
    let bad = text.chars().find(|c| {
        matches!(c,
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    });
    assert!(bad.is_none(), "{bad:?} in {text:?}");
}

/// Checks the rules of a list, and that it is read back as it was written.
fn check_rules(store: &TodoStore) {
    let (list, options) = (store.list(), *store.options());
    let open = list.iter().filter(|todo| !todo.status().is_settled()).count();
    assert!(open <= options.max_todos());
    let keys: BTreeSet<_> = list.iter().map(|todo| todo.key).collect();
    assert_eq!(keys.len(), list.len(), "a key is there twice");
    let mut names = BTreeSet::new();
    let mut names_of = list.iter().filter_map(|todo| todo.text(TextField::Name));
    assert!(names_of.all(|name| names.insert(name)), "a name is there twice");
    for todo in list {
        let content = todo.content();
        // As JavaScript trims, to which U+0085 is no white space.
        let trimmed =
            content.trim_matches(|c: char| c.is_whitespace() && c != '\u{85}' || c == '\u{feff}');
        assert!(!trimmed.is_empty() && trimmed == content, "{content:?}");
        assert!(content.chars().count() <= options.max_content_length());
        clean(content);
    }
    let xml = store.xml();
    clean(&xml);
    assert_eq!(TodoStore::from_xml(&xml, options).expect("our XML").xml(), xml);
    let checkpoint = store.checkpoint();
    let copy = TodoStore::from_checkpoint(&checkpoint).expect("our checkpoint");
    assert_eq!(copy.checkpoint(), checkpoint);
    assert_eq!(copy.list(), store.list());
}
