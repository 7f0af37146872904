//! Persons, runs, other tabs and models on one list, in random order: a conversation beside what its texts say.
//!
//! Contents begin with a word that no other todo has, by which todos are told apart whatever becomes of them.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};
use std::sync::Mutex;

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Author;
use agent_todos::list::options::Unfinished;
use agent_todos::list::patch::Patch;
use agent_todos::list::waiting::{Wait, WaitFor};
use agent_todos::{
    Call, Conversation, Dialect, Id, Options, Outcome, Refused, Status, Todo, TodoStore,
};

mod calls;
mod knows;
mod ledger;

use calls::Said;
use knows::{Known, Model};
use ledger::Ledger;

use crate::dice::{Dice, each_seed, sound_the_same, word};
use crate::read_back::find_unreadable;

/// Something of each todo, by its word.
fn by_word<T>(store: &TodoStore, of: impl Fn(&Todo) -> T) -> BTreeMap<String, T> {
    store.list().iter().map(|todo| (word(todo.content()).to_owned(), of(todo))).collect()
}

/// What there is to a todo: what it says, how far it is.
type State = BTreeMap<String, (String, Status)>;

fn state(store: &TodoStore) -> State {
    by_word(store, |todo| (todo.content().to_owned(), todo.status()))
}

struct World {
    dice: Dice,
    ledger: Ledger,
    store: TodoStore,
    removes_skipped: bool,
    next: usize,
    counts: Counts,
    /// What both began with, when another tab took the list over, and who had decided what by then.
    fork: Option<(TodoStore, Ledger)>,
    /// What todos were when they were on the list for the last time.
    last: State,
}

#[derive(Debug, Default)]
struct Counts {
    calls: usize,
    stale: usize,
    refused: usize,
    held: usize,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.stale += other.stale;
        self.refused += other.refused;
        self.held += other.held;
    }
}

impl World {
    fn new_content(&mut self) -> String {
        self.next += 1;
        format!("x{}", self.next)
    }

    /// Somebody changes the list: a person, the run, or another tab.
    fn others_act(&mut self) -> bool {
        let is_person = !self.dice.one_in(4);
        let author = match (is_person, self.dice.one_in(3)) {
            (true, false) => Author::User,
            (true, true) => Author::Host,
            (false, _) => Author::Agent,
        };
        let place = self.dice.below(self.store.list().len());
        let (id, content) = (Id(1 + place as i64), self.new_content());
        let position = self.dice.below(self.store.list().len() + 1) as i64;
        let what = self.dice.below(20);
        let revision = self.dice.below(self.store.revision() as usize + 1) as i64;
        let before = state(&self.store);
        let named = self.store.list().get(place).map(|todo| word(todo.content()).to_owned());
        let edited = named.as_ref().map(|word| format!("{word} v{}", self.next));
        self.store.acting_as(author, |store| {
            // What is refused changed nothing.
            let _ = match what {
                0..4 => {
                    store.add_after_position(position, &[&content]).map(drop).map_err(Refused::from)
                }
                4 => store.remove(id),
                5 | 6 => store.move_to(id, position),
                7 => store.complete(id),
                8 => store.skip(id, "no time").map(drop),
                9 => store.reopen(id, "").map(drop),
                10 => store.mark_doing(id),
                11 => edited.map_or(Ok(()), |content| {
                    let patch = Patch { content: Some(&content), ..Patch::default() };
                    store.edit(id, &patch).map(drop)
                }),
                12 => store.undo().map(drop).map_err(Refused::from),
                13 => store.restore_revision(revision).map_err(Refused::from),
                14 => store.new_task(Unfinished::Keep).map(drop),
                15 => store.wait(id, &Wait::new(WaitFor::User, "which one")).map(drop),
                16 => store.wait(id, &Wait::new(WaitFor::Event, "")).map(drop),
                17 | 18 => store.answer(id, "that one").map(drop),
                _ => {
                    store.abort();
                    Ok(())
                }
            };
        });
        let after = state(&self.store);
        if std::env::var("TRACE").is_ok() {
            println!("{author:?} {what} {id:?} {position} {revision}");
        }
        if what == 14 && before != after {
            self.ledger.clear_all();
            return is_person;
        }
        let context = format!("{author:?}: {what} {id:?} {before:?} {after:?}");
        if author == Author::Agent {
            self.ledger.check(&before, &after, false, &context);
        }
        self.ledger.learn(&before, &after, author);
        // A person decides what is so already, too.
        if let (Author::User, 7 | 8, Some(word)) = (author, what, named)
            && let Some((_, status)) = after.get(&word)
        {
            assert!(status.is_settled(), "{context}");
            self.ledger.settled.insert(word, *status);
        }
        is_person
    }

