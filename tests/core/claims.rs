//! Who works on what, and what waits to be confirmed.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Actor;
use agent_todos::list::edit_options::Approval;
use agent_todos::list::note::texts;
use agent_todos::list::sites::Origins;
use agent_todos::list::waiting::{Wait, WaitFor};
use agent_todos::tools::stateless;
use agent_todos::{
    Author, Call, Conversation, Dialect, ErrorCode, Id, Settings, TextField, TodoStore,
};
use serde_json::{Value, json};

use crate::scene::{
    ASKS, Answer, Scene, actor, ann, by, happen, has_no_list, has_statuses, id_at, list, list_call,
    lists_ids, named, one_call, one_tool, only_completes, parse_list, reminder_text, settings,
    show, store, tell,
};
use crate::sites::origin;
use crate::snapshot::assert_snapshot;

/// A call outside of a conversation, after which the list can be stored.
fn call(store: &mut TodoStore, dialect: Dialect, tool: usize, arguments: &str) -> Answer {
    let tool = dialect.tool_names().nth(tool).unwrap();
    let outcome = dialect.call(store, &Call { tool, arguments });
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.list(), store.list(), "{arguments}");
    if store.list().iter().all(|todo| todo.text(TextField::Owner).is_none()) {
        assert_eq!(TodoStore::from_xml(&store.xml(), *store.options()).unwrap().xml(), store.xml());
    }
    Answer(outcome)
}

#[test]
fn a_program_takes_back_only_its_own_wish_to_confirm() {
    for (steps, expected) in [
        ("agent: ask 1: yes", "a doing claimed"),
        ("agent: ask 1: yes | agent: ask 1: no", "a done"),
        ("host: ask 1: yes", "a doing claimed"),
    ] {
        let mut store = list("a");
        happen(&mut store, steps);
        by(&mut store, Author::Agent, "complete 1").unwrap();
        assert_eq!(show(&store), expected, "{steps}");
    }
    let mut store = list("a");
    happen(&mut store, "host: ask 1: yes");
    by(&mut store, Author::Agent, "ask 1: no").unwrap_err();
}

