//! Random histories through every way into a list: tools on the whole list and on one branch,
//! methods of each handle, undo of each author, Markdown, plans, rewinds, lists that are taken
//! over, and two tabs.
//!
//! After each step the list can be read back, and nothing that a person decided has changed but by
//! a person, a host, or what the application does to the list as a whole. `crowd` asks more of
//! fewer ways.
//!
//! `FIRST=7 PATHS=1 cargo test --test native paths::` runs the history of seed 7 alone.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use std::rc::Rc;

use agent_todos::list::author::Author;
use agent_todos::list::edit_options::Approval;
use agent_todos::list::options::Unfinished;
use agent_todos::run::{Run, RunOptions};
use agent_todos::tools::markdown::{markdown, read_markdown};
use agent_todos::{
    Call, Conversation, Dialect, Id, Key, Options, Patch, Ref, Settings, Status, Todo, TodoStore,
};

use crate::dice::{Dice, each_seed, shrink};
use crate::read_back::find_unreadable;
use crate::scene::{list_call, show_all, writing_tool};

/// What a person decided about a todo of the list.
#[derive(Clone, Debug, Default, PartialEq)]
struct Decision {
    /// They settled it.
    settled: bool,
    /// They added or approved it, or wrote its content.
    is_wanted: bool,
    /// They wrote its content.
    wrote: bool,
}

/// What persons decided, as a reader of the history would say it.
#[derive(Clone, Debug, Default)]
struct Decisions {
    of: BTreeMap<Key, Decision>,
    /// The texts that they removed.
    removed: BTreeSet<String>,
    /// How they had settled what a whole list let go.
    left: BTreeMap<String, (Status, bool)>,
    /// The todos that a person or a host has touched since the tabs parted.
    touched: BTreeSet<Key>,
    /// The texts that others may have on the list again.
    readded: BTreeSet<String>,
}

use agent_todos::list::history::List;

fn find(list: &[Rc<Todo>], key: Key) -> Option<&Rc<Todo>> {
    list.iter().find(|todo| todo.key == key)
}

impl Decisions {
    /// A person or a host made one list of another.
    fn learn(&mut self, before: &[Rc<Todo>], after: &[Rc<Todo>], is_person: bool) {
        for after in after {
            let before = find(before, after.key);
            if before.is_some_and(|before| same(before, after)) {
                continue;
            }
            self.touched.insert(after.key);
            self.removed.remove(after.content());
            self.left.remove(after.content());
            self.readded.insert(after.content().to_owned());
            let known = self.of.remove(&after.key).unwrap_or_default();
            if !is_person {
                continue;
            }
            let wrote = before.is_none_or(|before| before.content() != after.content());
            let settled = match before {
                Some(before) if before.state() == after.state() => known.settled,
                Some(_) | None => after.status().is_settled(),
            };
            let is_wanted = known.is_wanted || wrote;
            self.of.insert(after.key, Decision { settled, is_wanted, wrote: known.wrote || wrote });
        }
        for before in before.iter().filter(|before| find(after, before.key).is_none()) {
            self.of.remove(&before.key);
            self.touched.insert(before.key);
            let is_elsewhere = after.iter().any(|after| after.content() == before.content());
            match is_person && !is_elsewhere {
                true => drop(self.removed.insert(before.content().to_owned())),
                false => drop(self.removed.remove(before.content())),
            }
        }
    }

    /// Returns what was decided and is no more, after a model, an agent or a merge wrote.
    fn find_lost(&self, before: &[Rc<Todo>], after: &[Rc<Todo>], is_whole: bool) -> Option<String> {
        for (key, decision) in &self.of {
            let Some(before) = find(before, *key) else { continue };
            let Some(after) = find(after, *key) else {
                let is_protected = decision.is_wanted && !before.status().is_settled();
                match is_protected {
                    true => return Some(format!("{} is off the list", before.content())),
                    false => continue,
                }
            };
            let is_settled = decision.settled && before.status().is_settled();
            if is_settled
                && (after.status(), after.is_failed()) != (before.status(), before.is_failed())
            {
                return Some(format!("{} is not settled as it was", before.content()));
            }
            if (is_settled || decision.wrote) && after.content() != before.content() {
                return Some(format!("{} has another text", before.content()));
            }
        }
        let is_new = |after: &&Rc<Todo>| find(before, after.key).is_none();
        for after in after.iter().filter(is_new).filter(|_| is_whole) {
            if self.removed.contains(after.content()) {
                return Some(format!("{} is back", after.content()));
            }
            let before = self.left.get(after.content());
            if before.is_some_and(|before| *before != (after.status(), after.is_failed())) {
                return Some(format!("{} came back otherwise", after.content()));
            }
        }
        None
    }

