//! Three models, a person, a host and a run on one list, in random order: each call beside an
//! obvious model of what must be.
//!
//! The model says little: who decided what of which todo, and what the list was when the message of
//! a call was written. By that, nobody loses work, no guard goes, what a person decided holds, no
//! open todo leaves unsaid, a position means the list of its turn, and every note is true.
//!
//! What it finds becomes a row of `rule/cases.rs`, or a test of the module that it is about.
//!
//! Contents begin with a word that no other todo has. `FIRST=7 HISTORIES=1 cargo test --test native
//! crowd::` runs the history of seed 7 alone.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Mutex;

use agent_todos::forms::reminder::{Reminder, ReminderMode};
use agent_todos::list::author::{Actor, Author};
use agent_todos::{Conversation, Dialect, Key, Options, Settings, Status, Todo, TodoStore};

mod answers;
mod calls;
mod judge;
mod ledger;
mod notes;
mod others;
mod replies;
mod rewinds;
mod seen;
mod speaker;

use calls::{CallGenerator, Words};
use judge::CallReview;
use ledger::{Act, Breach, Decided, Ledger};
use notes::Facts;
use others::{Fork, Running};
use seen::{find, snapshot};
use speaker::{Speaker, Turn};

use crate::dice::{Dice, each_seed, shrink};
use crate::names::{find_misnamed, find_misnamed_in_answer, named_in, named_in_answer};
use crate::read_back::find_unreadable;
use crate::scene::{reminder_text, settings, show};

/// Finds a todo that a text calls by a wrong name.
type Find = fn(&[(String, String)], &TodoStore, &Conversation) -> Option<String>;

struct World {
    dice: Dice,
    words: Words,
    store: TodoStore,
    ledger: Ledger,
    speakers: Vec<Speaker>,
    run: Option<Running>,
    fork: Option<Fork>,
    removes_skipped: bool,
    /// What was done, to be read by who looks for what went wrong.
    log: Vec<String>,
    breaches: Vec<Breach>,
    counts: Counts,
}

/// How much was met.
#[derive(Debug, Default)]
struct Counts {
    calls: usize,
    /// Upon a list that others changed since the turn began.
    stale: usize,
    refused: usize,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.stale += other.stale;
        self.refused += other.refused;
    }
}

impl World {
    fn new(mut dice: Dice) -> Self {
        let removes_skipped = dice.one_in(3);
        let options = format!(
            r#"{{"maxTodos":14,"onSkip":"{}","maxDoing":{},"confirmDone":{},"maxSnapshots":{}}}"#,
            if removes_skipped { "remove" } else { "mark" },
            1 + dice.below(3),
            dice.one_in(4),
            [3, 8, 1000][dice.below(3)],
        );
        let store = TodoStore::new(Options::from_json(&options).unwrap());
        let mut log = vec![format!("options {options}")];
        let speakers = [Some("ann"), Some("bob"), None].map(|name| {
            let dialect = Dialect::ALL[dice.below(Dialect::ALL.len())];
            let reminders = match dice.below(5) {
                0..3 => ReminderMode::Changes,
                3 => ReminderMode::Full,
                _ => ReminderMode::Off,
            };
            let actor = match name {
                Some(name) => Actor::named(Author::Model, name).unwrap(),
                None => Author::Model.into(),
            };
            let (keeps_open, asks) = (dice.one_in(3), dice.one_in(2));
            log.push(format!(
                "{}: {dialect:?}, reminders {reminders:?}, drops {}",
                name.unwrap_or("nobody"),
                if keeps_open { "keep" } else { "note" }
            ));
            let name = actor.name.clone();
            let settings = Settings { reminders, keeps_open, asks, name, ..settings(dialect) };
            Speaker::new(Conversation::new(settings), actor)
        });
        Self {
            dice,
            words: Words(0),
            store,
            ledger: Ledger::default(),
            speakers: speakers.into(),
            run: None,
            fork: None,
            removes_skipped,
            log,
            breaches: vec![],
            counts: Counts::default(),
        }
    }

    fn note(&mut self, what: String) {
        self.log.push(format!("{what}\n      {}", show(&self.store)));
    }

    fn must(&mut self, is_so: bool, kind: &'static str, of: &str) {
        if !is_so {
            self.breaches.push((kind, of.to_owned()));
        }
    }

    fn act(&mut self) {
        self.one_acts();
        if let Some(why) = find_unreadable(&self.store) {
            self.must(false, "checkpoint: the list cannot be read back", &why);
        }
    }