#[test]
fn done_is_a_claim_in_every_dialect() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| has_statuses(*dialect)) {
        let (tool, arguments) = match dialect {
            Dialect::TodoManager => (0, r#"{"action":"complete_multiple","ids":[1]}"#.to_owned()),
            _ if has_no_list(dialect) => {
                let first = id_at(dialect, 1);
                let values = [("key", &*first), ("status", "completed")];
                let kind = if only_completes(dialect) { "complete" } else { "update" };
                let tool = one_tool(dialect, kind);
                let index = dialect.tool_names().position(|name| name == tool).unwrap();
                (index, one_call(dialect, kind, &values).to_string())
            }
            Dialect::TaskWrite => (2, r#"{"id":"t1"}"#.to_owned()),
            _ => (0, list_call(dialect, &parse_list("a #t1 done, b #t2")).to_string()),
        };
        for options in [ASKS, "{}"] {
            let mut store = store(options, "a, b");
            by(&mut store, Author::Host, "ask 1: yes").unwrap();
            call(&mut store, dialect, tool, &arguments).noted();
            assert_eq!(show(&store), "a doing claimed, b", "{arguments}");
            assert!(store.xml().contains(r#"<todo id="1" status="doing" claimed="true">a</todo>"#));
            assert!(store.has_unfinished());
            // It is not in progress for anybody else: the next one is.
            assert_eq!(store.next_todo(), Some(Id(2)));
            store.abort();
            assert_eq!(show(&store), "a doing claimed, b", "{arguments}");
            // Said again it stays so, and that is said again.
            let before = store.list().clone();
            call(&mut store, dialect, tool, &arguments).noted();
            assert_eq!(store.list(), &before, "{arguments}");
            // A host confirms it.
            by(&mut store, Author::Host, "complete 1").unwrap();
            assert_eq!(show(&store), "a done, b", "{arguments}");
        }
    }
}

#[test]
fn a_claim_lasts_until_it_is_withdrawn_or_sent_back() {
    let mut store = store(ASKS, "a, b");
    let write = |store: &mut TodoStore, list: &str| {
        call(
            store,
            Dialect::UpdatePlan,
            0,
            &list_call(Dialect::UpdatePlan, &parse_list(list)).to_string(),
        )
    };
    write(&mut store, "a done, b");
    assert!(write(&mut store, "a doing, b").notes.is_empty());
    assert_eq!(show(&store), "a doing claimed, b");
    write(&mut store, "a, b");
    assert_eq!(show(&store), "a, b");
    let shows = |store: &mut TodoStore| store.complete_multiple(&[Id(1).into()], "receipt 7");
    store.acting_as(Author::Model, shows).unwrap();
    assert_eq!(store.list()[0].text(TextField::Evidence), Some("receipt 7"));
    by(&mut store, Author::User, "reopen 1: no receipt").unwrap();
    assert_eq!((&*show(&store), store.list()[0].text(TextField::Evidence)), ("a, b", None));
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.snapshots(), store.snapshots());
    // Who confirms is not asked to be confirmed.
    by(&mut store, Author::User, "complete 1").unwrap();
    assert_eq!(show(&store), "a done, b");
}

#[test]
fn max_doing_limits_the_todos_in_progress_of_each_owner() {
    let mut store = store(r#"{"maxDoing":2}"#, "a, b, c, d, e");
    by(&mut store, ann(), "start 1; start 2").unwrap();
    // So for a model without a name; a host may.
    let (bob, model) = (named("bob"), Actor::from(Author::Model));
    for (who, act, code, expected) in [
        (&ann(), "start 3", Some(ErrorCode::AlreadyDoing), "1 (\"a\")"),
        (&bob, "start 1", None, ""),
        (&bob, "complete 1", None, ""),
        (&bob, "reopen 2", None, ""),
        (&bob, "skip 1", None, ""),
        (&model, "complete 1", None, ""),
    ] {
        let error = by(&mut store, who.clone(), act).unwrap_err();
        assert_eq!(error.code(), code, "{act}");
        assert!(error.to_string().contains(expected), "{act}: {error}");
    }
    assert_eq!(store.acting_as(bob, TodoStore::next_todo), Some(Id(3)));
    assert_eq!(show(&store), "a doing @ann, b doing @ann, c doing @bob, d, e");
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.list(), store.list());
    by(&mut store, ann(), "abort").unwrap();
    assert_eq!(show(&store), "a, b, c doing @bob, d, e");
    by(&mut store, Author::Host, "complete 3").unwrap();
    assert_eq!(show(&store), "a, b, c done @bob, d, e");
}

#[test]
fn only_a_person_approves_and_a_new_text_ends_the_approval() {
    let mut store = store("{}", "a, b done");
    for author in [Author::Model, Author::Agent, Author::Host] {
        let error = by(&mut store, author, "approve").unwrap_err();
        assert_eq!(error.code(), Some(ErrorCode::NotAllowed));
    }
    let before = store.revision();
    by(&mut store, Author::User, "approve").unwrap();
    assert_eq!(store.revision(), before + 1);
    assert!(!store.xml().contains("approved"));
    assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
    assert!(store.list()[0].is_approved());
    by(&mut store, Author::Host, "word 1: another").unwrap();
    assert!(!store.list()[0].is_approved());
}

/// Many tools send a priority or an active form with each todo, also with those that have none yet.
#[test]
fn a_default_priority_or_active_form_ends_no_approval() {
    for (dialect, key, value) in [
        (Dialect::TodoWrite, "activeForm", "Paying"),
        (Dialect::Todos, "active_form", "Paying"),
        (Dialect::Todowrite, "priority", "medium"),
        (Dialect::XmlCall, "priority", "low"),
        (Dialect::Zed, "priority", "high"),
    ] {
        let mut scene = tell(dialect, "a, b");
        scene.user("approve");
        scene.reminder();
        let mut call = list_call(dialect, &parse_list("a doing, b"));
        let items = call.as_object_mut().unwrap().values_mut().find_map(Value::as_array_mut);
        for item in items.unwrap() {
            item[key] = json!(value);
        }
        scene.call(&call).ok();
        assert!(scene.store.list().iter().all(|todo| todo.is_approved()), "{dialect:?}");
        assert_eq!(show(&scene.store), "a doing, b", "{dialect:?}");
    }
}

/// The words of a tool have none for a claim: a model that reads "in progress" would do it again.
#[test]
fn an_answer_that_shows_the_list_names_the_open_claims() {
    let mut log = String::new();
    for (dialect, tool, arguments) in [
        (Dialect::XmlCall, 0, r#"{"action":"read"}"#),
        (Dialect::Snapshot, 0, "{}"),
        (Dialect::Task, 2, "{}"),
        (Dialect::TaskWrite, 3, "{}"),
        (Dialect::Todowrite, 1, "{}"),
        (Dialect::TaskTracker, 0, r#"{"command":"view"}"#),
    ] {
        let mut store = store(ASKS, "a, b");
        assert!(call(&mut store, dialect, tool, arguments).notes.is_empty(), "{arguments}");
        by(&mut store, Author::Model, "complete 1").unwrap();
        for _ in 0..2 {
            let shown = call(&mut store, dialect, tool, arguments);
            log += &format!("{}: {}\n", dialect.as_str(), texts(&shown.notes).join("; "));
        }
        by(&mut store, Author::Host, "complete 1").unwrap();
        let answer = call(&mut store, dialect, tool, arguments);
        assert_eq!(answer.notes.len(), 1, "{arguments}: {}", answer.text);
    }
    assert_snapshot(&log);
}

#[test]
fn a_reminder_names_the_owner_who_works_on_a_todo() {
    let options = r#"{"confirmDone":true,"maxDoing":2}"#;
    let mut scene = Scene::new(Settings::default(), options, "a, b, c");
    scene.by(ann(), "start 1").unwrap();
    let reserve = r#"{"taskId":"3","owner":"writer <b>"}"#;
    let lead = |store: &mut TodoStore| call(store, Dialect::Task, 1, reserve);
    scene.store.acting_as(named("lead"), lead).ok();
    scene.reads();
    scene.by(ann(), "complete 1").unwrap();
    scene.reads();
    scene.by(Actor::named(Author::User, "Bea").unwrap(), "complete 1").unwrap();
    scene.reads();
    scene.by(ann(), &["add: more"; 9].join("; ")).unwrap();
    scene.reads();
}

#[test]
fn a_todo_assigned_to_another_owner_can_be_neither_taken_nor_removed() {
    let mut store = store("{}", "a, b");
    let give = |store: &mut TodoStore, by: &str, to: &str| {
        let arguments = json!({"taskId": "1", "owner": to}).to_string();
        store.acting_as(named(by), |store| call(store, Dialect::Task, 1, &arguments))
    };
    give(&mut store, "lead", "B").ok();
    give(&mut store, "D", "D").refuses();
    // A list that leaves it out.
    let list = list_call(Dialect::TodoWrite, &parse_list("b doing")).to_string();
    let write = |store: &mut TodoStore| call(store, Dialect::TodoWrite, 0, &list);
    let written = store.acting_as(named("D"), write).answers();
    assert!(written.dropped.is_empty(), "{written:?}");
    assert_eq!(show(&store), "a @B, b doing @D");
    // Who gave it may give it to somebody else, as long as it is not begun.
    give(&mut store, "lead", "C").ok();
    by(&mut store, named("C"), "start 1").unwrap();
    give(&mut store, "lead", "B").refuses();
    // In a conversation, too, which was told before it was given away.
    let mut scene = Scene { store, model: Conversation::new(settings(Dialect::Task)) };
    scene.tool("TaskUpdate", &json!({"taskId": "1", "owner": "D"})).refuses();
}

#[test]
fn a_note_names_the_todo_that_has_an_id_now() {
    let mut scene = tell(Dialect::CursorTodoWrite, "");
    let other = scene.model.clone();
    let add = |content| {
        let item = json!({"id": "pay", "content": content, "status": "pending"});
        json!({"merge": true, "todos": [item]})
    };
    assert!(scene.call(&add("Pay the rent")).ok().notes.is_empty());
    scene.model = other;
    scene.call(&add("Pay the kettle")).notes();
    scene.call(&json!({"merge": true, "todos": [{"id": "2", "status": "completed"}]})).ok();
    assert_eq!(scene.list(), "Pay the rent, Pay the kettle done");
}

/// Returns the questions of a list, each as what it is about, its todo and the decided aspect.
fn questions(store: &TodoStore) -> Vec<String> {
    let questions: Vec<Value> = serde_json::from_str(&store.questions_json()).unwrap();
    let words = |asked: &Value| {
        let words = ["about", "key", "aspect"].iter().filter_map(|name| asked[name].as_str());
        words.collect::<Vec<_>>().join(" ")
    };
    questions.iter().map(words).collect()
}

#[test]
fn questions_cover_waiting_todos_claims_held_decisions_and_the_plan() {
    let [model, user] = [Author::Model, Author::User];
    let mut store = store(ASKS, "a, b, c, d, e");
    let question = Wait { options: vec!["x".into(), "y".into()], ..Wait::new(WaitFor::User, "") };
    store.acting_as(model, |store| store.wait(Id(1), &question)).unwrap();
    store.acting_as(model, |store| store.wait(Id(2), &Wait::new(WaitFor::Event, ""))).unwrap();
    by(&mut store, model, "complete 3").unwrap();
    by(&mut store, user, "complete 4").unwrap();
    let asked = ["answer t1", "confirmed t3"];
    let with_plan = [&asked[..], &["approved"]].concat();
    assert_eq!(questions(&store), with_plan);
    store.acting_as(user, |store| store.approve(&Approval::default())).unwrap();
    assert_eq!(questions(&store), asked);
    // A site more is to be approved, too.
    store.set_origins(Origins(origin));
    store.propose(&["shop.example".to_owned()]).unwrap();
    assert_eq!(questions(&store), with_plan);
    by(&mut store, model, "start 4").unwrap_err();
    assert_eq!(questions(&store), ["answer t1", "confirmed t3", "let t4 state", "approved"]);
    assert_snapshot(&store.questions_json());
}

#[test]
fn questions_say_what_a_denied_write_asked_for() {
    for (decided, asked) in [
        ("complete 1", "fail 1"),
        ("word 1: c", "word 1: d"),
        ("describe 1: c", "describe 1: "),
        ("word 1: c", "remove 1"),
        ("block 1 by 2", "block 1 by 3"),
    ] {
        let mut store = list("a, b, z");
        by(&mut store, Author::User, decided).unwrap();
        by(&mut store, Author::Model, asked).unwrap_err();
        assert_snapshot(&store.questions_json());
    }
}

#[test]
fn plan_verdict_returns_one_clean_line() {
    let store = TodoStore::default();
    assert_snapshot(&Conversation::plan_verdict(&store, true, "no"));
    assert_snapshot(&Conversation::plan_verdict(&store, false, " \n"));
    assert_snapshot(&Conversation::plan_verdict(&store, false, "\u{e0041}\u{202e}too\nexpensive "));
}

/// The tools that models know take several in progress, and so do their lists here.
#[test]
fn a_list_is_taken_as_it_says_with_several_in_progress() {
    let mut scene = tell(Dialect::Task, "a, b, c");
    for id in ["1", "2"] {
        let starts = json!({"taskId": id, "status": "in_progress"});
        assert!(scene.tool("TaskUpdate", &starts).ok().notes.is_empty());
    }
    assert_eq!(scene.list(), "a doing, b doing, c");
    for dialect in [Dialect::TodoWrite, Dialect::UpdatePlan, Dialect::CursorTodoWrite] {
        let mut other = Scene { model: Conversation::new(settings(dialect)), ..scene.clone() };
        other.reminder();
        assert_eq!(other.writes("a #1 doing, b #2 doing, c #3 doing").ok().notes, []);
        assert_eq!(other.list(), "a doing, b doing, c doing");
        // What a single call, a method or the loop starts counts them all.
        other.reminder();
        other.writes("a #1 doing, b #2 doing, c #3").ok();
        other.by(Author::Agent, "start 3").unwrap_err();
        other.user("complete 1");
        other.by(Author::Agent, "start 3").unwrap_err();
        other.user("complete 2");
        other.by(Author::Agent, "start 3").unwrap();
    }
}

/// Where the specification of the tool says so, the last ones that a list starts stay.
#[test]
fn a_list_of_a_tool_with_one_in_progress_keeps_the_last() {
    for dialect in [Dialect::Merge, Dialect::XmlCall] {
        for (max, expected) in [(1, "a, b, c doing"), (2, "a, b doing, c doing")] {
            let mut scene = Scene::new(settings(dialect), &format!(r#"{{"maxDoing":{max}}}"#), "");
            scene.writes("a #1 doing, b #2 doing, c #3 doing").notes();
            assert_eq!(scene.list(), expected, "{dialect:?}");
        }
        // What others began stays beside it.
        let mut scene = tell(dialect, "a, b, c");
        scene.user("start 1");
        scene.writes("a #1, b #2 doing, c #3 doing").noted();
        assert_eq!(scene.list(), "a doing, b, c doing", "{dialect:?}");
    }
}

#[test]
fn a_todo_in_progress_and_its_step_count_as_one() {
    let mut scene = tell(Dialect::TodoManager, "a, b, c");
    scene.user("put 2 under 1");
    scene.reminder();
    scene.manages("mark_doing", &[1]).ok();
    scene.manages("mark_doing", &[2]).ok();
    assert_eq!(scene.list(), "a doing, b doing, c");
    scene.manages("mark_doing", &[3]).fails();
    // The step is what is worked on.
    let current = scene.store.current_doing().map(|(_, todo)| todo.content().to_owned());
    assert_eq!(current.as_deref(), Some("b"));
    scene.manages("complete_multiple", &[2]).ok();
    scene.manages("mark_doing", &[3]).fails();
    assert_eq!(scene.list(), "a doing, b done, c");
}

/// A host may make the calls of one message at once, and ask about each while the others are open.
#[test]
fn each_of_several_open_calls_is_answered_after_its_verdict() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    scene.model = Conversation::new(Settings { confirms: true, ..settings(Dialect::TodoWrite) });
    scene.reminder();
    let call = |scene: &mut Scene, list: &str| {
        let arguments = list_call(Dialect::TodoWrite, &parse_list(list)).to_string();
        let open = scene.model.begin(&mut scene.store, "TodoWrite", Ok(&arguments));
        (open, scene.model.take_claims())
    };
    let first = call(&mut scene, "a done, b");
    let second = call(&mut scene, "a doing, b done");
    assert_eq!((first.1.len(), second.1.len()), (1, 1));
    scene.host("complete 2; reopen 1: no receipt");
    let (open, asked) = second;
    let second = scene.model.answer(&mut scene.store, open, Some(&asked));
    let (open, asked) = first;
    let first = scene.model.answer(&mut scene.store, open, Some(&asked));
    assert_snapshot(&second.text);
    assert_snapshot(&first.text);
    scene.reads();
}

#[test]
fn abort_by_a_model_without_a_name_leaves_the_todos_of_owners() {
    let mut store = list("a, b");
    by(&mut store, ann(), "start 1").unwrap();
    by(&mut store, Author::Model, "start 2; abort").unwrap();
    assert_eq!(show(&store), "a doing @ann, b");
    for author in [Author::Agent, Author::User, Author::Host] {
        let mut store = list("a, b");
        by(&mut store, ann(), "start 1").unwrap();
        by(&mut store, author, "abort").unwrap();
        assert_eq!(show(&store), "a, b", "{author:?}");
    }
}

#[test]
fn a_new_text_withdraws_a_claim() {
    let claim = |store: &mut TodoStore| store.complete_multiple(&[Id(1).into()], "receipt 7");
    for who in ["model", "bob", "agent"] {
        let mut store = store(ASKS, "Pay 10, b");
        store.acting_as(Author::Model, claim).unwrap();
        by(&mut store, actor(who), "word 1: Pay 999").unwrap();
        assert_eq!(
            (&*show(&store), store.list()[0].text(TextField::Evidence)),
            ("Pay 999, b", None)
        );
    }
    // "Done" of another text is a new claim, and what showed the old one shows nothing of this one.
    for status in ["", "completed"] {
        let mut scene = Scene::new(settings(Dialect::Task), ASKS, "Pay 10");
        scene.store.acting_as(Author::Model, claim).unwrap();
        scene.reminder();
        let mut arguments = json!({"taskId": "1", "subject": "Pay 999"});
        if !status.is_empty() {
            arguments["status"] = status.into();
        }
        let answer = scene.tool("TaskUpdate", &arguments).ok();
        let expected = if status.is_empty() { "Pay 999" } else { "Pay 999 doing claimed" };
        assert_eq!(scene.list(), expected, "{}", answer.text);
        assert_eq!(scene.store.list()[0].text(TextField::Evidence), None);
    }
}

#[test]
fn a_whole_list_that_rewords_a_claimed_todo_withdraws_the_claim() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| lists_ids(*dialect)) {
        for status in ["", " doing"] {
            let mut scene = Scene::new(settings(dialect), ASKS, "");
            scene.writes("Pay 10 #p, b #b").ok();
            scene.writes("Pay 10 #p done, b #b").ok();
            scene.reminder();
            scene.writes(&format!("Pay 999 #p{status}, b #b")).ok();
            let now = scene.list();
            assert!(!now.contains("999 doing claimed"), "{dialect:?}{status}: {now}");
        }
    }
}

#[test]
fn take_claims_omits_a_claim_that_was_withdrawn() {
    let asks = Settings { confirms: true, ..settings(Dialect::Task) };
    let mut scene = Scene::new(asks, "{}", "Pay 10");
    scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"})).ok();
    scene.tool("TaskUpdate", &json!({"taskId": "1", "subject": "Pay 999"})).ok();
    assert_eq!(scene.list(), "Pay 999");
    assert!(scene.model.take_claims().is_empty());
}

#[test]
fn stateless_progress_and_plans_note_that_a_claim_waits() {
    for arguments in [r#"{"todo_done":[1]}"#, r#"{"todo_done":[1],"evidence":"receipt"}"#] {
        let mut store = store(ASKS, "a, b");
        let outcome = stateless::apply_progress(&mut store, Ok(arguments));
        assert_eq!(show(&store), "a doing claimed, b");
        assert_eq!(outcome.notes.len(), 1, "{}", outcome.text);
    }
    let mut store = store(ASKS, "a doing, b");
    by(&mut store, Author::Model, "start 1").unwrap();
    let outcome = stateless::apply_plan(&mut store, Ok(r#"{"current_plan_item":1}"#));
    assert_eq!(show(&store), "a doing claimed, b doing");
    assert_snapshot(&outcome.text);
    // Beside one that is done, it says which is.
    let mut store = list("a, b");
    by(&mut store, Author::Host, "ask 1: yes").unwrap();
    let outcome = stateless::apply_progress(&mut store, Ok(r#"{"todo_done":[1,2]}"#));
    assert_snapshot(&outcome.text);
    // And with one.
    let mut scene = Scene::new(Settings::default(), ASKS, "a, b");
    let answer = scene.progress(r#"{"todo_done":[1]}"#);
    answer.answers();
}

#[test]
fn an_owner_written_by_a_model_without_a_name_denies_nothing() {
    let mut scene = tell(Dialect::Task, "a, b, c");
    let dev = json!({"taskId": "1", "owner": "dev", "status": "in_progress"});
    scene.tool("TaskUpdate", &dev).ok();
    // Asking for what is already so succeeds.
    scene.reminder();
    scene.tool("TaskUpdate", &dev).ok();
    scene.tool("TaskUpdate", &json!({"taskId": "1", "owner": "qa"})).ok();
    scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"})).ok();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "owner": "dev"})).ok();
    scene.reminder();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "status": "completed"})).ok();
    assert_eq!(scene.list(), "a done @qa, b done @dev, c");
    // It reserves nothing for anybody else either.
    let mut scene = tell(Dialect::Task, "a");
    scene.tool("TaskUpdate", &json!({"taskId": "1", "owner": "dev"})).ok();
    by(&mut scene.store, named("bob"), "complete 1").unwrap();
}

#[test]
fn a_lead_reassigns_and_closes_todos_that_it_assigned() {
    let settings = Settings {
        name: Some(agent_todos::text::content::Content::new("lead", 9).unwrap().0),
        ..settings(Dialect::Task)
    };
    let mut scene = Scene::new(settings, "{}", "a, b");
    let give = |owner: &str| json!({"taskId": "1", "owner": owner, "status": "in_progress"});
    for owner in ["dev", "dev", "qa"] {
        scene.tool("TaskUpdate", &give(owner)).ok();
        scene.reminder();
    }
    assert_eq!(scene.list(), "a doing @qa, b");
    scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"})).ok();
    // What somebody else began is theirs, and the refusal names them.
    by(&mut scene.store, named("bob"), "start 2").unwrap();
    scene.reminder();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "status": "completed"})).refuses();
}

#[test]
fn a_claimed_todo_that_is_marked_in_progress_stays_claimed() {
    let mut scene = Scene::new(Settings::default(), ASKS, "a, b");
    scene.manages("complete", &[1]).ok();
    scene.manages("mark_doing", &[2]).ok();
    scene.user("rank 2: high");
    let list = scene.store.list().clone();
    scene.manages("mark_doing", &[1]).ok();
    scene.by(named("m"), "start 1").unwrap();
    assert_eq!(*scene.store.list(), list);
}

#[test]
fn a_person_who_starts_a_claimed_todo_leaves_its_author() {
    let mut scene = Scene::new(settings(Dialect::TodoWrite), ASKS, "a, b");
    let mut other = scene.model.clone();
    scene.progress(r#"{"todo_done":[1]}"#).ok();
    scene.user("start 1");
    assert_snapshot(&reminder_text(&other.reminder(&scene.store), &scene.store));
}

#[test]
fn an_owner_who_takes_over_a_started_todo_has_it_in_progress() {
    let name = ann().name;
    let of_ann = Settings { name, ..settings(Dialect::Task) };
    let mut scene = Scene::new(of_ann, "{}", "a, b");
    scene.host("start 1");
    let _ = scene.reminder();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "status": "in_progress"})).ok();
    scene.tool("TaskUpdate", &json!({"taskId": "1", "owner": "ann"})).ok();
    assert_eq!(scene.list(), "a doing @ann, b doing @ann");
}

