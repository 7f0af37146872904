//! Doors: ways by which a write could go past what a person decided, or leave a list that cannot be
//! read.

use agent_todos::list::author::Author;
use agent_todos::list::options::Unfinished;
use agent_todos::tools::markdown::{markdown, read_markdown};
use agent_todos::{Conversation, Dialect, Id, Options, Settings, TodoStore};
use serde_json::json;

use crate::about::about;
use crate::read_back::find_unreadable;
use crate::scene::{Scene, by, contents, happen, keys, list, list_call, parse_list, show, tell};
use crate::snapshot::assert_snapshot;

/// Dialects with a call that writes the whole list.
fn whole_list_dialects() -> impl Iterator<Item = Dialect> {
    Dialect::ALL.into_iter().filter(|dialect| !about(*dialect)["call"].is_null())
}

/// A model that sees one branch gives an id to a todo that has it already outside.
#[test]
fn a_call_in_a_branch_assigns_no_id_of_a_todo_outside() {
    for dialect in [Dialect::CursorTodoWrite, Dialect::Merge, Dialect::XmlCall, Dialect::Qwen] {
        for leaves in ["put 2 under 0", "remove 1"] {
            let mut scene = tell(Dialect::TodoManager, "Root");
            let options = format!(r#"{{"under":"t1","dialect":"{}"}}"#, dialect.as_str());
            let settings = Settings::from_json(&scene.store, &options).unwrap();
            let mut model = Conversation::new(settings);
            let mut call = |scene: &mut Scene, list: &str| {
                let Some(mut branch) = model.open_branch(&scene.store) else { return };
                let _ = model.reminder(&branch);
                let arguments = list_call(dialect, &parse_list(list)).to_string();
                let tool = crate::scene::writing_tool(dialect);
                model.call(&mut branch, &agent_todos::Call { tool, arguments: &arguments });
                model.close_branch(&mut scene.store, branch);
            };
            call(&mut scene, "a #3, b #4");
            scene.user(leaves);
            call(&mut scene, "c #3, b #4");
            assert_eq!(find_unreadable(&scene.store), None, "{dialect:?} {leaves}");
        }
    }
}

#[test]
fn a_rewind_in_a_loaded_list_leaves_each_key_once() {
    for under in ["", r#""under":"t1","#] {
        let mut store = list("Root, a");
        by(&mut store, Author::User, "put 2 under 1").unwrap();
        let options = format!(r#"{{{under}"dialect":"TodoWrite"}}"#);
        let settings = Settings::from_json(&store, &options).unwrap();
        let model = Conversation::new(settings);
        let act = |store: &mut TodoStore, act: &mut dyn FnMut(&mut TodoStore)| {
            let branch = model.open_branch(store);
            let Some(mut branch) = branch else { return act(store) };
            act(&mut branch);
            model.close_branch(store, branch);
        };
        let then = store.revision();
        let mut second = model.clone();
        for _ in 0..2 {
            act(&mut store, &mut |store| {
                let arguments = list_call(Dialect::TodoWrite, &parse_list("a done, b, c"));
                let call =
                    agent_todos::Call { tool: "TodoWrite", arguments: &arguments.to_string() };
                second.call(store, &call);
            });
            let copy = store.checkpoint();
            act(&mut store, &mut |store| drop(second.rewind(store, then.into())));
            assert_eq!(find_unreadable(&store), None);
            store.load(&copy).unwrap();
            act(&mut store, &mut |store| drop(second.rewind(store, then.into())));
            assert_eq!(find_unreadable(&store), None);
        }
    }
}

/// A rewind in a branch does not bring into it what somebody else put on the list outside it.
#[test]
fn a_rewind_in_a_branch_leaves_decisions_on_a_todo_restored_outside() {
    let mut scene = tell(Dialect::TodoWrite, "Root, a, b");
    scene.user("put 2 under 1; put 3 under 1");
    let then = scene.store.revision();
    scene.user("skip 2: dear");
    scene.reminder();
    let options = r#"{"under":"t1","dialect":"TodoWrite","name":"m1"}"#;
    let mut second = Conversation::new(Settings::from_json(&scene.store, options).unwrap());
    let mut in_branch = |scene: &mut Scene, act: &dyn Fn(&mut Conversation, &mut TodoStore)| {
        let mut branch = second.open_branch(&scene.store).unwrap();
        act(&mut second, &mut branch);
        second.close_branch(&mut scene.store, branch);
    };
    in_branch(&mut scene, &|second, branch| {
        let _ = second.reminder(branch);
        let arguments = list_call(Dialect::TodoWrite, &parse_list("b")).to_string();
        second.call(branch, &agent_todos::Call { tool: "TodoWrite", arguments: &arguments });
    });
    scene.reminder();
    scene.next_message();
    scene.writes("Root, b, a");
    assert_eq!(scene.list(), "Root, b, a skipped");
    in_branch(&mut scene, &|second, branch| second.rewind(branch, then.into()).map(drop).unwrap());
    scene.reminder();
    scene.next_message();
    scene.writes("Root, b, a");
    assert_eq!(scene.list(), "Root, b, a skipped");
}

/// What is written in XML and in Markdown is read as it was.
#[test]
fn from_xml_and_read_markdown_read_back_every_text() {
    let roomy = Options::from_json(r#"{"maxTodos":100,"maxDoing":5}"#).unwrap();
    let mut store = TodoStore::new(roomy);
    let texts: Vec<String> = (0..40).map(|at| format!("todo {at}")).collect();
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.extend([
        "└─ twig",
        "├─ branch",
        "│ └─ bough",
        "1.1 one",
        "[x] box",
        "\\[x] box",
        "- dash",
    ]);
    store.add_multiple(&texts).unwrap();
    for id in [2, 4, 6] {
        store.mark_doing(Id(id)).unwrap();
    }
    let xml = store.xml();
    assert_eq!(TodoStore::from_xml(&xml, Options::default()).unwrap().xml(), xml);
    let text = markdown(store.list());
    let mut fresh = TodoStore::default();
    assert_eq!(read_markdown(&mut fresh, &text), Ok(vec![]));
    assert_eq!(fresh.xml(), xml);
    let before = keys(&store);
    for author in Author::ALL {
        store.acting_as(author, |store| read_markdown(store, &text)).unwrap();
        assert_eq!((keys(&store), store.xml()), (before.clone(), xml.clone()));
    }
    // Starting or adding another one is refused.
    let mut small = TodoStore::from_xml(&xml, Options::default()).unwrap();
    small.add_multiple(&["one more"]).unwrap_err();
    small.mark_doing(Id(1)).unwrap_err();
}

#[test]
fn replace_all_by_a_restricted_author_keeps_a_persons_decisions() {
    for who in [Author::Agent, Author::Model] {
        let mut store = list("a, b, c, d, e");
        happen(&mut store, "agent: start 5");
        happen(
            &mut store,
            "user: skip 1: dear; complete 2; word 3: c of mine; remove 4; add: mine",
        );
        let before = keys(&store);
        let meant =
            store.acting_as(who, |store| store.replace_all(&["a", "b", "c", "d", "e", "f"]));
        assert_eq!(show(&store), "a skipped, b done, c of mine, e, mine, f", "{who:?}");
        let found = |key: &agent_todos::Key| {
            store.list().iter().find(|todo| todo.key == *key).map(|todo| todo.content().to_owned())
        };
        let meant: Vec<_> = meant.unwrap().0.iter().map(found).collect();
        let texts = ["a", "b", "c of mine", "", "e", "f"];
        assert_eq!(meant, texts.map(|text| Some(text.to_owned()).filter(|text| !text.is_empty())));
        assert_eq!(keys(&store)[..3], before[..3]);
    }
    // A person's and a host's list is all new.
    for who in [Author::User, Author::Host] {
        let mut store = list("a, b");
        happen(&mut store, "user: skip 1");
        let (meant, _) = store.acting_as(who, |store| store.replace_all(&["a", "a"])).unwrap();
        assert_eq!((show(&store), meant.len()), ("a, a".to_owned(), 2));
        assert_eq!(store.list().iter().map(|todo| todo.key).collect::<Vec<_>>(), meant);
    }
}

/// However often a list names it.
#[test]
fn a_todo_that_a_person_removed_is_added_again_by_no_list() {
    for dialect in whole_list_dialects() {
        let mut scene = tell(dialect, "a, b");
        scene.user("remove 1");
        scene.reminder();
        scene.next_message();
        scene.writes("a, b, a, a");
        assert_eq!(contents(&scene.store), ["b"], "{dialect:?}");
    }
    for who in [Author::Agent, Author::Model] {
        let mut store = list("a, b");
        happen(&mut store, "user: remove 1");
        store.acting_as(who, |store| read_markdown(store, "- [ ] a\n- [ ] a\n- [ ] b")).unwrap();
        assert_eq!(contents(&store), ["b"], "{who:?}");
        store.acting_as(who, |store| store.replace_all(&["a", "b", "a"])).unwrap();
        assert_eq!(contents(&store), ["b"], "{who:?}");
    }
}

#[test]
fn todos_that_a_person_cleared_stay_removed_until_a_new_task() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    scene.store.acting_as(Author::User, |store| store.reset()).unwrap();
    scene.reminder();
    scene.next_message();
    scene.writes("a, c").notes();
    assert_eq!(scene.list(), "c");
    let archive = |store: &mut TodoStore| store.new_task(Unfinished::Archive);
    scene.store.acting_as(Author::User, archive).unwrap();
    // On an empty list, too, and from another worker.
    scene.store.acting_as(Author::User, archive).unwrap();
    scene.restart();
    scene.reminder();
    scene.next_message();
    scene.writes("a, c").ok();
    assert_eq!(scene.list(), "a, c");
    // A program that empties the list begins anew.
    scene.user("remove 1");
    scene.store.reset().unwrap();
    scene.reminder();
    scene.next_message();
    scene.writes("a").ok();
    assert_eq!(scene.list(), "a");
}

/// The record has their texts, however many left since.
#[test]
fn a_hundred_todos_removed_by_a_person_stay_off() {
    let mut scene = tell(Dialect::TodoWrite, "");
    let all: Vec<String> = (0..120).map(|at| format!("visit {at}")).collect();
    for texts in all.chunks(30) {
        scene.next_message();
        scene.writes(&texts.join(", ")).ok();
        scene.reminder();
        scene.user(&["remove 1"; 30].join("; "));
        scene.reminder();
    }
    scene.restart();
    for texts in all.chunks(30) {
        scene.next_message();
        scene.writes(&texts.join(", ")).noted();
        assert_eq!(scene.list(), "");
    }
}

#[test]
fn a_merge_keeps_the_skip_of_a_todo_removed_in_both() {
    let mut ours = tell(Dialect::TodoWrite, "a, b");
    let base = ours.clone();
    let mut theirs = ours.clone();
    theirs.user("skip 1: dear");
    theirs.reminder();
    theirs.next_message();
    theirs.writes("b").ok();
    ours.writes("b").ok();
    let other = theirs.clone();
    for [mut here, there] in [[ours.clone(), other.clone()], [other, ours]] {
        here.merge(&base, &there);
        here.reminder();
        here.next_message();
        here.writes("a, b");
        assert_eq!(here.list(), "a skipped, b");
    }
}

/// What leaves with a person's reason is said, and so is what comes again by itself.
#[test]
fn a_note_reports_a_decision_that_leaves_or_returns_with_its_todo() {
    let mut scene = tell(Dialect::TodoWrite, "Compare three, Pay");
    scene.user("skip 1: one is enough");
    scene.reminder();
    scene.next_message();
    scene.writes("Pay").notes();
    scene.next_message();
    scene.writes("Compare three, Pay").noted();
    assert_eq!(scene.list(), "Compare three skipped, Pay");
    for act in ["skip 1: dear", "remove 1"] {
        let mut scene = tell(Dialect::TodoManager, "Pay");
        scene.user(act);
        scene.reminder();
        scene.next_message();
        for text in ["Pay", "**pay**."] {
            let add = json!({"action": "add_multiple", "todos": [{"content": text}]});
            scene.call(&add).noted().notes();
            assert_eq!(contents(&scene.store).last(), Some(&text));
        }
    }
}

/// Nobody omits what they were not shown.
#[test]
fn a_whole_list_keeps_settled_todos_that_the_reminder_only_counted() {
    for dialect in [Dialect::TodoWrite, Dialect::CursorTodoWrite, Dialect::UpdateTodoList] {
        let options = r#"{"maxTodos":100}"#;
        let mut scene = Scene::new(crate::scene::settings(dialect), options, "");
        let texts: Vec<String> = (0..45).map(|at| format!("step {at}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        scene.store.acting_as(Author::Host, |store| store.add_multiple(&texts)).unwrap();
        scene.host(&(1..=45).map(|id| format!("complete {id}")).collect::<Vec<_>>().join("; "));
        scene.host("add: last");
        assert!(scene.reminder().contains("; 15 more"));
        scene.next_message();
        scene.writes("last doing").ok();
        assert_eq!(scene.store.list().len(), 16, "{dialect:?}");
        // Still so in another worker.
        scene.restart();
        scene.writes("last done").ok();
        assert_eq!(scene.store.list().len(), 16, "{dialect:?}");
    }
}

#[test]
fn questions_omit_the_approval_of_todos_that_the_person_added() {
    let mut store = list("a");
    by(&mut store, Author::User, "add: mine").unwrap();
    let questions = |store: &TodoStore| store.questions_json(true);
    assert_snapshot(&questions(&store));
    by(&mut store, Author::User, "remove 1").unwrap();
    assert_snapshot(&questions(&store));
}

/// A priority, or another place, is no other todo.
#[test]
fn an_item_matches_its_todo_after_a_person_ranked_or_moved_it() {
    for touch in ["rank 1: high", "move 1 to 2", "rank 1: low; move 1 to 2"] {
        for dialect in [Dialect::TodoWrite, Dialect::UpdatePlan, Dialect::UpdateTodoList] {
            let mut scene = tell(dialect, "");
            scene.writes("Scan the inbox, Reply").ok();
            scene.user(touch);
            scene.reminder();
            scene.next_message();
            let before = keys(&scene.store);
            scene.writes("Scan the inbox for invoices, Reply").ok();
            assert_eq!(scene.store.list().len(), 2, "{dialect:?} {touch}: {}", scene.list());
            let mut after = keys(&scene.store);
            after.sort_unstable();
            let mut before = before;
            before.sort_unstable();
            assert_eq!(after, before, "{dialect:?} {touch}");
        }
    }
}

/// After a rewind, an answer is one sentence.
#[test]
fn a_reminder_after_a_rewind_reports_an_answer_in_one_sentence() {
    let mut scene = tell(Dialect::TodoManager, "Pay, b");
    happen(&mut scene.store, "model: start 1");
    scene.reminder();
    let then = scene.store.revision();
    for step in ["model: wait 1: Which?", "user: answer 1: two", "model: start 1"] {
        happen(&mut scene.store, step);
        scene.reminder();
    }
    scene.model.rewind(&mut scene.store, then.into()).unwrap();
    scene.reads();
}

/// What a person removed in one tab, under a key that another tab gave to another todo.
#[test]
fn a_merge_keeps_a_tombstone_whose_key_was_given_again() {
    let base = tell(Dialect::TodoWrite, "root");
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.writes("root, Pay").ok();
    ours.user("remove 2");
    theirs.writes("root, Call").ok();
    let other = theirs.clone();
    for [mut here, there] in [[ours.clone(), other.clone()], [other, ours]] {
        here.merge(&base, &there);
        here.reminder();
        here.next_message();
        here.writes("root, Call, Pay").noted();
        assert_eq!(here.list(), "root, Call");
    }
}