    fn one_acts(&mut self) {
        match self.dice.below(28) {
            0..7 => self.a_person_acts(),
            7 => self.a_handle_acts(),
            8..10 => self.a_run_acts(),
            10 => {
                if self.merges() {
                    self.speakers.iter_mut().for_each(|speaker| speaker.is_lost = true);
                }
            }
            11 => self.all_is_read_back(),
            12..15 => self.a_person_replies(),
            15 if self.dice.one_in(2) => self.of_one_speaker(Self::a_host_rewinds),
            _ => self.of_one_speaker(Self::a_model_says),
        }
    }

    fn of_one_speaker(&mut self, act: fn(&mut Self, &mut Speaker)) {
        let one = self.dice.below(self.speakers.len());
        let mut speaker = self.speakers.swap_remove(one);
        act(self, &mut speaker);
        self.speakers.push(speaker);
    }

    /// A model sends a message: some calls, and now and then somebody acts between them.
    fn a_model_says(&mut self, speaker: &mut Speaker) {
        if self.dice.one_in(2) {
            self.reminds(speaker);
        }
        for call in 0..[1, 1, 1, 2, 2, 3, 4][self.dice.below(7)] {
            if call > 0 && self.dice.one_in(8) {
                match self.dice.one_in(3) {
                    true => self.a_person_replies(),
                    false => self.a_person_acts(),
                }
            }
            self.a_model_calls(speaker);
            if !self.breaches.is_empty() {
                return;
            }
        }
        let nudge = speaker.conversation.nudge(&self.store).unwrap_or_default();
        self.is_read(speaker, &nudge, false);
        speaker.begin_message();
        self.log.push(format!("({}'s message ends)", speaker.name()));
    }

    /// A call by what a text calls a todo means it: one of those that it names is called so.
    fn is_called_so(
        &mut self,
        conversation: &Conversation,
        named: &[(String, String)],
        find: Find,
    ) {
        if named.is_empty() {
            return;
        }
        let one = self.dice.below(named.len());
        if let Some(why) = find(&named[one..=one], &self.store, conversation) {
            self.must(false, "ids: a text calls a todo by the name of another", &why);
        }
    }

    fn reminds(&mut self, speaker: &mut Speaker) {
        let reminder = speaker.conversation.reminder(&self.store);
        if speaker.conversation.settings().reminders == ReminderMode::Off {
            return;
        }
        let text = reminder_text(&reminder, &self.store);
        self.log.push(format!("{} is reminded: {}", speaker.name(), text.replace('\n', " ")));
        self.is_read(speaker, &text, true);
        self.is_called_so(&speaker.conversation, &named_in(&text), find_misnamed);
        let (before, was_lost) = (std::mem::take(&mut speaker.turns), speaker.is_lost);
        speaker.see_list(&snapshot(&self.store));
        if reminder == Reminder::Nothing && !self.store.has_unfinished() {
            // Who was told nothing of a list that is finished may not know it.
            speaker.turns.push(Turn::of(&[]));
        }
        if reminder == Reminder::Nothing && speaker.actor.name.is_some() {
            // What others did to their own todos may be untold.
            speaker.turns.extend(before);
            speaker.is_lost = was_lost;
        }
    }

