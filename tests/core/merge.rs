//! Merging: two sides of one beginning, changed at random, must come together by the rules that
//! `src/change/merge.rs` states. Each rule is checked on the three lists alone, without the merge's
//! help.

use std::rc::Rc;

use agent_todos::list::author::Actor;
use agent_todos::{
    Author, Call, Clock, Dialect, ErrorCode, Key, Options, Settings, Status, TextField, Todo,
    TodoStore,
};
use proptest::prelude::*;
use serde_json::json;

use crate::operations::{Operation, operation};
use crate::read_back::find_unreadable;
use crate::scene::{
    Scene, TWO, ann, by, contents, happen, keys, list, named, settings, show, show_all, store, tell,
};

const MAX_TODOS: usize = 8;

/// What a side does: anything that `operations` draws, or a whole list of a model's: named todos,
/// kept, moved and new.
#[derive(Clone, Debug)]
enum Step {
    Operation(Operation),
    Write(Vec<(u8, u8, usize)>),
}

fn step() -> impl Strategy<Value = Step> {
    let items = prop::collection::vec((0..6_u8, 0..20_u8, 0..4_usize), 0..5);
    prop_oneof![12 => operation().prop_map(Step::Operation), 1 => items.prop_map(Step::Write)]
}

/// Carries steps out; those that are refused change nothing.
fn carry_out(store: &mut TodoStore, steps: &[Step]) {
    for step in steps {
        match step {
            Step::Operation(operation) => drop(operation.run(store)),
            Step::Write(items) => {
                let words = ["pending", "in_progress", "completed", "cancelled"];
                let items = items.iter().map(|(name, number, status)| {
                    json!({"id": format!("n{name}"), "content": format!("todo {number}"), "status": words[*status]})
                });
                let arguments =
                    &json!({"merge": false, "todos": items.collect::<Vec<_>>()}).to_string();
                Dialect::Merge.call(store, &Call { tool: "todo", arguments });
            }
        }
    }
}

fn find(store: &TodoStore, key: Key) -> Option<&Rc<Todo>> {
    store.list().iter().find(|todo| todo.key == key)
}

