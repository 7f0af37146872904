//! The store beside an obviously right model: a plain list that keeps a copy of itself for every
//! revision. Both go through the same random operations and must agree after each.

use std::rc::Rc;

use agent_todos::list::author::Stamp;
use agent_todos::list::options::Unfinished;
use agent_todos::{
    Author, Cause, Clock, ErrorCode, Field, Id, Key, Options, Patch, Ref, Refused, Status,
    TodoStore,
};
use proptest::prelude::*;

use crate::read_back::find_unreadable;

const MAX_TODOS: usize = 6;
/// Those whose decisions hold against nobody. What a person decides is in `held.rs`.
const OTHERS: [Author; 3] = [Author::Host, Author::Model, Author::Agent];

/// A todo as the obvious models have it, here and in `dialects`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) key: u32,
    pub(crate) content: String,
    pub(crate) status: Status,
    pub(crate) name: Option<String>,
    /// Priority, active form and description.
    pub(crate) texts: [Option<String>; 3],
    reason: Option<String>,
}

impl Item {
    pub(crate) fn new(key: u32, content: &str) -> Self {
        Self {
            key,
            content: content.trim().to_owned(),
            status: Status::Todo,
            name: None,
            texts: [None, None, None],
            reason: None,
        }
    }

    fn settle(&mut self, status: Status) {
        self.status = status;
        if status != Status::Skipped {
            self.reason = None;
        }
    }
}

/// A revision of the model: who made it, when and how, and its list.
#[derive(Clone, Debug)]
struct Version {
    list: Vec<Item>,
    /// The index of the list that it repeats when an undo made it, else its own.
    origin: usize,
    by: Author,
    at: i64,
    cause: Cause,
}

/// What an edit names: content, priority, active form and description.
type Texts = [Option<String>; 4];

/// Every list so far, the present one last. Only the latest `most` of them may be seen.
struct Model {
    removes_skipped: bool,
    most: usize,
    next_key: u32,
    versions: Vec<Version>,
    /// Who makes the next change.
    by: Author,
}

#[derive(Clone, Debug)]
pub(crate) enum Operation {
    Add(Vec<String>),
    AddAfter(i64, Vec<String>),
    Complete(Vec<Ref>),
    Reopen(Ref),
    Skip(Ref, String),
    Remove(Ref),
    GoBack(Ref),
    Edit(Ref, Texts),
    Move(Ref, i64),
    Replace(Vec<String>),
    MarkDoing(Ref),
    Next,
    Abort,
    Reset,
    /// A new task, whether or not the list is finished.
    NewTask(bool),
    Undo,
    Restore(i64),
    /// Through a checkpoint and back.
    Checkpoint,
}

/// The time of the store's clock: it stands still while an operation runs.
fn now() -> i64 {
    NOW.with(std::cell::Cell::get)
}

thread_local! {
    static NOW: std::cell::Cell<i64> = const { std::cell::Cell::new(0) };
}

impl Model {
    fn new(removes_skipped: bool, most: usize) -> Self {
        let begun = Version {
            list: Vec::new(),
            origin: 0,
            by: Author::Agent,
            at: now(),
            cause: Cause::Edit,
        };
        Self { removes_skipped, most, next_key: 1, versions: vec![begun], by: Author::Agent }
    }

    fn list(&self) -> Vec<Item> {
        self.versions.last().unwrap().list.clone()
    }

    fn place(&self, todo: Ref) -> Result<usize, ErrorCode> {
        let list = self.list();
        let place = match todo {
            Ref::Id(Id(id)) => (1..=list.len() as i64).contains(&id).then(|| id as usize - 1),
            Ref::Key(key) => list.iter().position(|item| format!("t{}", item.key) == key.to_word()),
        };
        place.ok_or(ErrorCode::UnknownId)
    }

    fn was_removed(&self, todo: Ref) -> bool {
        let Ref::Key(key) = todo else { return false };
        let was_used = (1..self.next_key).any(|used| format!("t{used}") == key.to_word());
        was_used && self.place(todo).is_err()
    }

    fn position(&self, position: i64) -> Result<usize, ErrorCode> {
        let position = usize::try_from(position).map_err(|_| ErrorCode::UnknownId)?;
        if position > self.list().len() { Err(ErrorCode::UnknownId) } else { Ok(position) }
    }

