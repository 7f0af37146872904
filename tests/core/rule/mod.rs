//! The one rule for every write. Its cases are the tables in `cases.rs`: who decides what, what a
//! model or a run asks for then, and the list that stays. The tests here try each row in every
//! kind: by the tools of every dialect, by methods, by a plan of a run, after a rewind, and in two
//! tabs.
//! What only a whole list can ask for is in `lists.rs`.

use std::rc::Rc;

use agent_todos::list::note::texts;
use agent_todos::run::{Run, RunOptions};
use agent_todos::{Dialect, Settings, Status, Todo, TodoStore, WriteError};
use serde_json::json;

use crate::about::about;
use crate::dice::sound_the_same;
use crate::scene::{
    Answer, Scene, actor, by, list, list_call, named, settings, show_all, shown_id, tell,
};
use crate::snapshot::assert_snapshot;

mod cases;
mod lists;

use cases::{CASES, Case, FREE, Row, TABS};

/// Who may not overrule a decision: a model without a name, one with a name, and a run.
const BOUND: [&str; 3] = ["model", "bob", "agent"];

/// What each of them does, of "user host: skip 1: too slow".
fn each(acts: &'static str) -> Vec<(&'static str, &'static str)> {
    let (names, acts) = acts.split_once(": ").unwrap();
    names.split(' ').map(|who| (who, acts)).collect()
}

/// Who does what, one after the other.
type History = Vec<(&'static str, &'static str)>;