    /// A model or an agent made one list of another.
    fn follow(&mut self, before: &[Rc<Todo>], after: &[Rc<Todo>]) {
        for earlier in before.iter().filter(|before| find(after, before.key).is_none()) {
            // Of several with one text nobody knows which is meant.
            let same_text = |other: &&Rc<Todo>| other.content() == earlier.content();
            let is_known = self.left.remove(earlier.content()).is_some();
            let is_alone = before.iter().filter(same_text).count() == 1 && !is_known;
            if let Some(decision) = self.of.remove(&earlier.key)
                && decision.settled
                && is_alone
            {
                self.left
                    .insert(earlier.content().to_owned(), (earlier.status(), earlier.is_failed()));
            }
        }
        for after in after.iter().filter(|after| find(before, after.key).is_none()) {
            self.removed.remove(after.content());
            if let Some(settled) = self.left.remove(after.content())
                && settled == (after.status(), after.is_failed())
            {
                self.of.insert(after.key, Decision { settled: true, ..Decision::default() });
            }
        }
    }
}

fn same(before: &Todo, after: &Todo) -> bool {
    before.content() == after.content() && before.state() == after.state()
}

/// A list, and who knows what of it.
#[derive(Clone)]
struct Tab {
    store: TodoStore,
    decisions: Decisions,
}

struct World {
    dice: Dice,
    words: usize,
    here: Tab,
    /// What both tabs began with, and the other tab.
    there: Option<(Tab, Tab)>,
    models: Vec<Conversation>,
    saved: Vec<String>,
    log: Vec<String>,
    lost: Option<String>,
}

/// The dialects whose calls write the whole list.
fn whole_lists() -> Vec<Dialect> {
    let adds = [Dialect::TodoManager, Dialect::Task, Dialect::ChromePlan];
    Dialect::ALL.into_iter().filter(|dialect| !adds.contains(dialect)).collect()
}

impl World {
    fn new(mut dice: Dice) -> Self {
        let options = format!(
            r#"{{"maxTodos":{},"onSkip":"{}","maxDoing":{}}}"#,
            [6, 30][dice.below(2)],
            ["mark", "remove"][dice.below(2)],
            1 + dice.below(2),
        );
        let mut store = TodoStore::new(Options::from_json(&options).unwrap());
        store.add_multiple(&["root", "a0"]).unwrap();
        let dialects = whole_lists();
        let models = ["", r#""under":"t1","#].map(|under| {
            let dialect = dialects[dice.below(dialects.len())].as_str();
            let json = format!(r#"{{{under}"dialect":"{dialect}","name":"m{}"}}"#, under.len());
            Conversation::new(Settings::from_json(&store, &json).unwrap())
        });
        let here = Tab { store, decisions: Decisions::default() };
        let (log, saved) = (vec![options], vec![here.store.checkpoint()]);
        Self { dice, words: 0, here, there: None, models: models.into(), saved, log, lost: None }
    }

    fn text(&mut self) -> String {
        // Some text of the list, of what was removed, or a new one.
        let known: Vec<String> =
            self.here.store.list().iter().map(|todo| todo.content().to_owned()).collect();
        let removed: Vec<String> = self.here.decisions.removed.iter().cloned().collect();
        let left: Vec<String> = self.here.decisions.left.keys().cloned().collect();
        for texts in [known, removed, left] {
            if !texts.is_empty() && self.dice.one_in(2) {
                return texts[self.dice.below(texts.len())].clone();
            }
        }
        self.new_text()
    }

    fn new_text(&mut self) -> String {
        self.words += 1;
        // Two words, so that none rewords another.
        format!("w{0} x{0}", self.words)
    }

