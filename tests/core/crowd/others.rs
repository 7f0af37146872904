//! What a person, a host, a program with a model's handle and a run do, and two tabs.

use std::rc::Rc;

use agent_todos::list::author::{Actor, Author};
use agent_todos::list::edit_options::Approval;
use agent_todos::list::options::Unfinished;
use agent_todos::list::sites::Approved;
use agent_todos::list::waiting::{Wait, WaitFor};
use agent_todos::run::{Report, Run, RunOptions, Step};
use agent_todos::{Id, Key, Patch, Ref, Status, TodoStore, WriteError};

use super::World;
use super::ledger::{Act, Decided, Entry, Ledger, is_guarded};
use super::seen::{Seen, find, snapshot};

/// A run, and what it waits for.
pub(super) struct Running {
    run: Run,
    actor: Actor,
    /// What it asked for before it read an answer, and the list then.
    asked: Option<(Step, Vec<Seen>)>,
    /// The list when it asked for a plan that it has not yet.
    planning: Option<Vec<Seen>>,
}

/// What another tab took over, some time ago.
pub(super) struct Fork {
    store: TodoStore,
    ledger: Ledger,
}

impl World {
    pub(super) fn a_person_acts(&mut self) {
        let actor = Actor::from(if self.dice.one_in(3) { Author::Host } else { Author::User });
        let before = snapshot(&self.store);
        let index = self.dice.below(before.len());
        let (key, id) = (before.get(index).map(|seen| seen.key), Id(1 + index as i64));
        let content = self.words.next();
        let word = before.get(index).map_or(content.clone(), |seen| seen.label().to_owned());
        let reworded = format!("{word} v{}", self.words.0);
        let position = self.dice.below(before.len() + 1) as i64;
        let other = before.get(self.dice.below(before.len())).map(|seen| seen.key);
        let what = self.dice.below(36);
        let confirms = !self.dice.one_in(4);
        let mut decided = Decided::default();
        let act = &mut |store: &mut TodoStore| -> Result<String, WriteError> {
            let edit = |store: &mut TodoStore, patch: Patch<'_>| store.edit(id, &patch).map(drop);
            let at = id.0;
            Ok(match what {
                0..6 => {
                    store.add_after_position(position, &[&content])?;
                    format!("add after {position}: {content}")
                }
                6..9 => {
                    edit(store, Patch { content: Some(&reworded), ..Patch::default() })?;
                    decided.wrote = key.map(|key| (key, 0));
                    format!("word {at}: {reworded}")
                }
                9 => {
                    edit(store, Patch { description: Some("more"), ..Patch::default() })?;
                    decided.wrote = key.map(|key| (key, 3));
                    format!("describe {at}: more")
                }
                10 => {
                    edit(store, Patch { priority: Some("high"), ..Patch::default() })?;
                    decided.wrote = key.map(|key| (key, 1));
                    format!("rank {at}: high")
                }
                11..14 => {
                    edit(store, Patch { confirm: Some(confirms), ..Patch::default() })?;
                    decided.guarded = key.map(|key| (key, confirms));
                    format!("ask {at}: {}", if confirms { "yes" } else { "no" })
                }
                14 => {
                    let blockers: Vec<Key> = other.into_iter().collect();
                    let refs: Vec<Ref> = blockers.iter().map(|key| Ref::Key(*key)).collect();
                    edit(store, Patch { blocked_by: Some(&refs), ..Patch::default() })?;
                    decided.blockers = key.map(|key| (key, blockers));
                    format!("block {at} by {other:?}")
                }
                15 => {
                    store.skip(id, "no time")?;
                    decided.settled = key;
                    format!("skip {at}: no time")
                }
                16 => {
                    store.fail(id, "no network")?;
                    decided.settled = key;
                    format!("fail {at}: no network")
                }
                17..20 => {
                    store.complete(id)?;
                    decided.settled = key;
                    format!("complete {at}")
                }
                20 => {
                    store.reopen(id, "not yet")?;
                    decided.again = key;
                    format!("reopen {at}: not yet")
                }
                21 => {
                    store.reopen(id, "")?;
                    decided.again = key;
                    format!("reopen {at}")
                }
                22..25 => {
                    store.remove(id)?;
                    format!("remove {at}")
                }
                25 | 26 => {
                    store.move_to(id, position)?;
                    format!("move {at} after {position}")
                }
                27 if actor.is_person() => {
                    store.approve(&Approval::default())?;
                    decided.approved = true;
                    "approve".into()
                }
                28 => {
                    store.undo()?;
                    decided.rewound = true;
                    "undo".into()
                }
                32..36 => {
                    let parent = other.filter(|_| confirms).map(Ref::Key);
                    edit(store, Patch { parent: Some(parent), ..Patch::default() })?;
                    decided.put = key;
                    format!("put {at} under {parent:?}")
                }
                29 | 30 => {
                    store.mark_doing(id)?;
                    decided.again = key;
                    format!("start {at}")
                }
                _ if self.dice.one_in(6) => {
                    // What is open it keeps.
                    decided.anew = !store.has_unfinished();
                    store.new_task(Unfinished::Keep)?;
                    "new task".into()
                }
                _ => {
                    store.abort();
                    "abort".into()
                }
            })
        };
        let Ok(what) = self.store.acting_as(actor.clone(), act) else { return };
        let after = snapshot(&self.store);
        let who = if actor.is_person() { "the user" } else { "the host" };
        self.note(format!("{who}: {what}"));
        let is_approved = after.iter().all(|after| after.approved || !after.is_open());
        self.must(is_approved || !decided.approved, "person: what they approved is not", &what);
        self.ledger.learn(&before, &after, &actor, &decided, &self.store);
    }

