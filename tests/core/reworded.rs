//! A tool without ids sends the whole list again with one text corrected, or in other words: that
//! is the same todo, with its key, its priority and what else the tool cannot say. What must not be
//! taken for it is below. Which texts are alike, `src/text/words.rs` tests.

use agent_todos::list::author::Author;
use agent_todos::list::edit_options::Patch;
use agent_todos::tools::markdown::read_markdown;
use agent_todos::{Dialect, Id, Settings, TextField, Todo, TodoStore};
use serde_json::json;

use crate::scene::{
    Answer, Scene, by, happen, keys, lists_ids, settings, tell, unread, write_list,
};

const BEFORE: &str = "Open the shop, Compare tree kettles, Pay";
const AFTER: &str = "Open the shop, Compare three kettles, Pay";

/// The checklist of a list such as "a, b".
fn checklist(list: &str) -> String {
    list.split(", ").map(|content| format!("- [ ] {content}\n")).collect()
}

/// A model that was told of [`BEFORE`], whose second todo has a priority and a description.
fn told_with_details(dialect: Dialect) -> Scene {
    let mut scene = tell(dialect, BEFORE);
    scene.host("rank 2: high; describe 2: by price");
    scene.reminder();
    scene
}

fn sends(scene: &mut Scene, list: &str) -> Answer {
    match scene.model.settings().dialect {
        Dialect::UpdateTodoList => scene.call(&json ! ( { "todos" : checklist ( list ) } )),
        _ => scene.writes(list),
    }
}

fn second(store: &TodoStore) -> &Todo {
    store.list().get(1).unwrap()
}

#[track_caller]
fn assert_corrected(store: &TodoStore) {
    let todo = second(store);
    assert_eq!(todo.content(), "Compare three kettles");
    assert_eq!(todo.key.to_text(), "t2");
    assert_eq!(todo.text(TextField::Priority), Some("high"));
    assert_eq!(todo.text(TextField::Description), Some("by price"));
}

#[test]
fn a_text_that_is_corrected_is_the_same_todo() {
    for dialect in [Dialect::UpdateTodoList, Dialect::TodoWrite, Dialect::UpdatePlan] {
        let mut scene = told_with_details(dialect);
        let answer = sends(&mut scene, AFTER).ok();
        assert_corrected(&scene.store);
        assert!(answer.dropped.is_empty() && answer.notes.is_empty(), "{answer:?}");
    }
}

#[test]
fn a_person_who_corrects_a_line_of_markdown_corrects_that_todo() {
    let mut store = told_with_details(Dialect::UpdateTodoList).store;
    read_markdown(&mut store, &checklist(AFTER)).unwrap();
    assert_corrected(&store);
}

/// What is another todo stays another, with a new key and a note on what is off the list.
#[test]
fn a_text_that_only_looks_like_a_correction_is_a_new_todo() {
    for (before, after) in [
        // A number is what tells two todos apart.
        ("a, Pay invoice 17 today, b", "a, Pay invoice 18 today, b"),
        // So is a short text of which half is another.
        ("a, Email Ann, b", "a, Email Bob, b"),
        // And a "not".
        ("a, Accept the offer, b", "a, Do not accept the offer, b"),
        // Two that could each be meant.
        ("a, Find a red kettle, Find a blue kettle, b", "a, Find a green kettle, b"),
        ("a, Find a red kettle, b", "a, Find a blue kettle, Find a green kettle, b"),
        // It stands somewhere else, or its neighbours have changed as well, and it has few words.
        ("a, Kettels, b", "a, b, Kettles"),
        ("a, Kettels, b", "x, Kettles, y"),
    ] {
        let mut scene = tell(Dialect::UpdateTodoList, before);
        let keys: Vec<_> = scene.store.list().iter().map(|todo| todo.key).collect();
        let known: Vec<String> =
            scene.store.list().iter().map(|todo| todo.content().to_owned()).collect();
        let answer = sends(&mut scene, after).ok();
        for todo in scene.store.list().iter() {
            let is_known = known.iter().any(|content| content == todo.content());
            assert_eq!(keys.contains(&todo.key), is_known, "{after}: {}", todo.content());
        }
        assert!(!answer.dropped.is_empty(), "{after}: {answer:?}");
    }
}