    fn step(&mut self) {
        let before: List = self.here.store.list().clone();
        match self.dice.below(20) {
            0..6 => self.a_person_acts(&before),
            6 => self.the_application_acts(),
            7..14 => self.a_model_writes(&before),
            14..18 => self.a_program_acts(&before),
            18 => self.tabs_change(),
            _ => self.a_model_rewinds(&before),
        }
        self.log.push(format!("      {}", show_all(&self.here.store)));
        if let Some(why) = find_unreadable(&self.here.store) {
            self.lost = Some(format!("it cannot be read back: {why}"));
        }
    }

    fn a_person_acts(&mut self, before: &List) {
        let author = if self.dice.one_in(4) { Author::Host } else { Author::User };
        let id = Id(1 + self.dice.below(before.len()) as i64);
        let other = before.get(self.dice.below(before.len() + 1)).map(|todo| Ref::Key(todo.key));
        let (text, what) = (self.new_text(), self.dice.below(17));
        let change = self.dice.below(self.here.store.revision() as usize + 2) as u32;
        let position = self.dice.below(before.len() + 1) as i64;
        let act = |store: &mut TodoStore| -> Option<String> {
            let edit = |store: &mut TodoStore, patch: Patch<'_>| store.edit(id, &patch).ok();
            let at = id.0;
            Some(match what {
                0 | 1 => (store.add_multiple(&[&text]).ok()?, format!("add {text}")).1,
                2 => {
                    edit(store, Patch { content: Some(&text), ..Patch::default() })?;
                    format!("word {at}: {text}")
                }
                3 => {
                    edit(store, Patch { priority: Some("high"), ..Patch::default() })?;
                    format!("rank {at}")
                }
                4 | 5 => (store.skip(id, "no").ok()?, format!("skip {at}")).1,
                6 => (store.complete(id).ok()?, format!("complete {at}")).1,
                7 => (store.reopen(id, "").ok()?, format!("reopen {at}")).1,
                8 | 9 => (store.remove(id).ok()?, format!("remove {at}")).1,
                10 => {
                    edit(store, Patch { parent: Some(other), ..Patch::default() })?;
                    format!("put {at} under {other:?}")
                }
                11 | 12 => format!("undo {:?}", store.undo().ok()?),
                13 => format!("redo {:?}", store.redo().ok()?),
                14 => (store.undo_change(change).ok()?, format!("undo {change}")).1,
                15 => (store.move_to(id, position).ok()?, format!("move {at} after {position}")).1,
                _ => {
                    let _ = store.approve(&Approval::default());
                    "approve".into()
                }
            })
        };
        let Some(said) = self.here.store.acting_as(author, act) else { return };
        self.log.push(format!("{author:?}: {said}"));
        let after = self.here.store.list().clone();
        self.here.decisions.learn(before, &after, author == Author::User);
        // What a person takes back is as if nobody had decided it.
        let goes_back = (11..15).contains(&what);
        for after in after.iter().filter(|_| goes_back) {
            if !find(before, after.key).is_some_and(|before| same(before, after)) {
                self.here.decisions.of.remove(&after.key);
            }
        }
        for before in before.iter().filter(|_| goes_back) {
            self.here.decisions.removed.remove(before.content());
        }
    }

    /// What the application does to the list as a whole.
    fn the_application_acts(&mut self) {
        let what = self.dice.below(4);
        let store = &mut self.here.store;
        match what {
            0 => store.reset().unwrap(),
            1 => drop(store.new_task(Unfinished::Archive)),
            2 => store.load(&self.saved[self.dice.below(self.saved.len())]).unwrap(),
            _ => {
                self.saved.push(store.checkpoint());
                return self.log.push("saved".into());
            }
        }
        self.log.push(["reset", "new task", "load"][what].into());
        let touched = self.here.store.list().iter().map(|todo| todo.key).collect();
        self.here.decisions = Decisions { touched, ..Decisions::default() };
        // The tabs have nothing in common any more.
        self.there = None;
    }

    /// Checks and records what a model or an agent did.
    fn judge(&mut self, before: &List, is_whole: bool) {
        let after = self.here.store.list().clone();
        self.lost = self.lost.take().or(self.here.decisions.find_lost(before, &after, is_whole));
        self.here.decisions.follow(before, &after);
    }