    /// A program acts with a model's handle.
    pub(super) fn a_handle_acts(&mut self) {
        let name = [None, Some("ann"), Some("bob")][self.dice.below(3)];
        let actor = match name {
            Some(name) => Actor::named(Author::Model, name).unwrap(),
            None => Author::Model.into(),
        };
        let before = snapshot(&self.store);
        let (id, content) = (Id(1 + self.dice.below(before.len()) as i64), self.words.next());
        let key = before.get(id.0 as usize - 1).map(|seen| seen.key);
        let revision = self.dice.below(self.store.revision() as usize + 1) as i64;
        let (what, at) = (self.dice.below(16), id.0);
        let parent = before.get(self.dice.below(before.len())).map(|seen| Ref::Key(seen.key));
        let is_rewind = matches!(what, 9 | 10);
        let (old, approved) = (self.store.clone(), self.approved());
        let question = self.words.question();
        let result = self.store.acting_as(actor.clone(), |store| match what {
            0 => store.complete(id).map(|()| format!("complete {at}")),
            1 => store.skip(id, "hard").map(|_| format!("skip {at}: hard")),
            2 => store.reopen(id, "").map(|_| format!("reopen {at}")),
            3 => store.mark_doing(id).map(|()| format!("start {at}")),
            4 => store.remove(id).map(|()| format!("remove {at}")),
            5 => store.go_back(id).map(|()| format!("go back to {at}")),
            6 => store
                .replace_all(&[&content])
                .map_err(WriteError::from)
                .map(|_| format!("replace all: {content}")),
            7 => store.reset().map_err(WriteError::from).map(|()| "reset".into()),
            8 => {
                let patch = Patch { content: Some(&content), ..Patch::default() };
                store.edit(id, &patch).map(|_| format!("word {at}: {content}"))
            }
            9 => store.undo().map_err(WriteError::from).map(|_| "undo".into()),
            10 => store
                .restore_revision(revision)
                .map_err(WriteError::from)
                .map(|()| format!("restore {revision}")),
            11 => store
                .new_task(Unfinished::Archive)
                .map_err(WriteError::from)
                .map(|_| "new task".into()),
            15 => {
                let patch = Patch { parent: Some(parent), ..Patch::default() };
                store.edit(id, &patch).map(|_| format!("put {at} under {parent:?}"))
            }
            12 | 13 => {
                let on = if what == 12 { WaitFor::User } else { WaitFor::Event };
                let options = question.split_whitespace().take(what % 3).map(str::to_owned);
                let wait = Wait { options: options.collect(), ..Wait::new(on, &question) };
                store.wait(id, &wait).map(|_| format!("wait {at}: {wait:?}"))
            }
            _ => {
                store.abort();
                Ok("abort".to_owned())
            }
        });
        let who = format!("a handle of model {}", name.unwrap_or("nobody"));
        match result {
            Ok(what) => self.note(format!("{who}: {what}")),
            Err(error) => {
                self.note(format!("{who}: {what} {at}: refused, {error}"));
                self.must(self.store == old, "refused: and something changed", &who);
            }
        }
        let says_done: Vec<Key> = key.into_iter().filter(|_| what == 0).collect();
        self.judged(&before, &approved, &actor, &says_done, None, false, is_rewind);
        let after = snapshot(&self.store);
        let decided = Decided { rewound: is_rewind, anew: what == 11, ..Decided::default() };
        self.ledger.learn(&before, &after, &actor, &decided, &self.store);
    }