#[test]
fn a_text_in_other_words_is_the_same_todo_at_any_index() {
    for dialect in [Dialect::UpdateTodoList, Dialect::TodoWrite, Dialect::Todowrite] {
        let mut scene = tell(dialect, "Open the shop, Compare kettles, Pay");
        scene.host("rank 2: high; describe 2: by price");
        scene.reminder();
        let answer = sends(&mut scene, "Pay, Compare the kettles of three shops, Leave").ok();
        let todo = second(&scene.store);
        assert_eq!(todo.content(), "Compare the kettles of three shops");
        assert_eq!(todo.key.to_text(), "t2");
        assert_eq!(todo.text(TextField::Description), Some("by price"));
        let left: Vec<_> = answer.dropped.iter().map(|(_, todo)| todo.content()).collect();
        assert_eq!(left, ["Open the shop"], "{dialect:?}");
        answer.noted();
    }
}

#[test]
fn a_result_that_is_added_to_a_text_needs_no_note() {
    let mut scene = write_list("Scan the inbox doing, Reply");
    let answer = scene.writes("Scan the inbox - 12 letters found done, Reply doing").ok();
    assert!(answer.notes.is_empty() && answer.dropped.is_empty(), "{answer:?}");
    assert_eq!(keys(&scene.store), ["t1", "t2"]);
}

#[test]
fn a_reworded_item_does_not_duplicate_an_open_todo_that_stays() {
    let settings = Settings { keeps_open: true, ..settings(Dialect::TodoWrite) };
    let mut scene = Scene::new(settings, "{}", "");
    scene.writes("Scan the inbox doing, Reply").ok();
    scene.writes("Scan the inbox - 12 letters found done, Reply doing").ok();
    assert_eq!(scene.list(), "Scan the inbox - 12 letters found done, Reply doing");
}

#[test]
fn a_whole_list_pairs_the_most_similar_texts() {
    let mut scene = write_list("Sort letters by date, Sort letters by date and sender");
    scene.writes("Sort letters by date and sender today, Sort the letters by date").ok();
    assert_eq!(keys(&scene.store), ["t2", "t1"]);
}

#[test]
fn rewording_a_done_todo_does_not_reopen_it() {
    let mut scene = write_list("Sweep the hall done, Reply");
    scene.writes("Sweep the hall and the stairs, Reply").ok();
    assert_eq!(keys(&scene.store), ["t3", "t2"]);
}

/// What a person or a guard is about stays as it is, and the item is a new todo.
#[test]
fn a_guarded_todo_is_not_reworded() {
    for guard in ["ask 1: yes", "wait 1: Which one?"] {
        let mut scene = write_list("Scan the inbox, Reply");
        scene.user(guard);
        scene.reminder();
        scene.next_message();
        let text = scene.store.list()[0].content().to_owned();
        scene.writes(&format!("{text} - 12 letters found, Reply"));
        let list = scene.store.list();
        let old = list.iter().find(|todo| todo.key.to_text() == "t1");
        assert!(old.is_some(), "{guard}: {}", scene.list());
        let new = list.iter().find(|todo| todo.content().ends_with("found")).unwrap();
        assert_ne!(new.key.to_text(), "t1", "{guard}");
        let mut later = scene.store.clone();
        let key = new.key;
        later.acting_as(Author::Model, |store| store.complete(key)).unwrap();
        let is_claim = later.list().iter().any(|todo| todo.key == key && todo.is_claimed());
        assert_eq!(is_claim, guard.starts_with("ask"), "{guard}");
    }
}

/// Whatever a person decided about a todo, a rewording of it means the todo. Their text stays, and
/// one note says so.
#[test]
fn a_rewording_of_a_persons_todo_adds_no_second_one() {
    for (touch, list) in [
        ("rank 1: low", "Scan the inbox - 12 letters found doing, Reply"),
        ("move 1 to 2", "Scan the inbox - 12 letters found doing, Reply"),
        ("word 1: Scan the inbox for letters", "Scan the inbox for letters doing, Reply"),
        ("describe 1: all of it", "Scan the inbox - 12 letters found doing, Reply"),
        ("approve", "Scan the inbox doing, Reply"),
    ] {
        let mut scene = write_list("Scan the inbox, Reply");
        scene.user(touch);
        scene.reminder();
        scene.next_message();
        let answer = scene.writes("Scan the inbox - 12 letters found doing, Reply");
        assert_eq!(scene.list(), list, "{touch}");
        let is_kept = !list.contains("found");
        assert_eq!(!answer.notes.is_empty(), is_kept, "{touch}: {:?}", answer.notes);
        assert!(!answer.notes.iter().any(|note| note.text.contains("reworded")), "{touch}");
    }
}

