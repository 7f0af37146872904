//! A model that shows its plan, and waits until a person has approved it.

use std::sync::atomic::{AtomicI64, Ordering};

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::edit_options::Approval;
use agent_todos::list::options::Unfinished;
use agent_todos::list::sites::Origins;
use agent_todos::{Author, Clock, Dialect, ErrorCode, Id, Settings, TodoStore};
use serde_json::json;

use crate::scene::{Answer, Scene, settings};
use crate::sites::origin;
use crate::snapshot::assert_snapshot;

/// A clock that never shows the same time twice.
const NOW: Clock = Clock(|| {
    static TIME: AtomicI64 = AtomicI64::new(1);
    TIME.fetch_add(1, Ordering::Relaxed)
});

fn opened(settings: Settings) -> Scene {
    let mut scene = Scene::new(settings, "{}", "");
    scene.store.set_origins(Origins(origin));
    scene
}

fn plans(scene: &mut Scene, approach: &[&str], domains: &[&str]) -> Answer {
    scene.call(&json!({ "approach": approach, "domains": domains })).ok()
}

fn approves(store: &mut TodoStore, sites: &[&str]) {
    let sites = sites.iter().map(|site| (*site).to_owned()).collect();
    let approval = Approval { sites, revision: Some(store.revision()), ..Approval::default() };
    store.set_clock(NOW);
    store.acting_as(Author::User, |store| store.approve(&approval)).unwrap();
}

#[test]
fn an_answer_to_a_plan_states_whether_the_plan_is_approved() {
    let mut scene = opened(settings(Dialect::ChromePlan));
    plans(&mut scene, &["Open", "Pay"], &["shop.example"]).answers();
    approves(&mut scene.store, &["https://shop.example"]);
    let answer = plans(&mut scene, &["Open", "Pay"], &["shop.example"]);
    assert!(!answer.changed);
    answer.answers();
    // A site more, and a step more, are to be approved again.
    plans(&mut scene, &["Open", "Pay"], &["shop.example", "bank.example"]).answers();
    assert!(!scene.store.allows("https://bank.example/"));
    plans(&mut scene, &["Open", "Pay"], &["shop.example"]).answers();
    plans(&mut scene, &["Open", "Compare", "Pay"], &["shop.example"]).answers();
    approves(&mut scene.store, &["shop.example"]);
    scene.reads();
    // Nothing is left to approve, and nothing to do.
    for todo in 1..=3 {
        scene.host(&format!("complete {todo}"));
    }
    plans(&mut scene, &["Open", "Compare", "Pay"], &["shop.example"]).answers();
}

#[test]
fn a_site_of_a_pattern_that_is_approved_is_approved() {
    let mut scene = opened(settings(Dialect::ChromePlan));
    plans(&mut scene, &["Open"], &["*.shop.example"]);
    approves(&mut scene.store, &["*.shop.example"]);
    plans(&mut scene, &["Open"], &["a.shop.example", "*.shop.example"]).answers();
    for other in ["shop.example", "http://a.shop.example", "*.b.shop.example"] {
        plans(&mut scene, &["Open"], &[other]).ok();
    }
}

#[test]
fn the_next_reminder_reports_what_a_person_approved() {
    for mode in [ReminderMode::Changes, ReminderMode::Full] {
        let mut scene = opened(Settings { reminders: mode, ..settings(Dialect::ChromePlan) });
        plans(&mut scene, &["Open", "Pay"], &["shop.example", "*.bank.example"]);
        scene.reminder();
        approves(&mut scene.store, &["shop.example", "*.bank.example"]);
        scene.restart();
        scene.store.set_origins(Origins(origin));
        scene.is_reminded();
        assert!(!scene.reminder().contains("approved"), "said once");
        // Without a site.
        plans(&mut scene, &["Open", "Pay", "Keep the receipt"], &[]);
        scene.reminder();
        scene.user("approve");
        scene.is_reminded();
        plans(&mut scene, &["Open", "Pay", "Keep the receipt", "Go"], &[]).ok();
        scene.user("approve");
        scene.is_reminded();
        plans(&mut scene, &["Open", "Pay", "Keep the receipt", "Go"], &["bank.example"]).ok();
        approves(&mut scene.store, &[]);
        scene.is_reminded();
    }
}

#[test]
fn the_next_reminder_reports_who_ended_an_approval_and_what_follows() {
    type End = fn(&mut TodoStore);
    let revoke: End = |store| store.acting_as(Author::User, TodoStore::revoke).unwrap();
    let undo: End = |store| assert!(store.acting_as(Author::User, TodoStore::undo).unwrap());
    let new_task: End = |store| assert!(store.new_task(Unfinished::Archive).unwrap());
    for (end, sites) in [
        (revoke, &["shop.example"][..]),
        (undo, &["shop.example"]),
        (undo, &[]),
        (new_task, &["shop.example"]),
        // The todos stay approved, and no site was.
        (revoke, &[]),
        // The approval ends with its plan.
        (new_task, &[]),
    ] {
        let mut scene = opened(settings(Dialect::ChromePlan));
        plans(&mut scene, &["Open", "Pay"], sites);
        approves(&mut scene.store, sites);
        scene.is_reminded();
        end(&mut scene.store);
        scene.reads();
        assert_eq!(scene.reminder(), "", "said once");
        // The tool's answer says the same.
        plans(&mut scene, &["Open", "Pay"], sites).answers();
    }
}

#[test]
fn without_reminders_the_next_answer_reports_an_approval() {
    let off = Settings { reminders: ReminderMode::Off, ..settings(Dialect::ChromePlan) };
    let mut scene = opened(off);
    plans(&mut scene, &["Open"], &["shop.example"]);
    approves(&mut scene.store, &["shop.example"]);
    plans(&mut scene, &["Open"], &["shop.example"]).answers();
}