    /// What a model or a run did, by what holds against each.
    #[expect(clippy::too_many_arguments, reason = "what an act is judged by")]
    pub(super) fn judged(
        &mut self,
        before: &[Seen],
        approved: &Option<Rc<Approved>>,
        writer: &Actor,
        says_done: &[Key],
        verdict: Option<Key>,
        is_approval: bool,
        is_rewind: bool,
    ) {
        let (store, after) = (&self.store, snapshot(&self.store));
        let is_whole = false;
        let assigns = false;
        let act = Act {
            before,
            after: &after,
            approved,
            writer,
            store,
            says_done,
            is_whole,
            is_limited: !is_rewind,
            verdict,
            is_approval,
            assigns,
            is_rewind,
        };
        self.ledger.check(&act, &mut self.breaches);
    }

    pub(super) fn a_run_acts(&mut self) {
        let Some(mut running) = self.run.take().filter(|_| !self.dice.one_in(12)) else {
            return self.a_run_begins();
        };
        // A host may report what it was asked some time ago.
        if running.asked.is_none() || self.dice.one_in(2) {
            self.a_run_asks(&mut running);
        }
        if self.dice.one_in(3) {
            self.run = Some(running);
        } else {
            self.report_to_a_run(running);
        }
    }

    fn a_run_begins(&mut self) {
        let (before, approved) = (snapshot(&self.store), self.approved());
        let actor = match self.dice.one_in(2) {
            true => Actor::named(Author::Agent, "bot").unwrap(),
            false => Author::Agent.into(),
        };
        let option = |dice: &mut super::Dice, yes, no| if dice.one_in(2) { yes } else { no };
        let options = format!(
            r#"{{"driver":"{}","start":"{}","approve":{},"verify":{}}}"#,
            if self.dice.one_in(4) { "agent" } else { "host" },
            option(&mut self.dice, "plan", "execute"),
            option(&mut self.dice, "true", "false"),
            option(&mut self.dice, "true", "false"),
        );
        let read = RunOptions::from_json(&options).unwrap();
        let run = self.store.acting_as(actor.clone(), |store| Run::new(store, read));
        let name = actor.name.as_ref().map_or("nobody", |name| name.as_str());
        self.note(format!("a new run of {name}: {options}"));
        self.judged(&before, &approved, &actor, &[], None, false, false);
        let after = snapshot(&self.store);
        self.ledger.learn(&before, &after, &actor, &Decided::default(), &self.store);
        self.run = Some(Running { run, actor, asked: None, planning: None });
    }

    fn a_run_asks(&mut self, running: &mut Running) {
        let (before, approved) = (snapshot(&self.store), self.approved());
        let step = running.run.next(&mut self.store);
        let asked = snapshot(&self.store);
        self.note(format!("the run asks: {}", first_word(&format!("{step:?}"))));
        self.judged(&before, &approved, &running.actor, &[], None, false, false);
        self.ledger.learn(&before, &asked, &running.actor, &Decided::default(), &self.store);
        let name = running.actor.name.as_ref().map(|name| name.as_str());
        if let Step::Execute { todo, .. } = &step
            && let Some(seen) = find(&asked, *todo)
        {
            let is_others = seen.owner.is_some() && seen.owner.as_deref() != name;
            self.must(!is_others, "owner: a run executes another's work", seen.content());
            let kind = "hold: a run executes what is claimed or waits";
            self.must(!seen.is_on_hold, kind, seen.content());
        }
        if matches!(step, Step::Plan(_)) {
            running.planning.get_or_insert_with(|| asked.clone());
        }
        running.asked = Some((step, asked));
    }

