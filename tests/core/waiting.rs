//! What waits for a person or an event.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Actor;
use agent_todos::list::note::texts;
use agent_todos::list::waiting::{Wait, WaitFor};
use agent_todos::tools::stateless::apply_progress;
use agent_todos::tools::xml_reader::{CallOptions, ToolCall};
use agent_todos::{
    Author, Call, Conversation, Dialect, ErrorCode, Id, Settings, Status, TextField, TodoError,
    TodoStore, WriteError,
};
use serde_json::json;

use crate::scene::{
    Scene, ann, by, id_at, list_call, named, parse_list, reminder_text, settings, store, tell,
};
use crate::snapshot::assert_snapshot;

const ASKED: &str = "Which code did you get?";

fn asks(store: &mut TodoStore, who: impl Into<Actor>, id: i64) -> Result<(), Option<ErrorCode>> {
    let wait =
        |store: &mut TodoStore| store.wait(Id(id), &Wait::new(WaitFor::User, ASKED)).map(drop);
    store.acting_as(who.into(), wait).map_err(|error| error.code())
}

fn answers(
    store: &mut TodoStore,
    who: impl Into<Actor>,
    id: i64,
    text: &str,
) -> Result<(), Option<ErrorCode>> {
    let answer = |store: &mut TodoStore| store.answer(Id(id), text).map(drop);
    store.acting_as(who.into(), answer).map_err(|error| error.code())
}

/// Stores a list and reads it back.
fn check_stored(store: &TodoStore) {
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!((&copy, copy.list()), (store, store.list()));
    let copy = TodoStore::from_xml(&store.xml(), *store.options()).unwrap();
    assert_eq!(copy.xml(), store.xml());
}