#[test]
fn starting_a_todo_for_another_owner_demotes_none_of_theirs() {
    let mut scene = tell(Dialect::Task, "a, b");
    scene.by(ann(), "start 1").unwrap();
    let _ = scene.reminder();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "owner": "ann"})).ok();
    let start = json!({"taskId": "2", "status": "in_progress"});
    scene.tool("TaskUpdate", &start).ok();
    assert_eq!(scene.list(), "a doing @ann, b doing @ann");
}

/// What the verdict does not say is news.
#[test]
fn what_a_person_does_instead_of_a_verdict_is_reported_once() {
    let acts = [
        ("wait 1: Which card?", "Which card?"),
        ("wait 1: Which card?; answer 1: Visa", "Visa"),
        ("reopen 1; start 1", "started"),
        ("reopen 1: the price", "sent back"),
        ("reopen 1", "not confirmed"),
        ("complete 1", "is confirmed"),
        ("skip 1: too dear", "too dear"),
        ("word 1: Pay by card", "The user changed 1"),
        ("describe 1: PO 4711", "PO 4711"),
    ];
    for (act, expected) in acts {
        for reminders in [ReminderMode::Changes, ReminderMode::Off] {
            let base = settings(Dialect::TodoManager);
            let settings = Settings { confirms: true, reminders, ..base };
            let mut scene = Scene::new(settings, "{}", "Pay, Pick up");
            if reminders == ReminderMode::Off {
                scene.manages("list", &[]).ok();
                scene.next_message();
            }
            let arguments = r#"{"action":"complete_multiple","ids":[1]}"#;
            let Scene { store, model } = &mut scene;
            let open = model.begin(store, "todo_manager", Ok(arguments));
            let claims = model.take_claims();
            assert_eq!(claims.len(), 1);
            by(store, Author::User, act).unwrap();
            let mut said = model.answer(store, open, Some(&claims)).text;
            scene.next_message();
            said += &scene.reminder();
            assert_eq!(said.matches(expected).count(), 1, "{act} {reminders:?}: {said}");
            assert!(!scene.reminder().contains(expected), "{act}: said twice");
        }
    }
}