    fn report_to_a_run(&mut self, mut running: Running) {
        let (step, base) = running.asked.take().unwrap();
        let (old, before, actor) =
            (self.store.clone(), snapshot(&self.store), running.actor.clone());
        let approved = self.approved();
        let question = self.words.question();
        let (mut verdict, mut is_approval, mut by) = (None, false, actor.clone());
        let (mut says_done, mut ends) = (vec![], false);
        let new: Vec<String> = (0..self.dice.below(4)).map(|_| self.words.next()).collect();
        let store = &mut self.store;
        let yes = !self.dice.one_in(3);
        let (what, result) = match &step {
            Step::Plan(_) => {
                let mut contents: Vec<String> = before
                    .iter()
                    .filter(|seen| seen.is_open())
                    .map(|seen| seen.content().to_owned())
                    .filter(|_| self.dice.one_in(2))
                    .collect();
                contents.extend(new);
                ends = contents.is_empty();
                let plan: Vec<&str> = contents.iter().map(String::as_str).collect();
                (format!("plans {plan:?}"), running.run.planned(store, Some(&plan)).map(drop))
            }
            Step::Approve { .. } if yes => {
                (is_approval, by) = (true, Author::User.into());
                ("is approved".into(), running.run.approved(store, None))
            }
            Step::Approve { .. } => ("is sent back".into(), running.run.rejected("other")),
            Step::Execute { todo, .. } => {
                let (what, report) = match self.dice.below(8) {
                    0..3 => ("done", Report::Done("seen")),
                    3 => ("failed", Report::Failed("hard")),
                    4 => ("unverified", Report::Unverified),
                    5 => ("waiting", Report::Waiting(&Wait::new(WaitFor::User, &question))),
                    6 => ("waiting for an event", Report::Waiting(&Wait::new(WaitFor::Event, ""))),
                    _ => ("finished", Report::Finished),
                };
                says_done.push(*todo);
                (format!("reports {what}"), running.run.executed(store, report))
            }
            Step::Verify { todo } => {
                verdict = Some(*todo);
                // Of a claim it is the host's word; what nobody claimed the run completes.
                if find(&before, *todo).is_some_and(Seen::is_claimed) {
                    by = Author::Host.into();
                }
                (format!("verifies: {yes}"), running.run.verified(store, yes, "look"))
            }
            Step::Validate { .. } => {
                says_done
                    .extend(before.iter().filter(|seen| seen.is_at_work()).map(|seen| seen.key));
                (format!("validates: {yes}"), running.run.validated(store, yes, "so", &[]))
            }
            Step::Wait { .. } => ("waits".into(), Ok(())),
            Step::Aborted | Step::Ended(_) => return,
        };
        self.note(format!("the run {what}"));
        if result.is_err() {
            self.must(self.store == old, "refused: and something changed", &what);
        }
        self.judged(&before, &approved, &actor, &says_done, verdict, is_approval, false);
        let after = snapshot(&self.store);
        if matches!(step, Step::Plan(_)) {
            self.plan_kept(running.planning.as_ref().unwrap_or(&base), &before, &after, ends);
            if result.is_ok() {
                running.planning = None;
            }
        }
        self.shown_alone(&step, &base, &before, &after);
        let decided = Decided { approved: is_approval && result.is_ok(), ..Decided::default() };
        self.ledger.learn(&before, &after, &by, &decided, &self.store);
        self.run = Some(running);
    }

