//! A test for each fault of the original loop, and for cases that random runs
//! (`tests/core/run.rs`) seldom reach or do not distinguish.

use std::rc::Rc;

use super::machine::find;
use super::*;
use crate::list::author::Author;
use crate::list::edit_options::Patch;
use crate::list::error::{ErrorCode, WriteError};
use crate::list::options::Options;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, TextField, Todo};
use crate::list::waiting::{Wait, WaitFor};

pub(super) fn begin(options: &str) -> (TodoStore, Run) {
    let mut store = TodoStore::default();
    let run = Run::new(&mut store, RunOptions::from_json(options).unwrap());
    (store, run)
}

pub(super) fn planned(options: &str, plan: &[&str]) -> (TodoStore, Run) {
    let (mut store, mut run) = begin(options);
    run.next(&mut store);
    run.planned(&mut store, Some(plan)).unwrap();
    (store, run)
}

pub(super) fn content(store: &mut TodoStore, run: &mut Run) -> String {
    let Step::Execute { todo, .. } = run.next(store) else { return String::new() };
    find(store, todo).map(|(_, todo)| todo.content().to_string()).unwrap()
}

pub(super) fn failure(store: &mut TodoStore, run: &mut Run) -> FailureKind {
    match run.next(store) {
        Step::Ended(Ending::Failed { kind, .. }) => kind,
        other => panic!("{other:?}"),
    }
}

pub(super) fn words(store: &TodoStore) -> Vec<&str> {
    store.list().iter().map(|todo| todo.status().as_str()).collect()
}