#[test]
fn next_todo_passes_over_a_waiting_todo() {
    let mut store = store("{}", "a, b");
    by(&mut store, Author::Model, "start 1").unwrap();
    asks(&mut store, Author::Model, 1).unwrap();
    check_stored(&store);
    let todo = &store.list()[0];
    assert_eq!((todo.status(), todo.waiting()), (Status::Todo, Some(WaitFor::User)));
    assert_eq!(todo.text(TextField::Question), Some(ASKED));
    assert!(store.xml().contains(r#"<todo id="1" status="todo" waiting="user">a</todo>"#));
    assert!(store.has_unfinished());
    // It does not count for maxDoing, and is not handed out.
    assert_eq!(store.next_todo(), Some(Id(2)));
    store.abort();
    assert_eq!(store.list()[0].waiting(), Some(WaitFor::User));
    store.complete(Id(2)).unwrap();
    assert_eq!(store.next_todo(), None);
    assert_eq!(Conversation::new(Settings::default()).nudge(&store), None);
    // The same again is no change.
    let before = store.revision();
    asks(&mut store, Author::Model, 1).unwrap();
    assert_eq!(store.revision(), before);
    answers(&mut store, Author::User, 1, "1234").unwrap();
    check_stored(&store);
    assert_eq!(store.next_todo(), Some(Id(1)));
    assert_eq!(store.list()[0].text(TextField::Answer), Some("1234"));
    store.abort();
    assert_eq!(store.list()[0].text(TextField::Answer), Some("1234"));
    store.complete(Id(1)).unwrap();
    assert_eq!(store.list()[0].text(TextField::Answer), None);
    check_stored(&store);
}

/// Lets the first todo wait for one of these answers.
fn offers(store: &mut TodoStore, options: &[&str]) -> Result<Vec<String>, TodoError> {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    let wait = Wait { options, ..Wait::new(WaitFor::User, "Which colour?") };
    store.wait(Id(1), &wait).map(|notes| texts(&notes)).map_err(|refused| match refused {
        WriteError::Error(error) => error,
        WriteError::Denied => panic!("held"),
    })
}

fn options(store: &TodoStore) -> Vec<&str> {
    store.list()[0]
        .text(TextField::Options)
        .map_or_else(Vec::new, |text| text.split('\n').collect())
}

#[test]
fn options_of_a_question_stay_until_it_is_answered() {
    let mut store = store("{}", "a, b");
    assert_eq!(offers(&mut store, &["Red", "Blue <1>"]), Ok(vec![]));
    assert_eq!(options(&store), ["Red", "Blue <1>"]);
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!((options(&copy), copy.list()), (options(&store), store.list()));
    assert!(!store.xml().contains("Red"), "{}", store.xml());
    // The same again is no change; other answers are, and the answer to the first question does not
    // count for the second.
    let before = store.revision();
    offers(&mut store, &["Red", "Blue <1>"]).unwrap();
    assert_eq!(store.revision(), before);
    offers(&mut store, &["Red"]).unwrap();
    assert_eq!(store.revision(), before + 1);
    assert!(!store.is_as_shown(before, Some(Id(1).into())));
    // Any other answer is one, too.
    answers(&mut store, Author::User, 1, "Green").unwrap();
    assert_eq!(store.list()[0].text(TextField::Answer), Some("Green"));
    assert_eq!(options(&store), [""; 0]);
    check_stored(&store);
}

#[test]
fn wait_accepts_only_a_few_short_and_different_options() {
    let mut store = store("{}", "a, b");
    let (longest, too_long) = ("x".repeat(80), "x".repeat(81));
    let notes = offers(&mut store, &[" Red\nor so ", "Bl\u{202e}ue", &longest]).unwrap();
    assert_eq!(options(&store), ["Red or so", "Blue", &longest]);
    assert!(matches!(&*notes, [note] if note.contains("cleaned out")), "{notes:?}");
    let before = store.revision();
    let six = ["1", "2", "3", "4", "5", "6"];
    let seven = ["1", "2", "3", "4", "5", "6", "7"];
    for wrong in [&["Red", "Red "][..], &["Red", "\u{200b}"], &[&too_long], &seven] {
        let error = offers(&mut store, wrong).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidArgument);
        assert_snapshot(error.message());
    }
    assert_eq!(store.revision(), before);
    offers(&mut store, &six).unwrap();
    assert_eq!(options(&store), six);
    // Nor does an edited checkpoint bring others.
    let text = store.checkpoint();
    let stored = r"1\n2\n3\n4\n5\n6";
    assert!(text.contains(stored), "{text}");
    for forged in [r"1\n2\n3\n4\n5\n6\n7", r"1\n1", r"1\n", r" 1\n2", &too_long] {
        assert!(TodoStore::from_checkpoint(&text.replace(stored, forged)).is_err(), "{forged}");
    }
}

#[test]
fn only_the_asker_a_person_and_the_host_end_a_wait() {
    for asker in [Actor::from(Author::Model), ann(), Actor::from(Author::Agent)] {
        for (who, act, may) in [
            (asker.clone(), "complete 1", true),
            (asker.clone(), "skip 1", true),
            (asker.clone(), "start 1", false),
            (named("bob"), "complete 1", false),
            (named("bob"), "remove 1", false),
            (Author::User.into(), "complete 1", true),
            (Author::Host.into(), "reopen 1", true),
            (Author::User.into(), "start 1", true),
        ] {
            let mut store = store("{}", "a, b");
            asks(&mut store, asker.clone(), 1).unwrap();
            assert_eq!(by(&mut store, who.clone(), act).is_ok(), may, "{asker:?} {who:?} {act}");
            assert_eq!(store.list()[0].waiting().is_none(), may, "{asker:?} {who:?} {act}");
        }
    }
    let mut store = store("{}", "a, b done");
    for author in [Author::Model, Author::Agent] {
        assert_eq!(answers(&mut store, author, 1, "x"), Err(Some(ErrorCode::NotAllowed)));
    }
    assert_eq!(answers(&mut store, Author::User, 1, "x"), Err(Some(ErrorCode::NotWaiting)));
    assert_eq!(asks(&mut store, Author::User, 2), Err(Some(ErrorCode::InvalidArgument)));
}

#[test]
fn a_waiting_todo_keeps_its_owner() {
    let mut store = store("{}", "a, b");
    by(&mut store, ann(), "start 1").unwrap();
    asks(&mut store, ann(), 1).unwrap();
    assert_eq!(store.list()[0].text(TextField::Owner), Some("ann"));
    answers(&mut store, Author::User, 1, "1234").unwrap();
    assert_eq!(store.list()[0].text(TextField::Owner), Some("ann"));
    assert_eq!(store.acting_as(named("bob"), TodoStore::next_todo), Some(Id(2)));
    assert_eq!(store.acting_as(ann(), TodoStore::next_todo), Some(Id(1)));
}

#[test]
fn a_model_that_makes_a_todo_wait_keeps_its_owner() {
    let give = |store: &mut TodoStore, owner: &str| {
        let arguments = json!({"taskId": "1", "owner": owner}).to_string();
        assert!(Dialect::Task.call(store, &Call { tool: "TaskUpdate", arguments: &arguments }).ok);
    };
    let name = ann().name;
    let mut scene = Scene::new(Settings { name, ..settings(Dialect::WriteTodos) }, "{}", "a");
    give(&mut scene.store, "eve");
    scene.reminder();
    give(&mut scene.store, "ann");
    scene.call(&json!({"todos": [{"description": "a", "status": "blocked"}]})).ok();
    assert!(scene.store.list()[0].waiting().is_some());
    assert_eq!(scene.store.list()[0].text(TextField::Owner), Some("ann"));
}

#[test]
fn each_answer_to_a_question_is_reported_once() {
    for dialect in [Dialect::TodoManager, Dialect::UpdatePlan, Dialect::WriteTodos] {
        let mut scene = tell(dialect, "a, b");
        asks(&mut scene.store, Author::Model, 1).unwrap();
        scene.reminder();
        answers(&mut scene.store, Author::User, 1, "I am <logged> in").unwrap();
        // Also where a run has begun it meanwhile.
        by(&mut scene.store, Author::Agent, "start 1").unwrap();
        scene.restart();
        let first = scene.reminder();
        assert!(first.contains("I am &lt;logged&gt; in."), "{dialect:?}: {first}");
        assert_eq!(scene.reminder(), "");
    }
}

#[test]
fn a_reminder_reports_a_wait_by_others_and_its_end() {
    let mut scene = tell(Dialect::UpdatePlan, "a, b");
    let waits = |on, question: &'static str| {
        move |store: &mut TodoStore| store.wait(Id(1), &Wait::new(on, question)).map(drop).unwrap()
    };
    let mut check = |who: Author, act: &dyn Fn(&mut TodoStore)| {
        scene.store.acting_as(who, |store| act(store));
        scene.reads();
        assert_eq!(scene.reminder(), "");
    };
    let (user, host) = (Author::User, Author::Host);
    check(user, &waits(WaitFor::User, ""));
    check(host, &waits(WaitFor::User, "Which <code>?"));
    check(host, &waits(WaitFor::Event, ""));
    let reopen = |store: &mut TodoStore| drop(store.reopen(Id(1), "").unwrap());
    check(user, &reopen);
    check(user, &waits(WaitFor::Event, "7"));
    let answer = |store: &mut TodoStore| drop(store.answer(Id(1), "1234").unwrap());
    check(host, &answer);
}