    /// A verdict or an approval is of what was shown when the run asked for it.
    fn shown_alone(&mut self, step: &Step, base: &[Seen], before: &[Seen], after: &[Seen]) {
        for after in after {
            let (shown, before) = (find(base, after.key), find(before, after.key));
            let is_shown = shown.is_some_and(|shown| shown.content() == after.content());
            let is_approved = after.approved && !before.is_some_and(|before| before.approved);
            let is_done =
                before.is_some_and(|before| before.status != after.status) && !after.is_open();
            match step {
                Step::Approve { .. } => {
                    // What a person added or wrote meanwhile, they need not be shown.
                    let Entry { presence, content, is_sure, .. } = self.ledger.of(after.key);
                    let decided_by = if shown.is_some() { content } else { presence };
                    let may_be_persons = decided_by.author == Author::User || !is_sure;
                    self.must(
                        is_shown || !is_approved || may_be_persons,
                        "verdict: approved, and nobody was shown it",
                        after.content(),
                    );
                }
                Step::Verify { todo } if *todo == after.key => {
                    let kind = "verdict: confirmed, and nobody was shown that text";
                    self.must(is_shown || !is_done, kind, after.content());
                }
                _ => {}
            }
        }
    }

    /// What others changed since the run asked for its plan is as they left it.
    fn plan_kept(&mut self, base: &[Seen], before: &[Seen], after: &[Seen], ends: bool) {
        for before in before {
            let (base, after) = (find(base, before.key), find(after, before.key));
            let same_state = |other: &Seen| other.state() == before.state();
            let same_texts = |other: &Seen| other.texts == before.texts;
            let is_changed = base.is_none_or(|base| !same_state(base) || !same_texts(base));
            let kind =
                "since: a plan takes off or changes what others changed since it was asked for";
            // What they left as it was, the plan may change.
            let is_same = after.is_some_and(|after| {
                (same_state(after) || base.is_some_and(same_state))
                    && (same_texts(after) || base.is_some_and(same_texts))
            });
            // At its end a run puts back what nobody owns.
            let is_put_back = ends
                && before.is_at_work()
                && before.owner.is_none()
                && after.is_some_and(|after| {
                    after.status == Status::Todo && after.texts == before.texts
                });
            let may_be = is_same || is_put_back || !before.is_open() && after.is_none();
            self.must(!is_changed || may_be, kind, before.content());
        }
    }

    /// Another tab, which took the list over some time ago, writes first, and what is here is
    /// merged with what it stored.
    pub(super) fn merges(&mut self) -> bool {
        let Some(fork) = self.fork.take() else {
            self.fork = Some(Fork { store: self.store.clone(), ledger: self.ledger.clone() });
            self.note("another tab takes the list over".into());
            return false;
        };
        let base = snapshot(&fork.store);
        let (run, at) = (self.run.take(), self.log.len());
        let ours = std::mem::replace(&mut self.store, fork.store.clone());
        let our_ledger = std::mem::replace(&mut self.ledger, fork.ledger.clone());
        for _ in 0..1 + self.dice.below(5) {
            match self.dice.below(6) {
                0 | 1 => self.a_handle_acts(),
                2 => self.a_person_replies(),
                _ => self.a_person_acts(),
            }
        }
        for line in &mut self.log[at..] {
            *line = format!("[the other tab] {line}");
        }
        let theirs = std::mem::replace(&mut self.store, ours.clone());
        let their_ledger = std::mem::replace(&mut self.ledger, our_ledger.clone());
        self.run = run;
        let merged = self.store.merge(&fork.store.checkpoint(), &theirs.checkpoint());
        self.note(format!(
            "the tabs are merged: {}",
            if merged.is_ok() { "done" } else { "refused" }
        ));
        let (our_list, their_list) = (snapshot(&ours), snapshot(&theirs));
        if merged.is_err() {
            self.must(self.store == ours, "refused: and something changed", "a merge");
            return false;
        }
        self.run = None;
        let list = snapshot(&self.store);
        self.tabs_agree(
            (&base, &fork.ledger),
            (&our_list, &our_ledger),
            (&their_list, &their_ledger),
            &list,
        );
        self.ledger = Ledger::merged(
            (&base, &fork.ledger),
            (&our_list, &our_ledger),
            (&their_list, &their_ledger),
            &self.store,
            &list,
        );
        true
    }