#[test]
fn a_person_rewords_their_own_todo_in_markdown() {
    let mut store = tell(Dialect::UpdateTodoList, "a").store;
    by(&mut store, Author::User, "add: Scan the inbox").unwrap();
    store
        .acting_as(Author::User, |store| {
            read_markdown(store, &checklist("a, Scan the inbox of Ann"))
        })
        .unwrap();
    assert_eq!(second(&store).key.to_text(), "t2");
}

/// Models number each plan from 1 again.
#[test]
fn a_list_without_any_known_text_is_a_new_plan() {
    for dialect in
        [Dialect::ManageTodoList, Dialect::CursorTodoWrite, Dialect::Qwen, Dialect::TaskWrite]
    {
        let mut scene = tell(dialect, "");
        let numbered = |texts: &[&str]| {
            let shape = match dialect {
                Dialect::ManageTodoList => ("todoList", "title", "not-started"),
                Dialect::TaskWrite => ("tasks", "content", "pending"),
                _ => ("todos", "content", "pending"),
            };
            let items = texts . iter ( ) . zip ( 1 .. ) . map ( | ( text , id ) | { let id = if dialect == Dialect :: ManageTodoList { json ! ( id ) } else { json ! ( id . to_string ( ) ) } ; json ! ( { "id" : id , shape . 1 : text , "status" : shape . 2 , "activeForm" : "Working" } ) } ) ;
            let items: Vec<_> = items.collect();
            match dialect {
                Dialect::CursorTodoWrite => json ! ( { "merge" : false , shape . 0 : items } ),
                _ => json ! ( { shape . 0 : items } ),
            }
        };
        scene.call(&numbered(&["Open the shop", "Compare kettles"])).ok();
        scene.store.acting_as(Author::Host, |store| {
            let patch = Patch { data: Some("{\"tab\":7}"), ..Patch::default() };
            store.edit(Id(1), &patch).unwrap();
        });
        let answer = scene.call(&numbered(&["Water the plants", "Feed the cat"])).ok();
        assert_eq!(answer.dropped.len(), 2, "{dialect:?}");
        answer.noted();
        let list = scene.store.list();
        assert_eq!(keys(&scene.store), ["t3", "t4"], "{dialect:?}");
        assert!(list.iter().all(|todo| todo.data().is_none()), "{dialect:?}");
        // An id with another text is another todo, too.
        scene.call(&numbered(&["Water the plants", "Visit Ann"])).ok();
        assert_eq!(keys(&scene.store), ["t3", "t5"], "{dialect:?}");
    }
}

#[test]
fn a_new_id_means_a_new_todo_however_alike_the_texts_are() {
    let mut scene = tell(Dialect::CursorTodoWrite, "");
    scene.writes("Open #a, Kettle #b, Pay #c").ok();
    scene.writes("Open #a, Ketttle #d, Pay #c").ok();
    assert_eq!(keys(&scene.store), ["t1", "t4", "t3"]);
}

/// Of a person's todo that a host reworded since, the model may say the text that it read, or the
/// one of today.
#[test]
fn an_item_matches_a_persons_todo_by_seen_and_current_text() {
    for says in ["a, b", "a, c"] {
        let mut scene = tell(Dialect::TodoWrite, "a");
        scene.user("add: b");
        scene.reminder();
        scene.host("word 2: c");
        scene.writes(says).ok();
        assert_eq!(scene.list(), "a, c", "{says}");
        assert_eq!(scene.store.list()[1].key.to_text(), "t2", "{says}");
    }
}

/// The item is the todo that it has more of, and the other one is named as left out.
#[test]
fn a_text_that_has_two_others_in_it_rewords_one() {
    for dialect in [Dialect::TodoWrite, Dialect::UpdatePlan, Dialect::Qwen, Dialect::Todowrite] {
        let mut scene = tell(dialect, "Submit it, Extract all metadata, Pay");
        let answer = scene.writes("Extract all metadata and submit it doing, Pay").ok();
        assert_eq!(keys(&scene.store), ["t2", "t3"], "{dialect:?}");
        let left: Vec<_> = answer.dropped.iter().map(|(_, todo)| todo.content()).collect();
        assert_eq!(left, ["Submit it"], "{dialect:?}");
    }
}