#[test]
fn stateless_tools_report_an_answer_until_the_model_writes() {
    const ALL: [usize; 2] = [0, 1];
    for dialect in Dialect::ALL {
        let call = |store: &mut TodoStore, tool: &str, arguments: &str| {
            dialect.call(store, &Call { tool, arguments })
        };
        for is_stored in [false, true] {
            let mut store = store(r#"{"maxSnapshots":100}"#, "Log in, Pay, Rate");
            ALL.iter()
                .for_each(|index| asks(&mut store, Author::Model, *index as i64 + 1).unwrap());
            answers(&mut store, Author::User, 1, "1234").unwrap();
            by(&mut store, Author::User, "word 3: Rate it").unwrap();
            answers(&mut store, Author::User, 2, "the \"blue\" card").unwrap();
            if is_stored {
                store = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
            }
            // Also in the answer to a call that changes nothing, or is refused. A read makes no
            // revision.
            let before = store.revision();
            for _ in 0..2 {
                let answer = call(&mut store, "nothing", "{}");
                assert!(!answer.changed);
                assert!(answer.text.contains("1234."), "{dialect:?}: {}", answer.text);
                assert!(answer.text.contains("card"), "{dialect:?}: {}", answer.text);
            }
            assert_eq!(store.revision(), before);
            let changed = apply_progress(&mut store, Ok(r#"{"todo_done":[3]}"#));
            assert!(changed.changed && changed.text.contains("1234"), "{changed:?}");
            if is_stored {
                store = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
            }
            let revision = store.revision();
            for _ in 0..2 {
                let answer = call(&mut store, "nothing", "{}");
                assert!(!answer.text.contains("1234"), "{dialect:?}: {}", answer.text);
            }
            assert_eq!(store.revision(), revision);
            // A todo that the model settles before it read the answer.
            asks(&mut store, Author::Model, 2).unwrap();
            answers(&mut store, Author::User, 2, "the red one").unwrap();
            let settled = apply_progress(&mut store, Ok(r#"{"todo_done":[2]}"#));
            assert!(settled.text.contains("the red one"), "{settled:?}");
        }
    }
}

#[test]
fn stateless_tools_report_a_reopened_claim_once() {
    let mut store = store(r#"{"confirmDone":true}"#, "Pay, Rate");
    let done = |store: &mut TodoStore| apply_progress(store, Ok(r#"{"todo_done":[1]}"#));
    assert!(done(&mut store).changed);
    store.acting_as(Author::User, |store| store.reopen(Id(1), "no receipt")).unwrap();
    let again = done(&mut store);
    assert_snapshot(&again.text);
    assert!(!done(&mut store).text.contains("no receipt"));
}

#[test]
fn a_whole_list_that_repeats_a_waiting_todo_keeps_it_waiting() {
    for dialect in Dialect::ALL {
        if list_call(dialect, &parse_list("a")).as_object().is_none_or(|call| call.is_empty()) {
            continue;
        }
        let mut scene = tell(dialect, "a, b");
        asks(&mut scene.store, Author::User, 1).unwrap();
        scene.reminder();
        scene.writes("a, b done").ok();
        assert_eq!(scene.store.list()[0].waiting(), Some(WaitFor::User), "{dialect:?}");
        assert_eq!(scene.store.list()[0].text(TextField::Question), Some(ASKED), "{dialect:?}");
    }
}

/// A list that repeats "blocked" is not so any more once the wait has ended.
#[test]
fn an_answer_reports_an_ended_wait_to_a_list_that_repeats_blocked() {
    let list = [("Pay", Status::Todo, None), ("Log in", Status::Todo, None)];
    for acts in ["answer 1: paid by card", "reopen 1"] {
        for word in ["blocked", "pending"] {
            let mut scene = tell(Dialect::WriteTodos, "Pay, Log in");
            let mut call = list_call(Dialect::WriteTodos, &list);
            call["todos"][0]["status"] = "blocked".into();
            scene.call(&call).ok();
            scene.reminder();
            scene.user(acts);
            scene.next_message();
            call["todos"][0]["status"] = word.into();
            let answer = scene.call(&call).ok();
            assert_eq!(answer.notes.is_empty(), word != "blocked", "{answer:?}");
            // The note does not have the answer. The reminder tells it.
            let reminder = scene.reminder();
            assert_eq!(reminder.contains("paid by card"), acts.contains("card"), "{reminder}");
        }
    }
}

#[test]
fn blocked_of_write_todos_makes_a_todo_wait_for_an_event() {
    let mut scene = tell(Dialect::WriteTodos, "a, b");
    let write = |scene: &mut Scene, status: &str| {
        let todos = json!([{"description": "a", "status": status}, {"description": "b", "status": "pending"}]);
        scene.call(&json!({"todos": todos})).ok();
        scene.store.list()[0].waiting()
    };
    assert_eq!(write(&mut scene, "blocked"), Some(WaitFor::Event));
    assert!(scene.store.xml().contains(r#"waiting="event""#));
    assert_eq!(write(&mut scene, "blocked"), Some(WaitFor::Event));
    assert_eq!(write(&mut scene, "pending"), None);
    assert_eq!(write(&mut scene, "blocked"), Some(WaitFor::Event));
    assert_eq!(write(&mut scene, "in_progress"), None);
    // A reminder counts by the words that the todos show.
    assert_eq!(write(&mut scene, "blocked"), Some(WaitFor::Event));
    scene.user("add: c");
    scene.reads();
}

#[test]
fn the_action_wait_of_todo_manager_asks_a_question() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    let asked = json!({"action": "wait", "ids": [1], "question": ASKED});
    scene.call(&asked).answers();
    assert_eq!(scene.store.list()[0].text(TextField::Question), Some(ASKED));
    let nudge = scene.model.nudge(&scene.store).unwrap();
    assert_snapshot(&nudge);
    scene.manages("mark_doing", &[1]).refuses();
}

#[test]
fn ask_user_without_an_id_is_refused_with_two_in_progress() {
    let mut said = Vec::new();
    for dialect in Dialect::ALL {
        let settings = Settings { asks: true, ..settings(dialect) };
        let mut scene = Scene::new(settings, r#"{"maxDoing":2}"#, "a, b, c");
        by(&mut scene.store, Author::Model, "start 1").unwrap();
        by(&mut scene.store, Author::Model, "start 3").unwrap();
        scene.reminder();
        let outcome = scene.tool("ask_user", &json!({ "question": ASKED }));
        assert!(outcome.text.contains("2 todos are in progress"), "{}", outcome.text);
        said.push(outcome.fails().text.clone());
        assert!(scene.store.list().iter().all(|todo| todo.waiting().is_none()));
        scene.tool("ask_user", &json!({ "question": ASKED, "id": id_at(dialect, 3) })).ok();
    }
    assert_snapshot(&said[0]);
}

#[test]
fn ask_user_asks_a_question_in_any_dialect() {
    for dialect in Dialect::ALL {
        let settings = Settings { asks: true, ..settings(dialect) };
        let tools = settings.tools(1);
        assert!(tools.contains("\"ask_user\""), "{dialect:?}");
        let mut scene = Scene::new(settings, "{}", "a, b, c");
        // Under a plan that is not approved, the answer is another.
        scene.user("approve");
        scene.reminder();
        let ask = json!({ "question": ASKED, "id": " " });
        scene.tool("ask_user", &ask).fails();
        by(&mut scene.store, Author::Model, "start 2").unwrap();
        scene.reminder();
        scene.tool("ask_user", &ask).ok();
        assert_eq!(scene.store.list()[1].text(TextField::Question), Some(ASKED));
        scene
            .tool("ask_user", &json!({ "question": "Which colour?", "id": id_at(dialect, 3) }))
            .ok();
        assert_eq!(scene.store.list()[2].waiting(), Some(WaitFor::User));
        for question in [json!(null), json!(" ")] {
            let ask = json!({ "question": question, "id": "1" });
            scene.tool("ask_user", &ask).fails();
        }
        scene.tool("ask_user", &json!({ "question": "?", "id": "9" })).fails();
        // It outlives a worker, and is not there for who did not ask for it.
        scene.restart();
        scene.reminder();
        scene.tool("ask_user", &json!({ "question": "Really?", "id": "1" })).ok();
        answers(&mut scene.store, Author::User, 2, "1234").unwrap();
        scene.is_reminded();
        let mut other = tell(dialect, "a");
        other.tool("ask_user", &ask).fails();
    }
}

#[test]
fn a_model_offers_answers_with_its_question() {
    let options_of = |scene: &Scene| options(&scene.store).join("|");
    let mut scene =
        Scene::new(Settings { asks: true, ..settings(Dialect::TodoWrite) }, "{}", "a, b");
    scene.reminder();
    for (said, options) in [
        (json!(["Red", "Blue"]), "Red|Blue"),
        (json!("[\"Red\"]"), "Red"),
        (json!("Red"), "Red"),
        // As Claude's own tool has them.
        (json!([{"label": "Red", "description": "As the old one"}, {"label": "Blue"}]), "Red|Blue"),
        (json!([1, 2]), "1|2"),
        (json!(null), ""),
    ] {
        let ask = json!({ "question": "Which colour?", "id": "1", "options": said });
        scene.tool("ask_user", &ask).notes();
        assert_eq!(options_of(&scene), options, "{ask}");
    }
    let mut offer = |options: serde_json::Value| {
        scene
            .tool("ask_user", &json!({ "question": "Which?", "id": "1", "options": options }))
            .fails()
    };
    offer(json!(["x".repeat(81)])).refuses();
    offer(json!([["Red"]])).refuses();
    let mut scene = tell(Dialect::TodoManager, "a, b");
    let asked = json!({"action": "wait", "ids": [1], "question": ASKED, "options": ["12", "34"]});
    scene.call(&asked).ok();
    assert_eq!(options_of(&scene), "12|34");
}

#[test]
fn a_model_that_asks_again_reads_what_ended_the_wait() {
    for (acts, is_refused) in [
        ("answer 1: 1234", false),
        ("reopen 1", false),
        ("complete 1", true),
        ("skip 1: too slow", true),
    ] {
        let settings = Settings { asks: true, ..settings(Dialect::UpdatePlan) };
        let mut scene = Scene::new(settings, "{}", "a, b");
        scene.reminder();
        let ask = json!({ "question": ASKED, "id": "1" });
        scene.tool("ask_user", &ask).ok();
        scene.reminder();
        scene.user(acts);
        let answer = scene.tool("ask_user", &ask);
        assert_eq!(answer.ok, !is_refused, "{acts}: {answer:?}");
        assert_snapshot(&answer.text);
        assert_eq!(scene.store.list()[0].waiting(), None, "{acts}");
    }
}

#[test]
fn find_all_runs_ask_user_in_xml_if_enabled() {
    let text = "<tool_call><tool_name>ask_user</tool_name><parameters><question>Which code did you get?</question><id>2</id></parameters></tool_call>";
    for asks in [true, false] {
        let mut store = store("{}", "a, b");
        let settings = Settings { asks, ..settings(Dialect::XmlCall) };
        let mut conversation = Conversation::new(settings);
        conversation.reminder(&store);
        let options = CallOptions { asks, ignores_other_tools: asks, ..CallOptions::default() };
        let calls = ToolCall::find_all(text, options);
        let [call] = &*calls else { panic!("{calls:?}") };
        let outcome = conversation.call_xml(&mut store, call);
        assert_eq!(outcome.ok, asks);
        assert_snapshot(&outcome.text);
        let question = store.list()[1].text(TextField::Question);
        assert_eq!(question, asks.then_some(ASKED));
    }
}

#[test]
fn a_merge_loses_no_answer() {
    let mut base = store("{}", "a, b");
    asks(&mut base, Author::Model, 1).unwrap();
    // Of two answers ours stays, and one stays beside what a person began.
    for (ours, theirs, is_doing) in [
        ("answer 1: 1234", "answer 1: 5678", false),
        ("answer 1: 1234", "start 1", false),
        ("start 1", "answer 1: 1234", true),
    ] {
        let [mut ours, theirs] = [ours, theirs].map(|acts| {
            let mut store = base.clone();
            by(&mut store, Author::User, acts).unwrap();
            store
        });
        ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        let todo = &ours.list()[0];
        let after = (todo.text(TextField::Answer), todo.status() == Status::Doing);
        assert_eq!(after, (Some("1234"), is_doing));
        let mut conversation = Conversation::new(Settings::default());
        let reminder = conversation.reminder(&ours);
        assert!(reminder_text(&reminder, &ours).contains("<todos>"));
    }
}

#[test]
fn a_reminder_reports_an_answer_after_the_todo_was_reopened() {
    let mut scene = tell(Dialect::TodoManager, "a");
    let wait = json!({"action": "wait", "ids": [1], "question": "Which code?"});
    scene.call(&wait).ok();
    scene.reminder();
    scene.user("answer 1: 1234");
    scene.call(&json!({"action": "get_next"})).ok();
    scene.manages("go_back", &[1]).ok();
    scene.reads();
}

/// A model asks about the first todo, and a person answers.
fn ask_and_answer(scene: &mut Scene) {
    scene.by(Author::Model, "wait 1: Which code?").unwrap();
    let _ = scene.reminder();
    scene.user("answer 1: 1234");
}

#[test]
fn a_reminder_reports_an_answer_among_many_counted_changes() {
    let mut scene = tell(Dialect::TodoWrite, "a");
    ask_and_answer(&mut scene);
    let many = ('b'..='k').map(|c| format!("add: {c}")).collect::<Vec<_>>().join("; ");
    scene.host(&many);
    scene.reads();
    // Where nobody reminds, the answer to a call tells it.
    let settings = Settings { reminders: ReminderMode::Off, ..settings(Dialect::Snapshot) };
    let mut scene = Scene::new(settings, "{}", "a");
    scene.tool("todo_read", &json!({})).ok();
    ask_and_answer(&mut scene);
    scene.host(&many);
    scene.next_message();
    scene.tool("todo_read", &json!({})).answers();
    scene.next_message();
    assert!(!scene.tool("todo_read", &json!({})).text.contains("1234"));
}

#[test]
fn a_reminder_reports_both_answers_to_a_todo_that_asks_twice() {
    let mut scene = tell(Dialect::TodoManager, "a");
    ask_and_answer(&mut scene);
    scene.by(Author::Model, "wait 1: And the name?").unwrap();
    scene.user("answer 1: Ada");
    scene.reads();
    assert!(!scene.reminder().contains("Ada"));
}

/// Only the message in which the model read it had the answer. The list itself has none.
#[test]
fn a_whole_list_after_a_cut_repeats_the_answers_of_unfinished_todos() {
    type Read = fn(&mut Scene) -> String;
    let cut: &[(&str, Read)] = &[
        ("compacted", |scene| {
            scene.model.compacted();
            scene.reminder()
        }),
        ("restarted", |scene| {
            scene.restart();
            scene.model.compacted();
            scene.reminder()
        }),
        ("without messages", |scene| {
            scene.model.compacted();
            let reminder = scene.model.reminder(&scene.store);
            reminder_text(&reminder, &scene.store)
        }),
        ("in the answer to a call", |scene| {
            scene.model.compacted();
            let answer = scene.progress(r#"{"todo_done":[2]}"#).text.clone();
            answer + &scene.reminder()
        }),
    ];
    for reminders in [ReminderMode::Changes, ReminderMode::Full] {
        for (way, read) in cut {
            for started in [false, true] {
                let settings = Settings { reminders, ..settings(Dialect::TodoManager) };
                let mut scene = Scene::new(settings, "{}", "a, b");
                ask_and_answer(&mut scene);
                assert!(scene.reminder().contains("1234"));
                if started {
                    scene.manages("mark_doing", &[1]).ok();
                    scene.reminder();
                }
                let text = read(&mut scene);
                assert_eq!(text.matches("The user answered 1").count(), 1, "{way}: {text}");
                assert_eq!(text.matches("1234").count(), 1, "{way}: {text}");
                assert!(!scene.reminder().contains("1234"), "{way}: twice");
                // Of a todo that is settled, nobody needs it any more.
                scene.manages("complete_multiple", &[1]).ok();
                assert!(!read(&mut scene).contains("1234"), "{way}: it is done");
            }
        }
    }
    let mut scene = tell(Dialect::TodoManager, "a, b");
    ask_and_answer(&mut scene);
    scene.reminder();
    scene.manages("mark_doing", &[1]).ok();
    scene.model.compacted();
    scene.reads();
    // Where nobody reminds, the next answer says it.
    let off = Settings { reminders: ReminderMode::Off, ..settings(Dialect::Snapshot) };
    let mut scene = Scene::new(off, "{}", "a");
    scene.tool("todo_read", &json!({})).ok();
    ask_and_answer(&mut scene);
    scene.next_message();
    for _ in 0..2 {
        assert!(scene.tool("todo_read", &json!({})).text.contains("1234"));
        scene.next_message();
        assert!(!scene.tool("todo_read", &json!({})).text.contains("1234"));
        scene.next_message();
        scene.model.compacted();
    }
}

#[test]
fn a_model_asks_about_a_settled_todo_and_reads_todays_text() {
    let asks = Settings { asks: true, ..settings(Dialect::TodoManager) };
    let mut scene = Scene::new(asks, "{}", "a done, c");
    scene.host("word 1: b");
    scene.user("add: a");
    // It is not the "a" of the user that is settled.
    scene.tool("ask_user", &json!({"id": "1", "question": "Which?"})).refuses();
}