/// A beginning and what two sides made of it.
fn sides() -> impl Strategy<Value = [TodoStore; 3]> {
    let steps = || prop::collection::vec(step(), 0..8);
    (steps(), steps(), steps()).prop_map(|(first, ours, theirs)| {
        let options = Options::from_json(&format!(r#"{{"maxTodos":{MAX_TODOS}}}"#)).unwrap();
        let mut base = TodoStore::new(options);
        carry_out(&mut base, &first);
        let (mut one, mut other) = (base.clone(), base.clone());
        carry_out(&mut one, &ours);
        carry_out(&mut other, &theirs);
        [base, one, other]
    })
}

proptest! {
    #![proptest_config(crate::cases(1000))]

    #[test]
    fn a_merge_of_random_sides_keeps_the_rules([base, ours, theirs] in sides()) {
        let mut merged = ours.clone();
        match merged.merge(&base.checkpoint(), &theirs.checkpoint()) {
            Err(error) => {
                prop_assert_eq!(error.code(), ErrorCode::TooManyTodos);
                prop_assert!(error.message().contains("at most 8"));
                prop_assert_eq!(&merged, &ours);
                return Ok(());
            }
            Ok(next_base) => {
                prop_assert_eq!(next_base, theirs.checkpoint());
                let open = |store: &TodoStore| {
                    let settled = |status: Status| matches!(status, Status::Done | Status::Skipped);
                    store.list().iter().filter(|todo| !settled(todo.status())).count()
                };
                prop_assert!(open(&merged) <= MAX_TODOS.max(open(&ours)).max(open(&theirs)));
            }
        }
        // It is a list like any other: one in progress, no key and no name twice.
        let copy = TodoStore::from_checkpoint(&merged.checkpoint()).unwrap();
        prop_assert_eq!((copy.list(), copy.checkpoint()), (merged.list(), merged.checkpoint()));
        // What listeners hear never goes back; and a list that changed is heard of.
        prop_assert!(merged.revision() >= ours.revision());
        prop_assert!(merged.list() == ours.list() || merged.revision() > ours.revision());
        assert_each_number_means_one_list(&ours, &merged);
        let mut follower = theirs.clone();
        follower.load(&merged.checkpoint()).unwrap();
        assert_each_number_means_one_list(&theirs, &follower);
        prop_assert_eq!(follower.checkpoint(), merged.checkpoint());

        for todo in base.list() {
            let sides = (find(&ours, todo.key), find(&theirs, todo.key));
            let Some(now) = find(&merged, todo.key) else {
                prop_assert!(matches!(sides, (None, _) | (_, None)), "lost {todo:?}");
                continue;
            };
            let (Some(one), Some(other)) = sides else {
                // What a model removed on one side stays where the other side changed it.
                let removed = if sides.0.is_none() { &ours } else { &theirs };
                let changed = sides.0.or(sides.1).unwrap();
                let side = if sides.0.is_none() { &theirs } else { &ours };
                let order = |one: &TodoStore, other: &TodoStore| {
                    let keys = one.list().iter().map(|todo| todo.key);
                    keys.filter(|key| find(other, *key).is_some()).collect::<Vec<_>>()
                };
                let moves = order(&base, side) != order(side, &base);
                prop_assert!((changed != todo || moves) && removed.list().len() < 9, "removed, and back: {now:?}");
                continue;
            };
            prop_assert!([one.status(), other.status(), Status::Todo].contains(&now.status()));
            // "Done" of a text that somebody changed is not done.
            let is_reworded =
                one.content() != todo.content() || other.content() != todo.content();
            if other.status() == todo.status() && one.status() != todo.status() && !is_reworded {
                prop_assert_eq!(now.status(), one.status(), "our change is lost");
            }
            let is_settled = one.status().is_settled() || other.status().is_settled();
            if is_settled && !now.status().is_settled() {
                let ours_reopened = todo.status().is_settled() && !one.status().is_settled();
                let theirs_reopened = todo.status().is_settled()
                    && !other.status().is_settled()
                    && one.status() == todo.status();
                prop_assert!(
                    ours_reopened || theirs_reopened || is_reworded,
                    "finished, and open again: {now:?}"
                );
            }
            for field in TextField::ALL {
                let texts = [todo, one, other].map(|todo| todo.text(field));
                let expected = if texts[1] == texts[0] { texts[2] } else { texts[1] };
                let is_given_up = match field {
                    TextField::Name => now.text(field).is_none(),
                    TextField::Reason => now.status() != Status::Skipped && now.text(field).is_none(),
                    _ => false,
                };
                prop_assert!(is_given_up || now.text(field) == expected, "{now:?}");
            }
        }
        for todo in theirs.list() {
            if find(&base, todo.key).is_none() {
                let now = find(&merged, todo.key);
                prop_assert!(now.is_some_and(|now| now.content() == todo.content() || find(&ours, todo.key).is_some()), "theirs is lost: {todo:?}");
            }
        }
        for todo in ours.list() {
            if find(&base, todo.key).is_none() {
                prop_assert!(contents(&merged).contains(&todo.content()), "ours is lost: {todo:?}");
            }
        }
        // Nothing comes from nowhere.
        for content in contents(&merged) {
            prop_assert!(contents(&ours).contains(&content) || contents(&theirs).contains(&content));
        }
        if let Some((_, todo)) = ours.current_doing()
            && find(&base, todo.key).is_some_and(|before| before.status() != Status::Doing)
            && let Some(now) = find(&merged, todo.key)
        {
            prop_assert!(now.status() == Status::Doing || now.status().is_settled(), "ours stopped");
        }
    }

    #[test]
    fn a_merge_with_an_unchanged_side_returns_the_other([base, ours, theirs] in sides()) {
        let mut merged = base.clone();
        merged.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        prop_assert_eq!(merged.list(), theirs.list());
        let mut merged = ours.clone();
        merged.merge(&base.checkpoint(), &base.checkpoint()).unwrap();
        prop_assert_eq!(merged.list(), ours.list());
        // The same once more, as one does who did not hear that it was stored.
        if merged.merge(&base.checkpoint(), &theirs.checkpoint()).is_ok() {
            let stored = merged.clone();
            merged.merge(&theirs.checkpoint(), &stored.checkpoint()).unwrap();
            prop_assert_eq!(merged, stored);
        }
    }

    #[test]
    fn load_takes_the_same_list_with_a_higher_revision([_, ours, theirs] in sides()) {
        let mut loaded = ours.clone();
        loaded.load(&theirs.checkpoint()).unwrap();
        prop_assert_eq!(loaded.list(), theirs.list());
        prop_assert!(loaded.list() == ours.list() || loaded.revision() > ours.revision());
        let lists = |store: &TodoStore| store.snapshots().into_iter().map(|snapshot| snapshot.todos).collect::<Vec<_>>();
        prop_assert_eq!(lists(&loaded), lists(&theirs));
        let copy = TodoStore::from_checkpoint(&loaded.checkpoint()).unwrap();
        prop_assert_eq!((copy.list(), copy.checkpoint()), (loaded.list(), loaded.checkpoint()));
        // Keys of both sides stay used.
        let (mut next, [one, other]) = (loaded, [&ours, &theirs]);
        next.reset().unwrap();
        next.add_multiple(&["new"]).unwrap();
        let key = next.list()[0].key;
        prop_assert!(one.list().iter().chain(other.list()).all(|todo| todo.key != key));
    }
}

// Waits in two tabs ------------------------------------------------------------------------------

/// A tab with the model that works there, and all that this model read.
struct Tab {
    scene: Scene,
    read: String,
}

impl Tab {
    fn new(store: &TodoStore, name: &str) -> Self {
        let name = named(name).name;
        let mut scene = Scene::new(Settings { name, ..settings(Dialect::TodoManager) }, "{}", "");
        scene.store = store.clone();
        let mut tab = Self { scene, read: String::new() };
        tab.is_reminded();
        tab
    }

    fn is_reminded(&mut self) {
        self.read.push_str(&self.scene.reminder());
    }

    /// The model or a person does one thing with a todo. An answer is `text`, which no other is.
    fn acts(&mut self, what: u8, id: usize, text: &str) {
        let scene = &mut self.scene;
        let asks = json!({"action": "wait", "ids": [id], "question": "Which code?"});
        let before = scene.store.list()[id - 1].text(TextField::Answer).map(str::to_owned);
        scene.next_message();
        let answer = match what {
            0..2 => scene.call(&asks),
            2 => scene.manages("mark_doing", &[id]),
            3 => scene.manages("complete_multiple", &[id]),
            4 => return self.is_reminded(),
            5..9 => return drop(scene.by(Author::User, &format!("answer {id}: {text}"))),
            9 => return drop(scene.by(Author::User, &format!("complete {id}"))),
            10 => return drop(scene.by(Author::User, &format!("start {id}"))),
            // There are few texts, because a todo is known by its four latest former ones alone.
            11 => return drop(scene.by(Author::Host, &format!("word {id}: {id} anew"))),
            _ => return drop(scene.by(Author::Host, &format!("word {id}: {id} again"))),
        };
        // A model that asks reads the answer. One that its own call dropped is news if a merge
        // brings it back.
        if let Some(before) =
            before.filter(|_| what < 2 && answer.ok || self.answer_of(id - 1).is_none())
        {
            self.read = self.read.replace(&before, "");
        }
        self.read.push_str(&answer.text);
    }

    fn answer_of(&self, index: usize) -> Option<&str> {
        self.scene.store.list()[index].text(TextField::Answer)
    }
}

/// A revision that somebody holds means the list that it named, or none.
fn assert_each_number_means_one_list(before: &TodoStore, after: &TodoStore) {
    for held in before.snapshots() {
        let now = after.snapshots().into_iter().find(|now| now.revision == held.revision);
        assert!(
            now.is_none_or(|now| now.todos == held.todos),
            "{} names another list",
            held.revision
        );
    }
}

/// What is done before both tabs are merged: acts of each, and which of them stores first.
type Round = ([Vec<(u8, usize)>; 2], bool);

fn rounds() -> impl Strategy<Value = Vec<Round>> {
    let acts = || prop::collection::vec((0..13_u8, 1..4_usize), 0..5);
    prop::collection::vec(([acts(), acts()], any::<bool>()), 1..4)
}

proptest! {
    #![proptest_config(crate::cases(1000))]

    #[test]
    fn merges_of_two_tabs_lose_no_answer_and_report_each_once(rounds in rounds()) {
        let store = list("a, b, c");
        let mut tabs = ["ann", "bob"].map(|name| Tab::new(&store, name));
        let mut base = store.checkpoint();
        let mut given: Vec<String> = vec![];
        for (acts, first) in rounds {
            let before: Vec<_> = (0..3).map(|index| tabs[0].answer_of(index).map(str::to_owned)).collect();
            for (tab, acts) in tabs.iter_mut().zip(acts) {
                for (what, id) in acts {
                    given.push(format!("code{:03}", given.len()));
                    tab.acts(what, id, &given[given.len() - 1]);
                }
            }
            let sides: Vec<_> = (0..3).map(|index| {
                [0, 1].map(|tab| tabs[tab].answer_of(index).map(str::to_owned))
            }).collect();
            let (first, second) = if first { (0, 1) } else { (1, 0) };
            let stored = tabs[first].scene.store.checkpoint();
            tabs[second].scene.store.merge(&base, &stored).unwrap();
            base = tabs[second].scene.store.checkpoint();
            tabs[first].scene.store.load(&base).unwrap();
            for tab in &mut tabs {
                tab.is_reminded();
            }
            for (index, sides) in sides.iter().enumerate() {
                let todo = &tabs[first].scene.store.list()[index];
                let is_answered = todo.text(TextField::Answer).is_some();
                let may_be = todo.status().is_settled() || todo.is_claimed() || todo.waiting().is_some();
                // Who asks again drops the answer that both had.
                let is_old = |side: &Option<String>| side.is_none() || *side == before[index];
                let is_dropped = sides.contains(&None) && sides.iter().all(is_old);
                prop_assert!(may_be || is_answered || is_dropped, "lost: {:?}", sides);
                for tab in &tabs {
                    let times = tab.answer_of(index).map(|answer| tab.read.matches(answer).count());
                    prop_assert!(times.is_none_or(|times| times == 1), "reported {:?} times: {}", times, tab.read);
                }
            }
        }
        for (tab, text) in tabs.iter().flat_map(|tab| given.iter().map(move |text| (tab, text))) {
            prop_assert!(tab.read.matches(&format!(": {text}")).count() <= 1, "twice: {}", tab.read);
        }
    }
}

/// What becomes of a list when a person or a program, each in a tab of its own, does this with it.
/// The first merges.
fn merged(base: &str, ours: (Author, &str), theirs: (Author, &str)) -> TodoStore {
    let base = list(base);
    let [mut ours, theirs] = [ours, theirs].map(|(who, acts)| {
        let mut store = base.clone();
        by(&mut store, who, acts).unwrap();
        store
    });
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(TodoStore::from_checkpoint(&ours.checkpoint()).unwrap().list(), ours.list());
    ours
}

#[test]
fn merge_keeps_the_changes_of_both_sides() {
    let host = Author::Host;
    for (base, ours, theirs, expected) in [
        // Both add, and nothing is lost. "theirs" is first, as it was stored first.
        ("a", "add: ours; add after 0: ours first", "add: theirs", "ours first, a, theirs, ours"),
        // What either side began goes on.
        ("a, b", "start 1", "start 2", "a doing, b doing"),
        // A finished todo stays finished, unless ours reopens it.
        ("a", "start 1", "complete 1", "a done"),
        ("a done", "go back to 1", "add: b", "a, b"),
        // Both changed what was finished: ours is the newer one.
        ("a done", "go back to 1", "skip 1", "a"),
        ("a done", "skip 1", "go back to 1", "a skipped"),
    ] {
        assert_eq!(show(&merged(base, (host, ours), (host, theirs))), expected, "{ours} {theirs}");
    }
    let both = merged("a", (host, "add: ours; add after 0: ours first"), (host, "add: theirs"));
    assert_eq!(keys(&both), ["t3", "t1", "t2", "t4"]);
}

/// Whichever side it is on.
#[test]
fn a_merge_keeps_a_persons_decision_and_ends_its_subject() {
    for (first, one, other, expected) in [
        // The person had set it before, too.
        ("host: add: a | user: rank 1: high", "user: rank 1: low", "host: rank 1: medium", "a low"),
        // An approval is for the text that was approved.
        ("model: add: a", "user: approve", "user: word 1: b", "b"),
        // A claim is for the text that was claimed.
        ("host: add: a; ask 1: yes", "model: complete 1", "host: start 1; word 1: b", "b doing"),
        // A text that another side claimed stays, and so does the claim.
        (
            "model: add: a | host: ask 1: yes",
            "model: complete 1",
            "model: word 1: b",
            "a doing claimed",
        ),
        // Its own wording does not end it either.
        (
            "model: add: a | host: ask 1: yes",
            "model: word 1: b; complete 1",
            "model: rank 1: high",
            "b doing claimed high",
        ),
    ] {
        let mut base = list("");
        happen(&mut base, first);
        let side = |steps: &str| {
            let mut side = base.clone();
            happen(&mut side, steps);
            side
        };
        for (ours, theirs) in [(one, other), (other, one)] {
            let mut merged = side(ours);
            merged.merge(&base.checkpoint(), &side(theirs).checkpoint()).unwrap();
            assert_eq!(show_all(&merged), expected, "{first}: {ours}, {theirs}");
        }
    }
}

#[test]
fn merge_without_a_base_joins_both_lists() {
    let mut ours = list("a, b");
    ours.merge("", &list("c, b done").checkpoint()).unwrap();
    // "b" is t2 on both sides and says the same.
    assert_eq!(show(&ours), "a, c, b done");
}

/// As many may be open as the limit says, or as were open on a side before.
#[test]
fn merge_accepts_lists_at_or_over_the_limit() {
    let base = store(r#"{"maxTodos":2}"#, "");
    let [mut ours, theirs] = ["add: a", "add: b"].map(|acts| {
        let mut store = base.clone();
        by(&mut store, Author::Host, acts).unwrap();
        store
    });
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(show(&ours), "b, a");
    let mut base = store(r#"{"maxTodos":2}"#, "a, b");
    by(&mut base, Author::Host, "complete 1; add: c; reopen 1").unwrap();
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    by(&mut ours, Author::Host, "word 1: x").unwrap();
    by(&mut theirs, Author::Host, "start 2").unwrap();
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(show(&ours), "x, b doing, c");
}

#[test]
fn load_takes_the_larger_limits_of_both_lists() {
    let mut small = store(r#"{"maxTodos":2,"onSkip":"remove"}"#, "");
    small.load(&list("a, b, c").checkpoint()).unwrap();
    let options = Options::from_json(r#"{"maxTodos":30,"onSkip":"remove"}"#).unwrap();
    assert_eq!(small.options(), &options);
    assert_eq!(TodoStore::from_checkpoint(&small.checkpoint()).unwrap(), small);
}

/// That nothing changes then is `fuzz`'.
#[test]
fn load_and_merge_refuse_a_text_that_is_not_a_checkpoint() {
    let text = list("a").checkpoint();
    let newer = text.replacen("agent-todos\",1", "agent-todos\",2", 1);
    for (bad, code) in
        [(newer.as_str(), ErrorCode::NewerCheckpoint), ("{}", ErrorCode::InvalidCheckpoint)]
    {
        assert_eq!(list("a").load(bad).unwrap_err().code(), code);
        assert_eq!(list("a").merge(&text, bad).unwrap_err().code(), code);
        assert_eq!(list("a").merge(bad, &text).unwrap_err().code(), code);
    }
}

#[test]
fn undo_stops_at_the_start_of_a_loaded_history() {
    let theirs = list("theirs");
    for options in ["{}", r#"{"maxSnapshots":50}"#] {
        let mut store = store(options, "");
        by(&mut store, Author::Host, "add: a; add: b; add: c").unwrap();
        store.load(&theirs.checkpoint()).unwrap();
        let mut undo = || store.acting_as(Author::Host, TodoStore::undo);
        assert_eq!((undo(), undo()), (Ok(true), Ok(false)), "nothing fell away");
    }
}

#[test]
fn load_and_merge_keep_the_bound_of_a_history() {
    let mut long = list("a, b");
    by(&mut long, Author::Host, &["start 1; abort"; 50].join("; ")).unwrap();
    let bounded = |list| store(r#"{"maxSnapshots":5}"#, list);
    let mut loaded = bounded("");
    loaded.load(&long.checkpoint()).unwrap();
    assert_eq!((loaded.snapshots().len(), loaded.revision()), (5, 101));
    let mut merged = bounded("c");
    merged.merge("", &long.checkpoint()).unwrap();
    assert_eq!((merged.snapshots().len(), merged.list().len()), (5, 3));
    for store in [loaded, merged] {
        assert!(store.checkpoint().len() < 600, "{}", store.checkpoint());
        let read = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
        assert_eq!(read.snapshots(), store.snapshots());
    }
}

#[test]
fn load_and_merge_keep_more_todos_in_progress_than_the_limit() {
    let mut two = store(TWO, "a, b, c");
    by(&mut two, Author::Host, "start 1; start 2").unwrap();
    let mut one = list("x");
    one.load(&two.checkpoint()).unwrap();
    assert_eq!(show(&one), "a doing, b doing, c");
    assert_eq!(find_unreadable(&one), None);
    let mut merged = list("");
    merged.merge("", &two.checkpoint()).unwrap();
    assert_eq!(find_unreadable(&merged), None);
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
    assert_eq!(find_unreadable(&read), None);
    // Those that were in progress on both sides stay so.
    let [mut ours, mut theirs] = [read.clone(), read.clone()];
    by(&mut ours, Author::Host, "add: d").unwrap();
    by(&mut theirs, Author::Host, "add: e").unwrap();
    ours.merge(&read.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(show(&ours), "a doing, b doing, c, e, d");
}

#[test]
fn from_xml_reads_the_todos_in_progress_of_two_owners() {
    let mut store = list("a, b, c");
    by(&mut store, ann(), "start 1").unwrap();
    by(&mut store, named("bob"), "start 2").unwrap();
    let read = TodoStore::from_xml(&store.xml(), *store.options()).unwrap();
    assert_eq!(read.xml(), store.xml());
    assert_eq!(find_unreadable(&read), None);
    assert_eq!(find_unreadable(&store), None);
}

#[test]
fn a_todo_removed_in_two_tabs_stays_removed() {
    let base = tell(Dialect::TodoWrite, "a, b, c");
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

/// Of two todos with one text, each taken off in another tab, a list means the one that was taken
/// off last.
#[test]
fn a_merge_orders_the_tombstones_of_two_tabs_by_time() {
    let base = tell(Dialect::TodoWrite, "a, b, b");
    for is_ours in [false, true] {
        let person = |name: &str| Actor::named(Author::User, name).unwrap();
        let (mut first, mut last) = (base.clone(), base.clone());
        first.store.set_clock(Clock(|| 5));
        first.by(person("Ann"), "remove 3").unwrap();
        last.store.set_clock(Clock(|| 9));
        last.by(person("Bea"), "remove 2").unwrap();
        let (mut scene, other) = if is_ours { (first, last) } else { (last, first) };
        scene.merge(&base, &other);
        assert_eq!(scene.list(), "a");
        scene.reminder();
        let answer = scene.writes("a, b").noted();
        assert!(answer.text.contains("Bea"), "{is_ours}: {}", answer.text);
    }
}

#[test]
fn a_merge_sets_nothing_back_however_much_is_in_progress() {
    let base = store(r#"{"maxDoing":3}"#, "a doing, b, c, d, e");
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    by(&mut ours, Author::Host, "skip 1; start 2; start 5").unwrap();
    by(&mut theirs, Author::Host, "start 3; start 4").unwrap();
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(show(&ours), "a skipped, b doing, c doing, d doing, e doing");
}

/// A list of a host, which both sides change.
fn merged_by(list: &str, ours: &str, theirs: &str) -> TodoStore {
    let base = crate::scene::list(list);
    let (mut here, mut there) = (base.clone(), base.clone());
    happen(&mut here, ours);
    happen(&mut there, theirs);
    here.merge(&base.checkpoint(), &there.checkpoint()).unwrap();
    here
}

/// Whichever side it is on, and as in one store.
#[test]
fn a_merge_holds_against_a_model_what_a_person_did() {
    for (list, person, model, expected) in [
        ("a", "user: word 1: b; start 1", "model: complete 1", "b doing"),
        ("a", "user: start 1", "model: complete 1", "a done"),
        ("a, b, c", "user: move 1 to 2", "model: remove 1", "b, a, c"),
        ("a, b", "user: start 1", "model: start 2", "a doing, b doing"),
        // What left as a person had settled it does not come back open, nor with its old text.
        ("a, b", "user: skip 1 | model: list: b", "host: start 1", "a skipped, b"),
        ("a, b", "user: word 1: c; complete 1 | model: list: b", "model: start 1", "c done, b"),
    ] {
        for (ours, theirs) in [(person, model), (model, person)] {
            assert_eq!(show(&merged_by(list, ours, theirs)), expected, "{ours} | {theirs}");
        }
    }
}

#[test]
fn a_merge_keeps_the_blockers_that_a_person_set() {
    for (list, person, model, expected) in [
        (
            "a, b, c",
            "user: block 2 after 1+3",
            "model: free 2",
            [vec![], vec!["t1", "t3"], vec![]].to_vec(),
        ),
        // Of a cycle, the link of the model goes.
        ("a, b", "user: block 1 after 2", "model: block 2 after 1", vec![vec!["t2"], vec![]]),
    ] {
        for (ours, theirs) in [(person, model), (model, person)] {
            let merged = merged_by(list, ours, theirs);
            let keys =
                |todo: &Rc<Todo>| todo.blocked_by().iter().map(|key| key.to_text()).collect();
            let blockers: Vec<Vec<String>> = merged.list().iter().map(keys).collect();
            assert_eq!(blockers, expected, "{ours} | {theirs}");
        }
    }
}