    /// New items, where there is room for them beside those that are kept: only what is open counts.
    fn items(&mut self, kept: &[Item], texts: &[String]) -> Result<Vec<Item>, ErrorCode> {
        if texts.iter().any(|text| text.trim().is_empty()) {
            return Err(ErrorCode::EmptyContent);
        }
        let open = |items: &[Item]| {
            let is_open = |item: &&Item| matches!(item.status, Status::Todo | Status::Doing);
            items.iter().filter(is_open).count()
        };
        let asked = open(kept) + texts.len();
        if !texts.is_empty() && asked > MAX_TODOS.max(open(&self.list())) {
            return Err(ErrorCode::TooManyTodos);
        }
        let first = self.next_key;
        self.next_key += texts.len() as u32;
        Ok(texts.iter().zip(first..).map(|(text, key)| Item::new(key, text)).collect())
    }

    /// The first revision that may be seen.
    fn oldest(&self) -> usize {
        self.versions.len().saturating_sub(self.most)
    }

    /// Makes a revision, unless nothing changed.
    fn commit(&mut self, list: Vec<Item>, cause: Cause) {
        if list != self.list() {
            let origin = self.versions.len();
            self.versions.push(Version { list, origin, by: self.by, at: now(), cause });
        }
    }

    fn run(&mut self, operation: &Operation) -> Result<(), ErrorCode> {
        let mut list = self.list();
        let mut cause = Cause::Edit;
        let doing = list.iter().position(|item| item.status == Status::Doing);
        match operation {
            Operation::Add(texts) => {
                let items = self.items(&list, texts)?;
                list.extend(items);
            }
            Operation::AddAfter(position, texts) => {
                let at = self.position(*position)?;
                let items = self.items(&list, texts)?;
                list.splice(at..at, items);
            }
            Operation::Complete(todos) => {
                for todo in todos {
                    list[self.place(*todo)?].settle(Status::Done);
                }
            }
            Operation::Reopen(todo) => list[self.place(*todo)?].settle(Status::Todo),
            Operation::Skip(todo, reason) => {
                let at = self.place(*todo)?;
                if self.removes_skipped {
                    cause = Cause::Skip;
                    list.remove(at);
                } else {
                    list[at].settle(Status::Skipped);
                    if !reason.trim().is_empty() {
                        list[at].reason = Some(reason.trim().to_owned());
                    }
                }
            }
            Operation::Edit(todo, [content, texts @ ..]) => {
                let at = self.place(*todo)?;
                if content.as_ref().is_some_and(|text| text.trim().is_empty()) {
                    return Err(ErrorCode::EmptyContent);
                }
                let words = ["", "low", "medium", "high"];
                if texts[0].as_ref().is_some_and(|text| !words.contains(&text.trim())) {
                    return Err(ErrorCode::InvalidPriority);
                }
                if let Some(text) = content {
                    list[at].content = text.trim().to_owned();
                }
                for (field, text) in list[at].texts.iter_mut().zip(texts) {
                    if let Some(text) = text.as_deref().map(str::trim) {
                        *field = (!text.is_empty()).then(|| text.to_owned());
                    }
                }
            }
            Operation::Move(todo, position) => {
                let at = self.place(*todo)?;
                let to = self.position(*position)?;
                // Behind the todo that stands there now.
                let after = to.checked_sub(1).map(|place| list[place].key);
                let item = list.remove(at);
                let behind = list.iter().position(|other| Some(other.key) == after);
                let to = if after == Some(item.key) { at } else { behind.map_or(0, |at| at + 1) };
                list.insert(to, item);
            }
            Operation::Remove(todo) if self.was_removed(*todo) => {}
            Operation::Remove(todo) => drop(list.remove(self.place(*todo)?)),
            Operation::GoBack(todo) => {
                let at = self.place(*todo)?;
                list[at..].iter_mut().for_each(|item| item.settle(Status::Todo));
            }
            Operation::Replace(texts) => list = self.items(&[], texts)?,
            Operation::MarkDoing(todo) => {
                let at = self.place(*todo)?;
                if doing.is_some_and(|doing| doing != at) {
                    return Err(ErrorCode::AlreadyDoing);
                }
                list[at].settle(Status::Doing);
            }
            Operation::Next => {
                let first = list.iter().position(|item| item.status == Status::Todo);
                if let Some(at) = doing.or(first) {
                    list[at].status = Status::Doing;
                }
            }
            Operation::Abort => {
                if let Some(at) = doing {
                    list[at].status = Status::Todo;
                }
            }
            Operation::Reset => list.clear(),
            Operation::NewTask(archives) => {
                cause = Cause::NewTask;
                let is_open = |item: &Item| matches!(item.status, Status::Todo | Status::Doing);
                if *archives || !list.iter().any(is_open) {
                    list.clear();
                }
            }
            Operation::Undo | Operation::Restore(_)
                if matches!(self.by, Author::Model | Author::Agent) =>
            {
                return Err(ErrorCode::NotAllowed);
            }
            Operation::Undo => {
                let origin = self.versions.last().unwrap().origin;
                if origin > self.oldest() {
                    let Version { list, origin, .. } = self.versions[origin - 1].clone();
                    let (by, at, cause) = (self.by, now(), Cause::Undo);
                    self.versions.push(Version { list, origin, by, at, cause });
                } else if self.oldest() > 0 {
                    return Err(ErrorCode::UnknownRevision);
                }
                return Ok(());
            }
            Operation::Restore(revision) => {
                cause = Cause::Restore;
                let index = usize::try_from(*revision).unwrap_or(usize::MAX);
                let seen = (index >= self.oldest()).then(|| self.versions.get(index)).flatten();
                list = seen.ok_or(ErrorCode::UnknownRevision)?.list.clone();
            }
            Operation::Checkpoint => {}
        }
        self.commit(list, cause);
        Ok(())
    }
}