/// Whatever the dialect calls its todos by.
#[test]
fn another_text_under_the_id_of_a_persons_todo_is_another_todo() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| lists_ids(*dialect)) {
        for act in ["add: Ask for the form", "add: Ask | word 3: Ask for the form"] {
            for is_read in [false, true] {
                let mut scene = tell(dialect, "");
                scene.writes("Open the shop #1 done, Pay #2").ok();
                act.split(" | ").for_each(|act| scene.user(act));
                if is_read {
                    scene.reminder();
                }
                scene.writes("Open the shop #1 done, Pay #2, Polish the result #3 done");
                let list = scene.sorted();
                let expected = "Ask for the form, Open the shop done, Pay, Polish the result done";
                assert_eq!(list, expected, "{dialect:?} {act} {is_read}");
            }
        }
    }
}

/// In a merge an id says which todo is meant, also against a text that was removed.
#[test]
fn an_id_and_text_that_were_removed_mean_that_todo() {
    let mut scene = tell(Dialect::CursorTodoWrite, "a, b, c");
    scene.user("remove 2");
    scene.reminder();
    let item = json!({"id": "2", "content": "b", "status": "completed"});
    scene.call(&json!({"merge": true, "todos": [item]})).fails();
    assert_eq!(scene.list(), "a, c");
    // Elsewhere the text of today comes before the one that the writer knows.
    let mut scene = write_list("a, b");
    scene.user("word 1: b; word 2: a");
    scene.writes("a, b");
    assert_eq!(
        (scene.list(), keys(&scene.store)),
        ("a, b".into(), ["t2", "t1"].map(String::from).into())
    );
}

/// One text in the ways in which models spell it anew.
const SPELLINGS: [&str; 8] = [
    "wrap gifts",
    "Wrap gifts.",
    "Wrap  gifts",
    "WRAP GIFTS!",
    "**Wrap gifts**",
    "`Wrap gifts`",
    "3. Wrap gifts",
    "3) Wrap gifts",
];

#[test]
fn what_a_person_decided_holds_however_a_text_is_spelled() {
    for (act, expected) in [
        ("skip 2: no gift", "Find, Wrap gifts skipped, Pay"),
        ("complete 2", "Find, Wrap gifts done, Pay"),
        ("remove 2", "Find, Pay"),
        ("word 2: Put it in a box", "Find, Put it in a box, Pay"),
    ] {
        for spelling in SPELLINGS {
            for is_read in [false, true] {
                let mut scene = write_list("Find, Wrap gifts, Pay");
                scene.reminder();
                scene.user(act);
                if is_read {
                    scene.reminder();
                }
                let answer = scene.writes(&format!("Find, {spelling}, Pay")).noted();
                assert_eq!(scene.list(), expected, "{act}, {spelling}: {answer:?}");
            }
        }
    }
}

/// What a person did to "Compare three kettles", and what is left of it.
const DECISIONS: [(&str, &str); 3] = [
    ("skip 2: no", "Find, Compare three kettles skipped, Pay"),
    ("complete 2", "Find, Compare three kettles done, Pay"),
    ("remove 2", "Find, Pay"),
];
const REWORDED: &str = "Find, Compare three good kettles by price, Pay";

#[test]
fn what_a_person_decided_holds_in_other_words() {
    for dialect in [Dialect::TodoWrite, Dialect::UpdateTodoList, Dialect::Qwen, Dialect::Zed] {
        for (act, expected) in DECISIONS {
            for is_read in [false, true] {
                let mut scene = tell(dialect, "Find, Compare three kettles, Pay");
                scene.user(act);
                if is_read {
                    scene.reminder();
                    scene.restart();
                }
                // As long as its lists say it.
                for _ in 0..2 {
                    let answer = sends(&mut scene, REWORDED);
                    assert_eq!(scene.list(), expected, "{dialect:?} {act}: {answer:?}");
                    let read =
                        "\"Compare three good kettles by price\" read as \"Compare three kettles\"";
                    assert_eq!(answer.notes.first().map(|note| &*note.text), Some(read), "{act}");
                    assert!(answer.notes.len() > 1, "{act}: {answer:?}");
                    scene.reminder();
                }
            }
        }
    }
}