/// The histories in which these acts follow one another, each act by one of those who are named.
fn histories(acts: &[&'static str]) -> Vec<History> {
    let mut histories = vec![vec![]];
    for act in acts {
        let longer = |history: &History| {
            let next = |step| [&history[..], &[step]].concat();
            each(act).into_iter().map(next).collect::<Vec<_>>()
        };
        histories = histories.iter().flat_map(longer).collect();
    }
    histories
}

#[track_caller]
fn happens(store: &mut TodoStore, history: &History) {
    for (who, acts) in history {
        by(store, actor(who), acts).unwrap();
    }
}

/// Whether one of these acts is of this actor.
fn is_by(history: &History, who: &str) -> bool {
    history.iter().any(|(name, _)| *name == who)
}

impl Case {
    /// Everything is decided.
    #[track_caller]
    fn decide(&self, store: &mut TodoStore, history: &History) {
        happens(store, history);
        assert_eq!(show_all(store), self.stays, "{history:?}");
    }

    /// Each way that it ends.
    fn ends(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.until.iter().flat_map(|acts| each(acts))
    }
}

/// A model of this name, if it has one, that has read a list.
fn as_model(name: &str, dialect: Dialect, options: &str, list: &str) -> Scene {
    let name = Some(name).filter(|name| !name.is_empty()).and_then(|name| named(name).name);
    Scene::new(Settings { name, ..settings(dialect) }, options, list)
}

/// The list in the order of its contents, without the name of this owner, and without the priority
/// that some lists say of all.
fn sorted(store: &TodoStore, without: &str) -> String {
    let owner = format!(" @{without}");
    in_order(&show_all(store).replace(if without.is_empty() { "" } else { &owner }, ""))
}

fn in_order(list: &str) -> String {
    let list = list.replace(" low", "");
    let mut todos: Vec<_> = list.split(", ").collect();
    todos.sort_unstable();
    todos.join(", ")
}

/// The dialects that write whole lists and say how far each todo is.
fn whole_lists() -> Vec<Dialect> {
    let says_all = |dialect: &Dialect| !about(*dialect)["call"]["statuses"].is_null();
    Dialect::ALL.into_iter().filter(says_all).collect()
}

/// A kind of call by which a model asks for a change. says what it wants.
#[derive(Clone, Copy, Debug)]
enum CallKind {
    /// A call of the tool that changes todos by their ids.
    Tool(Dialect),
    /// Progress beside its other calls.
    Progress,
    /// The whole list.
    List(Dialect),
}

impl CallKind {
    fn all() -> impl Iterator<Item = Self> {
        let tools = [Self::Tool(Dialect::Task), Self::Tool(Dialect::TodoManager), Self::Progress];
        tools.into_iter().chain(whole_lists().into_iter().map(Self::List))
    }

    fn dialect(self) -> Dialect {
        match self {
            Self::Tool(dialect) | Self::List(dialect) => dialect,
            Self::Progress => Dialect::TodoManager,
        }
    }

    /// Whether the todo is another's, so that reminders only count what becomes of it.
    fn is_of_another(scene: &Scene, what: &str) -> bool {
        let id = what.split([' ', ':']).nth(1).unwrap();
        let todo = scene.store.list().get(id.parse::<usize>().unwrap() - 1);
        let owner = todo.and_then(|todo| todo.state().owner());
        let name = &scene.model.settings().name;
        name.is_some() && owner.is_some() && owner != name.as_ref()
    }

    /// The model asks for "complete 1" or the like, or `None` if no such call can ask for it.
    #[track_caller]
    fn ask(self, scene: &mut Scene, what: &str) -> Option<Answer> {
        let (what, text) = what.split_once(": ").unwrap_or((what, ""));
        let words: Vec<&str> = what.split(' ').collect();
        let (verb, id) = (words[0], words[1].parse::<usize>().unwrap());
        let known = scene.model.seen_list().get(id - 1)?.clone();
        let is_said_so = sound_the_same(self.dialect(), known.status(), Status::Done);
        if verb == "complete" && known.status().is_settled() && is_said_so {
            return None;
        }
        match self {
            Self::Tool(Dialect::Task) => {
                let (field, value) = match verb {
                    "start" => ("status", "in_progress"),
                    "complete" => ("status", "completed"),
                    "reopen" => ("status", "pending"),
                    "remove" => ("status", "deleted"),
                    "word" => ("subject", text),
                    "describe" => ("description", text),
                    "give" => ("owner", text),
                    _ => return None,
                };
                let arguments = json!({ "taskId": known.key.to_text(), field: value });
                Some(scene.tool("TaskUpdate", &arguments))
            }
            Self::Tool(_) => {
                let action = match verb {
                    "start" => "mark_doing",
                    "complete" => "complete_multiple",
                    "skip" => "skip",
                    _ => return None,
                };
                text.is_empty().then(|| scene.manages(action, &[id]))
            }
            Self::Progress => {
                let field = match verb {
                    "complete" => "todo_done",
                    "skip" if text.is_empty() => "todo_skip",
                    _ => return None,
                };
                Some(scene.progress(&json!({ field: [id] }).to_string()))
            }
            Self::List(dialect) => {
                let todos = scene.model.seen_list().to_vec();
                let shown = |todo: &Rc<Todo>| shown_id(&todos, todo);
                let keys: Vec<_> = todos.iter().map(shown).collect();
                let mut items: Vec<_> = todos
                    .iter()
                    .zip(&keys)
                    .map(|(todo, key)| (todo.content(), todo.status(), Some(key.as_str())))
                    .collect();
                match verb {
                    "start" => items[id - 1].1 = Status::Doing,
                    "complete" => items[id - 1].1 = Status::Done,
                    "reopen" if known.status() != Status::Todo => items[id - 1].1 = Status::Todo,
                    "skip" if SAYS_CANCELLED.contains(&dialect) && text.is_empty() => {
                        items[id - 1].1 = Status::Skipped
                    }
                    "rank" if SAYS_PRIORITY.contains(&dialect) => {}
                    "remove" => drop(items.remove(id - 1)),
                    _ => return None,
                }
                Some(scene.call(&list_call(dialect, &items)))
            }
        }
    }
}

/// The dialects whose lists say the priority of each todo: here they say "low" of all.
const SAYS_PRIORITY: [Dialect; 3] = [Dialect::XmlCall, Dialect::Todowrite, Dialect::Zed];

/// The dialects whose lists say that a todo is given up.
const SAYS_CANCELLED: [Dialect; 5] = [
    Dialect::XmlCall,
    Dialect::Merge,
    Dialect::CursorTodoWrite,
    Dialect::WriteTodos,
    Dialect::Todowrite,
];

/// Whatever a model calls, in each way that its tools have, and whether it has read what was
/// decided.
#[test]
fn a_decision_denies_every_call_until_it_ends() {
    let mut asked = 0;
    for case in CASES {
        for (history, kind, name) in each_of(case) {
            let mut decided = as_model(name, kind.dialect(), "{}", case.list);
            case.decide(&mut decided.store, &history);
            for (ask, free) in case.asks {
                let of = format!("{:?}: {history:?}, then {ask}, by {kind:?} of {name}", case.row);
                let stays = |scene: &Scene, of: &str| {
                    assert_eq!(sorted(&scene.store, ""), in_order(case.stays), "{of}");
                };
                let takes = |scene: &mut Scene, of: &str| {
                    let is_of_another = CallKind::is_of_another(scene, ask);
                    // A list does not omit what is another's.
                    let is_kept = matches!(kind, CallKind::List(_)) && ask.starts_with("remove");
                    if is_of_another && is_kept {
                        return;
                    }
                    let Some(mut answer) = kind.ask(scene, ask) else { return };
                    if is_of_another && sorted(&scene.store, name) != in_order(free) {
                        // The first answer says what has become of it.
                        scene.reminder();
                        answer = kind.ask(scene, ask).unwrap_or(answer);
                    }
                    let now = sorted(&scene.store, name);
                    assert_eq!(now, in_order(free), "{of}: {}", answer.text);
                };
                let mut scene = decided.clone();
                if let Some(answer) = kind.ask(&mut scene, ask) {
                    stays(&scene, &of);
                    answer.reports_a_difference();
                    // Said again in the same message, it is held again.
                    kind.ask(&mut scene, ask);
                    stays(&scene, &format!("{of}, twice"));
                    asked += 1;
                }
                let mut scene = decided.clone();
                scene.reminder();
                if case.row == Row::Since {
                    takes(&mut scene, &of);
                    continue;
                }
                for round in 0..2 {
                    kind.ask(&mut scene, ask);
                    stays(&scene, &format!("{of}, read, {round}"));
                    scene.reminder();
                    scene.restart();
                }
                for (who, acts) in case.ends() {
                    let mut scene = scene.clone();
                    by(&mut scene.store, actor(who), acts).unwrap();
                    scene.reminder();
                    takes(&mut scene, &format!("{of}, once {who}: {acts}"));
                }
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
}

/// Each history of a case, in each kind of a model without a name and of one with a name.
fn each_of(case: &Case) -> Vec<(History, CallKind, &'static str)> {
    let mut all = vec![];
    for history in histories(case.decided) {
        for kind in CallKind::all() {
            all.extend(["", "bob"].map(|name| (history.clone(), kind, name)));
        }
    }
    all
}

/// A method means the list of today, so what somebody changed a moment ago does not hold against
/// it. What holds makes it do nothing.
#[test]
fn a_decision_denies_every_method_until_it_ends() {
    for case in CASES.iter().filter(|case| case.row != Row::Since) {
        for history in histories(case.decided) {
            let mut store = list(case.list);
            case.decide(&mut store, &history);
            for (ask, free) in case.asks {
                let of = format!("{:?}: {history:?}, then {ask}", case.row);
                // Those who asked may end their wait.
                let (asker, _) = history[history.len() - 1];
                let may_end = |who: &str| case.row == Row::Wait && who == asker;
                for who in BOUND.iter().filter(|who| !may_end(who)) {
                    let mut copy = store.clone();
                    assert_eq!(
                        by(&mut copy, actor(who), ask),
                        Err(WriteError::Denied),
                        "{of}: {who}"
                    );
                    assert_eq!(copy, store, "{of}: {who}");
                    for (ends, acts) in case.ends() {
                        by(&mut copy, actor(ends), acts).unwrap();
                        by(&mut copy, actor(who), ask).unwrap();
                        assert_eq!(sorted(&copy, who), in_order(free), "{of}: {who}, {acts}");
                        copy = store.clone();
                    }
                }
                // Against a person or a host nothing holds.
                let is_method = !ask.starts_with("give");
                for who in ["user", "host"].into_iter().filter(|_| is_method) {
                    by(&mut store.clone(), actor(who), ask).unwrap();
                }
            }
        }
    }
}

/// A plan that leaves a todo out, whether it was decided about before the run asked for the plan,
/// or since.
#[test]
fn a_decision_denies_every_plan() {
    let is_removal = |case: &&Case| case.asks.iter().any(|(ask, _)| *ask == "remove 1");
    for case in CASES.iter().filter(is_removal) {
        let plan: Vec<_> = case.list.split(", ").skip(1).chain(["x"]).collect();
        for history in histories(case.decided) {
            // What an agent did is the run's own.
            let is_own = is_by(&history, "agent");
            for is_since in [false, true].into_iter().filter(|_| !is_own) {
                if case.row == Row::Since && !is_since {
                    continue;
                }
                let mut store = list(case.list);
                let mut run = Run::new(&mut store, RunOptions::default());
                if !is_since {
                    case.decide(&mut store, &history);
                }
                run.next(&mut store);
                if is_since {
                    case.decide(&mut store, &history);
                }
                run.planned(&mut store, Some(&plan)).unwrap();
                let expected = in_order(&format!("{}, x", case.stays));
                assert_eq!(sorted(&store, ""), expected, "{history:?}, since: {is_since}");
            }
        }
    }
}

/// A conversation that takes back what it did before somebody decided leaves what they decided.
#[test]
fn a_decision_denies_every_rewind() {
    let mut rewound = 0;
    for case in CASES {
        for (history, kind, name) in each_of(case) {
            if name.is_empty() && is_by(&history, "model") {
                continue;
            }
            for (ask, _) in case.asks {
                let mut scene = as_model(name, kind.dialect(), "{}", case.list);
                let then = scene.store.revision();
                if kind.ask(&mut scene, ask).is_none() || scene.store.revision() == then {
                    continue;
                }
                let is_refused = history
                    .iter()
                    .any(|(who, acts)| by(&mut scene.store, actor(who), acts).is_err());
                // After some, the same acts lead to another list.
                if is_refused || sorted(&scene.store, name) != in_order(case.stays) {
                    continue;
                }
                scene.model.rewind(&mut scene.store, i64::from(then)).unwrap();
                let of = format!("{:?}: {ask} by {kind:?} of {name}, then {history:?}", case.row);
                assert_eq!(sorted(&scene.store, name), in_order(case.stays), "{of}");
                rewound += 1;
            }
        }
    }
    assert!(rewound > 500, "{rewound}");
}

/// What is kept and why, as the model reads it: in `Task`, or the first tool that can ask for it.
#[test]
fn a_note_names_what_was_denied_and_why() {
    let mut log = String::new();
    for case in CASES {
        let history = &histories(case.decided)[0];
        let decided: Vec<_> = history.iter().map(|(who, acts)| format!("{who}: {acts}")).collect();
        log += &format!("{} | {} | {}\n", case.list, decided.join("; "), case.stays);
        for (ask, _) in case.asks {
            let mut note_answer = |kind: CallKind| {
                let mut scene = tell(kind.dialect(), case.list);
                case.decide(&mut scene.store, history);
                if case.row != Row::Since {
                    scene.reminder();
                }
                let answer = kind.ask(&mut scene, ask)?;
                let refused = answer.answer.clone().filter(|_| !answer.ok);
                let text = refused.unwrap_or_else(|| texts(&answer.notes).join("; "));
                log += &format!("    {ask}: {text}\n");
                Some(())
            };
            let _ = CallKind::all().find_map(&mut note_answer);
        }
    }
    assert_snapshot(&log);
}

#[test]
fn changes_by_others_deny_nothing_that_the_policy_permits() {
    for free in FREE {
        let mut asked = 0;
        for history in histories(free.others) {
            for (kind, is_read) in CallKind::all().flat_map(|kind| [(kind, false), (kind, true)]) {
                let mut scene = as_model(free.name, kind.dialect(), free.options, free.list);
                happens(&mut scene.store, &history);
                if is_read {
                    scene.reminder();
                }
                if let Some(answer) = kind.ask(&mut scene, free.asks) {
                    let of = format!("{history:?}, read: {is_read}, {kind:?}: {}", answer.text);
                    answer.ok();
                    assert_eq!(sorted(&scene.store, ""), in_order(free.then), "{of}");
                    asked += 1;
                }
            }
        }
        assert!(asked > 0, "no tool can say {}", free.asks);
    }
}

/// The histories of a column of [`TABS`]: what is decided there, one after the other.
fn steps(column: &'static str) -> Vec<History> {
    let steps: Vec<_> = column.split(" | ").filter(|step| !step.is_empty()).collect();
    histories(&steps)
}

#[test]
fn a_decision_in_one_tab_denies_changes_in_another() {
    for (before, one, other, merged, held) in TABS {
        let [before] = &steps(before)[..] else { panic!("{before}") };
        let mut base = list("a, b");
        happens(&mut base, before);
        let tab = |history: &History| {
            let mut store = base.clone();
            happens(&mut store, history);
            store
        };
        for one in steps(one) {
            for other in steps(other) {
                for (ours, theirs) in [(&one, &other), (&other, &one)] {
                    let of = format!("{before:?}, then {ours:?} merges {theirs:?}");
                    let mut store = tab(ours);
                    store.merge(&base.checkpoint(), &tab(theirs).checkpoint()).unwrap();
                    assert_eq!(show_all(&store), *merged, "{of}");
                    let read = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
                    assert_eq!(read.list(), store.list(), "{of}");
                    for who in BOUND.iter().filter(|_| !held.is_empty()) {
                        let mut copy = store.clone();
                        let result = by(&mut copy, actor(who), held);
                        assert_eq!(
                            (result, &copy),
                            (Err(WriteError::Denied), &store),
                            "{of}: {who}"
                        );
                    }
                }
            }
        }
    }
}
