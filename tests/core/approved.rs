//! With `approve`, a run executes only what a person approved or added, whoever changes the list,
//! and whenever its worker is killed. What a person refuses is taken back.

use std::collections::{HashMap, HashSet};

use agent_todos::list::author::Author;
use agent_todos::list::edit_options::{Approval, Patch};
use agent_todos::run::{Event, PlanReason, Report, Run, RunOptions, Step};
use agent_todos::{Conversation, Dialect, Id, Key, TextField, Todo, TodoStore};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::scene::{by, list, reminder_text, settings, show, store};

const HISTORIES: u32 = 20_000;

const DRIVERS: [&str; 2] = ["host", "agent"];

fn start(store: &mut TodoStore, driver: &str, start: &str) -> Run {
    let options = format!(r#"{{"approve":true,"driver":"{driver}","start":"{start}"}}"#);
    Run::new(store, RunOptions::from_json(&options).unwrap())
}

/// A run whose plan a person approved.
fn approved(driver: &str, plan: &[&str]) -> (TodoStore, Run) {
    let mut store = list("");
    let mut run = start(&mut store, driver, "plan");
    run.next(&mut store);
    run.planned(&mut store, Some(plan)).unwrap();
    assert!(matches!(run.next(&mut store), Step::Approve { .. }));
    run.approved(&mut store, None).unwrap();
    (store, run)
}

/// The contents of the todos that a step is about.
fn shown(store: &TodoStore, step: &Step) -> (&'static str, Vec<String>) {
    let (kind, keys) = match step {
        Step::Execute { todo, .. } => ("execute", vec![*todo]),
        Step::Approve { todos } => ("approve", todos.clone()),
        Step::Validate { .. } => ("validate", vec![]),
        Step::Plan(_) => ("plan", vec![]),
        other => panic!("{other:?}"),
    };
    let content = |key: &Key| find(store, *key).unwrap().content().to_owned();
    (kind, keys.iter().map(content).collect())
}

fn find(store: &TodoStore, key: Key) -> Option<&Todo> {
    store.list().iter().find(|todo| todo.key == key).map(|todo| &**todo)
}

#[track_caller]
fn assert_next(store: &mut TodoStore, run: &mut Run, kind: &str, todos: &[&str]) {
    let step = run.next(store);
    let (got, contents) = shown(store, &step);
    assert_eq!((got, &*contents.join(", ")), (kind, &*todos.join(", ")), "{}", show(store));
}

/// Carries the step out, as either driver does.
fn execute(store: &mut TodoStore, run: &mut Run, driver: &str) {
    let Step::Execute { todo, .. } = run.next(store) else { panic!("nothing to execute") };
    if driver == "host" {
        return run.executed(store, Report::Done("")).unwrap();
    }
    store.acting_as(Author::Model, |store| store.complete(todo)).unwrap();
    run.executed(store, Report::Continue).unwrap();
}

#[test]
fn what_a_model_adds_is_approved_together_before_it_is_executed() {
    for driver in DRIVERS {
        let (mut store, mut run) = approved(driver, &["Open the shop", "Find a kettle"]);
        assert_next(&mut store, &mut run, "execute", &["Open the shop"]);
        let added = "add after 1: Delete the account; add: Buy a car";
        by(&mut store, Author::Model, added).unwrap();
        by(&mut store, Author::User, "add: Thank Ann").unwrap();
        execute(&mut store, &mut run, driver);
        // It goes on with what is approved, and with what a person added.
        assert_next(&mut store, &mut run, "execute", &["Find a kettle"]);
        execute(&mut store, &mut run, driver);
        assert_next(&mut store, &mut run, "execute", &["Thank Ann"]);
        execute(&mut store, &mut run, driver);
        assert_next(&mut store, &mut run, "approve", &["Delete the account", "Buy a car"]);
        assert_eq!(run.take_events().last(), Some(&Event::Approving));
        run.approved(&mut store, None).unwrap();
        assert_next(&mut store, &mut run, "execute", &["Delete the account"]);
    }
}

#[test]
fn what_a_model_begins_is_put_back_until_it_is_approved() {
    for driver in DRIVERS {
        let (mut store, mut run) = approved(driver, &["Open the shop", "Find a kettle"]);
        execute(&mut store, &mut run, driver);
        by(&mut store, Author::Model, "add: Delete the account; start 3").unwrap();
        assert_next(&mut store, &mut run, "execute", &["Find a kettle"]);
        execute(&mut store, &mut run, driver);
        assert_next(&mut store, &mut run, "approve", &["Delete the account"]);
        assert!(show(&store).ends_with("Delete the account"), "{}", show(&store));
    }
}

#[test]
fn what_a_model_began_and_is_approved_stays_its_own_work() {
    let mut store = store(r#"{"maxDoing":2}"#, "a, b");
    by(&mut store, Author::User, "approve").unwrap();
    let mut model = Conversation::new(settings(Dialect::TodoManager));
    model.reminder(&store);
    let mut run = start(&mut store, "host", "execute");
    by(&mut store, Author::Model, "start 1; add: c; start 3").unwrap();
    assert_next(&mut store, &mut run, "execute", &["a"]);
    assert_eq!(show(&store), "a doing, b, c");
    let reminder = model.reminder(&store);
    assert!(!reminder_text(&reminder, &store).contains("The app started"), "{reminder:?}");
}

#[test]
fn an_open_list_is_approved_before_a_run_that_starts_with_it() {
    for driver in DRIVERS {
        let mut store = list("Pay, Thank");
        by(&mut store, Author::User, "add: Find a kettle").unwrap();
        let mut run = start(&mut store, driver, "execute");
        assert_next(&mut store, &mut run, "execute", &["Find a kettle"]);
        execute(&mut store, &mut run, driver);
        assert_next(&mut store, &mut run, "approve", &["Pay", "Thank"]);
        // What stood there before stays where it is refused.
        let before = show(&store);
        run.refused(&mut store).unwrap();
        assert_eq!(show(&store), before);
    }
}

#[test]
fn a_text_that_was_changed_since_is_new() {
    for driver in DRIVERS {
        for change in ["word 2: Pay 5000 euros", "describe 2: to me"] {
            let (mut store, mut run) = approved(driver, &["Open the shop", "Pay 5 euros"]);
            execute(&mut store, &mut run, driver);
            assert_next(&mut store, &mut run, "execute", &["Pay 5 euros"]);
            by(&mut store, Author::Host, change).unwrap();
            assert!(run.refresh(&store), "{change}: the step is over");
            let pay = store.list()[1].content().to_owned();
            assert_next(&mut store, &mut run, "approve", &[&pay]);
            // The same for a host that does not refresh: its result is about what was shown.
            let (mut store, mut run) = approved(driver, &["Pay 5 euros"]);
            run.next(&mut store);
            by(&mut store, Author::Host, &change.replace('2', "1")).unwrap();
            if driver == "host" {
                run.executed(&mut store, Report::Done("")).unwrap();
                assert!(!show(&store).ends_with("done"), "{}", show(&store));
            }
        }
    }
}

/// A person may approve the list itself: then the run has nothing left to ask.
#[test]
fn an_approval_of_the_list_answers_the_run() {
    for driver in DRIVERS {
        let (mut store, mut run) = approved(driver, &["Open the shop"]);
        execute(&mut store, &mut run, driver);
        by(&mut store, Author::Model, "add: Pay").unwrap();
        assert_next(&mut store, &mut run, "approve", &["Pay"]);
        assert!(!run.refresh(&store));
        store.acting_as(Author::User, |store| store.approve(&Approval::default())).unwrap();
        assert!(run.refresh(&store));
        assert_next(&mut store, &mut run, "execute", &["Pay"]);
        run.approved(&mut store, None).unwrap();
        assert_next(&mut store, &mut run, "execute", &["Pay"]);
        // What waited is answered while the person reads, so the run goes on meanwhile.
        let (mut store, mut run) = approved(driver, &["Log in"]);
        by(&mut store, Author::Model, "wait 1: Which code?; add: Pay").unwrap();
        assert_next(&mut store, &mut run, "approve", &["Pay"]);
        by(&mut store, Author::User, "answer 1: 1234").unwrap();
        assert!(run.refresh(&store));
        assert_next(&mut store, &mut run, "execute", &["Log in"]);
    }
}

#[test]
fn an_approval_covers_only_what_was_shown() {
    for driver in DRIVERS {
        let (mut store, mut run) = approved(driver, &["Open the shop"]);
        execute(&mut store, &mut run, driver);
        by(&mut store, Author::Model, "add: Pay").unwrap();
        assert_next(&mut store, &mut run, "approve", &["Pay"]);
        by(&mut store, Author::Model, "add: Delete the account").unwrap();
        assert!(run.approved(&mut store, None).is_err());
        assert_next(&mut store, &mut run, "approve", &["Pay", "Delete the account"]);
        run.approved(&mut store, None).unwrap();
        assert_next(&mut store, &mut run, "execute", &["Pay"]);
    }
}

#[test]
fn a_refused_plan_leaves_the_list_as_it_was() {
    for driver in DRIVERS {
        for is_killed in [false, true] {
            for with_tool in [false, true] {
                let mut store = list("Feed the cat, Water the plants, Read done");
                by(&mut store, Author::User, "add: Call Ann").unwrap();
                let before = show(&store);
                let mut run = start(&mut store, driver, "plan");
                run.next(&mut store);
                if with_tool {
                    by(&mut store, Author::Model, "remove 1; add: Pay; word 1: Drown the plants")
                        .unwrap();
                    run.planned(&mut store, None).unwrap();
                } else {
                    run.planned(&mut store, Some(&["Pay", "Water the plants", "Thank"])).unwrap();
                }
                run.next(&mut store);
                // Another plan that a person asks for is still the one that they refuse.
                run.rejected("cheaper, please").unwrap();
                run.next(&mut store);
                run.planned(&mut store, Some(&["Pay less", "Water the plants"])).unwrap();
                assert!(matches!(run.next(&mut store), Step::Approve { .. }));
                by(&mut store, Author::User, "add: Mine").unwrap();
                if is_killed {
                    store = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
                    run = Run::from_checkpoint(&store, &run.checkpoint()).unwrap();
                    run.next(&mut store);
                }
                let revision = store.revision();
                run.refused(&mut store).unwrap();
                let now = show(&store).replace(", Mine", "");
                assert_eq!((now, store.list().len()), (before.clone(), 5), "{driver} {is_killed}");
                assert_eq!(store.revision(), revision + 1);
                assert!(store.checkpoint().contains("the plan was not approved"));
                TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
                // A run that is resumed plans anew.
                run.abort(&mut store);
                run.resume(&mut store);
                let Step::Plan(briefing) = run.next(&mut store) else { panic!("no plan") };
                assert_eq!(briefing.reason, PlanReason::Start);
            }
        }
    }
}

#[test]
fn what_is_refused_later_leaves_and_what_was_done_stays() {
    for driver in DRIVERS {
        let (mut store, mut run) = approved(driver, &["Open the shop", "Find a kettle"]);
        run.next(&mut store);
        by(&mut store, Author::Model, "add: Delete the account").unwrap();
        by(&mut store, Author::User, "add: Thank Ann").unwrap();
        for _ in 0..3 {
            execute(&mut store, &mut run, driver);
        }
        assert_next(&mut store, &mut run, "approve", &["Delete the account"]);
        run.refused(&mut store).unwrap();
        assert_eq!(show(&store), "Open the shop done, Find a kettle done, Thank Ann done");
        assert_next(&mut store, &mut run, "validate", &[]);
    }
}

#[test]
fn what_a_person_approves_on_the_list_answers_the_run() {
    for driver in DRIVERS {
        for is_refreshed in [false, true] {
            let mut store = list("");
            let mut run = start(&mut store, driver, "plan");
            // There is no plan yet.
            run.next(&mut store);
            assert!(run.approved(&mut store, None).is_err());
            run.planned(&mut store, Some(&["Find a kettle", "Pay"])).unwrap();
            assert_next(&mut store, &mut run, "approve", &["Find a kettle", "Pay"]);
            let key = store.list()[0].key;
            let one = Approval { refs: Some(vec![key.into()]), ..Approval::default() };
            store.acting_as(Author::User, |store| store.approve(&one)).unwrap();
            assert_next(&mut store, &mut run, "approve", &["Find a kettle", "Pay"]);
            for new in [false, true] {
                run.take_events();
                by(&mut store, Author::User, "approve").unwrap();
                if is_refreshed {
                    assert!(run.refresh(&store));
                    assert_eq!(run.take_events(), [Event::Approved]);
                    // The button of a panel approves the list, and then answers the run.
                    by(&mut store, Author::Model, "add: Meanwhile").unwrap();
                    run.approved(&mut store, None).unwrap();
                    assert!(store.list().iter().any(|todo| !todo.is_approved()));
                    by(&mut store, Author::User, "remove 3").unwrap();
                }
                if new {
                    assert_next(&mut store, &mut run, "execute", &["Wrap it"]);
                    break;
                }
                assert_next(&mut store, &mut run, "execute", &["Find a kettle"]);
                execute(&mut store, &mut run, driver);
                execute(&mut store, &mut run, driver);
                by(&mut store, Author::Model, "add: Wrap it; move 3 to 0").unwrap();
                assert_next(&mut store, &mut run, "approve", &["Wrap it"]);
            }
        }
    }
}

#[test]
fn what_a_person_decided_about_stays_where_the_plan_is_refused() {
    for act in ["word 1: By invoice", "describe 1: PO 4711", "ask 1: yes", "wait 1: Which card?"] {
        for is_new in [false, true] {
            let mut store = list("");
            by(&mut store, Author::User, "add: Find").unwrap();
            let mut run = start(&mut store, "host", if is_new { "execute" } else { "plan" });
            if is_new {
                execute(&mut store, &mut run, "host");
                by(&mut store, Author::Model, "add: Pay; move 2 to 0; add: Wrap it").unwrap();
            } else {
                run.next(&mut store);
                run.planned(&mut store, Some(&["Pay", "Wrap it", "Find"])).unwrap();
            }
            assert!(matches!(run.next(&mut store), Step::Approve { .. }));
            by(&mut store, Author::User, act).unwrap();
            run.refused(&mut store).unwrap();
            let left = if act.starts_with("word") { "By invoice" } else { "Pay" };
            assert!(show(&store).starts_with(left), "{act}: {}", show(&store));
            assert!(!show(&store).contains("Wrap it"), "{act}: {}", show(&store));
            assert!(store.acting_as(Author::User, TodoStore::undo).unwrap());
        }
    }
    // So does what they finished, which a host may not have refreshed.
    let mut store = list("");
    let mut run = start(&mut store, "host", "plan");
    run.next(&mut store);
    run.planned(&mut store, Some(&["Pay", "Wrap it"])).unwrap();
    run.next(&mut store);
    by(&mut store, Author::User, "complete 1").unwrap();
    run.refused(&mut store).unwrap();
    assert_eq!(show(&store), "Pay done");
}

/// What a person agreed to, as the test itself recorded it: the texts of each todo.
#[derive(Default)]
struct Agreed(HashMap<Key, HashSet<[Option<String>; 2]>>);

fn texts_of(todo: &Todo) -> [Option<String>; 2] {
    [TextField::Content, TextField::Description].map(|field| todo.text(field).map(str::to_owned))
}

impl Agreed {
    fn insert(&mut self, todo: &Todo) {
        self.0.entry(todo.key).or_default().insert(texts_of(todo));
    }

    fn covers(&self, todo: &Todo) -> bool {
        self.0.get(&todo.key).is_some_and(|texts| texts.contains(&texts_of(todo)))
    }
}

/// A list, its run, and everybody who changes it, as chance has it.
struct History {
    choices: Vec<u8>,
    at: usize,
    is_host: bool,
    store: TodoStore,
    run: Run,
    agreed: Agreed,
    /// The todos as a person has reworded, begun or reopened them.
    decided: Agreed,
    /// What a person was asked about, when they were asked.
    shown: Option<Vec<Todo>>,
    named: u32,
    counts: [u32; 3],
}

impl History {
    fn new(choices: Vec<u8>, is_host: bool, starts: bool) -> Self {
        let mut store = list("left over, and this");
        let [host, agent] = DRIVERS;
        let driver = if is_host { host } else { agent };
        let run = start(&mut store, driver, if starts { "execute" } else { "plan" });
        let (agreed, decided) = (Agreed::default(), Agreed::default());
        Self {
            choices,
            at: 0,
            is_host,
            store,
            run,
            agreed,
            decided,
            shown: None,
            named: 0,
            counts: [0; 3],
        }
    }

    /// A number below `n`, at random while chance lasts, then 0.
    fn choose(&mut self, n: u8) -> u8 {
        let choice = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        choice % n
    }

    fn id(&mut self) -> Id {
        let size = self.store.list().len().clamp(1, 200) as u8;
        Id(i64::from(self.choose(size)) + 1)
    }

    fn name(&mut self) -> String {
        self.named += 1;
        format!("todo {}", self.named)
    }

    /// Plays until chance has run out, or the run has ended.
    fn play(mut self) -> [u32; 3] {
        while self.at < self.choices.len() {
            let step = self.run.next(&mut self.store);
            self.check(&step);
            match self.choose(4) {
                0 | 1 => {}
                2 => self.meddle(),
                _ => self.kill(),
            }
            let step = self.run.next(&mut self.store);
            self.check(&step);
            match step {
                Step::Plan(_) => self.plan(),
                Step::Approve { .. } => self.answer(),
                Step::Execute { todo, .. } => self.execute(todo),
                Step::Verify { .. } => {
                    let is_done = self.choose(2) == 0;
                    self.run.verified(&mut self.store, is_done, "not yet").unwrap();
                }
                Step::Validate { .. } => {
                    self.run.validated(&mut self.store, false, "more", &[]).unwrap();
                }
                Step::Wait { .. } => self.meddle(),
                Step::Aborted => self.run.resume(&mut self.store),
                Step::Ended(_) => break,
            }
        }
        self.counts
    }

    fn check(&mut self, step: &Step) {
        match (step, &self.shown) {
            (Step::Approve { todos }, None) => {
                let shown = todos.iter().map(|key| find(&self.store, *key).unwrap().clone());
                self.shown = Some(shown.collect());
            }
            (Step::Approve { .. }, Some(_)) => {}
            _ => self.shown = None,
        }
        let Step::Execute { todo, .. } = step else { return };
        let todo = find(&self.store, *todo).unwrap();
        self.counts[0] += 1;
        assert!(self.agreed.covers(todo), "executes {todo:?}, which nobody approved");
    }

    fn plan(&mut self) {
        let mut plan: Vec<String> = (0..=self.choose(3)).map(|_| self.name()).collect();
        if self.choose(2) == 0 {
            plan.extend(self.store.list().first().map(|todo| todo.content().to_owned()));
        }
        if self.choose(4) == 0 && self.store.has_unfinished() {
            let name = self.name();
            let _ = by(&mut self.store, Author::Model, &format!("add: {name}"));
            self.run.planned(&mut self.store, None).unwrap();
            return;
        }
        let plan: Vec<&str> = plan.iter().map(String::as_str).collect();
        let _ = self.run.planned(&mut self.store, Some(&plan));
    }

    fn answer(&mut self) {
        self.counts[1] += 1;
        let asked = self.shown.take().unwrap_or_default();
        if self.choose(3) == 0 {
            self.meddle();
        }
        match self.choose(6) {
            0 => {
                let had = self.store.list().clone();
                if self.run.refused(&mut self.store).is_ok() {
                    self.counts[2] += 1;
                    let is_left = |todo: &Todo| find(&self.store, todo.key).is_some();
                    for todo in had.iter().filter(|todo| todo.is_approved()) {
                        assert!(is_left(todo), "{todo:?} was refused with the others");
                    }
                }
            }
            1 => drop(self.run.rejected("otherwise, please")),
            _ => {
                if self.run.approved(&mut self.store, None).is_ok() {
                    // As they were shown, or as a person has decided since.
                    asked.iter().for_each(|todo| self.agreed.insert(todo));
                    for todo in self.store.list().iter().filter(|todo| self.decided.covers(todo)) {
                        self.agreed.insert(todo);
                    }
                }
            }
        }
    }

    fn execute(&mut self, todo: Key) {
        let report = match (self.is_host, self.choose(6)) {
            (true, 0..=2) => Report::Done(""),
            (_, 3) => Report::Failed("sold out"),
            (_, 4) => Report::Continue,
            (true, _) => Report::Finished,
            (false, choice) => {
                if choice < 3 {
                    let complete = |store: &mut TodoStore| store.complete(todo);
                    let _ = self.store.acting_as(Author::Model, complete);
                }
                Report::Continue
            }
        };
        let _ = self.run.executed(&mut self.store, report);
    }

    fn kill(&mut self) {
        match self.choose(3) {
            0 => self.run.abort(&mut self.store),
            1 => drop(self.run.refresh(&self.store)),
            _ => {
                self.store = TodoStore::from_checkpoint(&self.store.checkpoint()).unwrap();
                self.run = Run::from_checkpoint(&self.store, &self.run.checkpoint()).unwrap();
            }
        }
    }

    fn meddle(&mut self) {
        let who = [Author::Model, Author::User, Author::Agent, Author::Host];
        let who = who[usize::from(self.choose(4))];
        let (id, other) = (self.id(), self.id());
        let name = self.name();
        let before = self.store.list().clone();
        let act = self.choose(12);
        let _ = self.store.acting_as(who, |store| -> Result<(), agent_todos::WriteError> {
            match act {
                0 | 1 => drop(store.add_multiple(&[&name])?),
                2 => drop(store.add_after_position(0, &[&name])?),
                3 => drop(store.edit(id, &Patch { content: Some(&name), ..Patch::default() })?),
                4 => drop(store.edit(id, &Patch { description: Some(&name), ..Patch::default() })?),
                5 => store.mark_doing(id)?,
                6 => store.complete(id)?,
                7 => drop(store.skip(id, "no")?),
                8 => drop(store.reopen(id, "again")?),
                9 => store.remove(id)?,
                10 => drop(store.undo()?),
                _ => store.move_to(id, other.0)?,
            }
            Ok(())
        });
        if who == Author::User {
            if let Some(todo) = self.store.list().get(id.0 as usize - 1).filter(|_| act > 2) {
                self.decided.insert(todo);
            }
            if self.choose(4) == 0 {
                let approve = |store: &mut TodoStore| store.approve(&Approval::default());
                self.store.acting_as(who, approve).unwrap();
            }
            self.record_person(&before);
        }
    }

    /// Records what a person has decided: what they added, approved, or wrote anew where they had
    /// agreed to it before.
    fn record_person(&mut self, before: &[std::rc::Rc<Todo>]) {
        for todo in self.store.list() {
            let old = before.iter().find(|old| old.key == todo.key);
            if old.is_some_and(|old| texts_of(old) != texts_of(todo)) {
                self.decided.insert(todo);
            }
            let is_edited = old.is_some_and(|old| self.agreed.covers(old));
            if old.is_none() || is_edited || todo.is_approved() {
                self.agreed.insert(todo);
            }
        }
    }
}

#[test]
fn random_runs_execute_nothing_that_nobody_approved() {
    let mut runner = TestRunner::new(crate::cases(HISTORIES));
    let total = std::cell::Cell::new([0_u32; 3]);
    let choices = prop::collection::vec(any::<u8>(), 0..160);
    runner
        .run(&(choices, any::<bool>(), any::<bool>()), |(choices, is_host, starts)| {
            let counts = History::new(choices, is_host, starts).play();
            let mut sums = total.get();
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            total.set(sums);
            Ok(())
        })
        .unwrap();
    let [executed, asked, refused] = total.get();
    let histories = crate::times(HISTORIES);
    println!("{histories} histories: {executed} executed, {asked} asked, {refused} refused");
    assert!(executed > histories && asked > histories && refused > histories / 10);
}