#[test]
fn a_failed_validation_never_completes_the_task() {
    let (mut store, mut run) = planned(r#"{"maxRepeats":4}"#, &["a"]);
    run.next(&mut store);
    run.executed(&mut store, Report::Done("")).unwrap();
    for _ in 0..4 {
        assert_eq!(run.next(&mut store), Step::Validate { open: 0 });
        run.validation_failed("the model timed out").unwrap();
    }
    assert_eq!(failure(&mut store, &mut run), FailureKind::Stuck);
    let events = run.take_events();
    assert!(events.contains(&Event::Stuck { step: "validate", times: 3 }), "{events:?}");
    assert!(!events.iter().any(|event| matches!(event, Event::Validated { .. })));
}

#[test]
fn a_new_plan_replaces_open_todos_and_keeps_settled_ones() {
    let (mut store, mut run) = planned("{}", &["a", "b", "c", "d"]);
    for report in [Report::Done(""), Report::Failed("sold out"), Report::Finished] {
        run.next(&mut store);
        run.executed(&mut store, report).unwrap();
    }
    assert_eq!(run.next(&mut store), Step::Validate { open: 2 });
    run.validated(&mut store, false, "no receipt", &["Get the receipt"]).unwrap();
    let Step::Plan(briefing) = run.next(&mut store) else { panic!() };
    assert_eq!(
        *briefing,
        Briefing {
            reason: PlanReason::Validation,
            because: "no receipt".into(),
            changes: String::new(),
            suggestions: vec!["Get the receipt".into()],
            failures: vec![Failure { content: "b".into(), reason: "sold out".into() }],
        }
    );
    let key = store.list()[3].key;
    run.planned(&mut store, Some(&["d", "Get the receipt"])).unwrap();
    let texts: Vec<&str> = store.list().iter().map(|todo| todo.content()).collect();
    assert_eq!(texts, ["a", "b", "d", "Get the receipt"]);
    assert_eq!(words(&store), ["done", "skipped", "todo", "todo"]);
    assert_eq!(store.list()[2].key, key, "who says the same is the same");
}

#[test]
fn the_next_run_sets_back_a_todo_that_an_abort_left_open() {
    let (mut store, mut run) = planned("{}", &["a", "b"]);
    store.complete(Id(1)).unwrap();
    run.next(&mut store);
    store.go_back(Id(1)).unwrap();
    store.mark_doing(Id(2)).unwrap();
    // The process died here without an abort.
    let options = RunOptions::from_json(r#"{"start":"execute"}"#).unwrap();
    let mut next = Run::new(&mut store, options);
    assert_eq!(words(&store), ["todo", "todo"]);
    assert_eq!(content(&mut store, &mut next), "a");
    // Without open todos, the run starts with a plan.
    store.reset().unwrap();
    let mut empty = Run::new(&mut store, options);
    assert!(matches!(empty.next(&mut store), Step::Plan(_)));
}

#[test]
fn the_model_saying_it_is_done_while_todos_are_open_is_reported() {
    for driver in ["host", "agent"] {
        let (mut store, mut run) = planned(&format!(r#"{{"driver":"{driver}"}}"#), &["a", "b"]);
        run.next(&mut store);
        run.executed(&mut store, Report::Finished).unwrap();
        assert!(run.take_events().contains(&Event::ClaimedDone { open: 2 }), "{driver}");
        assert_eq!(run.next(&mut store), Step::Validate { open: 2 });
    }
}

#[test]
fn a_run_that_is_found_complete_completes_its_current_todo() {
    for driver in ["host", "agent"] {
        for aborts in [false, true] {
            let (mut store, mut run) =
                planned(&format!(r#"{{"driver":"{driver}"}}"#), &["a", "b", "c"]);
            run.next(&mut store);
            store.next_todo();
            run.executed(&mut store, Report::Finished).unwrap();
            run.next(&mut store);
            if aborts {
                run.abort(&mut store);
                run.resume(&mut store);
                run.next(&mut store);
            }
            run.validated(&mut store, true, "the order is placed", &[]).unwrap();
            assert_eq!(words(&store), ["done", "todo", "todo"], "{driver} {aborts}");
            let events = run.take_events();
            let done = events.iter().position(|event| matches!(event, Event::Done { .. }));
            let ended = events.iter().position(|event| matches!(event, Event::Ended(_)));
            assert!(done.is_some() && done < ended, "{events:?}");
        }
    }
    // If the task is incomplete, the todo in progress is not done; the next plan may contain it.
    let (mut store, mut run) = planned("{}", &["a", "b"]);
    run.next(&mut store);
    run.executed(&mut store, Report::Finished).unwrap();
    run.next(&mut store);
    run.validated(&mut store, false, "no receipt", &[]).unwrap();
    run.next(&mut store);
    run.planned(&mut store, Some(&["a", "Get the receipt"])).unwrap();
    run.next(&mut store);
    run.executed(&mut store, Report::Done("")).unwrap();
    assert_eq!(content(&mut store, &mut run), "Get the receipt");
    run.executed(&mut store, Report::Failed("no printer")).unwrap();
    run.next(&mut store);
    run.validated(&mut store, true, "it came by mail", &[]).unwrap();
    assert_eq!(words(&store), ["done", "skipped"]);
}

#[test]
fn a_run_that_gets_the_same_plan_repeatedly_gets_stuck() {
    let (mut store, mut run) = begin("{}");
    let mut plans = 0;
    loop {
        match run.next(&mut store) {
            Step::Plan(_) => {
                plans += 1;
                run.planned(&mut store, Some(&["Log in"])).unwrap();
            }
            Step::Execute { .. } => run.executed(&mut store, Report::Failed("no form")).unwrap(),
            Step::Validate { .. } => run.validated(&mut store, false, "", &[]).unwrap(),
            Step::Ended(Ending::Failed { kind, error }) => {
                assert_eq!(kind, FailureKind::Stuck);
                assert!(error.contains("\"plan\"") && error.contains('6'), "{error}");
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(plans, 6);
    let stuck = Event::Stuck { step: "plan", times: 3 };
    assert_eq!(run.take_events().iter().filter(|event| **event == stuck).count(), 1);
}

#[test]
fn a_plan_keeps_its_boxes_and_its_tree() {
    for text in ["[\"[x] Find\", \"[ ] Pay\"]", "- [x] Find\n- [ ] Pay", "1. [x] Find\n2. Pay"] {
        let (mut store, mut run) = begin("{}");
        run.next(&mut store);
        run.planned_text(&mut store, text).unwrap();
        assert_eq!(words(&store), ["done", "todo"], "{text}");
        assert_eq!(content(&mut store, &mut run), "Pay");
    }
    let (mut store, mut run) = planned("{}", &["[x] Find", "[ ] Pay"]);
    assert_eq!((content(&mut store, &mut run), words(&store)[0]), ("Pay".into(), "done"));
    let (mut store, mut run) = begin("{}");
    run.next(&mut store);
    let notes = run.planned_text(&mut store, "Plan:\n1. Shop\n   - Find\n2. Pay\nOK?").unwrap();
    assert_eq!(notes.len(), 2, "{notes:?}");
    let planned =
        |event: &Event| matches!(event, Event::Planned { notes: said, .. } if *said == notes);
    assert!(run.take_events().iter().any(planned));
    let [shop, find, pay] = &***store.list() else { panic!() };
    assert_eq!((find.parent(), pay.parent()), (Some(shop.key), None));
    // What is under a todo comes before it.
    assert_eq!(content(&mut store, &mut run), "Find");
}

/// Each todo is done, and the same verdict asks for the same plan.
#[test]
fn a_run_whose_rounds_are_equal_gets_stuck() {
    for is_killed in [false, true] {
        let (mut store, mut run) = begin("{}");
        let (mut steps, mut stuck) = (0, Vec::new());
        let error = loop {
            match run.next(&mut store) {
                Step::Plan(_) => drop(run.planned(&mut store, Some(&["Log in"])).unwrap()),
                Step::Execute { .. } => run.executed(&mut store, Report::Done("")).unwrap(),
                Step::Validate { .. } => {
                    run.validated(&mut store, false, "no receipt", &["Get it"]).unwrap();
                }
                Step::Ended(Ending::Failed { kind: FailureKind::Stuck, error }) => break error,
                other => panic!("{other:?}"),
            }
            steps += 1;
            for event in run.take_events() {
                if let Event::Stuck { step, times } = event {
                    stuck.push((step, times, steps));
                }
            }
            if is_killed {
                (store, run) = restarted(&store, &run);
            }
        };
        assert!(error.contains("\"plan\" came 6 times"), "{error}");
        assert_eq!((steps, &*stuck), (18, &[("plan", 3, 7)][..]));
    }
    // Another plan, or another verdict, is progress.
    for changes_plan in [false, true] {
        let (mut store, mut run) = begin("{}");
        for round in 0..30 {
            let other = round.to_string();
            run.next(&mut store);
            let plan = if changes_plan { &*other } else { "Log in" };
            run.planned(&mut store, Some(&[plan])).unwrap();
            run.next(&mut store);
            run.executed(&mut store, Report::Done("")).unwrap();
            run.next(&mut store);
            let verdict = if changes_plan { "no receipt" } else { &*other };
            run.validated(&mut store, false, verdict, &[]).unwrap();
        }
        assert!(matches!(run.next(&mut store), Step::Plan(_)));
    }
}

#[test]
fn a_turn_without_a_tool_call_costs_none() {
    let (mut store, mut run) = planned("{}", &["a", "b"]);
    for _ in 0..6 {
        assert!(matches!(run.next(&mut store), Step::Execute { calls_left: 5, .. }));
        run.executed(&mut store, Report::Continue).unwrap();
    }
    assert_eq!(failure(&mut store, &mut run), FailureKind::Stuck);
}

#[test]
fn a_run_whose_plans_are_refused_fails_with_the_reason() {
    let many: Vec<String> = (1..=31).map(|number| format!("todo {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (plan, reason) in [
        (&many[..], "too_many_todos: 31 todos would be open"),
        (&["a", " "][..], "empty_content: item 2 is empty"),
    ] {
        let (mut store, mut run) = begin("{}");
        let error = loop {
            match run.next(&mut store) {
                Step::Plan(_) => drop(run.planned(&mut store, Some(plan)).unwrap_err()),
                Step::Ended(Ending::Failed { kind: FailureKind::Stuck, error }) => break error,
                other => panic!("{other:?}"),
            }
            (store, run) = restarted(&store, &run);
        };
        assert!(error.contains(reason) && !error.contains("first"), "{error}");
    }
}

#[test]
fn a_run_whose_model_does_nothing_gets_stuck() {
    let (mut store, mut run) = planned(r#"{"driver":"agent"}"#, &["a"]);
    while let Step::Execute { .. } = run.next(&mut store) {
        run.executed(&mut store, Report::Continue).unwrap();
    }
    assert_eq!(failure(&mut store, &mut run), FailureKind::Stuck);
    assert_eq!(words(&store), ["todo"], "and nothing is lost");
}

#[test]
fn an_empty_plan_fails() {
    for plan in [Some(&[][..]), None] {
        let (mut store, mut run) = begin("{}");
        run.next(&mut store);
        if plan.is_some() {
            store.add_multiple(&["what is open stays"]).unwrap();
        }
        run.planned(&mut store, plan).unwrap();
        assert_eq!(store.list().len(), usize::from(plan.is_some()));
        let Step::Ended(Ending::Failed { error, .. }) = run.next(&mut store) else { panic!() };
        assert!(!error.is_empty());
    }
}

#[test]
fn a_refused_plan_is_asked_for_again_with_the_reason() {
    let (mut store, mut run) = begin("{}");
    run.next(&mut store);
    let error = run.planned(&mut store, Some(&["a", " "])).unwrap_err();
    let Step::Plan(briefing) = run.next(&mut store) else { panic!() };
    assert_eq!((briefing.reason, &*briefing.because), (PlanReason::Refused, error.message()));
}

#[test]
fn a_todo_gets_five_tool_calls() {
    let (mut store, mut run) = planned("{}", &["a", "b"]);
    for left in (0..5).rev() {
        assert!(
            matches!(run.next(&mut store), Step::Execute { calls_left, .. } if calls_left == left + 1)
        );
        assert_eq!(run.tool_called(&store), Ok(left));
        run.executed(&mut store, Report::Continue).unwrap();
    }
    assert_eq!(words(&store), ["skipped", "todo"]);
    run.next(&mut store);
    for left in (0..5).rev() {
        assert_eq!(run.tool_called(&store), Ok(left));
    }
    assert_eq!(run.tool_called(&store).unwrap_err().code(), ErrorCode::OverBudget);
    run.executed(&mut store, Report::Continue).unwrap();
    assert_eq!(words(&store), ["skipped", "skipped"]);
    let reasons = run.take_events().into_iter().filter_map(|event| match event {
        Event::Skipped { reason, .. } => Some(reason),
        _ => None,
    });
    let reasons: Vec<_> = reasons.collect();
    assert!(reasons.len() == 2 && reasons.iter().all(|it| it.contains('5')), "{reasons:?}");
    // The call was not made, so the todo may be done all the same.
    let (mut store, mut run) = planned("{}", &["a"]);
    run.next(&mut store);
    while run.tool_called(&store).is_ok() {}
    run.executed(&mut store, Report::Done("")).unwrap();
    assert_eq!(words(&store), ["done"]);
}

#[test]
fn a_run_whose_plans_make_progress_is_not_stuck_when_full() {
    let options = crate::Options::from_json(r#"{"maxTodos":1}"#).unwrap();
    let mut store = TodoStore::new(options);
    let mut run = Run::new(&mut store, RunOptions::default());
    for cycle in 0..10 {
        assert!(matches!(run.next(&mut store), Step::Plan(_)), "{cycle}");
        run.planned(&mut store, Some(&[&format!("page {cycle}")])).unwrap();
        run.next(&mut store);
        run.executed(&mut store, Report::Done("")).unwrap();
        run.next(&mut store);
        run.validated(&mut store, false, "more pages", &[]).unwrap();
    }
    assert!(!run.take_events().iter().any(|event| matches!(event, Event::Stuck { .. })));
}

/// Executes the next todo and rejects the result. Returns the feedback of the execution.
fn refuse(store: &mut TodoStore, run: &mut Run) -> String {
    let Step::Execute { feedback, .. } = run.next(store) else { panic!() };
    run.executed(store, Report::Unverified).unwrap();
    assert!(matches!(run.next(store), Step::Verify { .. }));
    run.verified(store, false, "cheaper, please").unwrap();
    feedback.to_string()
}

#[test]
fn a_rejected_verification_does_not_count_as_a_tool_call() {
    let (mut store, mut run) = planned("{}", &["a", "b"]);
    for time in 0..5 {
        assert_eq!(refuse(&mut store, &mut run) == "cheaper, please", time > 0);
    }
    let Step::Execute { calls_left: 5, .. } = run.next(&mut store) else { panic!() };
    assert_eq!(words(&store), ["doing", "todo"]);
    // A todo whose result is rejected repeatedly is skipped, and the run continues.
    refuse(&mut store, &mut run);
    assert_eq!(words(&store), ["skipped", "todo"]);
    let reason = run.take_events().into_iter().find_map(|event| match event {
        Event::Skipped { reason, .. } => Some(reason),
        _ => None,
    });
    assert!(reason.is_some_and(|reason| reason.ends_with("6 times: cheaper, please")));
    assert_eq!(content(&mut store, &mut run), "b");
}

#[test]
fn feedback_of_a_verification_is_only_shown_for_its_own_todo() {
    type End = fn(&mut TodoStore, &mut Run);
    let ends: [End; 3] = [
        |store, run| {
            while words(store)[0] != "skipped" {
                refuse(store, run);
            }
        },
        |store, run| {
            refuse(store, run);
            store.acting_as(Author::User, |store| store.complete(Id(1))).unwrap();
        },
        |store, run| {
            run.next(store);
            run.executed(store, Report::Unverified).unwrap();
            run.next(store);
            store.acting_as(Author::User, |store| store.skip(Id(1), "")).unwrap();
            run.verified(store, false, "cheaper, please").unwrap();
        },
    ];
    for (index, end) in ends.into_iter().enumerate() {
        let (mut store, mut run) = planned("{}", &["a", "b"]);
        end(&mut store, &mut run);
        let (mut store, mut run) = restarted(&store, &run);
        let Step::Execute { feedback, .. } = run.next(&mut store) else { panic!() };
        assert_eq!(
            (store.current_doing().map(|(id, _)| id), &*feedback),
            (Some(Id(2)), ""),
            "{index}"
        );
    }
}

#[test]
fn a_call_after_a_todo_is_settled_counts_for_the_next() {
    let (mut store, mut run) = planned(r#"{"driver":"agent"}"#, &["a", "b"]);
    run.next(&mut store);
    for _ in 0..5 {
        run.tool_called(&store).unwrap();
    }
    store.acting_as(Author::Model, |store| store.complete(Id(1))).unwrap();
    assert_eq!(run.tool_called(&store), Ok(4));
    run.executed(&mut store, Report::Failed("no page")).unwrap();
    assert_eq!(words(&store), ["done", "skipped"]);
}

/// What a person does during a step does not count as work of its model.
#[test]
fn a_driving_models_report_concerns_only_the_todo_of_its_step() {
    type Act = fn(&mut TodoStore) -> Result<(), WriteError>;
    let line = |store: &TodoStore| {
        let todo = |todo: &Rc<Todo>| {
            let is_waiting = todo.waiting().is_some();
            let state = if is_waiting { "waits" } else { todo.status().as_str() };
            format!("{} {state}", todo.content())
        };
        store.list().iter().map(todo).collect::<Vec<_>>().join(", ")
    };
    let acts: [(Act, &str); 5] = [
        (
            |store| store.add_after_position(0, &["Mine"]).map(drop).map_err(WriteError::from),
            "Mine todo, Log in _, Pay todo",
        ),
        (|store| store.move_to(Id(2), 0), "Pay todo, Log in _"),
        (|store| store.mark_doing(Id(2)), "Log in _, Pay doing"),
        (|store| store.skip(Id(1), "").map(drop), "Log in skipped, Pay todo"),
        (|store| store.remove(Id(1)), "Pay todo"),
    ];
    for (act, expected) in acts {
        for (report, of_report) in [
            (Report::Failed("no page"), "skipped"),
            (Report::Waiting(&Wait::new(WaitFor::User, "?")), "waits"),
        ] {
            let (mut store, mut run) = planned(r#"{"driver":"agent"}"#, &["Log in", "Pay"]);
            assert_eq!(content(&mut store, &mut run), "Log in");
            store.acting_as(Author::User, act).unwrap();
            run.executed(&mut store, report).unwrap();
            assert_eq!(line(&store), expected.replace('_', of_report), "{report:?}");
        }
    }
}

#[test]
fn a_model_that_finishes_completes_its_own_todo() {
    let options = Options::from_json(r#"{"maxDoing":2}"#).unwrap();
    let mut store = TodoStore::new(options);
    let mut run = Run::new(&mut store, RunOptions::from_json("{}").unwrap());
    run.next(&mut store);
    run.planned(&mut store, Some(&["a", "b"])).unwrap();
    assert_eq!(content(&mut store, &mut run), "a");
    let act = |store: &mut TodoStore| {
        store.add_after_position(0, &["mine"])?;
        store.mark_doing(Id(1))
    };
    store.acting_as(Author::User, act).unwrap();
    run.executed(&mut store, Report::Finished).unwrap();
    run.next(&mut store);
    run.validated(&mut store, true, "", &[]).unwrap();
    assert_eq!(words(&store), ["todo", "done", "todo"]);
}

#[test]
fn abort_and_resume_do_not_count_as_lack_of_progress() {
    let (mut store, mut run) = planned("{}", &["a"]);
    for _ in 0..20 {
        assert!(matches!(run.next(&mut store), Step::Execute { .. }));
        run.abort(&mut store);
        run.resume(&mut store);
    }
    assert!(!run.take_events().iter().any(|event| matches!(event, Event::Stuck { .. })));
}

#[test]
fn the_model_may_ask_for_a_new_plan() {
    let (mut store, mut run) = planned(r#"{"driver":"agent"}"#, &["a"]);
    assert!(!run.require_planning("nothing is executed yet"));
    run.next(&mut store);
    let refused = run.call_require_planning(Ok("{}"), false);
    assert!(!refused.ok);
    let ask = r#"{"reason":"the shop moved"}"#;
    // A tool that was offered for an earlier execution requests nothing.
    let stale = run.call_require_planning(Ok(ask), true);
    assert!(!stale.ok && stale.text.contains("this execution is over"), "{}", stale.text);
    assert!(!run.take_events().iter().any(|event| matches!(event, Event::PlanRequested { .. })));
    assert!(run.call_require_planning(Ok(ask), false).ok);
    run.executed(&mut store, Report::Continue).unwrap();
    let Step::Plan(briefing) = run.next(&mut store) else { panic!() };
    assert_eq!((briefing.reason, &*briefing.because), (PlanReason::Requested, "the shop moved"));
}

#[test]
fn call_require_planning_returns_whether_a_plan_is_requested() {
    let ask =
        |run: &mut Run| run.call_require_planning(Ok(r#"{"reason":"the shop moved"}"#), false);
    let (mut store, mut run) = begin("{}");
    run.next(&mut store);
    assert!(ask(&mut run).text.contains("is due already"));
    run.planned(&mut store, Some(&["a"])).unwrap();
    run.next(&mut store);
    run.executed(&mut store, Report::Done("")).unwrap();
    // During a validation, after an abort and after the end, no plan is requested.
    assert!(matches!(run.next(&mut store), Step::Validate { .. }));
    let stops: [fn(&mut Run, &mut TodoStore); 3] =
        [|_, _| {}, Run::abort, |run, store| run.fail(store, "")];
    for stop in stops {
        stop(&mut run, &mut store);
        let outcome = ask(&mut run);
        assert!(!outcome.ok && outcome.text.contains("nothing is being executed"), "{outcome:?}");
    }
    assert!(!run.take_events().iter().any(|event| matches!(event, Event::PlanRequested { .. })));
}

#[test]
fn the_oldest_settled_todos_make_room_for_a_plan() {
    let (mut store, mut run) = begin("{}");
    // Settled todos take no room, but a list has an end.
    for first in (1..1000).step_by(30) {
        let texts: Vec<String> = (first..first + 30).map(|id| format!("todo {id}")).collect();
        let texts: Vec<&str> = texts.iter().take(1000 - first).map(String::as_str).collect();
        store.add_multiple(&texts).unwrap();
        let ids = (first..first + texts.len()).map(|id| Id(id as i64).into());
        let ids: Vec<crate::Ref> = ids.collect();
        store.complete_multiple(&ids, "").unwrap();
    }
    assert_eq!(store.list().len(), 999);
    run.next(&mut store);
    run.planned(&mut store, Some(&["a", "b", "c"])).unwrap();
    assert_eq!((store.list().len(), store.list()[0].content()), (1000, "todo 3"));
    let events = run.take_events();
    let Some(Event::Planned { todos: 3, archived, .. }) = events.last() else {
        panic!("{events:?}")
    };
    assert_eq!(
        archived.iter().map(|subject| &*subject.content).collect::<Vec<_>>(),
        ["todo 1", "todo 2"]
    );
    // A plan with more todos than the list may have is refused.
    let (mut store, mut run) = begin("{}");
    run.next(&mut store);
    let plan = vec!["x"; 31];
    assert_eq!(run.planned(&mut store, Some(&plan)).unwrap_err().code(), ErrorCode::TooManyTodos);
}

#[test]
fn a_step_is_written_with_all_that_the_host_needs() {
    let (mut store, mut run) = planned("{}", &["a \"b\""]);
    let mut written = Vec::new();
    let reports: [fn(&mut Run, &mut TodoStore); 3] = [
        |run, store| run.executed(store, Report::Unverified).unwrap(),
        |run, store| run.verified(store, true, "").unwrap(),
        |run, store| run.validated(store, true, "both \\ fine", &[]).unwrap(),
    ];
    for report in reports {
        let step = run.next(&mut store);
        written.push(run.step_json(&step, store.list()));
        report(&mut run, &mut store);
    }
    let step = run.next(&mut store);
    written.push(run.step_json(&step, store.list()));
    assert_eq!(
        written,
        [
            r#"{"do":"execute","callsLeft":5,"feedback":"","step":2,"cycle":1,"todo":0}"#,
            r#"{"do":"verify","step":3,"cycle":1,"todo":0}"#,
            r#"{"do":"validate","open":0,"step":4,"cycle":1}"#,
            r#"{"do":"finished","isComplete":true,"reasoning":"both \\ fine","step":4,"cycle":1}"#,
        ]
    );
}

/// The step that asks for an approval of the todos at these indices.
fn approval_of(store: &TodoStore, indices: &[usize]) -> Step {
    Step::Approve { todos: indices.iter().map(|index| store.list()[*index].key).collect() }
}

#[test]
fn requested_changes_are_in_the_next_plan_step_only() {
    let (mut store, mut run) = planned(r#"{"approve":true}"#, &["Buy the dear one"]);
    assert_eq!(run.next(&mut store), approval_of(&store, &[0]));
    assert_eq!(run.rejected(" ").unwrap_err().code(), ErrorCode::InvalidArgument);
    run.rejected("cheaper\nplease").unwrap();
    let Step::Plan(briefing) = run.next(&mut store) else { panic!("no plan") };
    assert_eq!((briefing.reason, &*briefing.changes), (PlanReason::Changes, "cheaper please"));
    run.planned(&mut store, Some(&["Buy the cheap one"])).unwrap();
    assert_eq!(run.next(&mut store), approval_of(&store, &[0]));
    run.approved(&mut store, None).unwrap();
    assert!(run.take_events().contains(&Event::Rejected { changes: "cheaper please".into() }));
    assert_eq!(content(&mut store, &mut run), "Buy the cheap one");
    run.executed(&mut store, Report::Done("")).unwrap();
    run.next(&mut store);
    run.validated(&mut store, false, "no receipt", &[]).unwrap();
    let Step::Plan(briefing) = run.next(&mut store) else { panic!("no plan") };
    assert_eq!((briefing.reason, &*briefing.changes), (PlanReason::Validation, ""));
}

#[test]
fn a_claim_has_the_evidence_of_its_execution() {
    let mut store = TodoStore::new(crate::Options::from_json(r#"{"confirmDone":true}"#).unwrap());
    let mut run = Run::new(&mut store, RunOptions::default());
    run.next(&mut store);
    run.planned(&mut store, Some(&["Order", "Thank"])).unwrap();
    for (what, evidence) in [("Order", "receipt\n7"), ("Thank", "")] {
        assert_eq!(content(&mut store, &mut run), what);
        run.executed(&mut store, Report::Done(evidence)).unwrap();
    }
    let evidence = |at: usize| store.list()[at].text(TextField::Evidence);
    assert_eq!((evidence(0), evidence(1)), (Some("receipt 7"), None));
    assert_eq!(words(&store), ["doing", "doing"]);
    // A text that is too long is cut, and shows it.
    let long = "x".repeat(5_000);
    for (report, field) in [
        (Report::Done(&long), TextField::Evidence),
        (Report::Failed(&long), TextField::Reason),
        (Report::Waiting(&Wait::new(WaitFor::User, &long)), TextField::Question),
    ] {
        let (mut store, mut run) = planned("{}", &["a"]);
        run.next(&mut store);
        run.executed(&mut store, report).unwrap();
        let text = store.list()[0].text(field).unwrap();
        assert!(text.chars().count() == 2_000 && text.ends_with('…'), "{text}");
    }
}

/// Returns what others settled according to the events: the todo, the author and the reason.
pub(super) fn settled_by_others(run: &mut Run) -> Vec<(String, Author, String)> {
    let others = run.take_events().into_iter().filter_map(|event| match event {
        Event::Done { todo, by } => Some((todo.content, by, "done".to_string())),
        Event::Skipped { todo, by, reason, .. } => Some((todo.content, by, reason)),
        _ => None,
    });
    others.filter(|(_, by, _)| *by != Author::Agent).collect()
}

/// Returns the store and the run after a round trip through their checkpoints.
pub(super) fn restarted(store: &TodoStore, run: &Run) -> (TodoStore, Run) {
    let store = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    let text = run.checkpoint();
    let run = Run::from_checkpoint(&store, &text).unwrap();
    assert_eq!(run.checkpoint(), text);
    (store, run)
}

#[test]
fn a_run_of_twenty_waiting_todos_survives_a_kill_anywhere() {
    let contents: Vec<String> = (1..=20).map(|number| format!("todo {number}")).collect();
    let contents: Vec<&str> = contents.iter().map(String::as_str).collect();
    let ends = [false, true].map(|is_killed| {
        let (mut store, mut run) = planned(r#"{"maxSteps":1000}"#, &contents);
        let mut answers = Vec::new();
        for _ in 0..1000 {
            if is_killed {
                store = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
                run = Run::from_checkpoint(&store, &run.checkpoint()).unwrap();
            }
            match run.next(&mut store) {
                Step::Execute { todo, .. } => {
                    let (_, known) = find(&store, todo).unwrap();
                    match known.text(TextField::Answer).map(str::to_owned) {
                        Some(answer) => {
                            answers.push(answer);
                            run.executed(&mut store, Report::Done("")).unwrap();
                        }
                        None => {
                            let report = Report::Waiting(&Wait::new(WaitFor::User, "Which code?"));
                            run.executed(&mut store, report).unwrap();
                        }
                    }
                }
                Step::Wait { waiting } => {
                    assert_eq!(
                        waiting as usize,
                        store.list().iter().filter(|t| t.is_on_hold()).count()
                    );
                    let first = store.list().iter().find(|todo| todo.is_on_hold()).unwrap();
                    let (key, answer) = (first.key, first.content().to_owned());
                    store.acting_as(Author::User, |store| store.answer(key, &answer)).unwrap();
                }
                Step::Validate { open } => {
                    assert_eq!(open, 0);
                    break;
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(answers, contents);
        store.xml()
    });
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn a_run_does_not_execute_a_todo_that_its_model_made_wait() {
    for (driver, is_killed) in [("host", false), ("agent", false), ("host", true), ("agent", true)]
    {
        let options = format!(r#"{{"driver":"{driver}"}}"#);
        let (mut store, mut run) = planned(&options, &["Log in", "Pay"]);
        assert_eq!(content(&mut store, &mut run), "Log in");
        let ask =
            |store: &mut TodoStore| store.wait(Id(1), &Wait::new(WaitFor::User, "Which code?"));
        store.acting_as(Author::Model, ask).unwrap();
        // The step was not reported.
        if is_killed {
            (store, run) = restarted(&store, &run);
        }
        assert_eq!(content(&mut store, &mut run), "Pay", "{driver} {is_killed}");
    }
}

#[test]
fn a_todo_waits_even_if_its_question_is_too_long() {
    let (mut store, mut run) = planned("{}", &["Log in"]);
    run.next(&mut store);
    let question = "Which code?\n".repeat(1000);
    run.executed(&mut store, Report::Waiting(&Wait::new(WaitFor::User, &question))).unwrap();
    let question = store.list()[0].text(TextField::Question).unwrap();
    assert!(question.starts_with("Which code? Which") && question.ends_with('…'), "{question}");
    assert_eq!(run.next(&mut store), Step::Wait { waiting: 1 });
}

#[test]
fn a_waiting_report_makes_the_todo_wait_that_the_model_works_on() {
    let (mut store, mut run) = planned(r#"{"driver":"agent"}"#, &["Log in", "Pay"]);
    assert_eq!(content(&mut store, &mut run), "Log in");
    store.acting_as(Author::Model, |store| store.mark_doing(Id(2))).unwrap();
    run.executed(&mut store, Report::Waiting(&Wait::new(WaitFor::User, "Which card?"))).unwrap();
    assert_eq!(store.list()[0].waiting(), None);
    assert_eq!(store.list()[1].text(TextField::Question), Some("Which card?"));
}

#[test]
fn a_run_finished_while_a_todo_waits_goes_on_with_its_answer() {
    for driver in ["host", "agent"] {
        for is_killed in [false, true] {
            let text = format!(r#"{{"driver":"{driver}","maxRepeats":2}}"#);
            let (mut store, mut run) = planned(&text, &["a", "Log in", "Pay", "b"]);
            for (todo, question) in [(2, "Which code?"), (3, "Which card?")] {
                store
                    .acting_as(Author::Model, |store| {
                        store.wait(Id(todo), &Wait::new(WaitFor::User, question))
                    })
                    .unwrap();
            }
            assert_eq!(content(&mut store, &mut run), "a");
            run.take_events();
            run.executed(&mut store, Report::Finished).unwrap();
            let steps = run.steps();
            // It waits however often the host asks, for one answer, although others are open.
            for (todo, waiting, text) in [(2, 2, "Log in"), (3, 1, "Pay")] {
                for _ in 0..10 {
                    assert_eq!(
                        run.next(&mut store),
                        Step::Wait { waiting },
                        "{driver} {is_killed}"
                    );
                    if is_killed {
                        (store, run) = restarted(&store, &run);
                    }
                }
                assert_eq!(run.steps() - steps, u32::from(todo == 3));
                let is_waiting = |event: &&Event| matches!(event, Event::Waiting { .. });
                let times = run.take_events().iter().filter(is_waiting).count();
                assert_eq!(times, usize::from(!is_killed), "{driver}");
                store.acting_as(Author::User, |store| store.answer(Id(todo), "7")).unwrap();
                // A model that drives chooses itself, and says again that all is done.
                if driver == "agent" {
                    assert_eq!(content(&mut store, &mut run), "a");
                    store.acting_as(Author::Model, |store| store.complete(Id(todo))).unwrap();
                    run.executed(&mut store, Report::Finished).unwrap();
                } else {
                    assert_eq!(content(&mut store, &mut run), text);
                    run.executed(&mut store, Report::Done("")).unwrap();
                }
            }
            // Nothing waits any more, so the model's word is what validation is about.
            assert_eq!(run.next(&mut store), Step::Validate { open: 2 });
            run.validated(&mut store, true, "", &[]).unwrap();
            let host_started = if driver == "host" { "done" } else { "todo" };
            assert_eq!(words(&store), [host_started, "done", "done", "todo"]);
        }
    }
}

/// What the model left open is not executed again, whatever ends the wait.
#[test]
fn a_run_finished_during_a_wait_goes_on_with_what_others_decide() {
    type Act = fn(&mut TodoStore, &mut Run);
    let acts: [(Act, &str); 5] = [
        (|store, _| store.complete(Id(1)).unwrap(), ""),
        (|store, _| drop(store.skip(Id(1), "").unwrap()), ""),
        (|store, _| drop(store.reopen(Id(1), "no receipt").unwrap()), "Order"),
        (|store, _| drop(store.add_multiple(&["Wrap it"]).unwrap()), "Wrap it"),
        (
            |store, run| {
                store.complete(Id(2)).unwrap();
                run.refresh(store);
                store.reopen(Id(2), "the other card").unwrap();
            },
            "Pay",
        ),
    ];
    for (act, executed) in acts {
        for is_aborted in [false, true] {
            let options = crate::Options::from_json(r#"{"confirmDone":true}"#).unwrap();
            let mut store = TodoStore::new(options);
            let mut run = Run::new(&mut store, RunOptions::default());
            run.next(&mut store);
            run.planned(&mut store, Some(&["Order", "Pay", "Thank"])).unwrap();
            assert_eq!(content(&mut store, &mut run), "Order");
            run.executed(&mut store, Report::Done("")).unwrap();
            assert_eq!(content(&mut store, &mut run), "Pay");
            run.executed(&mut store, Report::Finished).unwrap();
            assert_eq!(run.next(&mut store), Step::Wait { waiting: 1 });
            if is_aborted {
                run.abort(&mut store);
                run.resume(&mut store);
                assert_eq!(run.next(&mut store), Step::Wait { waiting: 1 });
            }
            store.acting_as(Author::User, |store| act(store, &mut run));
            assert_eq!(content(&mut store, &mut run), executed);
            if !executed.is_empty() {
                let at_work = store.list().iter().filter(|todo| todo.is_at_work());
                assert!(at_work.map(|todo| todo.content()).eq([executed]));
                run.executed(&mut store, Report::Failed("")).unwrap();
            }
            store.acting_as(Author::User, |store| store.complete(Id(1))).unwrap();
            assert!(matches!(run.next(&mut store), Step::Validate { .. }), "{executed}");
        }
    }
}

/// Each execution says that the task is done, so each of its todos is done with it.
#[test]
fn a_run_that_finishes_twice_completes_both_todos() {
    let (mut store, mut run) = planned("{}", &["Log in", "Pay", "Thank"]);
    run.next(&mut store);
    run.executed(&mut store, Report::Waiting(&Wait::new(WaitFor::User, "Which code?"))).unwrap();
    run.next(&mut store);
    run.executed(&mut store, Report::Finished).unwrap();
    store.acting_as(Author::User, |store| store.answer(Id(1), "1234")).unwrap();
    assert_eq!(content(&mut store, &mut run), "Log in");
    run.executed(&mut store, Report::Finished).unwrap();
    assert_eq!(run.next(&mut store), Step::Validate { open: 3 });
    run.validated(&mut store, true, "", &[]).unwrap();
    assert_eq!(words(&store), ["done", "done", "todo"]);
}

#[test]
fn a_run_finished_after_a_question_executes_the_answered_todo() {
    let (mut store, mut run) = planned(r#"{"driver":"agent","verify":true}"#, &["Log in", "Pay"]);
    run.next(&mut store);
    store
        .acting_as(Author::Model, |store| {
            store.wait(Id(1), &Wait::new(WaitFor::User, "Which code?"))?;
            store.edit(Id(2), &Patch { confirm: Some(true), ..Patch::default() })?;
            store.complete(Id(2)).map(drop)
        })
        .unwrap();
    run.executed(&mut store, Report::Finished).unwrap();
    // What the model claims is verified meanwhile.
    assert!(matches!(run.next(&mut store), Step::Verify { .. }));
    run.verified(&mut store, true, "").unwrap();
    assert_eq!(run.next(&mut store), Step::Wait { waiting: 1 });
    run.abort(&mut store);
    run.resume(&mut store);
    assert_eq!(run.next(&mut store), Step::Wait { waiting: 1 });
    store.acting_as(Author::User, |store| store.answer(Id(1), "1234")).unwrap();
    assert_eq!(content(&mut store, &mut run), "Log in");
    store.acting_as(Author::Model, |store| store.complete(Id(1))).unwrap();
    run.executed(&mut store, Report::Finished).unwrap();
    assert_eq!(run.next(&mut store), Step::Validate { open: 0 });
}

#[test]
fn a_todo_settled_during_approval_leaves_approving_the_latest_event() {
    let (mut store, mut run) = planned(r#"{"approve":true}"#, &["a", "b"]);
    assert_eq!(run.next(&mut store), approval_of(&store, &[0, 1]));
    assert_eq!(run.take_events().last(), Some(&Event::Approving));
    store.acting_as(Author::User, |store| store.skip(Id(1), "")).unwrap();
    assert!(!run.refresh(&store));
    let events = run.take_events();
    assert!(matches!(events[..], [Event::Skipped { .. }, Event::Approving]), "{events:?}");
    assert_eq!(run.next(&mut store), approval_of(&store, &[1]));
    assert_eq!(run.take_events(), []);
}

/// The executor has done another todo than the one that the list has now.
#[test]
fn a_result_for_a_text_changed_by_a_person_settles_nothing() {
    fn text(content: &str) -> Patch<'_> {
        Patch { content: Some(content), ..Patch::default() }
    }
    for report in [Report::Done(""), Report::Failed("sold out")] {
        let (mut store, mut run) = planned("{}", &["Choose green", "Pay"]);
        assert_eq!(content(&mut store, &mut run), "Choose green");
        store.acting_as(Author::User, |store| store.edit(Id(1), &text("Choose black"))).unwrap();
        while run.tool_called(&store).is_ok() {}
        run.executed(&mut store, report).unwrap();
        assert_eq!(words(&store), ["doing", "todo"]);
        let Step::Execute { feedback, calls_left, .. } = run.next(&mut store) else { panic!() };
        assert!(feedback.contains("Choose green"), "{feedback}");
        assert_eq!(calls_left, 5);
        assert!(run.take_events().iter().any(|event| matches!(event, Event::Unverified { .. })));
        run.executed(&mut store, Report::Done("")).unwrap();
        assert_eq!(words(&store), ["done", "todo"]);
    }
    // The host that rewords its todo has done what it says.
    let (mut store, mut run) = planned("{}", &["Choose green"]);
    run.next(&mut store);
    store.edit(Id(1), &text("Choose green, 2 of them")).unwrap();
    run.executed(&mut store, Report::Done("")).unwrap();
    assert_eq!(words(&store), ["done"]);
    // A host that asks for the step again has read the new text.
    let (mut store, mut run) = planned("{}", &["Choose green"]);
    run.next(&mut store);
    store.acting_as(Author::User, |store| store.edit(Id(1), &text("Choose black"))).unwrap();
    assert_eq!(content(&mut store, &mut run), "Choose black");
    run.executed(&mut store, Report::Done("")).unwrap();
    assert_eq!(words(&store), ["done"]);
}

#[test]
fn what_a_person_adds_during_the_validation_is_executed() {
    type Act = fn(&mut TodoStore);
    let acts: [Act; 2] = [
        |store| drop(store.add_multiple(&["b"]).unwrap()),
        |store| drop(store.reopen(Id(1), "wrong one").unwrap()),
    ];
    for act in acts {
        for is_aborted in [false, true] {
            let (mut store, mut run) = planned("{}", &["a"]);
            content(&mut store, &mut run);
            run.executed(&mut store, Report::Done("")).unwrap();
            assert_eq!(run.next(&mut store), Step::Validate { open: 0 });
            store.acting_as(Author::User, act);
            if is_aborted {
                run.abort(&mut store);
                run.resume(&mut store);
            } else {
                run.validated(&mut store, true, "", &[]).unwrap();
            }
            assert_ne!(content(&mut store, &mut run), "");
            run.executed(&mut store, Report::Done("")).unwrap();
            assert_eq!(run.next(&mut store), Step::Validate { open: 0 });
            run.validated(&mut store, true, "", &[]).unwrap();
            assert!(matches!(
                run.next(&mut store),
                Step::Ended(Ending::Finished { is_complete: true, .. })
            ));
        }
    }
    // What a model leaves open when it says that all is done is validated as it is.
    let (mut store, mut run) = planned("{}", &["a", "b"]);
    content(&mut store, &mut run);
    store.add_multiple(&["c"]).unwrap();
    run.executed(&mut store, Report::Finished).unwrap();
    assert_eq!(run.next(&mut store), Step::Validate { open: 3 });
    // It is not executed again, either, with what a person adds then.
    store.acting_as(Author::User, |store| store.add_multiple(&["d"])).unwrap();
    assert_eq!(content(&mut store, &mut run), "d");
    run.executed(&mut store, Report::Done("")).unwrap();
    assert_eq!(run.next(&mut store), Step::Validate { open: 3 });
}