    /// Another tab, which took the list over some time ago, writes first, and what is here is merged with what it stored.
    fn merge(&mut self) {
        let Some((base, ledger)) = self.fork.take() else {
            self.fork = Some((self.store.clone(), self.ledger.clone()));
            return;
        };
        let ours = std::mem::replace(&mut self.store, base.clone());
        let ledger = std::mem::replace(&mut self.ledger, ledger);
        self.others_act();
        let theirs = std::mem::replace(&mut self.store, ours.clone());
        self.ledger = ledger;
        let merged = self.store.merge(&base.checkpoint(), &theirs.checkpoint());
        if std::env::var("TRACE").is_ok() {
            println!("merged: {merged:?}");
        }
        let before = state(&base);
        for (word, was) in before.iter().filter(|(word, _)| !state(&theirs).contains_key(*word)) {
            self.last.insert(word.clone(), was.clone());
        }
        // Of what nobody touched, all is as it was.
        for list in [&state(&theirs), &state(&ours), &state(&self.store)] {
            for word in before.keys().chain(list.keys()) {
                self.ledger.seen.insert(word.clone());
                if before.get(word) != list.get(word) {
                    self.ledger.forget(word);
                    self.ledger.unsure.insert(word.clone());
                }
            }
            if list.is_empty() {
                self.ledger.clear_all();
            }
        }
    }

    /// The model calls a tool, and whatever becomes of it must be what it meant.
    fn model_acts(&mut self, model: &mut Model) {
        let Some(said) = self.says(model) else { return };
        let (before, list_before) = (state(&self.store), self.store.list().clone());
        let links = |store: &TodoStore| by_word(store, |todo| todo.blocked_by().to_vec());
        let links_before = links(&self.store);
        let is_stale = *model.conversation.told() != list_before;
        let call = Call { tool: said.tool, arguments: &said.arguments.to_string() };
        let outcome = model.conversation.call(&mut self.store, &call);
        let (after, view, dialect) = (state(&self.store), model.view.clone(), model.dialect);
        let turn = Turn { dialect, said, view, before, after, outcome, is_stale };
        if std::env::var("TRACE").is_ok() {
            println!("{turn}");
        }
        let Turn { said, before, after, outcome, .. } = &turn;
        self.counts.calls += 1;
        self.counts.stale += usize::from(is_stale);
        self.counts.refused += usize::from(!outcome.ok);
        self.ledger.check(before, after, said.arguments["merge"] == true, &turn);
        // Nothing but what it meant is touched.
        for word in before.keys().chain(after.keys()) {
            let (was, is) = (before.get(word), after.get(word));
            let is_set_back = said.starts
                && matches!((was, is), (Some((a, Status::Doing)), Some((b, Status::Todo))) if a == b);
            assert!(was == is || is_set_back || said.meant.contains(word), "{word}: {turn}");
        }
        let links_after = links(&self.store);
        for (word, was) in &links_before {
            let is_same = links_after.get(word).is_none_or(|is| is == was);
            assert!(is_same || said.meant.contains(word), "{word}: {turn}");
        }
        if let Some((waiting, blocker)) = said.waits.as_ref().filter(|_| outcome.ok) {
            let key = self.store.list().iter().find(|todo| word(todo.content()) == blocker);
            let is_said = key.is_none_or(|key| links_after[waiting].contains(&key.key));
            assert!(is_said, "{waiting} {blocker}: {turn}");
        }
        no_change_is_lost(model, &turn);
        if outcome.ok {
            self.as_wanted(&turn);
            model.view.clone_from(&said.view);
            model.positions = said.positions;
            if !said.reads {
                self.ledger.tell(model, &turn, &self.store);
            }
        } else {
            assert_eq!(list_before, *self.store.list(), "{turn}");
            self.counts.held += usize::from(turn.says_who());
        }
        model.hear(outcome);
        model.learn_names(&self.store);
        model.knows_all(&self.store, &turn);
        self.ledger.learn(before, after, Author::Model);
    }