impl Operation {
    pub(crate) fn run(&self, store: &mut TodoStore) -> Result<(), Refused> {
        fn refs(texts: &[String]) -> Vec<&str> {
            texts.iter().map(String::as_str).collect()
        }
        match self {
            Self::Add(texts) => store.add_multiple(&refs(texts)).map(drop).map_err(Refused::from),
            Self::AddAfter(at, texts) => {
                store.add_after_position(*at, &refs(texts)).map(drop).map_err(Refused::from)
            }
            Self::Complete(todos) => store.complete_multiple(todos, "").map(drop),
            Self::Reopen(todo) => store.reopen(*todo, "").map(drop),
            Self::Skip(todo, reason) => store.skip(*todo, reason).map(drop),
            Self::Remove(todo) => store.remove(*todo),
            Self::GoBack(todo) => store.go_back(*todo),
            Self::Edit(todo, texts) => {
                let [content, priority, active_form, description] =
                    texts.each_ref().map(Option::as_deref);
                let patch = Patch { content, priority, active_form, ..Patch::default() };
                store.edit(*todo, &Patch { description, ..patch }).map(drop)
            }
            Self::Move(todo, position) => store.move_to(*todo, *position),
            Self::Replace(texts) => {
                store.replace_all(&refs(texts)).map(drop).map_err(Refused::from)
            }
            Self::MarkDoing(todo) => store.mark_doing(*todo),
            Self::Next => {
                store.next_todo();
                Ok(())
            }
            Self::Abort => {
                store.abort();
                Ok(())
            }
            Self::Reset => store.reset(),
            Self::NewTask(true) => store.new_task(Unfinished::Archive).map(drop),
            Self::NewTask(false) => store.new_task(Unfinished::Keep).map(drop),
            Self::Undo => store.undo().map(drop).map_err(Refused::from),
            Self::Restore(revision) => store.restore_revision(*revision).map_err(Refused::from),
            Self::Checkpoint => {
                *store = TodoStore::from_checkpoint(&store.checkpoint())?;
                store.set_clock(Clock(now));
                Ok(())
            }
        }
    }
}

pub(crate) fn items(list: &[Rc<agent_todos::Todo>]) -> Vec<Item> {
    let items = list.iter().map(|todo| {
        let text = |field| todo.text(field).map(str::to_owned);
        Item {
            status: todo.status(),
            name: text(Field::Name),
            texts: [Field::Priority, Field::ActiveForm, Field::Description].map(text),
            reason: text(Field::Reason),
            ..Item::new(todo.key.to_word()[1..].parse().unwrap(), todo.content())
        }
    });
    items.collect()
}

/// The XML of a list, written again in the most obvious way.
pub(crate) fn xml(list: &[Item]) -> String {
    let todos = list.iter().zip(1..).map(|(Item { status, content, .. }, id)| {
        let text = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let text = text.replace('\r', "&#13;").replace('\n', "&#10;");
        format!("<todo id=\"{id}\" status=\"{}\">{text}</todo>", status.word())
    });
    format!("<todos>{}</todos>", todos.collect::<String>())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-c]{1,3}",
        2 => "[ -~é😀\r\n]{0,8}",
        1 => Just("</todo></todos> & \"x\" status=\"done\">".to_owned()),
        1 => Just("  ".to_owned()),
    ]
}

/// By position or by key; some name nothing.
fn todo() -> impl Strategy<Value = Ref> {
    let key = |number: u32| Ref::Key(Key::from_word(&format!("t{number}")).unwrap());
    prop_oneof![
        2 => (-1..(MAX_TODOS as i64 + 2)).prop_map(|id| Ref::Id(Id(id))),
        1 => (1..12_u32).prop_map(key),
    ]
}