    /// What only one side changed is as that side has it; what holds against models holds between
    /// the tabs.
    fn tabs_agree(
        &mut self,
        (base, began): (&[Seen], &Ledger),
        ours: (&[Seen], &Ledger),
        theirs: (&[Seen], &Ledger),
        list: &[Seen],
    ) {
        for before in base {
            let content = before.content();
            let (our, their) = (find(ours.0, before.key), find(theirs.0, before.key));
            let after = find(list, before.key);
            let sides = [(our, ours.1, their, theirs.1), (their, theirs.1, our, ours.1)];
            for (side, ledger, other, others) in sides {
                let taken_off = ledger.taken_off(content);
                let is_removed = side.is_none()
                    && taken_off.is_some_and(|off| off.is_sure && off.by.is_person());
                if is_removed && other.is_none_or(|other| other == before) {
                    let kind = "merge: what a person removed in one tab is back";
                    // Another todo may have its text.
                    self.must(after.is_none(), kind, content);
                }
                let (Some(side), Some(other), Some(after)) = (side, other, after) else { continue };
                self.answer_is_merged(before, side, other, after);
                // Whoever decided again what is so holds it against what the other tab made of it.
                let is_untouched = other == before && others.of(before.key) == began.of(before.key);
                if is_untouched && side.texts != before.texts {
                    self.must(
                        after.texts == side.texts,
                        "merge: a text of one tab is lost",
                        content,
                    );
                }
                // Whoever said again what is so may have decided it.
                let (then, now) = (began.of(before.key), others.of(before.key));
                let is_sure = now.is_sure && now.state == then.state && now.states == then.states;
                // "Done" is of the text that was read.
                let is_reworded = other.content() != before.content();
                let is_changed = side.state() != before.state() && !is_reworded;
                if is_sure && other.state_and_texts() == before.state_and_texts() && is_changed {
                    let is_set_back = side.is_at_work() && after.state() == (Status::Todo, false);
                    let kind = "merge: what one tab alone settled or started is otherwise";
                    // Where the other tab asked to confirm it, "done" is a claim.
                    let is_claim = after.is_claimed() && side.status == Status::Done;
                    // A claim is of its text, which the other tab may have decided.
                    let is_other_text = side.is_claimed() && after.content() != side.content();
                    let is_same = after.state() == side.state();
                    let may_be = is_set_back || is_claim || is_other_text;
                    self.must(is_same || may_be, kind, content);
                }
                let is_put = side.parent != before.parent && other.parent == before.parent;
                if is_put && others.of(before.key) == began.of(before.key) {
                    // One that both tabs added under the same key has another.
                    let lists = [ours.0, theirs.0].into_iter();
                    let above = side.parent.map(|key| {
                        lists
                            .filter_map(|list| find(list, key).map(Seen::label))
                            .collect::<Vec<_>>()
                    });
                    // What is above it may have left, or have another key.
                    let is_above = |todo: &Seen, words: &[&str]| {
                        Some(todo.key) == side.parent && words.contains(&todo.label())
                    };
                    let is_there = above
                        .as_ref()
                        .is_none_or(|words| list.iter().any(|todo| is_above(todo, words)));
                    let now = after.parent.and_then(|key| find(list, key)).map(Seen::label);
                    let is_kept = now.is_none_or(|word| above.is_some_and(|it| it.contains(&word)));
                    let kind = "merge: where one tab put a todo, it is no more";
                    self.must(is_kept || !is_there, kind, content);
                }
                let both = ledger.of(before.key).guarded && others.of(before.key).guarded;
                if both && after.is_open() {
                    self.must(is_guarded(&self.store, after), "merge: a guard is gone", content);
                }
                if both && after.status == Status::Done {
                    let is_confirmed = [side, other].iter().any(|it| it.status == after.status);
                    self.must(is_confirmed, "merge: done, and nobody confirmed it", content);
                }
            }
            if let (Some(our), Some(their)) = (our, their) {
                self.must(after.is_some(), "merge: a todo of both tabs is gone", content);
                if after.is_some() && our.texts == their.texts && our.approved != their.approved {
                    let was_cleared = before.approved;
                    let is_approved = after.is_some_and(|after| after.approved);
                    self.must(
                        !(was_cleared && is_approved),
                        "merge: an approval that was cleared is back",
                        content,
                    );
                }
            }
        }
    }
}

fn first_word(text: &str) -> &str {
    text.split([' ', '(']).next().unwrap()
}
