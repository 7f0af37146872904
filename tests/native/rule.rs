//! The one rule for every write: the faults that it ends, then its table, row by row.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::{Actor, Author};
use agent_todos::list::options::Unfinished;
use agent_todos::list::patch::Patch;
use agent_todos::run::{Report, Run, RunOptions, Step};
use agent_todos::tools::{always_told, markdown};
use agent_todos::{
    Call, Conversation, Dialect, ErrorCode, Field, Id, Key, Options, Ref, Refused, Settings,
    Status, TodoStore,
};
use expect_test::expect;
use serde_json::{Value, json};

use crate::dice::Dice;

use crate::scene::{
    Answer, Scene, ann, by, has_statuses, line, list, named, settings, store, told,
};

const ASKS: &str = r#"{"confirmDone":true}"#;
const REMOVES: &str = r#"{"onSkip":"remove"}"#;
const TWO: &str = r#"{"maxDoing":2}"#;

/// The dialects that write whole lists and say how far each todo is.
fn whole_lists() -> Vec<Dialect> {
    let others = [Dialect::TodoManager, Dialect::Task];
    let says_all = |dialect: &Dialect| has_statuses(*dialect) && !others.contains(dialect);
    let dialects: Vec<_> = Dialect::ALL.into_iter().filter(says_all).collect();
    assert_eq!(dialects.len(), 16);
    dialects
}

/// Those of them whose items have an id or a position of their own.
const WITH_IDS: [Dialect; 6] = [
    Dialect::ManageTodoList,
    Dialect::XmlCall,
    Dialect::Merge,
    Dialect::CursorTodoWrite,
    Dialect::TaskWrite,
    Dialect::Qwen,
];

fn bob() -> Actor {
    named("bob")
}

/// A model of this name that was told of a list.
fn as_named(name: &str, dialect: Dialect, options: &str, list: &str) -> Scene {
    Scene::new(Settings { name: named(name).name, ..settings(dialect) }, options, list)
}

/// Another model that was told of the same list.
fn joins(scene: &Scene, name: Option<&str>, dialect: Dialect) -> Conversation {
    let name = name.and_then(|name| named(name).name);
    let mut other = Conversation::new(Settings { name, ..settings(dialect) });
    let _ = other.reminder(&scene.store);
    other
}

/// What another model does on the list of a scene.
fn with<T>(scene: &mut Scene, other: &mut Conversation, act: impl FnOnce(&mut Scene) -> T) -> T {
    core::mem::swap(&mut scene.model, other);
    let result = act(scene);
    core::mem::swap(&mut scene.model, other);
    result
}

fn ids(action: &str, ids: &[usize]) -> (&'static str, Value) {
    ("todo_manager", json!({ "action": action, "ids": ids }))
}

fn update(id: &str, key: &str, value: &str) -> (&'static str, Value) {
    ("TaskUpdate", json!({ "taskId": id, key: value }))
}

/// Somebody gives a todo to an owner.
#[track_caller]
fn assign(store: &mut TodoStore, who: Actor, id: usize, owner: &str) {
    let arguments = json!({ "taskId": id.to_string(), "owner": owner }).to_string();
    let call = Call { tool: "TaskUpdate", arguments: &arguments };
    let outcome = store.acting_as(who, |store| Dialect::Task.call(store, &call));
    assert!(outcome.ok, "{}", outcome.text);
}

/// Lets a todo depend on these others, and on no more.
fn block(store: &mut TodoStore, who: impl Into<Actor>, id: i64, on: &[i64]) -> Result<(), Refused> {
    let on: Vec<Ref> = on.iter().map(|id| Ref::Id(Id(*id))).collect();
    let patch = Patch { blocked_by: Some(&on), ..Patch::default() };
    store.acting_as(who, |store| store.edit(Id(id), &patch).map(drop))
}

/// A model without a name, one with a name, and a run.
fn bound() -> [Actor; 3] {
    [Author::Model.into(), bob(), Author::Agent.into()]
}

/// Asserts that none of them may do this, and that nothing is done.
#[track_caller]
fn assert_held(store: &TodoStore, act: &str) {
    for who in bound() {
        let mut copy = store.clone();
        let result = by(&mut copy, who.clone(), act);
        assert_eq!(result, Err(Refused::Held), "{act}: {who:?}");
        assert_eq!(copy, *store, "{act}: {who:?}");
    }
}

/// Asserts that each of them may do this.
#[track_caller]
fn assert_free(store: &TodoStore, act: &str) {
    for who in bound() {
        let result = by(&mut store.clone(), who.clone(), act);
        assert_eq!(result, Ok(()), "{act}: {who:?}");
    }
}

/// What becomes of a list when two change it, each in a tab: each merges what the other stored.
#[track_caller]
fn tabs(
    base: &TodoStore,
    (one, acts): (impl Into<Actor>, &str),
    (other, others): (impl Into<Actor>, &str),
) -> [TodoStore; 2] {
    let (mut left, mut right) = (base.clone(), base.clone());
    by(&mut left, one, acts).unwrap();
    by(&mut right, other, others).unwrap();
    merge_both(base, &left, &right)
}

#[track_caller]
fn merge_both(base: &TodoStore, left: &TodoStore, right: &TodoStore) -> [TodoStore; 2] {
    [(left, right), (right, left)].map(|(ours, theirs)| {
        let mut merged = ours.clone();
        merged.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        assert_eq!(TodoStore::from_checkpoint(&merged.checkpoint()).unwrap().list(), merged.list());
        merged
    })
}

fn run(store: &mut TodoStore, who: impl Into<Actor>, options: &str) -> Run {
    let options = RunOptions::from_json(options).unwrap();
    store.acting_as(who, |store| Run::new(store, options))
}

fn executes(step: &Step) -> Option<Key> {
    match step {
        Step::Execute { todo, .. } => Some(*todo),
        _ => None,
    }
}

#[track_caller]
fn all_ok(answers: Vec<Answer>) {
    for answer in answers {
        answer.ok();
    }
}

// 1: several calls in one message ------------------------------------------------------------------

#[test]
fn one_message_means_one_list_though_a_person_removed_a_todo() {
    let mut scene = told(Dialect::TodoManager, "One, Two, Three, Four, Five");
    scene.user("remove 1");
    let answers = scene.message(&[ids("complete_multiple", &[2]), ids("complete_multiple", &[3])]);
    all_ok(answers);
    assert_eq!(scene.list(), "Two done, Three done, Four, Five");
    // The positions that it knows are over.
    let reminder = scene.reminder();
    assert!(reminder.contains(&scene.store.xml()), "{reminder}");
    scene.manages("complete_multiple", &[3]).ok();
    assert_eq!(scene.list(), "Two done, Three done, Four done, Five");
}

#[test]
fn one_message_means_one_list_though_others_added_and_moved() {
    for acts in ["add after 0: Zero", "move 5 after 0", "add after 1: x; add after 0: y"] {
        let mut scene = told(Dialect::TodoManager, "One, Two, Three, Four, Five");
        scene.user(acts);
        all_ok(scene.message(&[
            ids("complete_multiple", &[1]),
            ids("complete_multiple", &[3]),
            ids("complete_multiple", &[4]),
        ]));
        let list = scene.list();
        let mut done: Vec<_> =
            list.split(", ").filter_map(|todo| todo.strip_suffix(" done")).collect();
        done.sort_unstable();
        assert_eq!(done, ["Four", "One", "Three"], "{acts}");
    }
}

