//! Leases: if an owner shows no sign of life for long enough, its todos are open to everybody.

use std::cell::Cell;

use agent_todos::list::author::{Actor, Author, Clock};
use agent_todos::list::waiting::Wait;
use agent_todos::{
    Call, Conversation, Dialect, Id, Key, Options, Outcome, Settings, Status, TextField, TodoStore,
    WriteError,
};

use crate::dice::{Dice, each_seed};
use crate::scene::reminder_text;
use crate::snapshot::assert_snapshot;

thread_local! {
    static NOW: Cell<i64> = const { Cell::new(0) };
}

/// Lets seconds pass.
fn pass(seconds: i64) {
    NOW.set(NOW.get() + seconds * 1000);
}

fn agent(name: &str) -> Actor {
    Actor::named(Author::Agent, name).unwrap()
}

/// A list of three todos with a lease of a minute.
fn leased() -> TodoStore {
    NOW.set(1_000_000);
    let mut store = TodoStore::new(Options::from_json(r#"{"lease":60}"#).unwrap());
    store.set_clock(Clock(|| NOW.get()));
    store.acting_as(Author::User, |store| store.add_multiple(&["a", "b", "c"])).unwrap();
    store
}

/// Starts the next todo in a name, and returns its id.
fn next(store: &mut TodoStore, name: &str) -> Option<i64> {
    store.acting_as(agent(name), TodoStore::next_todo).map(|id| id.0)
}

fn owners(store: &TodoStore) -> Vec<Option<&str>> {
    store.list().iter().map(|todo| todo.text(TextField::Owner)).collect()
}

/// A conversation of a named model that has read the list.
fn reader(store: &TodoStore, dialect: Dialect, name: &str) -> Conversation {
    let text = format!(r#"{{"dialect":"{}","name":"{name}"}}"#, dialect.as_str());
    let mut model = Conversation::new(Settings::from_json(store, &text).unwrap());
    let _ = model.reminder(store);
    model
}

#[test]
fn what_changes_nothing_ends_no_lease() {
    let mut store = leased();
    next(&mut store, "ann");
    let mut model = reader(&store, Dialect::TodoManager, "bob");
    pass(61);
    let before = store.revision();
    for arguments in [r#"{"action":"nonsense"}"#, r#"{"action":"list"}"#] {
        let outcome = model.call(&mut store, &Call { tool: "todo_manager", arguments });
        assert!(!outcome.changed, "{arguments}: {outcome:?}");
        assert_eq!((store.revision(), owners(&store)[0]), (before, Some("ann")));
    }
    // The first that changes something does, as an act of its own.
    let arguments = r#"{"action":"complete_multiple","ids":[2]}"#;
    assert!(model.call(&mut store, &Call { tool: "todo_manager", arguments }).changed);
    assert_eq!((store.revision(), owners(&store)[0]), (before + 2, None));
}

#[test]
fn a_todo_of_an_owner_who_is_gone_is_handed_out() {
    let mut store = leased();
    assert_eq!((next(&mut store, "ann"), next(&mut store, "bob")), (Some(1), Some(2)));
    pass(59);
    // Bob's call is a sign of life of his own alone.
    assert_eq!(next(&mut store, "bob"), Some(2));
    assert_eq!(owners(&store), [Some("ann"), Some("bob"), None]);
    pass(1);
    assert_eq!(next(&mut store, "cleo"), Some(1));
    assert_eq!(owners(&store), [Some("cleo"), Some("bob"), None]);
    let ended = &store.snapshots()[store.snapshots().len() - 2];
    assert_eq!(ended.info.by, Author::Host.into());
}

#[test]
fn a_model_starts_by_its_tool_what_a_lease_has_freed() {
    for name in [r#""name":"bob""#, r#""dialect":"todo_manager""#] {
        let mut store = leased();
        next(&mut store, "ann");
        let settings = Settings::from_json(&store, &format!("{{{name}}}")).unwrap();
        let mut model = Conversation::new(settings);
        let _ = model.reminder(&store);
        pass(61);
        let arguments = r#"{"action":"mark_doing","ids":[1]}"#;
        let outcome = model.call(&mut store, &Call { tool: "todo_manager", arguments });
        assert!(outcome.ok, "{}", outcome.text);
        assert_eq!(store.list()[0].status(), Status::Doing);
    }
}

#[test]
fn a_heartbeat_is_stored_once_in_a_third_of_the_lease() {
    let mut store = leased();
    next(&mut store, "ann");
    let revision = store.revision();
    let mut reported = vec![];
    for _ in 0..30 {
        pass(5);
        reported.push(store.acting_as(agent("ann"), TodoStore::heartbeat));
        assert!(!store.acting_as(agent("bob"), TodoStore::heartbeat));
        store.acting_as(Author::User, |_| ());
    }
    assert_eq!(reported.iter().filter(|reported| **reported).count(), 7);
    assert_eq!((owners(&store)[0], store.revision()), (Some("ann"), revision));
    pass(60);
    store.acting_as(Author::User, |_| ());
    assert_eq!((owners(&store)[0], store.revision()), (None, revision + 1));
}

#[test]
fn only_todos_in_progress_or_assigned_are_leased() {
    let mut store = leased();
    store.acting_as(agent("ann"), |store| {
        store.mark_doing(Id(1)).unwrap();
        store.complete(Id(1)).unwrap();
        store.mark_doing(Id(2)).unwrap();
        let wait = Wait::from_json(r#"{"question":"Which?"}"#);
        store.wait(Id(2), &wait.unwrap()).unwrap();
    });
    let mut model = reader(&store, Dialect::Task, "lead");
    let assign = Call { tool: "TaskUpdate", arguments: r#"{"taskId":"3","owner":"ann"}"# };
    pass(50);
    assert!(model.call(&mut store, &assign).ok);
    let before = store.revision();
    // The lease of a todo begins when it is assigned, not with the last sign of who gets it.
    pass(50);
    store.acting_as(Author::User, |_| ());
    assert_eq!(store.revision(), before);
    pass(10);
    store.acting_as(Author::User, |_| ());
    assert_eq!(owners(&store), [Some("ann"), Some("ann"), None]);
    let statuses: Vec<_> = store.list().iter().map(|todo| todo.status()).collect();
    assert_eq!(statuses, [Status::Done, Status::Todo, Status::Todo]);
    assert!(store.list()[1].waiting().is_some());
}

#[test]
fn a_reminder_says_whose_todos_are_free() {
    let mut store = leased();
    let mut model = reader(&store, Dialect::TodoWrite, "dev");
    next(&mut store, "ann");
    let _ = model.reminder(&store);
    pass(60);
    store.acting_as(Author::User, |_| ());
    let text = reminder_text(&model.reminder(&store), &store);
    assert_snapshot(&text);
}

#[test]
fn a_host_with_the_name_of_an_owner_ends_no_lease() {
    let mut store = leased();
    let mut model = reader(&store, Dialect::TodoWrite, "dev");
    next(&mut store, "ann");
    let _ = model.reminder(&store);
    let host = Actor::named(Author::Host, "ann").unwrap();
    store.acting_as(host, |store| store.reopen(Id(1), "wrong shop")).unwrap();
    let text = reminder_text(&model.reminder(&store), &store);
    assert!(text.contains("wrong shop") && !text.contains("not heard of"), "{text}");
}

/// Ann's model starts a todo, is not heard of, and then says that it is done.
fn comes_back(took_over: bool) -> (TodoStore, Outcome) {
    let mut store = leased();
    let mut model = reader(&store, Dialect::TodoManager, "ann");
    let start = Call { tool: "todo_manager", arguments: r#"{"action":"mark_doing","ids":[1]}"# };
    assert!(model.call(&mut store, &start).ok);
    pass(60);
    match took_over {
        true => assert_eq!(next(&mut store, "bob"), Some(1)),
        false => store.acting_as(Author::User, |_| ()),
    }
    let done =
        Call { tool: "todo_manager", arguments: r#"{"action":"complete_multiple","ids":[1]}"# };
    let outcome = model.call(&mut store, &done);
    (store, outcome)
}

#[test]
fn what_nobody_took_is_still_its_owners() {
    let (store, outcome) = comes_back(false);
    assert!(outcome.ok, "{}", outcome.text);
    assert_eq!(store.list()[0].status(), Status::Done);
}

#[test]
fn what_somebody_took_is_theirs_and_the_former_owner_is_told() {
    let (store, outcome) = comes_back(true);
    assert!(!outcome.ok && outcome.text.contains("bob"), "{}", outcome.text);
    assert_eq!((store.list()[0].status(), owners(&store)[0]), (Status::Doing, Some("bob")));
}

#[test]
fn signs_of_life_outlive_a_restart_and_a_merge() {
    let mut store = leased();
    next(&mut store, "ann");
    pass(30);
    store.acting_as(agent("ann"), TodoStore::heartbeat);
    let text = store.checkpoint();
    let read = |text: &str| {
        let mut store = TodoStore::from_checkpoint(text).unwrap();
        store.set_clock(Clock(|| NOW.get()));
        store
    };
    let mut again = read(&text);
    assert_eq!(again.checkpoint(), text);
    pass(59);
    again.acting_as(Author::User, |_| ());
    assert_eq!(owners(&again)[0], Some("ann"));
    // Ann is heard of in another tab.
    let mut other = read(&text);
    other.acting_as(agent("ann"), TodoStore::heartbeat);
    pass(30);
    // A merge ends no lease: the sign of life is in what is merged.
    let revision = again.revision();
    again.merge(&text, &other.checkpoint()).unwrap();
    assert_eq!(again.revision(), revision);
    pass(29);
    again.acting_as(Author::User, |_| ());
    assert_eq!(owners(&again)[0], Some("ann"));
    pass(1);
    again.acting_as(Author::User, |_| ());
    assert_eq!(owners(&again)[0], None);
}

#[test]
fn without_a_lease_or_a_clock_nothing_ends() {
    for options in ["{}", r#"{"lease":60}"#] {
        let mut store = TodoStore::new(Options::from_json(options).unwrap());
        if options == "{}" {
            NOW.set(1_000_000);
            store.set_clock(Clock(|| NOW.get()));
        }
        store.add_multiple(&["a"]).unwrap();
        next(&mut store, "ann");
        pass(1_000_000);
        store.acting_as(Author::User, |_| ());
        assert_eq!(owners(&store), [Some("ann")]);
    }
}

#[test]
fn the_label_of_a_model_without_a_name_has_no_lease() {
    let mut store = leased();
    let mut model = Conversation::new(Settings { dialect: Dialect::Task, ..Settings::default() });
    let _ = model.reminder(&store);
    let start = r#"{"taskId":"1","status":"in_progress","owner":"researcher"}"#;
    assert!(model.call(&mut store, &Call { tool: "TaskUpdate", arguments: start }).ok);
    pass(1000);
    store.acting_as(Author::User, |_| ());
    assert_eq!(owners(&store)[0], Some("researcher"));
}

/// A worker of a team, in one of two contexts that store one list.
struct Worker {
    name: String,
    /// The todo that it believes to have.
    todo: Option<Key>,
    /// When it acts again, or never.
    resumes_at: Option<i64>,
}

/// Both contexts read what the other wrote since they had the same list.
fn meet(stores: &mut [TodoStore; 2], base: &mut String) {
    let stored = stores[0].checkpoint();
    stores[1].merge(base, &stored).unwrap();
    *base = stores[1].checkpoint();
    stores[0].merge(&stored, base).unwrap();
}

/// One history of a team in two contexts with clocks that differ by some seconds.
fn play(seed: usize) {
    thread_local! {
        static SKEW: Cell<i64> = const { Cell::new(0) };
    }
    let mut dice = Dice::of_seed(seed);
    NOW.set(1_000_000);
    SKEW.set(dice.below(4000) as i64);
    let first = {
        let mut store = TodoStore::new(Options::from_json(r#"{"lease":60}"#).unwrap());
        let texts: Vec<String> = (0..12).map(|number| format!("todo {number}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        store.add_multiple(&texts).unwrap();
        store.checkpoint()
    };
    let open = |is_second: bool| {
        let mut store = TodoStore::from_checkpoint(&first).unwrap();
        let ahead = Clock(|| NOW.get() + SKEW.get());
        store.set_clock(if is_second { ahead } else { Clock(|| NOW.get()) });
        store
    };
    let mut stores = [open(false), open(true)];
    let mut base = first.clone();
    let mut workers: Vec<Worker> = (0..2 + dice.below(14))
        .map(|number| Worker { name: format!("w{number}"), todo: None, resumes_at: Some(0) })
        .collect();
    let mut skipped = None;
    for step in 0..400 {
        pass(1 + dice.below(6) as i64);
        let at = dice.below(workers.len());
        let store = &mut stores[at % 2];
        let worker = &mut workers[at];
        if worker.resumes_at.is_none_or(|at| at > NOW.get()) {
            continue;
        }
        let actor = agent(&worker.name);
        match dice.below(10) {
            // It is killed, or pauses for longer than the lease.
            0 => worker.resumes_at = None,
            1 => worker.resumes_at = Some(NOW.get() + 90_000),
            2..=4 => drop(store.acting_as(actor, TodoStore::heartbeat)),
            5..=7 => {
                let key = |store: &TodoStore, id: Id| store.list()[id.0 as usize - 1].key;
                let next = store.acting_as(actor, TodoStore::next_todo);
                worker.todo = next.map(|id| key(store, id));
            }
            _ => {
                let Some(todo) = worker.todo.take() else { continue };
                // Its owner's lease may end with that.
                store.acting_as(actor.clone(), |_| ());
                let before = store.list().iter().find(|it| it.key == todo).cloned();
                let result = store.acting_as(actor, |store| store.complete(todo));
                let before = before.unwrap();
                let owner = before.text(TextField::Owner);
                // A worker that lost the todo to another gets an error, and changes nothing.
                if !before.status().is_settled() && owner.is_some_and(|it| it != worker.name) {
                    assert_eq!(result, Err(WriteError::Denied), "{seed}: {}", before.content());
                }
            }
        }
        if step == 200 {
            let id = Id(1 + dice.below(12) as i64);
            let key = stores[0].list()[id.0 as usize - 1].key;
            stores[0].acting_as(Author::User, |store| store.skip(key, "no")).unwrap();
            skipped = Some(key);
        }
        if dice.below(4) == 0 {
            meet(&mut stores, &mut base);
        }
    }
    // What one did last, the other has not read.
    meet(&mut stores, &mut base);
    pass(200);
    for store in &mut stores {
        store.acting_as(Author::Host, |_| ());
        let owned = |todo: &&std::rc::Rc<agent_todos::Todo>| {
            !todo.status().is_settled() && todo.text(TextField::Owner).is_some()
        };
        assert!(store.list().iter().find(owned).is_none(), "{seed}: owned by nobody alive");
        if let Some(key) = skipped {
            let todo = store.list().iter().find(|todo| todo.key == key).unwrap();
            assert_eq!(todo.status(), Status::Skipped, "{seed}");
        }
    }
}

#[test]
fn random_teams_with_crashes_lose_no_todo_to_nobody() {
    each_seed("TEAMS", crate::times(200) as usize, |seed| {
        play(seed);
        None::<()>
    });
}

#[test]
fn of_two_who_finish_one_todo_the_later_is_told() {
    let mut store = leased();
    let mut ann = reader(&store, Dialect::TodoManager, "ann");
    let call = |action: &str| format!(r#"{{"action":"{action}","ids":[1]}}"#);
    let start = call("mark_doing");
    assert!(ann.call(&mut store, &Call { tool: "todo_manager", arguments: &start }).ok);
    pass(60);
    assert_eq!(next(&mut store, "bob"), Some(1));
    store.acting_as(agent("bob"), |store| store.complete(Id(1))).unwrap();
    let done = call("complete_multiple");
    let outcome = ann.call(&mut store, &Call { tool: "todo_manager", arguments: &done });
    assert!(!outcome.ok && outcome.text.contains("bob"), "{}", outcome.text);
}

#[test]
fn a_reminder_says_who_works_on_a_todo_of_another() {
    let mut store = leased();
    next(&mut store, "ann");
    let mut model = reader(&store, Dialect::TodoWrite, "dev");
    pass(60);
    assert_eq!(next(&mut store, "bob"), Some(1));
    let text = reminder_text(&model.reminder(&store), &store);
    assert_snapshot(&text);
}