    fn a_model_calls(&mut self, speaker: &mut Speaker) {
        let removes_skipped = self.removes_skipped;
        let (ids, first) = (speaker.ids(), speaker.first());
        let (dice, words) = (&mut self.dice, &mut self.words);
        let mut generator = CallGenerator { dice, words, removes_skipped, ids, first };
        let Some(call) = generator.call(speaker) else { return };
        let (before, old, approved) = (snapshot(&self.store), self.store.clone(), self.approved());
        let outcome = speaker.call(&mut self.store, &call);
        let after = snapshot(&self.store);
        self.counts.calls += 1;
        self.counts.stale += usize::from(speaker.turns[0].base != before);
        self.counts.refused += usize::from(!outcome.ok);
        let name = speaker.name().to_owned();
        let kind = format!("{:?}", call.kind).replace("Tool(", "").replace(')', "");
        self.note(format!(
            "{name} calls {kind} {}\n      -> {}",
            call.arguments,
            outcome.text.replace('\n', " ")
        ));
        let changed = self.store.revision() != old.revision();
        self.must(changed == outcome.changed, "outcome: `changed` is not so", &name);
        self.must(outcome.ok || self.store == old, "refused: and something changed", &name);
        let is_of_others = |seen: &&seen::Seen| self.ledger.is_of_others(seen, &speaker.actor);
        let others: Vec<Key> = before.iter().filter(is_of_others).map(|seen| seen.key).collect();
        let others = &*others;
        let review = CallReview {
            others,
            speaker,
            call: &call,
            outcome: &outcome,
            before: &before,
            after: &after,
        };
        let says_done =
            speaker.turns.iter().flat_map(|turn| review.says_done(turn)).collect::<Vec<_>>();
        let act = Act {
            before: &before,
            after: &after,
            approved: &approved,
            writer: &speaker.actor,
            store: &self.store,
            says_done: &says_done,
            is_whole: call.is_whole,
            is_limited: call.starts_one(),
            verdict: None,
            is_approval: false,
            assigns: !call.arguments["owner"].is_null(),
            is_rewind: false,
        };
        self.ledger.check(&act, &mut self.breaches);
        if outcome.ok && !speaker.is_lost {
            let of_turns: Vec<_> = speaker.turns.iter().map(|turn| review.breaches(turn)).collect();
            let fewest = of_turns.iter().min_by_key(|breaches| breaches.len()).unwrap();
            if !fewest.is_empty() {
                self.log.push(format!("wrong whatever it had read: {of_turns:?}"));
            }
            self.breaches.extend(fewest.iter().cloned());
        }
        self.ledger.learn(&before, &after, &speaker.actor, &Decided::default(), &self.store);
        let doing = call.wants.iter().filter(|want| want.status == Some(Status::Doing));
        let said_doing: Vec<String> = doing
            .flat_map(|want| {
                // Somebody may have called it otherwise since.
                let meant = |turn: &Turn| {
                    let known = turn.keys(&want.todo).into_iter();
                    known.chain(turn.meant_by(want, &after)).collect::<Vec<_>>()
                };
                let keys = speaker.turns.iter().flat_map(meant);
                let of_today = keys.filter_map(|key| Some(find(&after, key)?.content().to_owned()));
                of_today.chain(want.content.clone()).collect::<Vec<_>>()
            })
            .collect();
        let facts = Facts {
            before: &before,
            after: &after,
            ledger: &self.ledger,
            store: &self.store,
            said_doing: &said_doing,
            base: &speaker.turns[0].base,
        };
        for note in outcome.notes.iter().chain(&outcome.denial) {
            facts.check(note, &mut self.breaches);
        }
        let named = named_in_answer(&outcome.text);
        self.is_called_so(&speaker.conversation, &named, find_misnamed_in_answer);
        let tells_all = !speaker.is_reminded && !outcome.text.is_empty();
        self.is_read(speaker, &outcome.text, tells_all);
        speaker.receive(&call, &outcome, &before, &after);
        self.is_bounded(speaker);
    }

    /// What a conversation remembers is as much as its lists hold.
    fn is_bounded(&mut self, speaker: &Speaker) {
        let texts = |seen: &seen::Seen| seen.texts.iter().flatten().map(String::len).sum::<usize>();
        let known = speaker.conversation.seen_list().len().max(self.store.list().len());
        let list: usize = snapshot(&self.store).iter().map(|seen| 100 + texts(seen)).sum();
        let most = 1000 + 2 * list + 200 * known;
        let length = speaker.conversation.checkpoint().len();
        self.must(
            length <= most,
            "checkpoint: a conversation remembers too much",
            &length.to_string(),
        );
    }

    /// The browser ends, and all goes on from what was stored.
    fn all_is_read_back(&mut self) {
        self.note("all is read back".into());
        let text = self.store.checkpoint();
        match TodoStore::from_checkpoint(&text) {
            Ok(store) => {
                let is_same = store.list() == self.store.list() && store.checkpoint() == text;
                let of = format!("{text}\n{}", store.checkpoint());
                self.must(is_same, "checkpoint: the store is another", &of);
                self.store = store;
            }
            Err(error) => self.must(false, "checkpoint: the store cannot be read", error.message()),
        }
        let mut speakers = std::mem::take(&mut self.speakers);
        for speaker in &mut speakers {
            let text = speaker.conversation.checkpoint();
            match Conversation::from_checkpoint(&self.store, &text) {
                Ok(conversation) => {
                    // Of a todo that was reworded more often than is remembered, it does not know
                    // that it is one of this list.
                    let is_known = |todo: &Rc<Todo>| self.ledger.of(todo.key).reworded <= 4;
                    let may_be = speaker.is_lost || !conversation.seen_list().iter().all(is_known);
                    let is_same = conversation.checkpoint() == text || may_be;
                    self.must(is_same, "checkpoint: a conversation is another", &text);
                    speaker.conversation = conversation;
                }
                Err(error) => {
                    self.must(false, "checkpoint: a conversation cannot be read", error.message())
                }
            }
        }
        self.speakers = speakers;
    }
}