    /// What a call that was carried out asked for is so, unless a person decided otherwise.
    fn as_wanted(&self, turn: &Turn) {
        for (word, status) in &turn.said.wants {
            let is = turn.after.get(word).map(|(_, status)| *status);
            // What a person settled stays so, and a skip leaves on the list what a person wants there, or somebody changed since.
            let is_settled = self.ledger.settled.get(word).is_some_and(|held| is == Some(*held));
            let is_skipped = status.is_none() && is == Some(Status::Skipped);
            // The ledger does not know what others than persons did, nor who decided what was merged; the note does.
            let is_noted = turn
                .outcome
                .notes
                .iter()
                .any(|note| note.contains(&format!("\"{word}")) && says_kept(note));
            let is_wanted = self.ledger.holds(word) || turn.is_stale;
            let is_held = is_settled || is_skipped && is_wanted || is_noted;
            assert!(is == *status || is_held, "{word} {status:?}: {turn}");
        }
    }
}

/// A call, what the model knew before it, and what came of it.
struct Turn {
    dialect: Dialect,
    said: Said,
    view: Vec<Known>,
    before: State,
    after: State,
    outcome: Outcome,
    /// Whether others changed the list since the model was told.
    is_stale: bool,
}

impl Display for Turn {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { dialect, said, view, before, after, outcome, .. } = self;
        writeln!(f, "{dialect:?} {}\n before {before:?}\n after {after:?}", said.arguments)?;
        write!(f, " view {view:?}\n {}", outcome.text)
    }
}

impl Turn {
    /// Whether a refusal says who changed what; others are those of any list.
    fn says_who(&self) -> bool {
        let has = |part: &&str| self.outcome.text.contains(*part);
        let is_usual = crate::data("usual refusals").iter().any(|part| has(&part.as_str()));
        let names =
            ["the user", "the host", "the app", "a model", "somebody", "nobody knows", "an event"];
        assert!(is_usual || names.iter().any(has), "{self}");
        !is_usual
    }
}

/// Whether a note says that a todo is not as the call has it.
fn says_kept(note: &str) -> bool {
    note.contains(" stays ") || note.contains(" waits for ")
}

/// No change of a person is lost, unless the model knew of it. What came back to what it was is none.
fn no_change_is_lost(model: &Model, turn: &Turn) {
    let Turn { said, before, after, view, .. } = turn;
    let known: BTreeMap<&str, &Known> = view.iter().map(|known| (known.word(), known)).collect();
    for word in &model.presence {
        let is_news = known.contains_key(word.as_str()) != before.contains_key(word);
        let is_kept = before.contains_key(word) == after.contains_key(word);
        assert!(!is_news || is_kept, "{word}: {turn}");
    }
    // The next one is the next one of today.
    let is_next = said.arguments["action"] == "get_next";
    for (word, (content, status)) in before.iter().filter(|_| !is_next) {
        let (now, was) = (after.get(word), known.get(word.as_str()));
        if model.content.contains(word) && was.is_some_and(|was| was.content != *content) {
            assert_eq!(Some(content), now.map(|(content, _)| content), "{word}: {turn}");
        }
        let is_known = model.status.contains(word) && !model.strangers.contains(word);
        let sounds_other = |was: &&Known| !sound_the_same(model.dialect, was.status, *status);
        // Who says that it is done need not know that somebody began it.
        let is_done = *status == Status::Doing
            && now.is_some_and(|(_, status)| *status == Status::Done)
            && said.view.iter().any(|known| known.word() == word && known.status == Status::Done);
        if is_known && !is_done && was.is_some_and(sounds_other) {
            assert_eq!(Some(status), now.map(|(_, status)| status), "{word}: {turn}");
        }
    }
}

