//! The loop over random plans, failures, aborts, resumes, restarts and meddling from outside: never
//! two in progress, never past a budget, every run ends, no todo is lost, and what is settled stays
//! so. The rest is in `src/run/tests.rs`.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::read_back::find_unreadable;
use crate::scene::{ASKS, REMOVES, ann, by, list, named, show, store};
use agent_todos::TextField;
use agent_todos::list::author::{Actor, Author};
use agent_todos::run::{
    Ending, Event, FailureKind, PlanReason, Report, Run, RunOptions, Step, Subject,
};
use agent_todos::{ErrorCode, Id, Key, Options, Status, TodoStore};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const MAX_TODOS: usize = 6;
const RUNS: u32 = 10_000;

/// A host that does what chance says.
struct Host {
    choices: Vec<u8>,
    at: usize,
    store: TodoStore,
    run: Run,
    is_host: bool,
    max_steps: u32,
    max_calls: u32,
    plans: u32,
    calls: HashMap<Key, u32>,
    /// Whether somebody changed the list since the step was asked for.
    is_meddled: bool,
    /// Whether somebody ever did.
    was_meddled: bool,
    /// What each todo was settled as.
    settled: HashMap<Key, Status>,
    /// Every todo that ever was, and those of which an event or the host itself says where it
    /// went.
    seen: HashSet<Key>,
    accounted: HashSet<Key>,
    counts: Counts,
}

/// Whether the host drives, and the most steps, calls of a todo and repeats.
type Budgets = (bool, u32, u32, u32);

/// How often each thing happened.
type Counts = BTreeMap<&'static str, u32>;