/// What went wrong in a history.
struct Failure {
    seed: usize,
    drawn: Vec<usize>,
    log: Vec<String>,
    breaches: Vec<Breach>,
}

/// Runs the history of these dice, until something is wrong.
fn history(seed: usize, dice: Dice) -> (Counts, Option<Failure>) {
    let mut world = World::new(dice);
    let live = AssertUnwindSafe(|| {
        for _ in 0..40 {
            if world.dice.is_over() {
                break;
            }
            world.act();
            if !world.breaches.is_empty() {
                break;
            }
        }
    });
    if catch_unwind(live).is_err() {
        world.breaches.push(("panic", "the message is above".into()));
    }
    let World { log, breaches, counts, dice, .. } = world;
    let drawn = dice.drawn().to_vec();
    let failure = (!breaches.is_empty()).then_some(Failure { seed, drawn, log, breaches });
    (counts, failure)
}

/// The same failure in as few steps as are found.
fn shrunk(failure: &Failure) -> Option<Failure> {
    // A panic would be printed at each try.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let shortest = shrink(failure.drawn.clone(), |drawn| {
        let (_, found) = history(failure.seed, Dice::again(drawn));
        found.filter(|found| found.breaches[0].0 == failure.breaches[0].0)
    });
    std::panic::set_hook(hook);
    shortest
}

/// As many as HISTORIES says, from FIRST on.
#[test]
fn random_histories_lose_nothing_and_every_note_is_true() {
    let counts = Mutex::new(Counts::default());
    let (failures, count) = each_seed("HISTORIES", crate::times(1000) as usize, |seed| {
        let (met, failure) = history(seed, Dice::of_seed(seed));
        // A long run may be stopped before its end.
        if let Some(Failure { breaches, .. }) = &failure {
            println!("seed {seed}: {}", breaches[0].0);
        }
        counts.lock().unwrap().add(&met);
        failure
    });
    let counts = counts.into_inner().unwrap();
    let mut kinds: BTreeMap<&str, Vec<&Failure>> = BTreeMap::new();
    for failure in &failures {
        kinds.entry(failure.breaches[0].0).or_default().push(failure);
    }
    for failures in kinds.values() {
        let Some(shortest) = failures.iter().min_by_key(|failure| failure.log.len()) else {
            continue;
        };
        println!("FIRST={} HISTORIES=1 cargo test --test native crowd::", shortest.seed);
        let shrunk = shrunk(shortest);
        let shortest = shrunk.as_ref().unwrap_or(shortest);
        shortest.log.iter().for_each(|line| println!("    {line}"));
        shortest.breaches.iter().for_each(|(kind, of)| println!("  ! {kind}: {of}"));
    }
    for (kind, failures) in &kinds {
        let seeds: Vec<usize> = failures.iter().map(|failure| failure.seed).collect();
        println!("{} times {kind}: {seeds:?}", seeds.len());
    }
    println!("{count} histories: {counts:?}");
    let failed = failures.len();
    assert_eq!(failed, 0, "of {count} histories; the shortest one of each kind is above");
    // One that is looked at alone need not have met everything.
    assert!(count < 100 || counts.stale > count && counts.refused > count / 4, "{counts:?}");
}

/// What a model leaves out again and again, and a person keeps and removes, is forgotten with the
/// todos.
#[test]
fn a_conversation_remembers_no_more_than_its_list_holds() {
    let mut scene = crate::scene::tell(Dialect::TodoWrite, "a");
    let mut lengths = vec![];
    for round in 0..500 {
        scene.user(&format!("add: x{round}"));
        let _ = scene.reminder();
        scene.writes("a").ok();
        scene.user("remove 2");
        lengths.push(scene.model.checkpoint().len());
    }
    assert!(lengths[499] < lengths[49] + 200, "{} {}", lengths[49], lengths[499]);
}