#[test]
fn other_words_of_a_decided_todo_may_be_a_new_one() {
    for (act, _) in DECISIONS {
        let scene = || {
            let mut scene = write_list("Find, Compare three kettles, Pay");
            scene.reminder();
            scene.user(act);
            scene.reminder();
            scene
        };
        let added = |scene: &Scene, text: &str| {
            let todo = scene.store.list().iter().find(|todo| todo.content() == text).cloned();
            todo.is_some_and(|todo| !todo.status().is_settled())
        };
        let text = "Compare three good kettles by price";
        // Beside its own text.
        let mut beside = scene();
        beside.writes(&format!("Find, Compare three kettles, {text}, Pay"));
        assert!(added(&beside, text), "{act}: {}", beside.list());
        // In a new plan.
        let mut anew = scene();
        anew.writes(&format!("{text}, Leave"));
        assert!(added(&anew, text), "{act}: {}", anew.list());
        // Once a list has left it out, also for a worker that was killed since.
        let mut later = scene();
        later.writes("Find, Pay");
        later.reminder();
        later.restart();
        later.writes(REWORDED);
        assert!(added(&later, text), "{act}: {}", later.list());
        // But the text itself stays decided.
        later.reminder();
        later.writes(&format!("Find, compare three kettles!, {text}, Pay")).noted();
        assert!(!added(&later, "compare three kettles!"), "{act}: {}", later.list());
        // Two words are too few.
        let mut short = write_list("Find, Compare kettles, Pay");
        short.reminder();
        short.user(act);
        short.writes("Find, Compare kettles by price, Pay");
        assert!(added(&short, "Compare kettles by price"), "{act}: {}", short.list());
    }
}

/// A model that sends its old plan again words it otherwise, also when nothing of it is open.
#[test]
fn an_old_plan_in_other_words_stays_decided_when_nothing_is_open() {
    const PLAN: [&str; 3] = ["Find a kettle", "Compare three kettles", "Wrap it as a gift"];
    for act in [
        "user: skip 1; skip 2; skip 3",
        "user: remove 1; remove 1; remove 1",
        "model: complete 1; complete 2 | user: skip 3: not a gift",
    ] {
        let wordings: [fn(&str) -> String; 3] = [
            |text| format!("(1) {text}"),
            |text| format!("Step 1: {text}"),
            |text| format!("{text} - 12 found"),
        ];
        for reworded in wordings {
            let mut scene = write_list(&PLAN.join(", "));
            scene.reminder();
            happen(&mut scene.store, act);
            scene.reminder();
            scene.writes(&PLAN.map(reworded).join(", ")).noted();
            let list = scene.store.list().iter();
            let came_back = list.filter(|todo| !todo.status().is_settled());
            let came_back: Vec<&str> = came_back.map(|todo| todo.content()).collect();
            let is_back = came_back.iter().any(|text| text.contains("gift"));
            assert!(!is_back, "{act}: {came_back:?}");
        }
    }
}

#[test]
fn a_todo_of_one_word_stays_the_same_however_it_is_spelled() {
    for (before, after) in
        [("Deploy", "deploy"), ("Pay", "Pay."), ("Pay", "2. Pay"), ("付款", "付款。")]
    {
        let mut scene = write_list(&format!("Find, {before}"));
        scene.host("rank 2: high");
        scene.reminder();
        let answer = scene.writes(&format!("Find, {after}")).ok();
        assert!(answer.notes.is_empty() && answer.dropped.is_empty(), "{after}: {answer:?}");
        assert_eq!(keys(&scene.store), ["t1", "t2"], "{after}");
        assert_eq!(second(&scene.store).text(TextField::Priority), Some("high"), "{after}");
    }
}

#[test]
fn todos_that_differ_in_more_than_the_spelling_stay_apart() {
    for (before, after) in
        [("Pay 5", "Pay 6"), ("Log in", "Log out"), ("Step 1", "Step 2"), ("Plan A", "Plan B")]
    {
        let mut scene = write_list(&format!("Find, {before}"));
        scene.user("skip 2: no");
        scene.reminder();
        scene.writes(&format!("Find, {after}")).ok();
        assert_eq!(scene.list(), format!("Find, {after}"));
    }
}

#[test]
fn another_text_at_a_position_keeps_what_the_tool_cannot_say() {
    let mut scene = tell(Dialect::ManageTodoList, "Buy milk, Write the report");
    scene.host("block 2 after 1; put 2 under 1");
    scene.reminder();
    scene.writes("Buy milk, Write the report carefully").ok();
    let (milk, report) = (scene.store.list()[0].key, second(&scene.store));
    assert_eq!(report.content(), "Write the report carefully");
    assert_eq!((report.blocked_by(), report.parent()), (&[milk][..], Some(milk)));
}

#[test]
fn a_todo_that_stays_off_has_the_name_of_the_call() {
    let mut scene = unread(Dialect::TodoWrite, "a, b");
    scene.user("word 1: c; remove 1");
    scene.writes("a, b").notes();
}