#[test]
fn several_deletions_in_one_message_mean_one_list() {
    let mut scene = told(Dialect::Task, "One, Two, Three, Four, Five");
    let delete = |id: &str| update(id, "status", "deleted");
    all_ok(scene.message(&[delete("1"), delete("2"), update("3", "status", "completed")]));
    assert_eq!(scene.list(), "Three done, Four, Five");
    scene.reminder();
    // Numbers are never used again.
    scene
        .tool("TaskUpdate", &json!({"taskId": "2", "status": "completed"}))
        .refuses(expect! {[r#"{"error":"taskId: there is no todo \"2\": the ids are 3, 4, 5"}"#]});
    scene.tool("TaskUpdate", &json!({"taskId": "4", "status": "completed"})).ok();
    assert_eq!(scene.list(), "Three done, Four done, Five");
}

#[test]
fn several_skips_that_remove_mean_one_list() {
    let mut scene =
        Scene::new(settings(Dialect::TodoManager), REMOVES, "One, Two, Three, Four, Five");
    all_ok(scene.message(&[ids("skip", &[1]), ids("skip", &[2]), ids("complete_multiple", &[3])]));
    assert_eq!(scene.list(), "Three done, Four, Five");
}

#[test]
fn a_refused_call_does_not_move_what_the_next_one_means() {
    // What is gone, what is settled, and what is not to be understood.
    for first in [
        ids("complete_multiple", &[1]),
        ids("mark_doing", &[1]),
        ids("skip", &[1]),
        ids("complete_multiple", &[77]),
        ("todo_manager", json!({ "action": "fly" })),
    ] {
        let mut scene = told(Dialect::TodoManager, "One, Two, Three, Four, Five");
        scene.user("remove 1");
        let answers = scene.message(&[
            first.clone(),
            ids("complete_multiple", &[2]),
            ids("complete_multiple", &[3]),
        ]);
        assert!(!answers[0].ok, "{first:?}");
        assert_eq!(scene.list(), "Two done, Three done, Four, Five", "{first:?}");
    }
    let mut scene = told(Dialect::Task, "One, Two, Three");
    scene.user("remove 1");
    let answers =
        scene.message(&[update("1", "status", "completed"), update("2", "status", "completed")]);
    assert_eq!((answers[0].ok, answers[1].ok), (false, true));
    assert_eq!(scene.list(), "Two done, Three");
}

/// What a model says on the side is of the same message as its calls.
#[test]
fn progress_and_plans_on_the_side_mean_the_list_of_the_message() {
    let mut scene = told(Dialect::TodoManager, "One, Two, Three, Four, Five");
    scene.user("remove 1");
    scene.progress(r#"{"todo_done":[2]}"#).ok();
    scene.progress(r#"{"todo_done":[3]}"#).ok();
    scene.manages("skip", &[4]).ok();
    assert_eq!(scene.list(), "Two done, Three done, Four skipped, Five");
    let mut scene = Scene::new(Settings::default(), REMOVES, "One, Two, Three, Four");
    scene.progress(r#"{"todo_skip":[1]}"#).ok();
    scene.progress(r#"{"todo_skip":[2],"todo_done":[3]}"#).ok();
    assert_eq!(scene.list(), "Three done, Four");
    let mut scene = told(Dialect::TodoManager, "One, Two, Three, Four, Five");
    scene.user("remove 1");
    scene.progress(r#"{"todo_done":[2]}"#).ok();
    scene.plan(r#"{"current_plan_item":3}"#).ok();
    assert_eq!(scene.list(), "Two done, Three done, Four doing, Five");
}

#[test]
fn positions_beyond_the_list_of_the_turn_mean_what_the_turn_added() {
    let mut scene = told(Dialect::TodoManager, "a, b");
    scene.user("add after 0: x; add: y");
    let add = |content| {
        ("todo_manager", json!({"action": "add_multiple", "todos": [{ "content": content }]}))
    };
    all_ok(scene.message(&[
        add("c"),
        add("d"),
        ids("complete_multiple", &[4]),
        ids("mark_doing", &[3]),
        ids("skip", &[2]),
    ]));
    assert_eq!(scene.sorted(), "a, b skipped, c doing, d done, x, y");
    // Where they were added in between, too.
    let mut scene = told(Dialect::TodoManager, "a, b");
    let between =
        json!({"action": "add_after_position", "position": 1, "todos": [{"content": "c"}]});
    all_ok(scene.message(&[
        ("todo_manager", between),
        ids("complete_multiple", &[2]),
        ids("skip", &[3]),
    ]));
    assert_eq!(scene.sorted(), "a, b done, c skipped");
}

#[test]
fn positions_after_a_whole_list_mean_that_list() {
    let mut scene = told(Dialect::TodoManager, "a, b");
    scene.user("add after 0: x");
    let replace = json!({"action": "replace_all", "todos": [{"content": "b"}, {"content": "c"}]});
    all_ok(scene.message(&[
        ("todo_manager", replace),
        ids("complete_multiple", &[1]),
        ids("skip", &[2]),
    ]));
    assert_eq!(scene.sorted(), "b done, c skipped, x");
}

/// A read begins a turn, but the calls beside it were written before it was answered.
#[test]
fn what_stands_beside_a_read_means_the_list_as_it_was_before() {
    let mut scene = told(Dialect::TodoManager, "One, Two, Three, Four");
    scene.user("remove 1");
    let read = ("todo_manager", json!({ "action": "list" }));
    all_ok(scene.message(&[read, ids("complete_multiple", &[2])]));
    assert_eq!(scene.list(), "Two done, Three, Four");
    scene.next_message();
    scene.manages("complete_multiple", &[2]).ok();
    assert_eq!(scene.list(), "Two done, Three done, Four");
}

#[test]
fn no_answer_of_a_message_but_a_read_shows_other_positions() {
    for first in [
        ids("complete_multiple", &[2]),
        ids("complete_multiple", &[1]),
        ids("mark_doing", &[2]),
        ids("skip", &[1]),
        ("todo_manager", json!({"action": "add_multiple", "todos": [{"content": "d"}]})),
    ] {
        let mut scene = told(Dialect::TodoManager, "a, b, c");
        scene.user("remove 1");
        for answer in scene.message(&[first.clone(), ids("complete_multiple", &[3])]) {
            assert!(!answer.text.contains("<todo id"), "{first:?}: {}", answer.text);
        }
        // The whole list comes with the next turn.
        let reminder = scene.reminder();
        assert!(reminder.contains(&scene.store.xml()), "{reminder}");
    }
}

/// Until a host reminds, each answer begins a turn, which begins when the message is over, and tells what others changed.
#[test]
fn where_nobody_reminds_each_answer_tells() {
    let mut scene = told(Dialect::Task, "");
    scene.model = Conversation::new(settings(Dialect::Task));
    let create = |subject: &str| ("TaskCreate", json!({"subject": subject, "description": ""}));
    all_ok(scene.message(&[create("a"), create("b"), create("c"), create("d")]));
    scene.next_message();
    scene.user("remove 1");
    let complete = |id| update(id, "status", "completed");
    let answers = scene.message(&[complete("2"), complete("3")]);
    expect! {[r#"{"success":true,"updatedFields":["status"],"statusChange":{"from":"pending","to":"completed"},"notes":["The user removed 1 (\"a\")."]}"#]}.assert_eq(&answers[0].text);
    all_ok(answers);
    assert_eq!(scene.list(), "b done, c done, d");
    scene.next_message();
    scene.tool("TaskUpdate", &complete("4").1).ok();
    assert_eq!(scene.list(), "b done, c done, d done");
}

#[test]
fn what_a_message_means_outlives_a_worker() {
    let mut scene = told(Dialect::Task, "One, Two, Three, Four");
    scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "deleted"})).ok();
    scene.restart();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "status": "completed"})).ok();
    assert_eq!(scene.list(), "Two done, Three, Four");
}

// 2: owners keep their work ------------------------------------------------------------------------

#[test]
fn a_list_that_says_in_progress_does_not_take_over_what_another_began() {
    for dialect in whole_lists() {
        for is_read in [false, true] {
            let mut scene = as_named("bob", dialect, "{}", "a, b, c");
            scene.by(ann(), "start 1").unwrap();
            if is_read {
                scene.reminder();
            }
            let answer = scene.writes("a #t1 doing, b #t2, c #t3").ok();
            assert_eq!(scene.list(), "a doing @ann, b, c", "{dialect:?} {is_read}");
            if !is_read {
                answer.noted();
            }
            // Nor may it do what is hers then.
            scene.writes("a #t1 done, b #t2, c #t3").noted();
            assert_eq!(scene.list(), "a doing @ann, b, c", "{dialect:?} {is_read}");
        }
    }
}

#[test]
fn another_text_under_an_id_takes_nothing_of_an_owner() {
    for dialect in WITH_IDS {
        for is_assigned in [false, true] {
            for is_read in [false, true] {
                let mut scene = as_named("bob", dialect, "{}", "a, b, c");
                match is_assigned {
                    true => assign(&mut scene.store, named("lead"), 1, "ann"),
                    false => scene.by(ann(), "start 1").unwrap(),
                }
                if is_read {
                    scene.reminder();
                }
                let hers = if is_assigned { "a @ann" } else { "a doing @ann" };
                scene.writes("x #t1, b #t2, c #t3").noted();
                let of = format!("{dialect:?} assigned: {is_assigned}, read: {is_read}");
                assert_eq!(scene.sorted(), format!("{hers}, b, c, x"), "{of}");
            }
        }
    }
}

#[test]
fn an_update_rewords_and_deletes_nothing_of_an_owner() {
    for is_read in [false, true] {
        for (dialect, tool, calls) in [
            (
                Dialect::Task,
                "TaskUpdate",
                vec![
                    json!({"taskId": "1", "subject": "x"}),
                    json!({"taskId": "1", "description": "x"}),
                    json!({"taskId": "1", "status": "deleted"}),
                    json!({"taskId": "1", "status": "pending"}),
                    json!({"taskId": "1", "owner": "bob"}),
                ],
            ),
            (
                Dialect::TaskWrite,
                "task_update",
                vec![json!({"id": "t1", "content": "x"}), json!({"id": "t1", "status": "pending"})],
            ),
        ] {
            for arguments in calls {
                let mut scene = as_named("bob", dialect, "{}", "a, b");
                scene.by(ann(), "start 1").unwrap();
                if is_read {
                    scene.reminder();
                }
                let answer = scene.tool(tool, &arguments);
                assert_eq!(scene.list(), "a doing @ann, b", "{arguments} {is_read}");
                // What it says as it knew it is told, though nothing was asked for.
                let is_asked = is_read || arguments["status"] != "pending";
                assert!(answer.text.contains("ann"), "{}", answer.text);
                assert!(!is_asked || !answer.ok, "{}", answer.text);
                assert_eq!(scene.store.list()[0].text(Field::Description), None);
            }
        }
    }
}

type Act = fn(&mut TodoStore) -> Result<(), Refused>;

#[test]
fn no_method_of_a_model_or_a_run_sets_back_what_an_owner_has() {
    let mut before = list("a, b");
    by(&mut before, ann(), "start 1").unwrap();
    let acts: [(&str, Act); 3] = [
        ("remove", |store| store.remove(Id(1))),
        ("goBack", |store| store.go_back(Id(1))),
        ("edit", |store| {
            store.edit(Id(1), &Patch { content: Some("x"), ..Patch::default() }).map(drop)
        }),
    ];
    for (name, act) in acts {
        for who in bound() {
            let mut store = before.clone();
            let error = store.acting_as(who.clone(), act);
            assert_eq!(error, Err(Refused::Held), "{name}: {who:?}");
            assert_eq!(store, before, "{name}: {who:?}");
        }
        for author in [Author::User, Author::Host] {
            before.clone().acting_as(author, act).unwrap();
        }
    }
}

#[test]
fn going_back_in_the_history_is_a_persons_or_a_hosts() {
    let mut before = list("a, b");
    by(&mut before, ann(), "start 1").unwrap();
    // Whatever there is to take back, and their own as well.
    for who in bound().into_iter().chain([ann()]) {
        let acts: [Act; 2] = [
            |store| store.undo().map(drop).map_err(Refused::from),
            |store| store.restore_revision(1).map_err(Refused::from),
        ];
        for act in acts {
            let mut store = before.clone();
            let error = store.acting_as(who.clone(), act).unwrap_err();
            assert_eq!(error.code(), Some(ErrorCode::NotAllowed), "{who:?}");
            assert_eq!(store, before, "{who:?}");
        }
    }
    for author in [Author::User, Author::Host] {
        let mut store = before.clone();
        store.acting_as(author, |store| store.restore_revision(1)).unwrap();
        assert_eq!(line(&store), "a, b");
    }
}

#[test]
fn abort_of_a_model_without_a_name_leaves_what_owners_have() {
    let mut store = list("a, b");
    by(&mut store, ann(), "start 1").unwrap();
    by(&mut store, Author::Model, "start 2; abort").unwrap();
    assert_eq!(line(&store), "a doing @ann, b");
    for author in [Author::Agent, Author::User, Author::Host] {
        let mut store = list("a, b");
        by(&mut store, ann(), "start 1").unwrap();
        by(&mut store, author, "abort").unwrap();
        assert_eq!(line(&store), "a, b", "{author:?}");
    }
}

#[test]
fn a_run_without_a_name_sets_nothing_back_that_an_owner_has() {
    for driver in ["host", "agent"] {
        for options in [REMOVES, "{}"] {
            let mut store = store(options, "a, b");
            by(&mut store, ann(), "start 1").unwrap();
            let options = format!(r#"{{"driver":"{driver}","start":"execute"}}"#);
            let mut run = run(&mut store, Author::Agent, &options);
            assert_eq!(line(&store), "a doing @ann, b", "it began: {driver}");
            run.next(&mut store);
            let hers = |store: &TodoStore| line(store).starts_with("a doing @ann, ");
            assert!(hers(&store), "{driver}: {}", line(&store));
            run.abort(&mut store);
            assert_eq!(line(&store), "a doing @ann, b", "it was aborted: {driver}");
            run.resume(&mut store);
            assert!(hers(&store), "{driver}: {}", line(&store));
            run.next(&mut store);
            run.fail(&mut store, "no more");
            assert!(hers(&store), "it ended: {driver}: {}", line(&store));
        }
    }
}

#[test]
fn a_run_without_a_name_executes_nothing_of_an_owner() {
    for driver in ["host", "agent"] {
        for (is_assigned, options) in [(false, "{}"), (true, "{}"), (false, REMOVES)] {
            let mut store = store(options, "a, b");
            match is_assigned {
                true => assign(&mut store, named("lead"), 1, "ann"),
                false => by(&mut store, ann(), "start 1").unwrap(),
            }
            let hers = store.list()[0].clone();
            let options = format!(r#"{{"driver":"{driver}","start":"execute"}}"#);
            let mut run = run(&mut store, Author::Agent, &options);
            let b = store.list()[1].key;
            let step = run.next(&mut store);
            assert_eq!(executes(&step), Some(b), "{driver} {is_assigned}: {step:?}");
            // What it says of a todo, that of another one is not.
            let failed = run.executed(&mut store, Report::Failed("no button"));
            assert_eq!(failed, Ok(()), "{driver} {is_assigned}");
            assert_eq!(store.list()[0], hers, "{driver} {is_assigned}");
        }
    }
}

#[test]
fn a_run_that_is_found_complete_settles_nothing_of_an_owner() {
    for driver in ["host", "agent"] {
        let mut store = list("a, b");
        by(&mut store, ann(), "start 1").unwrap();
        let options = format!(r#"{{"driver":"{driver}","start":"execute"}}"#);
        let mut run = run(&mut store, Author::Agent, &options);
        run.next(&mut store);
        run.executed(&mut store, Report::Finished).unwrap();
        run.next(&mut store);
        run.validated(&mut store, true, "all there", &[]).unwrap();
        assert!(line(&store).starts_with("a doing @ann, "), "{driver}: {}", line(&store));
    }
}

#[test]
fn a_plan_of_a_run_removes_nothing_of_an_owner() {
    for when in ["before", "meanwhile"] {
        for plan in [&["x"][..], &["a", "x"], &["x", "b"]] {
            let mut store = list("a, b");
            let mut run = run(&mut store, Author::Agent, "{}");
            if when == "before" {
                by(&mut store, ann(), "start 1").unwrap();
            }
            run.next(&mut store);
            if when == "meanwhile" {
                by(&mut store, ann(), "start 1").unwrap();
            }
            run.planned(&mut store, Some(plan)).unwrap();
            let now = line(&store);
            assert!(now.contains("a doing @ann"), "{when} {plan:?}: {now}");
            assert_eq!(now.matches('a').count(), 2, "{when} {plan:?}: {now}");
        }
    }
}

#[test]
fn who_starts_again_what_another_did_is_its_owner() {
    let mut store = list("a, b");
    by(&mut store, ann(), "start 1; complete 1").unwrap();
    by(&mut store, bob(), "start 1").unwrap();
    assert_eq!(line(&store), "a doing @bob, b");
    by(&mut store, bob(), "complete 1").unwrap();
    assert_eq!(line(&store), "a done @bob, b");
    // One without a name takes the name off.
    by(&mut store, Author::Model, "start 1").unwrap();
    assert_eq!(line(&store), "a doing, b");
}

#[test]
fn who_starts_again_what_another_did_is_its_owner_in_every_dialect() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| has_statuses(*dialect)) {
        let mut scene = as_named("bob", dialect, "{}", "a, b");
        scene.by(ann(), "start 1; complete 1").unwrap();
        scene.reminder();
        for (status, says) in [("doing", "a doing @bob, b"), ("done", "a done @bob, b")] {
            let (start, task) = match status {
                "doing" => ("mark_doing", "in_progress"),
                _ => ("complete_multiple", "completed"),
            };
            let answer = match dialect {
                Dialect::TodoManager => scene.manages(start, &[1]),
                Dialect::Task => scene.tool("TaskUpdate", &json!({"taskId": "1", "status": task})),
                _ => scene.writes(&format!("a #t1 {status}, b #t2")),
            };
            answer.ok();
            assert_eq!(scene.list(), says, "{dialect:?}");
        }
    }
}

// 3: no guard goes --------------------------------------------------------------------------------

#[test]
fn a_todo_to_be_confirmed_is_not_replaced_by_another_text() {
    for dialect in whole_lists() {
        for who in [Author::User, Author::Host] {
            for is_read in [false, true] {
                let of = format!("{dialect:?} {who:?} read: {is_read}");
                let mut scene = told(dialect, "");
                scene.writes("Pay #p, b #b").ok();
                scene.by(who, "ask 1: yes").unwrap();
                if is_read {
                    scene.reminder();
                }
                let answer = scene.writes("Pay by card #p, b #b").ok();
                let is_id = WITH_IDS.contains(&dialect);
                if !is_id {
                    assert_eq!(scene.sorted(), "Pay, Pay by card, b", "{of}");
                    answer.noted();
                }
                scene.reminder();
                scene.writes("Pay by card #p done, b #b").ok();
                let now = scene.sorted();
                assert!(!is_id || now.contains("Pay by card doing claimed"), "{of}: {now}");
                assert!(is_id || now.contains("Pay, Pay by card done"), "{of}: {now}");
            }
        }
    }
}

#[test]
fn another_text_at_the_position_of_what_is_to_be_confirmed_is_to_be_confirmed() {
    for is_read in [false, true] {
        let mut scene = told(Dialect::ManageTodoList, "Pay, b");
        scene.user("ask 1: yes");
        if is_read {
            scene.reminder();
        }
        scene.writes("Pay by card done, b").noted();
        assert_eq!(scene.sorted(), "Pay, Pay by card doing claimed, b", "{is_read}");
    }
}

#[test]
fn going_back_brings_neither_an_approval_back_nor_takes_a_guard_off() {
    let mut before = list("Pay");
    let asked = before.revision();
    by(&mut before, Author::User, "ask 1: yes; approve").unwrap();
    let approved = before.revision();
    by(&mut before, Author::User, "undo").unwrap();
    assert!(!before.list()[0].is_approved());
    for revision in [asked, approved] {
        for who in bound() {
            let mut store = before.clone();
            let back = |store: &mut TodoStore| store.restore_revision(revision.into());
            let error = store.acting_as(who, back).map_err(|error| error.code());
            assert_eq!((error, &store), (Err(ErrorCode::NotAllowed), &before), "{revision}");
        }
    }
}

/// A claim is of its text.
#[test]
fn a_claim_of_another_text_is_none() {
    let claimed = || {
        let mut store = store(ASKS, "Pay 10, b");
        let shows = |store: &mut TodoStore| store.complete_multiple(&[Id(1).into()], "receipt 7");
        store.acting_as(Author::Model, shows).unwrap();
        store
    };
    let is_open = |store: &TodoStore, of: &str| {
        assert_eq!(line(store), "Pay 999, b", "{of}");
        assert_eq!(store.list()[0].text(Field::Evidence), None, "{of}");
        assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap().list(), store.list());
    };
    for who in bound() {
        let mut store = claimed();
        by(&mut store, who.clone(), "word 1: Pay 999").unwrap();
        is_open(&store, &format!("{who:?}"));
    }
    for (dialect, tool, arguments) in [
        (Dialect::Task, "TaskUpdate", json!({"taskId": "1", "subject": "Pay 999"})),
        (Dialect::TaskWrite, "task_update", json!({"id": "t1", "content": "Pay 999"})),
    ] {
        let mut scene = Scene::new(settings(dialect), ASKS, "");
        scene.store = claimed();
        scene.reminder();
        scene.tool(tool, &arguments).ok();
        is_open(&scene.store, tool);
    }
    for dialect in [Dialect::Merge, Dialect::CursorTodoWrite] {
        let mut scene = Scene::new(settings(dialect), ASKS, "");
        scene.store = claimed();
        scene.reminder();
        let item = json!({"id": "1", "content": "Pay 999"});
        scene.call(&json!({"merge": true, "todos": [item]})).ok();
        is_open(&scene.store, &format!("{dialect:?}"));
    }
}

#[test]
fn done_of_another_text_is_a_new_claim() {
    let mut scene = Scene::new(settings(Dialect::Task), ASKS, "Pay 10");
    let shows = |store: &mut TodoStore| store.complete_multiple(&[Id(1).into()], "receipt 7");
    scene.store.acting_as(Author::Model, shows).unwrap();
    scene.reminder();
    let arguments = json!({"taskId": "1", "subject": "Pay 999", "status": "completed"});
    scene
        .tool("TaskUpdate", &arguments)
        .notes(expect! {[r#"1 ("Pay 999") waits to be confirmed"#]});
    assert_eq!(scene.list(), "Pay 999 doing claimed");
    // What showed the old one shows nothing of this one.
    assert_eq!(scene.store.list()[0].text(Field::Evidence), None);
}

#[test]
fn a_whole_list_that_rewords_a_claim_leaves_no_claim_of_another_text() {
    for dialect in WITH_IDS {
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
fn a_verification_is_of_the_text_that_was_shown() {
    let mut store = store(ASKS, "");
    let mut run = run(&mut store, Author::Agent, r#"{"verify":true}"#);
    run.next(&mut store);
    run.planned(&mut store, Some(&["Pay 10"])).unwrap();
    run.next(&mut store);
    run.executed(&mut store, Report::Done("receipt 7")).unwrap();
    assert!(matches!(run.next(&mut store), Step::Verify { .. }));
    by(&mut store, Author::Model, "word 1: Pay 999").unwrap();
    let _ = run.verified(&mut store, true, "");
    assert_eq!(line(&store).split(' ').take(2).collect::<Vec<_>>(), ["Pay", "999"]);
    assert!(!store.is_completed(Id(1)).unwrap(), "{}", line(&store));
    // Nor where it is claimed anew meanwhile.
    let mut store = self::store(ASKS, "");
    let mut run = self::run(&mut store, Author::Agent, r#"{"verify":true}"#);
    run.next(&mut store);
    run.planned(&mut store, Some(&["Pay 10"])).unwrap();
    run.next(&mut store);
    run.executed(&mut store, Report::Done("receipt 7")).unwrap();
    run.next(&mut store);
    by(&mut store, Author::Model, "word 1: Pay 999; complete 1").unwrap();
    let _ = run.verified(&mut store, true, "");
    assert!(!store.is_completed(Id(1)).unwrap(), "{}", line(&store));
}

#[test]
fn nobody_is_asked_of_a_claim_that_was_taken_back() {
    let asks = Settings { confirms: true, ..settings(Dialect::Task) };
    let mut scene = Scene::new(asks, "{}", "Pay 10");
    scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"})).ok();
    scene.tool("TaskUpdate", &json!({"taskId": "1", "subject": "Pay 999"})).ok();
    assert_eq!(scene.list(), "Pay 999");
    assert!(scene.model.take_claims().is_empty());
}

/// A run approves its own plan, and asks again where that changed while the person read it.
#[test]
fn an_approval_is_of_the_plan_that_was_shown() {
    for (who, act) in [
        (Author::Model, "add: x"),
        (Author::Host, "add: x"),
        (Author::Model, "word 2: x"),
        (Author::Model, "describe 2: x"),
    ] {
        let mut store = list("");
        let mut run = run(&mut store, Author::Agent, r#"{"approve":true}"#);
        run.next(&mut store);
        run.planned(&mut store, Some(&["a", "b"])).unwrap();
        assert_eq!(run.next(&mut store), approval_of(&store, &[0, 1]));
        by(&mut store, who, act).unwrap();
        let result = run.approved(&mut store, None);
        assert!(result.is_ok() || store.list().iter().all(|todo| !todo.is_approved()));
        for todo in store.list().iter() {
            let is_x = todo.content() == "x" || todo.text(Field::Description) == Some("x");
            assert!(!(is_x && todo.is_approved()), "{act}: approved unread");
        }
        let step = run.next(&mut store);
        let is_own = act.starts_with("add");
        assert!(is_own || matches!(step, Step::Approve { .. }), "{act}: {step:?}");
    }
}

/// The step that asks for an approval of the todos at these places.
fn approval_of(store: &TodoStore, places: &[usize]) -> Step {
    Step::Approve { todos: places.iter().map(|place| store.list()[*place].key).collect() }
}

#[test]
fn an_approval_may_say_which_revision_was_shown() {
    let mut store = list("");
    let mut run = run(&mut store, Author::Agent, r#"{"approve":true}"#);
    run.next(&mut store);
    run.planned(&mut store, Some(&["a", "b"])).unwrap();
    assert_eq!(run.next(&mut store), approval_of(&store, &[0, 1]));
    let first = i64::from(store.revision());
    by(&mut store, Author::Model, "word 2: x").unwrap();
    let second = i64::from(store.revision());
    // What a panel showed of a list whose owner was killed before it was stored.
    for unknown in [-1, second + 1, i64::MAX] {
        let refused = run.approved(&mut store, Some(unknown)).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::Changed);
        assert_eq!(run.next(&mut store), approval_of(&store, &[0, 1]), "it still waits");
    }
    let refused = run.approved(&mut store, Some(first)).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Changed);
    assert_eq!(run.next(&mut store), approval_of(&store, &[0, 1]), "it asks again");
    run.approved(&mut store, Some(second)).unwrap();
    assert!(matches!(run.next(&mut store), Step::Execute { .. }));
}

#[test]
fn a_run_approves_no_other_runs_plan() {
    let names = ["one", "other"].map(|name| Actor::named(Author::Agent, name).unwrap());
    let mut store = list("");
    let mut runs = names.map(|name| run(&mut store, name, r#"{"approve":true}"#));
    for (run, todo) in runs.iter_mut().zip(["a", "b"]) {
        run.next(&mut store);
        run.planned(&mut store, Some(&[todo])).unwrap();
    }
    assert_eq!(store.list().len(), 2, "{}", line(&store));
    assert_eq!(runs[0].next(&mut store), approval_of(&store, &[0]));
    runs[0].approved(&mut store, None).unwrap();
    let approved: Vec<_> = store.list().iter().filter(|todo| todo.is_approved()).collect();
    assert_eq!(approved.iter().map(|todo| todo.content()).collect::<Vec<_>>(), ["a"]);
    assert_eq!(runs[1].next(&mut store), approval_of(&store, &[1]));
}

// 4: no false refusal -----------------------------------------------------------------------------

/// A model of a name begins a todo, each way that its tools have.
#[track_caller]
fn begins(scene: &mut Scene, dialect: Dialect, id: usize, rest: &str) -> Answer {
    match dialect {
        Dialect::TodoManager => scene.manages("mark_doing", &[id]),
        Dialect::Task => {
            let arguments = json!({"taskId": id.to_string(), "status": "in_progress"});
            scene.tool("TaskUpdate", &arguments)
        }
        _ => scene.writes(rest),
    }
}

#[test]
fn a_model_begins_its_own_though_another_began_meanwhile() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| has_statuses(*dialect)) {
        for (is_read, is_decided) in [(false, false), (true, false), (true, true), (false, true)] {
            let of = format!("{dialect:?} read: {is_read}, decided: {is_decided}");
            let mut scene = as_named("bob", dialect, "{}", "a, b, c");
            let mut third = joins(&scene, None, Dialect::TodoManager);
            scene.by(ann(), "start 1").unwrap();
            if is_read {
                scene.reminder();
            }
            if is_decided {
                scene.user("rank 3: high");
            }
            let rest = if is_read {
                "a #t1 doing, b #t2 doing, c #t3"
            } else {
                "a #t1, b #t2 doing, c #t3"
            };
            let answer = begins(&mut scene, dialect, 2, rest).ok();
            assert_eq!(scene.list(), "a doing @ann, b doing @bob, c", "{of}: {}", answer.text);
            for note in &answer.notes {
                assert!(!note.contains("not in progress") && !note.contains("set back"), "{note}");
            }
            let reminder = with(&mut scene, &mut third, Scene::reminder);
            assert!(reminder.contains("bob"), "{of}: {reminder}");
            assert!(!reminder.contains("left 2 ("), "{of}: {reminder}");
        }
    }
}

/// Nor is what gave way to what somebody began under its own name.
#[test]
fn what_a_model_does_not_begin_is_not_left_to_it() {
    for dialect in with_a_cap() {
        for since in ["start 1", "skip 2: no", "complete 2", "remove 2"] {
            let mut scene = as_named("bob", dialect, "{}", "a, b, c");
            let mut third = joins(&scene, None, Dialect::TodoManager);
            scene.by(Actor::named(Author::Host, "bob").unwrap(), since).unwrap();
            begins(&mut scene, dialect, 2, "a #t1, b #t2 doing, c #t3");
            let of = format!("{dialect:?} {since}: {}", scene.list());
            let b = scene.store.list().iter().find(|todo| todo.content() == "b");
            assert!(b.is_none_or(|b| b.text(Field::Owner).is_none()), "{of}");
            let reminder = with(&mut scene, &mut third, Scene::reminder);
            assert!(!reminder.contains("left 2 ("), "{of}: {reminder}");
        }
    }
}

/// What has no name counts for nobody who has one.
#[test]
fn a_model_with_a_name_begins_its_own_though_a_person_began_meanwhile() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| has_statuses(*dialect)) {
        for who in [Author::Host, Author::User, Author::Agent, Author::Model] {
            let mut scene = as_named("bob", dialect, "{}", "a, b, c");
            let mut third = joins(&scene, None, Dialect::TodoManager);
            scene.by(who, "start 1").unwrap();
            begins(&mut scene, dialect, 2, "a #t1, b #t2 doing, c #t3").ok();
            assert_eq!(scene.list(), "a doing, b doing @bob, c", "{dialect:?} {who:?}");
            let reminder = with(&mut scene, &mut third, Scene::reminder);
            assert!(!reminder.contains("left 2 ("), "{dialect:?} {who:?}: {reminder}");
        }
    }
}

#[test]
fn two_may_be_in_progress_though_a_person_decided_something() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| has_statuses(*dialect)) {
        for act in ["rank 3: high", "add: d", "describe 1: more", "skip 3: no", "remove 3"] {
            let mut scene = Scene::new(settings(dialect), TWO, "a, b, c");
            begins(&mut scene, dialect, 1, "a #t1 doing, b #t2, c #t3").ok();
            scene.user(act);
            begins(&mut scene, dialect, 2, "a #t1 doing, b #t2 doing, c #t3").ok();
            assert!(scene.list().starts_with("a doing, b doing"), "{dialect:?}: {}", scene.list());
        }
    }
}

#[test]
fn two_of_each_name_may_be_in_progress() {
    let mut scene = as_named("bob", Dialect::TodoManager, TWO, "a, b, c, d");
    scene.by(ann(), "start 1; start 2").unwrap();
    scene.manages("mark_doing", &[3]).ok();
    scene.user("rank 1: high");
    scene.manages("mark_doing", &[4]).ok();
    assert_eq!(scene.list(), "a doing @ann, b doing @ann, c doing @bob, d doing @bob");
}

#[test]
fn what_somebody_began_a_moment_ago_may_be_done() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| has_statuses(*dialect)) {
        for who in [Author::Host, Author::User, Author::Model, Author::Agent] {
            let mut scene = told(dialect, "a, b");
            scene.by(who, "start 1").unwrap();
            let answer = match dialect {
                Dialect::TodoManager => scene.manages("complete_multiple", &[1]),
                Dialect::Task => {
                    scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"}))
                }
                _ => scene.writes("a #t1 done, b #t2"),
            };
            answer.ok();
            assert_eq!(scene.list(), "a done, b", "{dialect:?} {who:?}");
        }
        // And the next one begins.
        for who in [Author::Host, Author::User, Author::Model, Author::Agent] {
            let mut scene = told(dialect, "a, b");
            scene.by(who, "start 1").unwrap();
            match dialect {
                Dialect::TodoManager => {
                    all_ok(
                        scene.message(&[ids("complete_multiple", &[1]), ids("mark_doing", &[2])]),
                    );
                }
                Dialect::Task => {
                    all_ok(scene.message(&[
                        update("1", "status", "completed"),
                        update("2", "status", "in_progress"),
                    ]));
                }
                _ => drop(scene.writes("a #t1 done, b #t2 doing").ok()),
            }
            assert_eq!(scene.list(), "a done, b doing", "{dialect:?} {who:?}");
        }
    }
    for who in [Author::Host, Author::User] {
        let mut scene = told(Dialect::TodoManager, "a, b");
        scene.by(who, "start 1").unwrap();
        scene.progress(r#"{"todo_done":[1]}"#).ok();
        assert_eq!(scene.list(), "a done, b");
        let mut scene = told(Dialect::TodoManager, "a, b");
        scene.by(who, "start 1").unwrap();
        scene.plan(r#"{"current_plan_item":1}"#).ok();
        assert_eq!(scene.list(), "a done, b doing");
    }
}

// 5: claims and reasons stay where they belong -----------------------------------------------------

#[test]
fn an_unread_claim_stays_when_the_model_starts_the_next() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| has_statuses(*dialect)) {
        let mut scene = Scene::new(settings(dialect), ASKS, "a doing, b, c");
        scene.by(Author::Model, "complete 1").unwrap();
        begins(&mut scene, dialect, 2, "a #t1, b #t2 doing, c #t3").ok();
        assert_eq!(scene.list(), "a doing claimed, b doing, c", "{dialect:?}");
        let mut scene = Scene::new(settings(dialect), ASKS, "a doing, b, c");
        scene.by(Author::Model, "complete 1").unwrap();
        begins(&mut scene, dialect, 2, "a #t1 doing, b #t2 doing, c #t3").ok();
        assert_eq!(scene.list(), "a doing claimed, b doing, c", "{dialect:?}");
    }
    let mut scene = Scene::new(Settings::default(), ASKS, "a doing, b, c");
    scene.by(Author::Model, "complete 1").unwrap();
    scene.call(&json!({ "action": "get_next" })).ok();
    assert_eq!(scene.list(), "a doing claimed, b doing, c");
}

#[test]
fn why_a_claim_was_sent_back_is_told_to_the_model_that_takes_it_up_again() {
    for reminders in [ReminderMode::Changes, ReminderMode::Full, ReminderMode::Off] {
        let settings = Settings { reminders, ..settings(Dialect::TodoManager) };
        let mut scene = Scene::new(settings, ASKS, "a, b");
        scene.call(&json!({ "action": "list" })).ok();
        scene.next_message();
        scene.manages("complete_multiple", &[1]).ok();
        scene.user("reopen 1: no receipt");
        let answer = scene.call(&json!({ "action": "get_next" })).noted();
        assert!(answer.text.contains("no receipt"), "{}", answer.text);
        assert_eq!(scene.list(), "a doing, b");
        // Once.
        let again = scene.call(&json!({ "action": "get_next" })).ok();
        assert!(!again.text.contains("no receipt"), "{}", again.text);
        assert!(!scene.reminder().contains("no receipt"));
    }
}

#[test]
fn why_a_todo_was_sent_back_is_told_though_the_model_saw_it_and_a_run_began_it() {
    for options in [ASKS, "{}"] {
        let mut scene = Scene::new(settings(Dialect::Task), options, "a, b");
        scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"})).ok();
        scene.user("reopen 1: no receipt");
        scene.tool("TaskGet", &json!({"taskId": "1"})).ok();
        scene.by(Author::Agent, "start 1").unwrap();
        scene.is_reminded();
    }
}

#[test]
fn what_the_model_asked_for_and_others_had_done_is_known_to_it() {
    let mut scene = told(Dialect::SetTodoList, "a, b");
    scene.host("start 1");
    scene.writes("a doing, b").ok();
    scene.user("abort");
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 2 todo. The user set 1 ("a") back to todo.</browser-state>"#]});
    // What it left out had been removed, and comes back.
    let mut scene = told(Dialect::SetTodoList, "a, b");
    scene.host("remove 2");
    scene.writes("a").ok();
    scene.host("undo");
    scene.reads(expect! {[r#"
        <browser-state>TODO list updated. The host took back the latest change.
        The host brought back 2 ("b").
        Current state:
        <todos><todo id="1" status="todo">a</todo><todo id="2" status="todo">b</todo></todos></browser-state>"#]});
}

#[test]
fn why_a_claim_was_sent_back_is_told_though_another_begins_it() {
    for names in [[Some("ann"), Some("bob")], [None, None]] {
        for waits in [false, true] {
            let mut scene = Scene::new(
                Settings {
                    name: names[0].and_then(|name| named(name).name),
                    ..Settings::default()
                },
                ASKS,
                "a, b",
            );
            let mut other = joins(&scene, names[1], Dialect::TodoManager);
            scene.manages("complete_multiple", &[1]).ok();
            let reads = |scene: &mut Scene| scene.reminder();
            with(&mut scene, &mut other, reads);
            scene.user("reopen 1: no receipt");
            if waits {
                let reminder = with(&mut scene, &mut other, reads);
                assert!(reminder.contains("no receipt"), "{reminder}");
            }
            with(&mut scene, &mut other, |scene| {
                scene.manages("mark_doing", &[1]);
                // Held until it has read that; then it may.
                scene.reminder();
                scene.manages("mark_doing", &[1]).ok();
            });
            let reminder = scene.reminder();
            assert!(reminder.contains("no receipt"), "{names:?} {waits}: {reminder}");
        }
    }
}

#[test]
fn the_reason_of_one_state_is_not_that_of_another() {
    let mut before = store(ASKS, "a, b");
    by(&mut before, ann(), "complete 1").unwrap();
    by(&mut before, Author::User, "reopen 1: no receipt").unwrap();
    for who in bound() {
        for acts in ["skip 1", "start 1; skip 1", "start 1; abort; skip 1"] {
            let mut store = before.clone();
            by(&mut store, who.clone(), acts).unwrap();
            assert_eq!(store.list()[0].text(Field::Reason), None, "{who:?}: {acts}");
            let mut third = Conversation::new(Settings::default());
            let _ = third.reminder(&before);
            let reminder = crate::scene::text(&third.reminder(&store), &store);
            assert!(!reminder.contains("receipt"), "{who:?}: {acts}: {reminder}");
        }
    }
    for dialect in Dialect::ALL {
        let mut scene = Scene::new(settings(dialect), ASKS, "");
        scene.store = before.clone();
        scene.reminder();
        begins(&mut scene, dialect, 1, "a #t1 doing, b #t2").ok();
        if has_statuses(dialect) {
            assert_eq!(scene.store.list()[0].text(Field::Reason), None, "{dialect:?}");
        }
        scene.by(Author::Model, "skip 1").unwrap();
        assert_eq!(scene.store.list()[0].text(Field::Reason), None, "{dialect:?}");
    }
}

#[test]
fn a_persons_reason_is_no_models_to_say() {
    let mut scene = told(Dialect::TodoManager, "a, b");
    scene.user("skip 1: too slow");
    assert_held(&scene.store, "skip 1: broken");
    for who in bound() {
        let _ = scene.by(who, "skip 1: broken");
    }
    assert_eq!(scene.store.list()[0].text(Field::Reason), Some("too slow"));
    let reminder = scene.reminder();
    assert!(reminder.contains("too slow") && !reminder.contains("broken"), "{reminder}");
    scene.user("skip 1: sold out");
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 1 skipped, 1 todo. The user skipped 1 ("a"): sold out.</browser-state>"#]});
}

#[test]
fn a_reason_is_told_as_theirs_who_gave_it() {
    let mut scene = told(Dialect::TodoManager, "a, b");
    scene.by(ann(), "skip 1: broken").unwrap();
    scene.user("skip 1");
    // It is the person's skip now, and they gave no reason.
    let reminder = scene.reminder();
    assert!(!reminder.contains("The user skipped 1 (\"a\"): broken"), "{reminder}");
}

// 6: no false note --------------------------------------------------------------------------------

#[test]
fn no_note_says_set_back_of_what_is_in_progress() {
    type Scenes = fn(Dialect) -> Scene;
    let scenes: [(&str, Scenes); 6] = [
        ("another owner's, unread", |dialect| {
            let mut scene = as_named("bob", dialect, "{}", "a, b, c");
            scene.by(ann(), "start 1").unwrap();
            scene
        }),
        ("another owner's, read", |dialect| {
            let mut scene = as_named("bob", dialect, "{}", "a, b, c");
            scene.by(ann(), "start 1").unwrap();
            scene.reminder();
            scene
        }),
        ("a claim", |dialect| {
            let mut scene = Scene::new(settings(dialect), ASKS, "a, b, c");
            scene.by(Author::Model, "complete 1").unwrap();
            scene.reminder();
            scene
        }),
        ("an unread claim", |dialect| {
            let mut scene = Scene::new(settings(dialect), ASKS, "a doing, b, c");
            scene.by(Author::Model, "complete 1").unwrap();
            scene
        }),
        ("what a person skipped", |dialect| {
            let mut scene = told(dialect, "a doing, b, c");
            scene.user("skip 2: no");
            scene
        }),
        ("what a person removed", |dialect| {
            let mut scene = told(dialect, "a doing, b, c");
            scene.user("remove 2");
            scene
        }),
    ];
    for dialect in whole_lists() {
        for (what, scene) in scenes {
            let mut scene = scene(dialect);
            let answer = scene.writes("a #t1 doing, b #t2 doing, c #t3").ok();
            let now = scene.list();
            assert!(now.starts_with("a doing"), "{dialect:?} {what}: {now}: {}", answer.text);
            let is_false = |note: &&String| note.contains("set back") && note.contains("\"a\"");
            let note = answer.notes.iter().find(is_false);
            assert_eq!(note, None, "{dialect:?} {what}: {now}");
        }
    }
}

#[test]
fn a_note_that_one_is_not_in_progress_names_the_one_that_is_why() {
    // A claim, or what another owner has, stands before what the user started.
    for dialect in with_a_cap() {
        for is_owned in [false, true] {
            let options = if is_owned { "{}" } else { ASKS };
            let mut scene = Scene::new(settings(dialect), options, "a, b, c");
            match is_owned {
                true => scene.by(ann(), "start 1").unwrap(),
                false => scene.by(Author::Model, "complete 1").unwrap(),
            }
            scene.reminder();
            scene.user("start 3");
            let answer = begins(&mut scene, dialect, 2, "a #t1 doing, b #t2 doing, c #t3");
            assert!(scene.list().contains(", b, c doing"), "{dialect:?}: {}", scene.list());
            let notes = answer.text.replace("\\\"", "\"");
            assert!(notes.contains("3 (\"c\")"), "{dialect:?} {is_owned}: {notes}");
            assert!(!notes.contains("started 1 (\"a\")"), "{dialect:?} {is_owned}: {notes}");
            assert!(!notes.contains("1 (\"a\") is in progress"), "{dialect:?}: {notes}");
        }
    }
}

#[test]
fn what_another_finished_since_is_not_begun_again() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| has_statuses(*dialect)) {
        for who in [Author::Host.into(), Author::Agent.into(), Author::Model.into(), ann()] {
            let mut scene = told(dialect, "a, b");
            scene.by(who.clone(), "complete 1").unwrap();
            let answer = begins(&mut scene, dialect, 1, "a #t1 doing, b #t2");
            let of = format!("{dialect:?} {who:?}: {}", answer.text);
            assert!(scene.list().starts_with("a done"), "{of}");
            answer.is_told();
            // Once it has read that, it may.
            scene.reminder();
            begins(&mut scene, dialect, 1, "a #t1 doing, b #t2").ok();
            assert!(scene.list().starts_with("a doing"), "{of}: {}", scene.list());
        }
    }
}

#[test]
fn what_is_read_from_a_user_says_nothing_of_an_earlier_writer() {
    let mut store = store(ASKS, "a, b");
    by(&mut store, Author::Model, "complete 1").unwrap();
    let text = markdown::markdown(store.list());
    let read = |store: &mut TodoStore| markdown::read_markdown(store, &text);
    assert_eq!(store.acting_as(Author::User, read), Ok(vec![]));
    // Nor of what another owner has.
    let mut store = list("a, b");
    by(&mut store, ann(), "start 1").unwrap();
    let write = Call { tool: "TodoWrite", arguments: &whole_of("b").to_string() };
    store.acting_as(bob(), |store| Dialect::TodoWrite.call(store, &write));
    let text = markdown::markdown(store.list());
    let read = |store: &mut TodoStore| markdown::read_markdown(store, &text);
    assert_eq!(store.acting_as(Author::User, read), Ok(vec![]));
}

fn whole_of(list: &str) -> Value {
    crate::scene::whole(Dialect::TodoWrite, &crate::scene::items(list))
}

#[test]
fn progress_and_plans_without_a_conversation_say_that_a_claim_waits() {
    for arguments in [r#"{"todo_done":[1]}"#, r#"{"todo_done":[1],"evidence":"receipt"}"#] {
        let mut store = store(ASKS, "a, b");
        let outcome = always_told::apply_progress(&mut store, Ok(arguments));
        assert_eq!(line(&store), "a doing claimed, b");
        assert_eq!(outcome.notes.len(), 1, "{}", outcome.text);
    }
    let mut store = store(ASKS, "a doing, b");
    by(&mut store, Author::Model, "start 1").unwrap();
    let outcome = always_told::apply_plan(&mut store, Ok(r#"{"current_plan_item":1}"#));
    assert_eq!(line(&store), "a doing claimed, b doing");
    expect! {[r#"
        Todos: 2 in all, 0 done, 2 in progress, 0 to do
        note: 1 ("a") waits to be confirmed"#]}
    .assert_eq(&outcome.text);
    // Beside one that is done, it says which is.
    let mut store = list("a, b");
    by(&mut store, Author::Host, "ask 1: yes").unwrap();
    let outcome = always_told::apply_progress(&mut store, Ok(r#"{"todo_done":[1,2]}"#));
    expect! {[r#"
        Completed TODOs: 2. To be confirmed: 1
        note: 1 ("a") waits to be confirmed"#]}
    .assert_eq(&outcome.text);
    // And with one.
    let mut scene = Scene::new(Settings::default(), ASKS, "a, b");
    let answer = scene.progress(r#"{"todo_done":[1]}"#);
    answer.answers(expect! {[r#"
        To be confirmed: 1
        note: 1 ("a") waits to be confirmed"#]});
}

// 7: what is written can be read ------------------------------------------------------------------

#[track_caller]
fn is_readable(store: &TodoStore) {
    let copy = TodoStore::from_checkpoint(&store.checkpoint());
    assert_eq!(copy.map(|copy| copy.checkpoint()), Ok(store.checkpoint()));
}

#[test]
fn a_list_with_more_in_progress_than_may_be_is_kept() {
    let mut two = store(TWO, "a, b, c");
    by(&mut two, Author::Host, "start 1; start 2").unwrap();
    let mut one = list("x");
    one.load(&two.checkpoint()).unwrap();
    assert_eq!(line(&one), "a doing, b doing, c");
    is_readable(&one);
    let mut merged = list("");
    merged.merge("", &two.checkpoint()).unwrap();
    is_readable(&merged);
    // Only another one is refused.
    if one.options().max_doing() == 1 {
        assert_eq!(
            by(&mut one, Author::Host, "start 3").unwrap_err().code(),
            Some(ErrorCode::AlreadyDoing)
        );
    }
    let xml = two.xml();
    let read = TodoStore::from_xml(&xml, Options::from_json("{}").unwrap()).unwrap();
    assert_eq!(read.xml(), xml);
    is_readable(&read);
}

#[test]
fn a_conversation_that_looked_one_up_beside_a_claim_can_be_stored() {
    for (options, acts) in [
        (ASKS, "start 1; complete 1; start 2"),
        (ASKS, "complete 1; complete 2"),
        (TWO, "start 1; start 2"),
    ] {
        let mut scene = Scene::new(settings(Dialect::Task), options, "a, b, c");
        scene.by(Author::Model, acts).unwrap();
        for is_read in [false, true] {
            if is_read {
                scene.reminder();
            }
            for id in ["1", "2", "3"] {
                scene.tool("TaskGet", &json!({ "taskId": id })).ok();
                let stored = scene.model.checkpoint();
                let read = Conversation::from_checkpoint(&scene.store, &stored);
                assert!(read.is_ok(), "{acts} {is_read} {id}: {stored}");
            }
        }
        scene.restart();
    }
}

#[test]
fn a_run_whose_todo_was_sent_back_with_two_lines_can_be_stored() {
    let mut store = store(ASKS, "");
    let mut run = run(&mut store, Author::Agent, "{}");
    run.next(&mut store);
    run.planned(&mut store, Some(&["a"])).unwrap();
    run.next(&mut store);
    run.executed(&mut store, Report::Done("")).unwrap();
    run.next(&mut store);
    by(&mut store, Author::User, "reopen 1: no receipt\nand no kettle").unwrap();
    let step = run.next(&mut store);
    assert!(executes(&step).is_some(), "{step:?}");
    let stored = run.checkpoint();
    let read = Run::from_checkpoint(&store, &stored).map(|run| run.checkpoint());
    assert_eq!(read, Ok(stored));
    is_readable(&store);
}

#[test]
fn the_xml_of_two_owners_can_be_read() {
    let mut store = list("a, b, c");
    by(&mut store, ann(), "start 1").unwrap();
    by(&mut store, bob(), "start 2").unwrap();
    let read = TodoStore::from_xml(&store.xml(), *store.options()).unwrap();
    assert_eq!(read.xml(), store.xml());
    is_readable(&read);
    is_readable(&store);
}

#[test]
fn what_a_todo_waits_on_as_a_person_says_holds() {
    let mut store = list("a, b, c");
    block(&mut store, Author::User, 1, &[2]).unwrap();
    for who in bound() {
        for on in [&[][..], &[3]] {
            let mut copy = store.clone();
            let error = block(&mut copy, who.clone(), 1, on);
            assert_eq!((error, &copy), (Err(Refused::Held), &store), "{who:?} {on:?}");
        }
        // One more is free.
        block(&mut store.clone(), who, 1, &[2, 3]).unwrap();
    }
    // What they cleared stays clear of what they took off.
    let mut host = store.clone();
    block(&mut host, Author::Host, 1, &[]).unwrap();
    block(&mut host, Author::Model, 1, &[3]).unwrap();
    block(&mut host, Author::Model, 1, &[]).unwrap();
    // In two tabs.
    let mut other = store.clone();
    let base = list("a, b, c");
    let mut model = base.clone();
    block(&mut model, Author::Model, 1, &[3]).unwrap();
    for merged in merge_both(&base, &model, &store) {
        assert!(merged.list()[0].blocked_by().contains(&merged.list()[1].key));
    }
    by(&mut other, Author::Model, "rank 3: high").unwrap();
    let [one, _] = merge_both(&store, &other, &store);
    assert_eq!(one.list()[0].blocked_by().len(), 1);
}

#[test]
fn what_a_person_removed_in_one_tab_and_a_model_in_another_stays_removed() {
    let base = told(Dialect::TodoWrite, "a, b, c");
    for is_ours in [false, true] {
        let (mut scene, mut other) = (base.clone(), base.clone());
        let (user, model) =
            if is_ours { (&mut scene, &mut other) } else { (&mut other, &mut scene) };
        user.user("remove 2");
        model.by(Author::Model, "remove 2").unwrap();
        scene.merge(&base, &other);
        scene.reminder();
        scene.writes("a, b, c").noted();
        assert_eq!(scene.list(), "a, c", "{is_ours}");
        scene.restart();
        scene.writes("a, b, c").noted();
        assert_eq!(scene.list(), "a, c", "{is_ours}");
    }
}

/// What shows an approval holds, and nothing else than what was approved does.
#[track_caller]
fn shows_what_holds(store: &TodoStore, of: &str) {
    for (todo, id) in store.list().iter().zip(1..) {
        if !todo.is_approved() || todo.status().is_settled() {
            continue;
        }
        assert_eq!(todo.content(), ["a", "b"][id - 1], "{of}: nobody approved that");
        for act in [format!("word {id}: evil"), format!("remove {id}")] {
            assert!(by(&mut store.clone(), Author::Model, &act).is_err(), "{of}: {act}");
        }
    }
}

#[test]
fn an_approval_that_was_cleared_in_one_tab_leaves_no_flag_behind() {
    for before in ["approve", "approve; undo", "rank 2: high"] {
        let mut base = list("a, b");
        by(&mut base, Author::User, before).unwrap();
        for (one, act) in
            [(Author::User, "approve"), (Author::Model, "add: c"), (Author::Host, "rank 2: low")]
        {
            for clears in ["word 1: x", "word 1: x; word 2: y", "undo", "remove 1; undo"] {
                for merged in tabs(&base, (one, act), (Author::Host, clears)) {
                    shows_what_holds(&merged, &format!("{before} | {act} | {clears}"));
                }
            }
        }
    }
}

#[test]
fn what_a_conversation_remembers_of_what_it_kept_does_not_grow() {
    for dialect in [Dialect::TodoWrite, Dialect::CursorTodoWrite, Dialect::ManageTodoList] {
        let mut sizes = Vec::new();
        let mut scene = Scene::new(settings(dialect), r#"{"maxSnapshots":5}"#, "a, b");
        for round in 0..400 {
            scene.user("add: of the user");
            scene.reminder();
            scene.writes("a #t1, b #t2").noted();
            if round % 2 == 0 {
                scene.reminder();
            }
            scene.user("remove 3");
            scene.reminder();
            scene.writes("a #t1, b #t2").ok();
            sizes.push(scene.model.checkpoint().len());
        }
        // Where the digits of keys and revisions alone grow.
        assert!(sizes[399] < sizes[49] + 200, "{dialect:?}: {} then {}", sizes[49], sizes[399]);
    }
}

// The table of `change/table.rs`, a row each -------------------------------------------------------------

/// What a row holds against in a conversation with the tool `Task`: a call, and what allows it.
#[track_caller]
fn holds_until(scene: &Scene, (tool, arguments): (&str, Value), until: impl FnOnce(&mut Scene)) {
    let mut scene = scene.clone();
    let before = scene.store.list().clone();
    let answer = scene.tool(tool, &arguments).fails();
    assert_eq!(*scene.store.list(), before, "{arguments}: {}", answer.text);
    // Said again in the same message, it is held again.
    scene.tool(tool, &arguments).fails();
    assert_eq!(*scene.store.list(), before, "{arguments}");
    until(&mut scene);
    scene.tool(tool, &arguments).ok();
    assert_ne!(*scene.store.list(), before, "{arguments}");
}

/// It holds though it was read.
#[track_caller]
fn holds_though_read(scene: &Scene, call: &(&str, Value)) {
    let mut scene = scene.clone();
    for _ in 0..2 {
        scene.reminder();
        let before = scene.store.list().clone();
        scene.tool(call.0, &call.1).fails();
        assert_eq!(*scene.store.list(), before, "{}", call.1);
        scene.restart();
    }
}

#[test]
fn row_1_what_anybody_changed_since_holds_until_the_next_turn() {
    let others = [Author::Host.into(), Author::Model.into(), Author::Agent.into(), ann()];
    for who in others {
        for (act, call) in [
            ("word 1: a of mine", update("1", "subject", "x")),
            ("describe 1: mine", update("1", "description", "x")),
            ("complete 1", update("1", "status", "in_progress")),
            ("skip 1: no time", update("1", "status", "in_progress")),
            // The presence of a todo of which they changed anything.
            ("describe 1: mine", update("1", "status", "deleted")),
            ("rank 1: high", update("1", "status", "deleted")),
            ("word 1: a of mine", update("1", "status", "deleted")),
            ("complete 1", update("1", "status", "deleted")),
            // "Done" of a todo of which they changed the content.
            ("word 1: a of mine", update("1", "status", "completed")),
        ] {
            let mut scene = told(Dialect::Task, "a, b");
            scene.by(who.clone(), act).unwrap();
            holds_until(&scene, call, |scene| drop(scene.reminder()));
        }
        // That somebody set it back holds, too.
        let mut scene = told(Dialect::Task, "a doing, b");
        let reopens = if who.name.is_some() { Author::Host.into() } else { who };
        scene.by(reopens, "reopen 1: not yet").unwrap();
        holds_until(&scene, update("1", "status", "completed"), |s| drop(s.reminder()));
    }
}

#[test]
fn row_1_that_somebody_began_it_does_not_hold_against_done() {
    for who in [Author::Host, Author::User, Author::Model, Author::Agent] {
        let mut scene = told(Dialect::Task, "a, b");
        scene.by(who, "start 1").unwrap();
        scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"})).ok();
        assert_eq!(scene.list(), "a done, b");
    }
    // Nor does what it changed itself, through this conversation.
    let mut scene = told(Dialect::Task, "a, b");
    all_ok(scene.message(&[
        update("1", "subject", "x"),
        update("1", "status", "in_progress"),
        update("1", "subject", "y"),
        update("1", "status", "completed"),
        update("1", "status", "pending"),
        update("1", "status", "deleted"),
    ]));
    assert_eq!(scene.list(), "b");
}

#[test]
fn row_1_holds_in_a_whole_list_of_every_dialect_until_the_next_turn() {
    for dialect in whole_lists() {
        for who in [Author::Host.into(), Author::Agent.into(), Author::Model.into(), ann()] {
            let mut scene = told(dialect, "a, b, c, d");
            scene.by(who.clone(), "complete 1; word 2: b of mine; add: e; rank 3: high").unwrap();
            let of = format!("{dialect:?} {who:?}");
            for _ in 0..2 {
                let answer = scene.writes("a #t1 doing, b #t2 done, d #t4").ok();
                assert_eq!(scene.sorted(), "a done, b of mine, c, d, e", "{of}: {}", answer.text);
                answer.noted();
            }
            scene.reminder();
            scene.writes("a #t1 doing, b of mine #t2 done, d #t4").ok();
            assert_eq!(scene.sorted(), "a doing, b of mine done, d", "{of}");
        }
    }
}

#[test]
fn row_1_between_two_tabs() {
    for who in [Author::Host, Author::User] {
        for (act, model, expected) in [
            // "Done" of a content that they changed, and the presence of what they changed.
            ("word 1: x", "complete 1", "x, b"),
            ("word 1: x", "remove 1", "x, b"),
            ("rank 1: high", "remove 1", "a, b"),
            ("skip 1", "start 1", "a skipped, b"),
            ("word 1: x", "word 1: y", "x, b"),
            // And what they left alone is the model's.
            ("word 2: x", "complete 1", "a done, x"),
            ("start 1", "complete 1", "a done, b"),
        ] {
            for merged in tabs(&list("a, b"), (Author::Model, model), (who, act)) {
                assert_eq!(line(&merged), expected, "{who:?} {act} | {model}");
            }
        }
    }
}

#[test]
fn row_2_what_a_person_settled_holds_until_it_is_opened() {
    for settles in ["complete 1", "skip 1: one is enough"] {
        let mut scene = told(Dialect::Task, "a, b");
        scene.user(settles);
        for status in ["pending", "in_progress"] {
            let call = update("1", "status", status);
            holds_though_read(&scene, &call);
        }
        // And the content that it was settled with.
        let words = update("1", "subject", "x");
        holds_though_read(&scene, &words);
        for act in ["start 1", "reopen 1", "go back to 1", "word 1: x"] {
            assert_held(&scene.store, act);
        }
        assert_held(&scene.store, if settles == "complete 1" { "skip 1" } else { "complete 1" });
        for opener in [Author::User, Author::Host] {
            let mut open = scene.clone();
            open.by(opener, "reopen 1").unwrap();
            open.reminder();
            open.tool("TaskUpdate", &json!({"taskId": "1", "status": "in_progress"})).ok();
            open.tool("TaskUpdate", &json!({"taskId": "1", "subject": "x"})).ok();
            assert_eq!(open.list(), "x doing, b", "{opener:?}");
            let mut store = scene.store.clone();
            by(&mut store, opener, "reopen 1").unwrap();
            for act in ["start 1", "skip 1", "word 1: x", "complete 1"] {
                assert_free(&store, act);
            }
        }
    }
    // What a host settled, a model may open and reword.
    let mut store = list("a, b");
    by(&mut store, Author::Host, "complete 1").unwrap();
    for act in ["reopen 1", "start 1", "word 1: x"] {
        assert_free(&store, act);
    }
}

#[test]
fn row_2_between_two_tabs() {
    for (user, model, expected) in [
        ("complete 1", "skip 1: no", "a done, b"),
        ("skip 1: no", "complete 1", "a skipped, b"),
        ("complete 1", "word 1: x", "a done, b"),
        ("complete 1", "start 1; word 1: x", "a done, b"),
    ] {
        for merged in tabs(&list("a, b"), (Author::Model, model), (Author::User, user)) {
            assert_eq!(line(&merged), expected, "{user} | {model}");
            assert_held(&merged, "reopen 1");
        }
    }
    // Where it is opened in one tab, it may go on in the other.
    let mut base = list("a, b");
    by(&mut base, Author::User, "complete 1").unwrap();
    for merged in tabs(&base, (Author::Model, "add: c"), (Author::User, "reopen 1")) {
        assert_free(&merged, "start 1");
    }
}

#[test]
fn row_3_a_text_of_a_person_holds_until_they_change_it() {
    for (act, says, call) in [
        ("word 1: mine", "word 1: x", update("1", "subject", "x")),
        ("describe 1: mine", "describe 1: x", update("1", "description", "x")),
        ("rank 1: high", "rank 1: low", ("", json!(null))),
    ] {
        let mut scene = told(Dialect::Task, "a, b");
        scene.user(act);
        assert_held(&scene.store, says);
        if !call.0.is_empty() {
            holds_though_read(&scene, &call);
        }
        // What they did not say is free.
        assert_free(&scene.store, "start 1");
        assert_free(&scene.store, "complete 1");
        // A host may change anything, and what it says is not a person's.
        let (verb, _) = act.split_once(": ").unwrap();
        let other = if verb.starts_with("rank") { "medium" } else { "other" };
        scene.host(&format!("{verb}: {other}"));
        assert_free(&scene.store, says);
        if !call.0.is_empty() {
            scene.reminder();
            scene.tool(call.0, &call.1).ok();
        }
    }
    // The priority in a whole list.
    let mut scene = told(Dialect::Todowrite, "a, b");
    scene.user("rank 1: high");
    let write = json!({"todos": [
        {"content": "a", "status": "pending", "priority": "low"},
        {"content": "b", "status": "pending", "priority": "low"},
    ]});
    for _ in 0..2 {
        scene.call(&write).noted();
        assert_eq!(scene.store.list()[0].text(Field::Priority), Some("high"));
        scene.reminder();
    }
}

#[test]
fn row_3_a_text_of_a_person_between_two_tabs() {
    for (user, model) in [("word 1: mine", "word 1: x"), ("rank 1: high", "rank 1: low")] {
        for merged in tabs(&list("a, b"), (Author::Model, model), (Author::User, user)) {
            let todo = &merged.list()[0];
            let is_mine = todo.content() == "mine" || todo.text(Field::Priority) == Some("high");
            assert!(is_mine, "{user} | {model}: {todo:?}");
            assert_held(&merged, model);
        }
    }
}

#[test]
fn row_3_blockers_of_a_person_hold_until_they_change_them() {
    for is_read in [false, true] {
        let mut scene = told(Dialect::Task, "a, b, c");
        block(&mut scene.store, Author::User, 1, &[2]).unwrap();
        if is_read {
            scene.reminder();
        }
        // Adding one is free.
        scene.tool("TaskUpdate", &json!({"taskId": "1", "addBlockedBy": ["3"]})).ok();
        assert_eq!(scene.store.list()[0].blocked_by().len(), 2);
    }
    // One that left the list is not taken away by who adds another.
    let mut scene = told(Dialect::Task, "a, b, c");
    block(&mut scene.store, Author::User, 1, &[2]).unwrap();
    scene.user("remove 2");
    scene.reminder();
    let answer = scene.tool("TaskUpdate", &json!({"taskId": "1", "addBlockedBy": ["t3"]})).ok();
    assert!(answer.notes.is_empty(), "{}", answer.text);
    // Whoever adds one has not decided the others.
    for who in bound() {
        let mut store = list("a, b, c");
        block(&mut store, Author::User, 1, &[2]).unwrap();
        block(&mut store, who.clone(), 1, &[2, 3]).unwrap();
        for blockers in [&[][..], &[3]] {
            let error = block(&mut store, who.clone(), 1, blockers);
            assert_eq!(error, Err(Refused::Held), "{who:?} {blockers:?}");
        }
        assert_eq!(store.list()[0].blocked_by().len(), 2);
        assert!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap() == store);
    }
    for until in [Author::User, Author::Host] {
        let mut store = list("a, b, c");
        block(&mut store, Author::User, 1, &[2, 3]).unwrap();
        for who in bound() {
            let error = block(&mut store.clone(), who, 1, &[2]);
            assert_eq!(error, Err(Refused::Held));
        }
        block(&mut store, until, 1, &[2]).unwrap();
        if until == Author::Host {
            for who in bound() {
                block(&mut store.clone(), who, 1, &[]).unwrap();
            }
        }
    }
    let base = list("a, b, c");
    let (mut user, mut model) = (base.clone(), base.clone());
    block(&mut user, Author::User, 1, &[2]).unwrap();
    block(&mut model, Author::Model, 1, &[3]).unwrap();
    for merged in merge_both(&base, &user, &model) {
        assert!(merged.list()[0].blocked_by().contains(&merged.list()[1].key));
        let error = block(&mut merged.clone(), Author::Model, 1, &[3]);
        assert_eq!(error, Err(Refused::Held), "the mark came along");
    }
}

#[test]
fn row_3_a_guard_holds_until_a_person_or_a_host_takes_it_off() {
    for asker in [Author::User, Author::Host] {
        for ends in [Author::User, Author::Host] {
            let mut scene = told(Dialect::Task, "a, b");
            scene.by(asker, "ask 1: yes").unwrap();
            assert_held(&scene.store, "ask 1: no");
            let mut done = scene.clone();
            done.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"})).noted();
            assert_eq!(done.list(), "a doing claimed, b");
            scene.by(ends, "ask 1: no").unwrap();
            scene.reminder();
            scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"})).ok();
            assert_eq!(scene.list(), "a done, b");
        }
        for merged in tabs(&list("a, b"), (Author::Model, "complete 1"), (asker, "ask 1: yes")) {
            assert_eq!(line(&merged), "a doing claimed, b", "{asker:?}");
            assert_held(&merged, "ask 1: no");
        }
        for merged in tabs(&list("a, b"), (Author::Model, "remove 1"), (asker, "ask 1: yes")) {
            assert_eq!(line(&merged), "a, b", "{asker:?}");
        }
    }
}

/// Lists with a first todo that stays, each for another reason.
fn kept() -> Vec<(&'static str, TodoStore)> {
    let mut scenes = Vec::new();
    for (what, who, act) in [
        ("added", Author::User, "add after 0: a; remove 2"),
        ("wrote", Author::User, "word 1: a of mine; word 1: a"),
        ("approved", Author::User, "approve"),
        ("asks, a person", Author::User, "ask 1: yes"),
        ("asks, a host", Author::Host, "ask 1: yes"),
    ] {
        let mut store = list("a, b");
        by(&mut store, who, act).unwrap();
        scenes.push((what, store));
    }
    scenes
}

#[test]
fn row_4_an_open_todo_stays_until_a_person_removes_it() {
    for (what, store) in kept() {
        assert_held(&store, "remove 1");
        let acts: [Act; 2] =
            [|store| store.reset(), |store| store.new_task(Unfinished::Archive).map(drop)];
        for act in acts {
            for who in [Author::Model.into(), bob()] {
                let mut copy = store.clone();
                let error = copy.acting_as(who, act);
                assert_eq!((error, &copy), (Err(Refused::Held), &store), "{what}");
            }
            // The application empties its list.
            let mut copy = store.clone();
            copy.acting_as(Author::Agent, act).unwrap();
            assert_eq!(line(&copy), "", "{what}");
        }
        for who in bound() {
            let mut copy = store.clone();
            copy.acting_as(who.clone(), |store| store.replace_all(&["x"])).unwrap();
            let kept = copy.list().first().map(|todo| todo.key);
            assert_eq!(kept, Some(store.list()[0].key), "{what}: {who:?}");
            assert_eq!(copy.list().last().unwrap().content(), "x", "{what}: {who:?}");
        }
        let mut scene = told(Dialect::Task, "");
        scene.store = store.clone();
        scene.reminder();
        let first = scene.store.list()[0].content().to_owned();
        assert_eq!(first, "a");
        let number = scene.store.list()[0].key.to_word()[1..].to_owned();
        holds_though_read(&scene, &update(&number, "status", "deleted"));
        for dialect in whole_lists() {
            let mut scene = told(dialect, "");
            scene.store = store.clone();
            scene.reminder();
            for _ in 0..2 {
                let b = format!("b #{}", scene.store.list()[1].key.to_word());
                let answer = scene.writes(&b).noted();
                assert!(answer.dropped.is_empty(), "{what} {dialect:?}");
                assert_eq!(scene.sorted(), "a, b", "{what} {dialect:?}");
                scene.reminder();
            }
        }
        // A tool that says skip marks it.
        for options in ["{}", REMOVES] {
            let mut scene = Scene::new(settings(Dialect::TodoManager), options, "");
            scene.store.load(&store.checkpoint()).unwrap();
            scene.reminder();
            scene.manages("skip", &[1]).ok();
            assert_eq!(scene.list(), "a skipped, b", "{what}");
            // The approval of that todo ends.
            assert!(!scene.store.list()[0].is_approved(), "{what}");
        }
        // Until a person removes it, or it is settled.
        let mut gone = store.clone();
        by(&mut gone, Author::User, "remove 1").unwrap();
        assert_eq!(line(&gone), "b");
        let mut done = store.clone();
        by(&mut done, Author::Host, "complete 1").unwrap();
        assert_free(&done, "remove 1");
    }
}

#[test]
fn row_4_an_open_todo_stays_between_two_tabs() {
    for (who, act) in [
        (Author::User, "word 1: a of mine; word 1: a"),
        (Author::User, "approve"),
        (Author::User, "ask 1: yes"),
        (Author::Host, "ask 1: yes"),
    ] {
        for (author, remove) in [(Author::Model, "remove 1"), (Author::Agent, "remove 1")] {
            for merged in tabs(&list("a, b"), (author, remove), (who, act)) {
                assert_eq!(line(&merged), "a, b", "{who:?} {act} | {author:?}");
                assert_held(&merged, "remove 1");
            }
        }
        for merged in tabs(&list("a, b"), (Author::User, "remove 1"), (who, "add: c")) {
            assert_eq!(line(&merged), "b, c");
        }
    }
}

#[test]
fn row_4_a_claim_stays_until_its_own_model_leaves_it_out() {
    // Another one's.
    let mut claimed = store(ASKS, "a, b");
    by(&mut claimed, ann(), "start 1; complete 1").unwrap();
    for who in bound() {
        let mut copy = claimed.clone();
        assert!(by(&mut copy, who.clone(), "remove 1").is_err(), "{who:?}");
        assert_eq!(copy, claimed);
    }
    for dialect in whole_lists() {
        let mut scene = as_named("bob", dialect, ASKS, "");
        scene.store = claimed.clone();
        scene.reminder();
        scene.writes("b #t2").noted();
        assert!(scene.sorted().starts_with("a doing claimed"), "{dialect:?}: {}", scene.sorted());
    }
    // Its own.
    for name in [None, Some("bob")] {
        let name = name.and_then(|name| named(name).name);
        let mut scene = Scene::new(Settings { name, ..settings(Dialect::TodoWrite) }, ASKS, "a, b");
        scene.writes("a done, b").noted();
        scene.reminder();
        scene.writes("b").ok();
        assert_eq!(scene.list(), "b");
    }
    // A person may take it off.
    by(&mut claimed, Author::User, "remove 1").unwrap();
    assert_eq!(line(&claimed), "b");
}

#[test]
fn row_5_what_a_person_removed_stays_off_a_whole_list() {
    for dialect in whole_lists() {
        let mut scene = told(dialect, "a, b");
        scene.user("remove 2");
        for round in 0..3 {
            scene.writes("a #t1, b #t2").noted();
            assert_eq!(scene.list(), "a", "{dialect:?} {round}");
            scene.reminder();
            scene.restart();
        }
        // Until a person adds it.
        scene.user("add: b");
        scene.reminder();
        let b = scene.store.list()[1].key.to_word();
        scene.writes(&format!("a #t1, b #{b} done")).ok();
        assert_eq!(scene.list(), "a, b done", "{dialect:?}");
    }
}

#[test]
fn row_5_a_call_that_adds_the_text_by_itself_adds_it() {
    let mut scene = told(Dialect::TodoManager, "a, b");
    scene.user("remove 2");
    scene.call(&json!({"action": "add_multiple", "todos": [{"content": "b"}]})).ok();
    assert_eq!(scene.list(), "a, b");
    let mut scene = told(Dialect::Task, "a, b");
    scene.user("remove 2");
    scene.tool("TaskCreate", &json!({"subject": "b", "description": "b"})).ok();
    assert_eq!(scene.list(), "a, b");
    // And stays when the next list says it.
    let mut scene = told(Dialect::TodoManager, "a, b");
    scene.user("remove 2");
    scene.call(&json!({"action": "add_multiple", "todos": [{"content": "b"}]})).ok();
    scene.reminder();
    scene
        .call(&json!({"action": "replace_all", "todos": [{"content": "a"}, {"content": "b"}]}))
        .ok();
    assert_eq!(scene.list(), "a, b");
    // By methods.
    let mut store = list("a, b");
    by(&mut store, Author::User, "remove 2").unwrap();
    assert_free(&store, "add: b");
    assert_free(&store, "add after 0: b");
}

#[test]
fn row_5_naming_its_old_id_adds_nothing() {
    for is_read in [false, true] {
        for dialect in [Dialect::Merge, Dialect::CursorTodoWrite] {
            for item in [
                json!({"id": "t2", "content": "b", "status": "pending"}),
                json!({"id": "t2", "status": "completed"}),
            ] {
                let mut scene = told(dialect, "a, b");
                scene.user("remove 2");
                if is_read {
                    scene.reminder();
                }
                let answer = scene.call(&json!({"merge": true, "todos": [item.clone()]}));
                assert_eq!(scene.list(), "a", "{dialect:?} {item} {is_read}: {}", answer.text);
                if !is_read {
                    answer.is_told();
                }
            }
        }
        let mut scene = told(Dialect::Task, "a, b");
        scene.user("remove 2");
        if is_read {
            scene.reminder();
        }
        let answer = scene.tool("TaskUpdate", &json!({"taskId": "2", "status": "completed"}));
        assert!(!answer.ok && scene.list() == "a", "{is_read}: {}", answer.text);
    }
}

#[test]
fn row_5_between_two_tabs() {
    for model in ["complete 2", "word 2: x", "start 2", "rank 2: high", "remove 2"] {
        for merged in tabs(&list("a, b"), (Author::Model, model), (Author::User, "remove 2")) {
            assert_eq!(line(&merged), "a", "{model}");
            let mut scene = told(Dialect::TodoWrite, "");
            scene.store = merged;
            scene.reminder();
            scene.writes("a, b").noted();
        }
    }
}

/// What only its owner, who assigned it, a person or a host may end.
#[test]
fn row_6_what_another_owner_has_holds_until_it_is_ended() {
    let lead = named("lead");
    for is_assigned in [false, true] {
        let mut scene = as_named("bob", Dialect::Task, "{}", "a, b");
        match is_assigned {
            true => assign(&mut scene.store, lead.clone(), 1, "ann"),
            false => scene.by(ann(), "start 1").unwrap(),
        }
        for act in [
            "start 1",
            "complete 1",
            "skip 1",
            "reopen 1: no",
            "remove 1",
            "word 1: x",
            "describe 1: x",
            "rank 1: low",
            "go back to 1",
        ] {
            // To set back what is open and assigned is no change.
            if is_assigned && (act.starts_with("go") || act.starts_with("reopen")) {
                continue;
            }
            assert_held(&scene.store, act);
        }
        for (key, value) in [
            ("status", "in_progress"),
            ("status", "completed"),
            ("status", "deleted"),
            ("subject", "x"),
            ("description", "x"),
            ("owner", "bob"),
        ] {
            holds_though_read(&scene, &update("1", key, value));
        }
        // The owner, a person and a host may.
        for who in [ann(), Author::User.into(), Author::Host.into()] {
            for act in ["start 1", "complete 1", "skip 1", "remove 1", "word 1: x"] {
                by(&mut scene.store.clone(), who.clone(), act).unwrap();
            }
        }
        // Who assigned it, as long as it is not begun.
        let mut given = scene.clone();
        let give = Call { tool: "TaskUpdate", arguments: r#"{"taskId":"1","owner":"bob"}"# };
        let given_on =
            given.store.acting_as(lead.clone(), |store| Dialect::Task.call(store, &give));
        assert_eq!(given_on.ok, is_assigned, "{}", given_on.text);
        // Then it is free: it went back, or it is another's.
        let mut open = scene.clone();
        match is_assigned {
            true => open = given,
            false => open.by(ann(), "reopen 1").unwrap(),
        }
        open.reminder();
        open.tool("TaskUpdate", &json!({"taskId": "1", "status": "in_progress"})).ok();
        assert_eq!(open.list(), "a doing @bob, b");
        // What she finished is nobody's to keep.
        let mut done = scene.clone();
        done.by(ann(), "complete 1").unwrap();
        done.reminder();
        done.tool("TaskUpdate", &json!({"taskId": "1", "subject": "x"})).ok();
        done.tool("TaskUpdate", &json!({"taskId": "1", "status": "in_progress"})).ok();
        assert_eq!(done.list(), "x doing @bob, b");
    }
}

#[test]
fn row_6_what_another_owner_has_is_not_left_out_of_a_whole_list() {
    for dialect in whole_lists() {
        for name in [None, Some("bob")] {
            for is_assigned in [false, true] {
                let name = name.and_then(|name| named(name).name);
                let mut scene = Scene::new(Settings { name, ..settings(dialect) }, "{}", "a, b");
                match is_assigned {
                    true => assign(&mut scene.store, named("lead"), 1, "ann"),
                    false => scene.by(ann(), "start 1").unwrap(),
                }
                for _ in 0..2 {
                    let answer = scene.writes("b #t2").noted();
                    assert!(answer.dropped.is_empty(), "{dialect:?}: {}", answer.text);
                    let hers = if is_assigned { "a @ann, b" } else { "a doing @ann, b" };
                    assert_eq!(scene.sorted(), hers, "{dialect:?}");
                    scene.reminder();
                }
                scene.host("complete 1");
                scene.reminder();
                scene.writes("b #t2").ok();
                assert_eq!(scene.list(), "b", "{dialect:?}");
            }
        }
    }
}

#[test]
fn row_6_what_another_owner_has_between_two_tabs() {
    let mut base = list("a, b");
    by(&mut base, ann(), "start 1").unwrap();
    for merged in tabs(&base, (ann(), "describe 1: more"), (Author::Model, "add: c")) {
        assert_eq!(line(&merged), "a doing @ann, b, c");
        assert_held(&merged, "complete 1");
    }
    // Begun in one, and taken off or reworded by a model in the other.
    for act in ["remove 1", "word 1: x"] {
        for merged in tabs(&list("a, b"), (ann(), "start 1"), (Author::Model, act)) {
            assert_eq!(line(&merged), "a doing @ann, b", "{act}");
        }
    }
    // Ended in one, it is free in the other.
    for merged in tabs(&base, (Author::Host, "reopen 1"), (Author::Model, "add: c")) {
        assert_free(&merged, "start 1");
    }
}

#[test]
fn row_7_open_todos_stay_where_drops_are_kept() {
    for dialect in whole_lists() {
        let keeps = Settings { keeps_open: true, ..settings(dialect) };
        let mut scene = Scene::new(keeps, "{}", "");
        scene.writes("a #x, b #y, c #z done").ok();
        for _ in 0..2 {
            let answer = scene.writes("a #x").noted();
            assert!(answer.dropped.is_empty(), "{dialect:?}");
            // What is settled may go.
            assert_eq!(scene.sorted(), "a, b", "{dialect:?}");
            scene.reminder();
        }
        // A rewording drops nothing.
        if !WITH_IDS.contains(&dialect) {
            continue;
        }
        scene.writes("a #x, b anew #y").ok();
        assert_eq!(scene.sorted(), "a, b anew", "{dialect:?}");
    }
}

#[test]
fn row_7_until_a_tool_says_skip_remove_or_cancel() {
    for (dialect, call) in [
        (Dialect::TodoManager, ids("skip", &[2])),
        (Dialect::Task, update("2", "status", "deleted")),
    ] {
        let keeps = Settings { keeps_open: true, ..settings(dialect) };
        let mut scene = Scene::new(keeps, REMOVES, "a, b");
        scene.tool(call.0, &call.1).ok();
        assert_eq!(scene.list(), "a", "{dialect:?}");
    }
    for dialect in [Dialect::XmlCall, Dialect::Merge, Dialect::WriteTodos, Dialect::Todowrite] {
        let keeps = Settings { keeps_open: true, ..settings(dialect) };
        let mut scene = Scene::new(keeps, "{}", "");
        scene.writes("a #x, b #y").ok();
        scene.writes("a #x, b #y skipped").ok();
        assert_eq!(scene.list(), "a, b skipped", "{dialect:?}");
        scene.writes("a #x").ok();
        assert_eq!(scene.list(), "a", "{dialect:?}");
    }
    // By methods it does not hold.
    let mut store = list("a, b");
    by(&mut store, Author::Model, "remove 2").unwrap();
    assert_eq!(line(&store), "a");
}

#[test]
fn against_a_person_or_a_host_nothing_holds() {
    for author in [Author::User, Author::Host] {
        for (what, before) in kept() {
            for act in ["remove 1", "skip 1", "word 1: x", "ask 1: no", "start 1", "complete 1"] {
                let done = by(&mut before.clone(), author, act);
                assert_eq!(done, Ok(()), "{author:?} {what} {act}");
            }
        }
        let mut owned = store(ASKS, "a, b");
        by(&mut owned, ann(), "start 1; complete 1").unwrap();
        for act in ["remove 1", "skip 1", "word 1: x", "reopen 1", "start 1", "complete 1"] {
            let done = by(&mut owned.clone(), author, act);
            assert_eq!(done, Ok(()), "{author:?} {act}");
        }
    }
}

// What the list's own rules do then ----------------------------------------------------------------

#[test]
fn nothing_that_others_moved_since_moves_back() {
    for dialect in whole_lists() {
        for (list, expected) in
            [("a #t1 done, b #t2, c #t3", "c, a done, b"), ("b #t2, a #t1, c #t3", "c, b, a")]
        {
            // Positions are what its items are called by.
            if dialect == Dialect::ManageTodoList && list.starts_with('b') {
                continue;
            }
            let mut scene = told(dialect, "a, b, c");
            scene.user("move 3 after 0");
            scene.writes(list).ok();
            assert_eq!(scene.list(), expected, "{dialect:?}");
        }
    }
}

#[test]
fn what_is_kept_stands_after_what_it_followed() {
    for dialect in whole_lists() {
        let mut scene = told(dialect, "a, b, c");
        scene.user("describe 2: mine");
        scene.reminder();
        scene.writes("c #t3, a #t1").noted();
        assert_eq!(scene.list(), "c, a, b", "{dialect:?}");
    }
}

#[test]
fn what_a_call_starts_gives_way_to_what_others_started_since() {
    for dialect in with_a_cap() {
        for who in [Author::Host, Author::User, Author::Model, Author::Agent] {
            let mut scene = told(dialect, "a, b, c");
            scene.by(who, "start 3").unwrap();
            let answer = begins(&mut scene, dialect, 1, "a #t1 doing, b #t2, c #t3");
            assert_eq!(scene.list(), "a, b, c doing", "{dialect:?} {who:?}: {}", answer.text);
            answer.is_told();
            // Otherwise the last one that it starts stays, where the tool says a list.
            scene.reminder();
            if whole_lists().contains(&dialect) {
                scene.writes("a #t1 doing, b #t2 doing, c #t3").ok();
                assert_eq!(scene.list(), "a, b doing, c", "{dialect:?} {who:?}");
            }
        }
    }
}

#[test]
fn a_refusal_to_start_says_how_many_may_be_in_progress() {
    for (options, acts, unread, read) in [
        (
            "{}",
            "start 1",
            expect! {[r#"{"ok":false,"error":"1 (\"a\") is in progress and only one may be: the user started it","notes":["The user started 1 (\"a\").","the list now: <todos><todo id=\"1\" status=\"doing\">a</todo><todo id=\"2\" status=\"todo\">b</todo><todo id=\"3\" status=\"todo\">c</todo></todos>"]}"#]},
            expect! {[r#"{"ok":false,"error":"1 (\"a\") is in progress and only one may be: complete or skip it first"}"#]},
        ),
        (
            TWO,
            "start 1; start 2",
            expect! {[r#"{"ok":false,"error":"1 (\"a\") is in progress and at most 2 may be: the user started it","notes":["The user started 1 (\"a\"). The user started 2 (\"b\").","the list now: <todos><todo id=\"1\" status=\"doing\">a</todo><todo id=\"2\" status=\"doing\">b</todo><todo id=\"3\" status=\"todo\">c</todo></todos>"]}"#]},
            expect! {[r#"{"ok":false,"error":"1 (\"a\") is in progress and at most 2 may be: complete or skip one first"}"#]},
        ),
    ] {
        let mut scene = Scene::new(settings(Dialect::TodoManager), options, "a, b, c");
        scene.reminder();
        scene.user(acts);
        scene.manages("mark_doing", &[3]).refuses(unread);
        // A model that knows of it learns what its tool can do.
        scene.reminder();
        scene.manages("mark_doing", &[3]).refuses(read);
    }
}

/// The dialects whose calls limit how many todos are in progress.
fn with_a_cap() -> impl Iterator<Item = Dialect> {
    let has_cap = |dialect: &Dialect| has_statuses(*dialect) && *dialect != Dialect::Task;
    Dialect::ALL.into_iter().filter(has_cap)
}

#[test]
fn an_owner_that_a_model_without_a_name_wrote_is_a_label() {
    let mut scene = told(Dialect::Task, "a, b, c");
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
    let mut scene = told(Dialect::Task, "a");
    scene.tool("TaskUpdate", &json!({"taskId": "1", "owner": "dev"})).ok();
    by(&mut scene.store, bob(), "complete 1").unwrap();
}

/// A lead and three others, whose conversations have no names: who works on what is said by `owner`. No call of theirs is refused.
#[test]
fn a_team_without_names_is_never_refused() {
    for seed in 1..=200 {
        let mut dice = Dice::new(seed * 0x9e37_79b9);
        // Each of them knows the list before it calls.
        let mut scene = Scene::new(settings(Dialect::Task), r#"{"maxTodos":100}"#, "x0");
        let mut team = vec![scene.model.clone(); 1 + dice.below(4)];
        let mut log = vec![];
        for number in 1..=60 {
            let who = dice.below(team.len());
            scene.model = team[who].clone();
            scene.reminder();
            for _ in 0..1 + dice.below(3) {
                let open = scene.store.list().len();
                let (tool, arguments) = if open == 0 || dice.one_in(5) {
                    ("TaskCreate", json!({"subject": format!("x{number}"), "owner": "lead"}))
                } else {
                    let id = scene.store.list()[dice.below(open)].key.to_word();
                    let mut arguments = json!({ "taskId": id });
                    let owner = ["lead", "dev", "qa", "docs"][dice.below(4)];
                    let status =
                        ["pending", "in_progress", "in_progress", "completed"][dice.below(4)];
                    match dice.below(8) {
                        0..3 => arguments["owner"] = owner.into(),
                        3..5 => arguments["status"] = status.into(),
                        5 => arguments["status"] = "deleted".into(),
                        _ => {
                            arguments["owner"] = owner.into();
                            arguments["status"] = status.into();
                        }
                    }
                    ("TaskUpdate", arguments)
                };
                let answer = scene.tool(tool, &arguments);
                log.push(format!("{who}: {tool} {arguments} -> {}", answer.text));
                assert!(answer.ok, "{seed}: {log:#?}");
                // What was asked for is so.
                let key = arguments["taskId"].as_str().and_then(Key::from_word);
                let now = key.and_then(|key| scene.store.list().iter().find(|is| is.key == key));
                if let Some(now) = now {
                    let owner = arguments["owner"].as_str();
                    assert!(owner.is_none() || now.text(Field::Owner) == owner, "{log:#?}");
                    let said = arguments["status"].as_str();
                    let is = match now.status() {
                        Status::Todo => "pending",
                        Status::Doing => "in_progress",
                        Status::Done | Status::Skipped => "completed",
                    };
                    assert!(said.is_none_or(|said| said == is), "{log:#?}");
                }
            }
            team[who] = scene.model.clone();
        }
    }
}

#[test]
fn a_lead_hands_over_and_closes_what_it_gave_to_somebody() {
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
    by(&mut scene.store, bob(), "start 2").unwrap();
    scene.reminder();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "status": "completed"})).refuses(expect! {[r#"{"error":"2 (\"b\") stays in progress: \"bob\" works on it: take another todo"}"#]});
}