    fn a_model_writes(&mut self, before: &List) {
        let one = self.dice.below(self.models.len());
        let texts: Vec<String> = (0..self.dice.below(5)).map(|_| self.text()).collect();
        let mut items: Vec<(String, Status, Option<String>)> = Vec::new();
        // Most items repeat the list.
        for todo in before.iter() {
            if !self.dice.one_in(4) {
                let status = if self.dice.one_in(3) { self.status() } else { todo.status() };
                items.push((todo.content().to_owned(), status, None));
            }
        }
        items.extend(texts.into_iter().map(|text| (text, self.status(), None)));
        for item in &mut items {
            if self.dice.one_in(2) {
                item.2 = Some((1 + self.dice.below(9)).to_string());
            }
        }
        let mut model = self.models[one].clone();
        let Some(branch) = self.branch(&model) else { return };
        let mut store = branch;
        if self.dice.one_in(2) {
            let _ = model.reminder(&store);
        }
        model.begin_turn();
        let dialect = model.settings().dialect;
        let items: Vec<(&str, Status, Option<&str>)> =
            items.iter().map(|(text, status, id)| (&**text, *status, id.as_deref())).collect();
        let arguments = list_call(dialect, &items).to_string();
        let tool = writing_tool(dialect);
        let outcome = model.call(&mut store, &Call { tool, arguments: &arguments });
        self.log.push(format!("model {one} {tool} {arguments}\n      -> {}", outcome.text));
        self.put_back(&model, store);
        self.models[one] = model;
        self.judge(before, true);
    }

    fn a_model_rewinds(&mut self, before: &List) {
        let one = self.dice.below(self.models.len());
        let mut model = self.models[one].clone();
        let Some(mut store) = self.branch(&model) else { return };
        let revision = self.dice.below(store.revision() as usize + 1) as i64;
        let result = model.rewind(&mut store, revision);
        self.log.push(format!("model {one} rewinds to {revision}: {result:?}"));
        self.put_back(&model, store);
        self.models[one] = model;
        self.judge(before, false);
    }

    /// Returns the list that a model sees, or `None` if the todo that it is under is gone.
    fn branch(&self, model: &Conversation) -> Option<TodoStore> {
        match model.settings().branch {
            Some(root) => {
                find(self.here.store.list(), root)?;
                model.open_branch(&self.here.store)
            }
            None => Some(self.here.store.clone()),
        }
    }

    fn put_back(&mut self, model: &Conversation, store: TodoStore) {
        match model.settings().branch {
            Some(_) => model.close_branch(&mut self.here.store, store),
            None => self.here.store = store,
        }
    }

    fn status(&mut self) -> Status {
        Status::ALL[self.dice.below(Status::ALL.len())]
    }