fn patch() -> impl Strategy<Value = Texts> {
    let priority =
        prop::sample::select(vec!["low", " high ", "", "urgent"]).prop_map(str::to_owned);
    let text = || prop::option::of(text());
    (text(), prop::option::of(priority), text(), text())
        .prop_map(|(content, priority, active, more)| [content, priority, active, more])
}

pub(crate) fn operation() -> impl Strategy<Value = Operation> {
    let position = || -1..(MAX_TODOS as i64 + 2);
    let texts = || prop::collection::vec(text(), 0..4);
    prop_oneof![
        4 => texts().prop_map(Operation::Add),
        2 => (position(), texts()).prop_map(|(at, texts)| Operation::AddAfter(at, texts)),
        2 => prop::collection::vec(todo(), 0..4).prop_map(Operation::Complete),
        2 => todo().prop_map(Operation::Reopen),
        3 => (todo(), text()).prop_map(|(todo, reason)| Operation::Skip(todo, reason)),
        2 => todo().prop_map(Operation::Remove),
        1 => todo().prop_map(Operation::GoBack),
        3 => (todo(), patch()).prop_map(|(todo, patch)| Operation::Edit(todo, patch)),
        3 => (todo(), position()).prop_map(|(todo, position)| Operation::Move(todo, position)),
        1 => texts().prop_map(Operation::Replace),
        3 => todo().prop_map(Operation::MarkDoing),
        2 => Just(Operation::Next),
        2 => Just(Operation::Abort),
        1 => Just(Operation::Reset),
        2 => any::<bool>().prop_map(Operation::NewTask),
        4 => Just(Operation::Undo),
        1 => (-1..40_i64).prop_map(Operation::Restore),
        2 => Just(Operation::Checkpoint),
    ]
}

proptest! {
    #![proptest_config(crate::cases(2000))]

    #[test]
    fn the_store_does_what_the_model_does(
        operations in prop::collection::vec((operation(), prop::sample::select(&OTHERS), 0..9_i64), 0..40),
        removes_skipped in any::<bool>(),
        most in prop::option::of(1..12_usize),
    ) {
        let on_skip = if removes_skipped { "remove" } else { "mark" };
        let bound = most.map_or(String::new(), |most| format!(r#","maxSnapshots":{most}"#));
        let options = format!(r#"{{"maxTodos":{MAX_TODOS},"onSkip":"{on_skip}"{bound}}}"#);
        let mut store = TodoStore::new(Options::from_json(&options).unwrap());
        let most = most.unwrap_or(usize::MAX);
        NOW.set(1_763_769_600_000);
        store.set_clock(Clock(now));
        let mut model = Model::new(removes_skipped, most);
        for (operation, author, later) in &operations {
            NOW.set(now() + later - 2);
            model.by = *author;
            let expected = model.run(operation);
            let got = store.acting_as(*author, |store| operation.run(store));
            // One that left is as good as unknown, but no error.
            let got = got.map_err(|error| error.code().unwrap_or(ErrorCode::UnknownId));
            prop_assert_eq!(got, expected, "{:?}", operation);

            prop_assert_eq!(find_unreadable(&store), None, "{:?}", operation);
            let list = model.list();
            prop_assert_eq!(items(store.list()), list.clone(), "{:?}", operation);
            prop_assert_eq!(store.revision() as usize, model.versions.len() - 1, "{:?}", operation);
            prop_assert_eq!(store.xml(), xml(&list));
            let doing = list.iter().position(|item| item.status == Status::Doing);
            let current = store.current_doing().map(|(id, _)| id);
            prop_assert_eq!(current, doing.map(|at| Id(at as i64 + 1)));
            let is_open = |item: &Item| matches!(item.status, Status::Todo | Status::Doing);
            prop_assert_eq!(store.has_unfinished(), list.iter().any(is_open));
            prop_assert_eq!(store.is_all_done_or_skipped(), !list.iter().any(is_open));
            let todo = list.iter().filter(|item| item.status == Status::Todo).count();
            prop_assert_eq!(store.pending().count(), todo);

            let snapshots = store.snapshots();
            prop_assert_eq!(snapshots.len(), model.versions.len() - model.oldest());
            for (snapshot, (index, version)) in
                snapshots.iter().zip(model.versions.iter().enumerate().skip(model.oldest()))
            {
                prop_assert_eq!(snapshot.revision as usize, index);
                prop_assert_eq!(&items(&snapshot.todos), &version.list);
                let Version { by, at, cause, .. } = *version;
                prop_assert_eq!(&snapshot.stamp, &Stamp { by: by.into(), at, cause });
            }

            let options = *store.options();
            let copy = TodoStore::from_xml(&store.xml(), options).unwrap();
            prop_assert_eq!(copy.xml(), store.xml());
        }
    }
}