impl Host {
    fn new(choices: Vec<u8>, budgets: Budgets, counts: Counts) -> Self {
        let rules = Options::from_json(&format!("{{\"maxTodos\":{MAX_TODOS}}}")).unwrap();
        let mut store = TodoStore::new(rules);
        // What an earlier run left, one of it in progress.
        if choices.first().is_some_and(|choice| choice % 3 == 0) {
            store.add_multiple(&["left over", "and this"]).unwrap();
            store.mark_doing(Id(2)).unwrap();
        }
        let (is_host, max_steps, max_calls, max_repeats) = budgets;
        let driver = if is_host { "host" } else { "agent" };
        let text = format!(
            r#"{{"driver":"{driver}","maxSteps":{max_steps},"maxCallsPerTodo":{max_calls},"maxRepeats":{max_repeats}}}"#
        );
        let run = Run::new(&mut store, RunOptions::from_json(&text).unwrap());
        Self {
            choices,
            at: 1,
            store,
            run,
            is_host,
            max_steps,
            max_calls,
            plans: 0,
            calls: HashMap::new(),
            is_meddled: false,
            was_meddled: false,
            settled: HashMap::new(),
            seen: HashSet::new(),
            accounted: HashSet::new(),
            counts,
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// A number below `n`, at random while chance lasts, then 0: each 0 below leads towards an end.
    fn choose(&mut self, n: u8) -> u8 {
        let choice = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        choice % n
    }

    fn play(mut self) -> Counts {
        let mut asked = 0;
        loop {
            let step = self.run.next(&mut self.store);
            self.watch();
            assert_eq!(self.run.next(&mut self.store), step, "asking again changes nothing");
            match step {
                Step::Ended(_) => {
                    self.ended(&step);
                    return self.counts;
                }
                Step::Aborted => panic!("nobody aborted"),
                _ => asked += 1,
            }
            assert!(asked <= self.max_steps, "past the budget of steps");
            assert_eq!(self.run.steps(), asked);
            // A plan that was refused is made again for the list as it was.
            if !matches!(&step, Step::Plan(briefing) if briefing.reason == PlanReason::Refused) {
                self.is_meddled = false;
            }
            if self.choose(13) == 12 {
                self.meddle();
                // The run hands out what is left, which may be a step more.
                let step = self.run.next(&mut self.store);
                asked = self.run.steps();
                if let Step::Ended(_) = step {
                    self.ended(&step);
                    return self.counts;
                }
            }
            let step = self.run.next(&mut self.store);
            match self.choose(11) {
                9 => {
                    self.restart();
                    self.is_meddled = false;
                    continue;
                }
                10 => {
                    self.abort(&step);
                    continue;
                }
                _ => {}
            }
            match step {
                Step::Plan(_) => self.plan(),
                Step::Execute { todo, calls_left, .. } => self.execute(todo, calls_left),
                Step::Verify { todo } => self.verify(todo),
                Step::Validate { open } => self.validate(open),
                Step::Approve { .. } | Step::Wait { .. } => panic!("nobody approves or confirms"),
                Step::Aborted | Step::Ended(_) => {}
            }
        }
    }

    /// The list is as it must be, and nothing is in progress twice.
    fn watch(&mut self) {
        let doing = self.store.list().iter().filter(|todo| todo.status() == Status::Doing).count();
        assert!(doing <= 1, "{doing} in progress");
        for event in self.run.take_events() {
            match event {
                Event::Planned { archived, .. } => {
                    self.accounted.extend(archived.iter().map(|Subject { key, .. }| *key));
                }
                Event::Skipped { .. } => self.count("skipped"),
                _ => {}
            }
        }
        let present: HashSet<Key> = self.store.list().iter().map(|todo| todo.key).collect();
        for gone in self.seen.difference(&present) {
            assert!(self.accounted.contains(gone), "lost {gone:?}");
        }
        self.seen.extend(&present);
        for todo in self.store.list() {
            let before = self.settled.get(&todo.key).copied();
            assert!(before.is_none_or(|before| before == todo.status()), "{todo:?} was {before:?}");
            if todo.status().is_settled() {
                self.settled.insert(todo.key, todo.status());
            }
        }
    }

    fn meddle(&mut self) {
        let size = self.store.list().len() as i64;
        if size == 0 {
            return;
        }
        let id = Id(i64::from(self.choose(size as u8)) + 1);
        match self.choose(4) {
            0 => self.store.complete(id).unwrap(),
            1 => self.store.remove(id).unwrap(),
            2 => self.store.go_back(id).unwrap(),
            _ => self
                .store
                .complete_multiple(&(1..=size).map(|id| Id(id).into()).collect::<Vec<_>>(), "")
                .map(drop)
                .unwrap(),
        }
        self.is_meddled = true;
        self.was_meddled = true;
        self.settled.clear();
        self.accounted.extend(&self.seen);
    }

    /// The worker died, and another one goes on with what was stored.
    fn restart(&mut self) {
        self.count("restart");
        self.store = TodoStore::from_checkpoint(&self.store.checkpoint()).unwrap();
        let text = self.run.checkpoint();
        self.run = Run::from_checkpoint(&self.store, &text).unwrap();
        assert_eq!(self.run.checkpoint(), text);
    }

    fn abort(&mut self, step: &Step) {
        self.count("abort");
        self.run.abort(&mut self.store);
        self.watch();
        assert_eq!(self.run.next(&mut self.store), Step::Aborted);
        assert_eq!(self.store.current_doing(), None, "an abort leaves nothing in progress");
        // What comes too late is refused and changes nothing.
        let late = match step {
            Step::Plan(_) => self.run.planned(&mut self.store, Some(&["late"])).map(drop),
            Step::Execute { .. } => self.run.executed(&mut self.store, Report::Continue),
            Step::Verify { .. } => self.run.verified(&mut self.store, true, ""),
            _ => self.run.validated(&mut self.store, true, "late", &[]),
        };
        assert_eq!(late.unwrap_err().code(), ErrorCode::UnexpectedReport);
        self.watch();
        self.run.resume(&mut self.store);
    }

    fn plan(&mut self) {
        self.count("plan");
        self.plans += 1;
        let kind = self.choose(8);
        if kind == 7 && self.store.has_unfinished() {
            // The list is the plan.
            self.run.planned(&mut self.store, None).unwrap();
            return self.watch();
        }
        let size = if kind == 6 { 0 } else { usize::from(kind.min(4)) + 1 };
        let repeated = self.choose(2) == 0;
        let mut plan: Vec<String> = (0..size)
            .map(|i| {
                if repeated { format!("step {i}") } else { format!("plan {} step {i}", self.plans) }
            })
            .collect();
        let is_refused = kind == 5;
        if is_refused {
            plan[0] = "  ".into();
        }
        let contents: Vec<&str> = plan.iter().map(String::as_str).collect();
        let before = self.store.list().clone();
        let result = self.run.planned(&mut self.store, Some(&contents));
        if is_refused {
            assert_eq!(result.as_ref().unwrap_err().code(), ErrorCode::EmptyContent);
        }
        if result.is_err() {
            // What others did while it was made may leave it no room.
            assert!(is_refused || self.is_meddled, "{result:?}");
            assert_eq!(*self.store.list(), before);
        } else {
            let list = self.store.list().iter();
            let open: Vec<&str> = list
                .filter(|todo| !todo.status().is_settled())
                .map(|todo| todo.content())
                .collect();
            assert!(self.is_meddled || plan.is_empty() || open == plan, "{open:?} {plan:?}");
            // What was open has given way to the plan, as it should.
            let open = before.iter().filter(|todo| !todo.status().is_settled());
            self.accounted.extend(open.map(|todo| todo.key));
        }
        self.watch();
    }

    fn status(&self, key: Key) -> Status {
        self.store.list().iter().find(|todo| todo.key == key).unwrap().status()
    }

    fn execute(&mut self, todo: Key, calls_left: u32) {
        let first = self.store.list().iter().find(|todo| !todo.status().is_settled());
        let is_first = first.is_some_and(|first| first.key == todo);
        let may_choose = self.was_meddled || !self.is_host;
        assert!(is_first || may_choose, "not the first that is to do");
        let max = self.max_calls;
        assert_eq!(calls_left, max - self.calls.get(&todo).copied().unwrap_or(0));
        let mut is_over = false;
        for _ in 0..self.choose(4) {
            // Where the model drives, the call is for the todo that it is at.
            let doing = self.store.current_doing().map_or(todo, |(_, todo)| todo.key);
            let calls = self.calls.entry(doing).or_default();
            match self.run.tool_called(&self.store) {
                Ok(left) => {
                    *calls += 1;
                    assert_eq!(left, max - *calls);
                }
                Err(error) => {
                    assert_eq!((error.code(), *calls), (ErrorCode::OverBudget, max));
                    is_over = true;
                }
            }
            assert!(*calls <= max, "past the budget of tool calls");
        }
        if self.choose(9) == 8 {
            let outcome =
                self.run.call_require_planning(Ok(r#"{"reason":"the shop is closed"}"#), false);
            assert!(outcome.ok && outcome.notes.is_empty(), "{outcome:?}");
        }
        if !self.is_host {
            return self.agent_turn(todo);
        }
        let now = self.status(todo);
        let (report, mut expected) = match self.choose(6) {
            0 => (Report::Done(""), Status::Done),
            1 => (Report::Failed("no such button"), Status::Skipped),
            2 => (Report::Unverified, now),
            3 | 4 => {
                let is_used_up = self.calls.get(&todo).is_some_and(|calls| *calls >= max);
                (Report::Continue, if is_used_up { Status::Skipped } else { now })
            }
            _ => (Report::Finished, now),
        };
        if is_over && expected == now {
            expected = Status::Skipped;
        }
        self.run.executed(&mut self.store, report).unwrap();
        assert_eq!(self.status(todo), expected, "{report:?}");
        self.watch();
    }

    /// The model works on the list itself.
    fn agent_turn(&mut self, todo: Key) {
        match self.choose(5) {
            0 | 1 => self.store.complete(todo).unwrap(),
            2 => {
                self.store.abort();
                self.store.mark_doing(todo).unwrap();
            }
            3 if self.store.list().len() < MAX_TODOS => {
                self.store.add_multiple(&["the model's own"]).unwrap();
            }
            _ => {}
        }
        assert_eq!(
            self.run.executed(&mut self.store, Report::Done("")).unwrap_err().code(),
            ErrorCode::InvalidArgument
        );
        let report = match self.choose(6) {
            5 => Report::Finished,
            4 => Report::Failed("a timeout"),
            _ => Report::Continue,
        };
        self.run.executed(&mut self.store, report).unwrap();
        self.watch();
    }

    fn verify(&mut self, todo: Key) {
        assert_eq!(self.status(todo), Status::Doing, "stays in progress until it is verified");
        let is_done = self.choose(2) == 0;
        self.run.verified(&mut self.store, is_done, "the cart is empty").unwrap();
        assert_eq!(self.status(todo) == Status::Done, is_done);
        self.watch();
    }

    fn validate(&mut self, open: u32) {
        let list = self.store.list().iter();
        assert_eq!(open as usize, list.filter(|todo| !todo.status().is_settled()).count());
        match self.choose(6) {
            0 => self.run.validated(&mut self.store, true, "all there", &[]).unwrap(),
            1 => self.run.not_validated(&mut self.store).unwrap(),
            2 => self.run.validation_failed("the page crashed").unwrap(),
            _ => self
                .run
                .validated(&mut self.store, false, "no receipt", &["Open the receipt"])
                .unwrap(),
        }
        self.watch();
    }

    fn ended(&mut self, ending: &Step) {
        self.watch();
        assert_eq!(self.store.current_doing(), None, "nothing is in progress when a run has ended");
        match ending {
            Step::Ended(Ending::Finished { is_complete: true, .. }) => self.count("complete"),
            Step::Ended(Ending::Finished { is_complete: false, reasoning, .. }) => {
                assert!(!reasoning.is_empty());
                self.count("given up");
            }
            Step::Ended(Ending::Failed { kind, error }) => {
                self.count("failure");
                match kind {
                    FailureKind::OutOfSteps => {
                        let most = self.max_steps;
                        assert!(error.contains(&most.to_string()), "{error}");
                        assert_eq!(self.run.steps(), most);
                        self.count("out of steps");
                    }
                    FailureKind::Stuck => self.count("stuck"),
                    FailureKind::PlanningFailed => self.count("empty plan"),
                    FailureKind::HostFailed => panic!("the host gave nothing up"),
                }
            }
            other => panic!("{other:?} is no end"),
        }
    }
}

#[test]
fn random_runs_keep_every_promise() {
    let mut runner = TestRunner::new(crate::cases(RUNS));
    let counts = std::cell::RefCell::new(Counts::default());
    let budgets = (any::<bool>(), 1..40_u32, 1..6_u32, 2..5_u32);
    runner
        .run(&(prop::collection::vec(any::<u8>(), 0..120), budgets), |(choices, budgets)| {
            let so_far = counts.take();
            counts.replace(Host::new(choices, budgets, so_far).play());
            Ok(())
        })
        .unwrap();
    let counts = counts.take();
    let runs = crate::times(RUNS);
    println!("{runs} runs: {counts:?}");
    // Each kind of end was seen often, or the test shows less than it says.
    let ends = ["complete", "given up", "failure"].map(|end| counts[end]);
    for what in [
        "abort",
        "restart",
        "skipped",
        "plan",
        "complete",
        "out of steps",
        "stuck",
        "empty plan",
        "given up",
    ] {
        assert!(counts[what] > runs / 200, "{what}: {counts:?}");
    }
    assert_eq!(ends.iter().sum::<u32>(), runs);
}

// What others decided
// -----------------------------------------------------------------------------------

fn start(store: &mut TodoStore, who: impl Into<Actor>, options: &str) -> Run {
    let options = RunOptions::from_json(options).unwrap();
    store.acting_as(who, |store| Run::new(store, options))
}

fn executes(step: &Step) -> Option<Key> {
    match step {
        Step::Execute { todo, .. } => Some(*todo),
        _ => None,
    }
}

#[test]
fn a_run_without_a_name_demotes_no_todo_of_an_owner() {
    for driver in ["host", "agent"] {
        for options in [REMOVES, "{}"] {
            let mut store = store(options, "a, b");
            by(&mut store, ann(), "start 1").unwrap();
            let options = format!(r#"{{"driver":"{driver}","start":"execute"}}"#);
            let mut run = start(&mut store, Author::Agent, &options);
            assert_eq!(show(&store), "a doing @ann, b", "it began: {driver}");
            run.next(&mut store);
            let hers = |store: &TodoStore| show(store).starts_with("a doing @ann, ");
            assert!(hers(&store), "{driver}: {}", show(&store));
            run.abort(&mut store);
            assert_eq!(show(&store), "a doing @ann, b", "it was aborted: {driver}");
            run.resume(&mut store);
            assert!(hers(&store), "{driver}: {}", show(&store));
            run.next(&mut store);
            run.fail(&mut store, "no more");
            assert!(hers(&store), "it ended: {driver}: {}", show(&store));
        }
    }
}

#[test]
fn a_run_without_a_name_executes_no_todo_of_an_owner() {
    for driver in ["host", "agent"] {
        for (act, options) in
            [("ann: start 1", "{}"), ("lead: give 1: ann", "{}"), ("ann: start 1", REMOVES)]
        {
            let mut store = store(options, "a, b");
            let (who, act) = act.split_once(": ").unwrap();
            by(&mut store, named(who), act).unwrap();
            let hers = store.list()[0].clone();
            let options = format!(r#"{{"driver":"{driver}","start":"execute"}}"#);
            let mut run = start(&mut store, Author::Agent, &options);
            let b = store.list()[1].key;
            let step = run.next(&mut store);
            assert_eq!(executes(&step), Some(b), "{driver} {act}: {step:?}");
            // What it says of a todo, that of another one is not.
            assert_eq!(run.executed(&mut store, Report::Failed("no button")), Ok(()));
            assert_eq!(store.list()[0], hers, "{driver} {act}");
        }
    }
}

#[test]
fn a_run_that_is_found_complete_settles_no_todo_of_an_owner() {
    for driver in ["host", "agent"] {
        let mut store = list("a, b");
        by(&mut store, ann(), "start 1").unwrap();
        let options = format!(r#"{{"driver":"{driver}","start":"execute"}}"#);
        let mut run = start(&mut store, Author::Agent, &options);
        run.next(&mut store);
        run.executed(&mut store, Report::Finished).unwrap();
        run.next(&mut store);
        run.validated(&mut store, true, "all there", &[]).unwrap();
        assert!(show(&store).starts_with("a doing @ann, "), "{driver}: {}", show(&store));
    }
}

#[test]
fn verified_confirms_only_the_text_that_was_shown() {
    // Nor where it is claimed again meanwhile.
    for acts in ["word 1: Pay 999", "word 1: Pay 999; complete 1", "describe 1: to Bob"] {
        let mut store = store(ASKS, "");
        let mut run = start(&mut store, Author::Agent, r#"{"verify":true}"#);
        run.next(&mut store);
        run.planned(&mut store, Some(&["Pay 10"])).unwrap();
        run.next(&mut store);
        run.executed(&mut store, Report::Done("receipt 7")).unwrap();
        assert!(matches!(run.next(&mut store), Step::Verify { .. }));
        by(&mut store, Author::Model, acts).unwrap();
        let _ = run.verified(&mut store, true, "");
        assert!(!store.is_completed(Id(1)).unwrap(), "{acts}: {}", show(&store));
    }
}

/// A run approves its own plan, and asks again where that changed while the person read it.
#[test]
fn approved_accepts_only_the_plan_that_was_shown() {
    for (who, act) in [
        (Author::Model, "add: x"),
        (Author::Host, "add: x"),
        (Author::Model, "word 2: x"),
        (Author::Model, "describe 2: x"),
    ] {
        let mut store = list("");
        let mut run = start(&mut store, Author::Agent, r#"{"approve":true}"#);
        run.next(&mut store);
        run.planned(&mut store, Some(&["a", "b"])).unwrap();
        assert_eq!(run.next(&mut store), approval_of(&store, &[0, 1]));
        by(&mut store, who, act).unwrap();
        let result = run.approved(&mut store, None);
        assert!(result.is_ok() || store.list().iter().all(|todo| !todo.is_approved()));
        for todo in store.list().iter() {
            let is_x = todo.content() == "x" || todo.text(TextField::Description) == Some("x");
            assert!(!(is_x && todo.is_approved()), "{act}: approved unread");
        }
        let step = run.next(&mut store);
        let is_own = act.starts_with("add");
        assert!(is_own || matches!(step, Step::Approve { .. }), "{act}: {step:?}");
    }
}

/// The step that asks for an approval of the todos at these places.
fn approval_of(store: &TodoStore, indices: &[usize]) -> Step {
    Step::Approve { todos: indices.iter().map(|index| store.list()[*index].key).collect() }
}

#[test]
fn approved_accepts_the_revision_that_was_shown() {
    let mut store = list("");
    let mut run = start(&mut store, Author::Agent, r#"{"approve":true}"#);
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
fn approved_does_not_approve_the_plan_of_another_run() {
    let names = ["one", "other"].map(|name| Actor::named(Author::Agent, name).unwrap());
    let mut store = list("");
    let mut runs = names.map(|name| start(&mut store, name, r#"{"approve":true}"#));
    for (run, todo) in runs.iter_mut().zip(["a", "b"]) {
        run.next(&mut store);
        run.planned(&mut store, Some(&[todo])).unwrap();
    }
    assert_eq!(store.list().len(), 2, "{}", show(&store));
    assert_eq!(runs[0].next(&mut store), approval_of(&store, &[0]));
    runs[0].approved(&mut store, None).unwrap();
    let approved: Vec<_> = store.list().iter().filter(|todo| todo.is_approved()).collect();
    assert_eq!(approved.iter().map(|todo| todo.content()).collect::<Vec<_>>(), ["a"]);
    assert_eq!(runs[1].next(&mut store), approval_of(&store, &[1]));
}

#[test]
fn a_run_whose_todo_was_reopened_with_two_lines_can_be_stored() {
    let mut store = store(ASKS, "");
    let mut run = start(&mut store, Author::Agent, "{}");
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
    assert_eq!(find_unreadable(&store), None);
}