    /// A program acts by the methods of a handle.
    fn a_program_acts(&mut self, before: &List) {
        let author = if self.dice.one_in(2) { Author::Agent } else { Author::Model };
        let id = Id(1 + self.dice.below(before.len()) as i64);
        let texts: Vec<String> = (0..self.dice.below(6)).map(|_| self.text()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (what, change) =
            (self.dice.below(14), self.dice.below(self.here.store.revision() as usize + 2) as u32);
        let mut text = markdown(&before.clone());
        texts.iter().for_each(|line| text.push_str(&format!("- [ ] {line}\n")));
        let plan = |store: &mut TodoStore| {
            let mut run = Run::new(store, RunOptions::default());
            let _ = run.next(store);
            run.planned(store, Some(&texts)).is_ok()
        };
        let said = self.here.store.acting_as(author, |store| match what {
            0..3 => format!("replace all {texts:?} {:?}", store.replace_all(&texts).is_ok()),
            3 => format!("markdown {text:?} {:?}", read_markdown(store, &text)),
            4 => format!("complete {} {:?}", id.0, store.complete(id)),
            5 => format!("skip {} {:?}", id.0, store.skip(id, "").is_ok()),
            6 => format!("remove {} {:?}", id.0, store.remove(id)),
            7 => format!("start {} {:?}", id.0, store.mark_doing(id)),
            8 | 9 => format!("undo {:?}", store.undo()),
            10 => format!("redo {:?}", store.redo()),
            11 => format!("undo {change} {:?}", store.undo_change(change)),
            12 => format!("go back {} {:?}", id.0, store.go_back(id)),
            _ => format!("plan {texts:?} {:?}", plan(store)),
        });
        self.log.push(format!("{author:?} {said}"));
        let is_whole = matches!(what, 0..4 | 13);
        self.judge(before, is_whole);
    }

    /// The person looks at the other tab, or what the tabs made of the list is merged.
    fn tabs_change(&mut self) {
        let Some((base, there)) = self.there.take() else {
            self.here.decisions.touched.clear();
            self.here.decisions.readded.clear();
            self.there = Some((self.here.clone(), self.here.clone()));
            return self.log.push("another tab opens".into());
        };
        if self.dice.one_in(2) {
            self.there = Some((base, std::mem::replace(&mut self.here, there)));
            return self.log.push("the other tab".into());
        }
        let ours = self.here.clone();
        let merged = self.here.store.merge(&base.store.checkpoint(), &there.store.checkpoint());
        self.log.push(format!("merged {:?}", merged.as_ref().map(drop)));
        if merged.is_err() {
            return;
        }
        let after = self.here.store.list().clone();
        let mut decisions = Decisions::default();
        // What only one of them touched, and what neither did, holds.
        for (one, other) in [(&ours, &there), (&there, &ours)] {
            let mut known = one.decisions.clone();
            // What the other tab took off was its model's to take off there.
            known.of.retain(|key, _| {
                let is_in = |tab: &Tab| find(tab.store.list(), *key).is_some();
                !other.decisions.touched.contains(key) && is_in(&base) && is_in(other)
            });
            let lost = known.find_lost(one.store.list(), &after, false);
            self.lost = self.lost.take().or(lost.map(|lost| format!("merged: {lost}")));
            known.of.retain(|key, decision| {
                let (before, after) = (find(one.store.list(), *key), find(&after, *key));
                match (before, after) {
                    (Some(before), Some(after)) => same(before, after),
                    (Some(before), None) if decision.settled => {
                        known
                            .left
                            .insert(before.content().into(), (before.status(), before.is_failed()));
                        false
                    }
                    _ => false,
                }
            });
            decisions.of.extend(known.of);
            let is_off = |text: &String| {
                !other.decisions.readded.contains(text)
                    && !after.iter().any(|after| after.content() == text)
            };
            decisions.removed.extend(known.removed.into_iter().filter(is_off));
            let is_left = |(text, _): &(String, _)| is_off(text);
            decisions.left.extend(known.left.into_iter().filter(is_left));
        }
        let removed = take(&mut decisions.removed);
        decisions.left.retain(|text, _| !removed.contains(text));
        decisions.removed = removed;
        self.here.decisions = decisions;
    }
}

/// What went wrong in a history.
struct Failure {
    seed: usize,
    drawn: Vec<usize>,
    log: Vec<String>,
    lost: String,
}

fn history(seed: usize, dice: Dice) -> Option<Failure> {
    let mut world = World::new(dice);
    let live = std::panic::AssertUnwindSafe(|| {
        for _ in 0..30 {
            world.step();
            if world.lost.is_some() || world.dice.is_over() {
                break;
            }
        }
    });
    if let Err(panic) = std::panic::catch_unwind(live) {
        let message = panic.downcast_ref::<String>().cloned();
        world.lost = Some(format!("panic: {}", message.unwrap_or_default()));
    }
    let World { log, lost, dice, .. } = world;
    let drawn = dice.drawn().to_vec();
    lost.map(|lost| Failure { seed, drawn, log, lost })
}

/// As many as PATHS says, from FIRST on.
#[test]
fn a_persons_decision_survives_every_way_to_write() {
    let usual = crate::times(1000) as usize;
    let (failures, count) = each_seed("PATHS", usual, |seed| history(seed, Dice::of_seed(seed)));
    if let Some(first) = failures.iter().min_by_key(|failure| failure.log.len()) {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let kind = |lost: &str| lost.split(' ').skip(2).take(3).collect::<Vec<_>>().join(" ");
        let shorter = shrink(first.drawn.clone(), |drawn| {
            history(first.seed, Dice::again(drawn))
                .filter(|found| kind(&found.lost) == kind(&first.lost))
        });
        std::panic::set_hook(hook);
        let shown = shorter.as_ref().unwrap_or(first);
        println!("FIRST={} PATHS=1 cargo test --test native paths::", first.seed);
        shown.log.iter().for_each(|line| println!("    {line}"));
        println!("  ! {}", shown.lost);
        for failure in failures.iter().take(30) {
            println!("{}: {}", failure.seed, failure.lost);
        }
    }
    assert_eq!(failures.len(), 0, "of {count} histories; the shortest one is above");
}