fn interleave(seed: usize, counts: &mut Counts) {
    let mut dice = Dice::new(0x9e37_79b9_7f4a_7c15 ^ ((seed as u64 + 1) * 0x1234_5679));
    dice.below(9);
    let removes_skipped = dice.one_in(3);
    let on_skip = if removes_skipped { "remove" } else { "mark" };
    let most = [3, 8, 1000][dice.below(3)];
    let options = format!(r#"{{"maxTodos":14,"onSkip":"{on_skip}","maxSnapshots":{most}}}"#);
    let store = TodoStore::new(Options::from_json(&options).unwrap());
    let mut models: Vec<Model> = (0..1 + usize::from(dice.one_in(4)))
        .map(|_| {
            let dialect = Dialect::ALL[dice.below(Dialect::ALL.len())];
            let mode = match dice.below(4) {
                0 | 1 => ReminderMode::Changes,
                2 => ReminderMode::Full,
                _ => ReminderMode::Off,
            };
            Model::new(dialect, mode, 1 + dice.below(6) as u32)
        })
        .collect();
    let (ledger, counted) = (Ledger::default(), std::mem::take(counts));
    let mut world = World {
        dice,
        ledger,
        store,
        removes_skipped,
        next: 0,
        counts: counted,
        fork: None,
        last: State::new(),
    };
    for content in 0..world.dice.below(5) {
        world.store.add_multiple(&[&format!("y{content}")]).unwrap();
    }
    world.ledger.seen.extend(state(&world.store).into_keys());
    for _ in 0..40 {
        let before = state(&world.store);
        world.last.extend(before.clone());
        let one = world.dice.below(models.len());
        let mut acting = None;
        // Whoever it was in another tab: nobody knows.
        let mut is_person = false;
        match world.dice.below(20) {
            0..7 => is_person = world.others_act(),
            7 => world.merge(),
            8..10 => {
                world.store = TodoStore::from_checkpoint(&world.store.checkpoint()).unwrap();
                for model in &mut models {
                    let text = model.conversation.checkpoint();
                    model.conversation =
                        Conversation::from_checkpoint(&world.store, &text).unwrap();
                    assert_eq!(model.conversation.settings().dialect, model.dialect);
                }
                continue;
            }
            10..12 => {
                models[one].be_reminded(&world.store);
                continue;
            }
            12 => {
                models[one].conversation.compacted();
                continue;
            }
            _ if models[one].is_reminded && models[one].is_answered => {
                models[one].be_reminded(&world.store);
                continue;
            }
            _ => {
                let mut model = models.swap_remove(one);
                world.model_acts(&mut model);
                acting = Some(model);
            }
        }
        assert_eq!(find_unreadable(&world.store), None);
        let after = state(&world.store);
        for model in &mut models {
            model.others_changed(&before, &after, &world.last, is_person);
        }
        models.extend(acting);
    }
    // Once each is told, all know the same.
    for model in &mut models {
        model.be_reminded(&world.store);
        let reminders = model.conversation.settings().reminders;
        if reminders == ReminderMode::Off {
            continue;
        }
        assert_eq!(model.conversation.told(), world.store.list());
        let is_told = world.store.has_unfinished() || reminders == ReminderMode::Changes;
        if is_told && !model.view.is_empty() {
            let view = model.view.iter().map(Known::word);
            let list = world.store.list().iter().map(|todo| word(todo.content()));
            assert!(view.eq(list), "{:?} {:?}", model.dialect, model.view);
        }
    }
    *counts = world.counts;
}

/// As many as CONVERSATIONS says, from FIRST on.
#[test]
fn no_call_touches_a_todo_that_it_does_not_mean_and_no_persons_change_is_lost() {
    let counts = Mutex::new(Counts::default());
    let (failures, runs) = each_seed("CONVERSATIONS", crate::times(1000) as usize, |seed| {
        let mut met = Counts::default();
        let act = || interleave(seed, &mut met);
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(act)).is_err();
        counts.lock().unwrap().add(&met);
        failed.then_some(seed)
    });
    let counts = counts.into_inner().unwrap();
    println!("{runs} interleavings: {counts:?}");
    assert!(failures.is_empty(), "FIRST=n CONVERSATIONS=1 for {failures:?}");
    // One that is looked at alone need not have met everything.
    assert!(runs < 100 || counts.stale > runs && counts.held > runs / 100, "{counts:?}");
}