#[test]
fn a_reminder_reports_an_approval_in_any_dialect() {
    let mut scene = opened(settings(Dialect::TodoWrite));
    scene.writes("Open").ok();
    scene.reminder();
    approves(&mut scene.store, &["shop.example"]);
    scene.reads();
}

#[test]
fn a_model_that_waits_for_approval_is_not_nudged() {
    let mut scene = opened(settings(Dialect::ChromePlan));
    plans(&mut scene, &["Open"], &["shop.example"]);
    assert_eq!(scene.model.nudge(&scene.store), None);
    approves(&mut scene.store, &["shop.example"]);
    assert!(scene.model.nudge(&scene.store).is_some());
}

#[test]
fn the_answer_to_a_question_forbids_acting_on_an_unapproved_plan() {
    let settings = Settings { asks: true, ..settings(Dialect::ChromePlan) };
    let mut scene = opened(settings);
    plans(&mut scene, &["Open", "Pay"], &["shop.example"]);
    let ask = json!({ "question": "Which card?", "id": "2" });
    let answer = scene.tool("ask_user", &ask).ok();
    assert_snapshot(&answer.text);
    approves(&mut scene.store, &["shop.example"]);
    scene.tool("ask_user", &ask).answers();
}

#[test]
fn a_new_plan_keeps_approved_todos_and_approves_no_sites() {
    let mut scene = opened(settings(Dialect::ChromePlan));
    plans(&mut scene, &["Open", "Pay"], &["shop.example"]);
    let shown = scene.store.revision();
    approves(&mut scene.store, &["shop.example"]);
    plans(&mut scene, &["Open"], &["bank.example"]).notes();
    assert_eq!(scene.list(), "Open, Pay");
    assert!(
        scene.store.allows("https://shop.example/") && !scene.store.allows("https://bank.example/")
    );
    // Who was shown the plan before approves another one.
    let approval =
        Approval { revision: Some(shown), sites: vec!["shop.example".into()], refs: None };
    let late = scene.store.acting_as(Author::User, |store| store.approve(&approval));
    assert_eq!(late.unwrap_err().code(), Some(ErrorCode::Changed));
    // Both of a call are carried out or neither is.
    let before = scene.store.clone();
    scene.call(&json!({ "approach": ["Open", " "], "domains": ["news.example"] })).refuses();
    assert_eq!(scene.store, before);
}

fn approve_with(store: &mut TodoStore, refs: Option<&[i64]>, sites: &[&str]) {
    let refs = refs.map(|refs| refs.iter().map(|id| Id(*id).into()).collect());
    let sites = sites.iter().map(|site| (*site).to_owned()).collect();
    let approval = Approval { refs, sites, revision: Some(store.revision()) };
    store.set_clock(NOW);
    store.acting_as(Author::User, |store| store.approve(&approval)).unwrap();
}

#[test]
fn an_approval_of_sites_does_not_approve_the_plan() {
    let mut scene = opened(settings(Dialect::ChromePlan));
    plans(&mut scene, &["Open", "Pay"], &["shop.example"]).answers();
    approve_with(&mut scene.store, Some(&[]), &["shop.example"]);
    scene.reads();
    plans(&mut scene, &["Open", "Pay"], &["shop.example"]).answers();
    // One of two todos.
    approve_with(&mut scene.store, Some(&[1]), &["shop.example"]);
    let said = scene.reminder();
    assert_snapshot(&said);
    // The sites are taken back, with the plan and without it.
    approve_with(&mut scene.store, Some(&[]), &[]);
    scene.reads();
    approve_with(&mut scene.store, None, &["shop.example"]);
    scene.reads();
    approve_with(&mut scene.store, None, &[]);
    scene.reads();
}

#[test]
fn a_todo_that_a_person_adds_to_a_plan_needs_no_approval() {
    let mut scene = opened(settings(Dialect::ChromePlan));
    plans(&mut scene, &["Open"], &[]).answers();
    scene.user("approve; add: Ask for an invoice");
    scene.reminder();
    plans(&mut scene, &["Open", "Ask for an invoice"], &[]).answers();
    plans(&mut scene, &["Open", "Ask for an invoice", "Pay"], &[]).answers();
}

#[test]
fn a_model_is_not_nudged_after_its_approval_ended() {
    for dialect in [Dialect::ChromePlan, Dialect::TodoWrite] {
        let mut scene = opened(settings(dialect));
        scene.host("add: Open");
        scene.reminder();
        scene.store.propose(&["shop.example".to_owned()]).unwrap();
        approves(&mut scene.store, &["shop.example"]);
        scene.reminder();
        scene.store.acting_as(Author::User, TodoStore::revoke).unwrap();
        scene.is_reminded();
        assert_eq!(scene.model.nudge(&scene.store), None, "{dialect:?}");
        approves(&mut scene.store, &["shop.example"]);
        assert!(scene.model.nudge(&scene.store).is_some(), "{dialect:?}");
    }
}

#[test]
fn approve_reads_positions_in_the_revision_that_was_shown() {
    let mut scene = opened(settings(Dialect::TodoManager));
    scene.host("add: a; add: b");
    let shown = scene.store.revision();
    scene.user("move 2 to 0");
    let approval =
        Approval { refs: Some(vec![Id(1).into()]), revision: Some(shown), sites: vec![] };
    scene.store.acting_as(Author::User, |store| store.approve(&approval)).unwrap();
    let approved: Vec<_> =
        scene.store.list().iter().map(|todo| (todo.content(), todo.is_approved())).collect();
    assert_eq!(approved, [("b", false), ("a", true)]);
}
