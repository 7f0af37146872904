//! The store beside an obviously right model: a plain list that keeps a copy of itself for every
//! revision. Both go through the same random operations and must agree after each.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test that panics has found something"
)]

use agent_todos::list::options::Unfinished;
use agent_todos::{Call, ErrorCode, Id, Options, Status, TodoError, TodoStore};
use proptest::prelude::*;

const MAX_TODOS: usize = 6;

#[derive(Clone, Debug, PartialEq)]
struct Item {
    key: u32,
    content: String,
    status: Status,
}

/// Every list so far, the present one last, each with the index of the list that it repeats when an
/// undo made it. Only the latest `most` of them may be seen.
struct Model {
    removes_skipped: bool,
    most: usize,
    next_key: u32,
    lists: Vec<(Vec<Item>, usize)>,
}

#[derive(Clone, Debug)]
enum Operation {
    Add(Vec<String>),
    AddAfter(i64, Vec<String>),
    Complete(Vec<i64>),
    Skip(i64),
    Remove(i64),
    GoBack(i64),
    Replace(Vec<String>),
    MarkDoing(i64),
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

impl Model {
    fn list(&self) -> Vec<Item> {
        self.lists.last().unwrap().0.clone()
    }

    fn place(&self, id: i64) -> Option<usize> {
        (1..=self.list().len() as i64).contains(&id).then(|| id as usize - 1)
    }

    fn items(&mut self, kept: usize, texts: &[String]) -> Result<Vec<Item>, ErrorCode> {
        if kept + texts.len() > MAX_TODOS {
            return Err(ErrorCode::TooManyTodos);
        }
        if texts.iter().any(|text| text.trim().is_empty()) {
            return Err(ErrorCode::EmptyContent);
        }
        let first = self.next_key;
        self.next_key += texts.len() as u32;
        let items = texts.iter().zip(first..).map(|(text, key)| Item {
            key,
            content: text.trim().to_owned(),
            status: Status::Todo,
        });
        Ok(items.collect())
    }

    /// The first revision that may be seen.
    fn oldest(&self) -> usize {
        self.lists.len().saturating_sub(self.most)
    }

    /// Makes a revision, unless nothing changed.
    fn commit(&mut self, list: Vec<Item>) {
        if list != self.list() {
            let index = self.lists.len();
            self.lists.push((list, index));
        }
    }

    fn run(&mut self, operation: &Operation) -> Result<(), ErrorCode> {
        let mut list = self.list();
        let doing = list.iter().position(|item| item.status == Status::Doing);
        let place = |model: &Self, id| model.place(id).ok_or(ErrorCode::UnknownId);
        match operation {
            Operation::Add(texts) => list.extend(self.items(list.len(), texts)?),
            Operation::AddAfter(position, texts) => {
                let at = usize::try_from(*position).map_err(|_| ErrorCode::UnknownId)?;
                if at > list.len() {
                    return Err(ErrorCode::UnknownId);
                }
                let items = self.items(list.len(), texts)?;
                list.splice(at..at, items);
            }
            Operation::Complete(ids) => {
                for id in ids {
                    list[place(self, *id)?].status = Status::Done;
                }
            }
            Operation::Skip(id) => {
                let at = place(self, *id)?;
                if self.removes_skipped {
                    list.remove(at);
                } else {
                    list[at].status = Status::Skipped;
                }
            }
            Operation::Remove(id) => drop(list.remove(place(self, *id)?)),
            Operation::GoBack(id) => {
                let at = place(self, *id)?;
                list[at..].iter_mut().for_each(|item| item.status = Status::Todo);
            }
            Operation::Replace(texts) => list = self.items(0, texts)?,
            Operation::MarkDoing(id) => {
                let at = place(self, *id)?;
                if doing.is_some_and(|doing| doing != at) {
                    return Err(ErrorCode::AlreadyDoing);
                }
                list[at].status = Status::Doing;
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
                let is_open = |item: &Item| matches!(item.status, Status::Todo | Status::Doing);
                if *archives || !list.iter().any(is_open) {
                    list.clear();
                }
            }
            Operation::Undo => {
                let (_, origin) = *self.lists.last().unwrap();
                if origin > self.oldest() {
                    let (list, origin) = self.lists[origin - 1].clone();
                    self.lists.push((list, origin));
                } else if self.oldest() > 0 {
                    return Err(ErrorCode::UnknownRevision);
                }
                return Ok(());
            }
            Operation::Restore(revision) => {
                let index = usize::try_from(*revision).unwrap_or(usize::MAX);
                let seen = (index >= self.oldest()).then(|| self.lists.get(index)).flatten();
                let (earlier, _) = seen.ok_or(ErrorCode::UnknownRevision)?;
                list = earlier.clone();
            }
            Operation::Checkpoint => {}
        }
        self.commit(list);
        Ok(())
    }
}

fn run(store: &mut TodoStore, operation: &Operation) -> Result<(), TodoError> {
    fn refs(texts: &[String]) -> Vec<&str> {
        texts.iter().map(String::as_str).collect()
    }
    match operation {
        Operation::Add(texts) => store.add_multiple(&refs(texts)).map(drop),
        Operation::AddAfter(at, texts) => store.add_after_position(*at, &refs(texts)).map(drop),
        Operation::Complete(ids) => {
            store.complete_multiple(&ids.iter().copied().map(Id).collect::<Vec<_>>())
        }
        Operation::Skip(id) => store.skip(Id(*id)),
        Operation::Remove(id) => store.remove(Id(*id)),
        Operation::GoBack(id) => store.go_back(Id(*id)),
        Operation::Replace(texts) => store.replace_all(&refs(texts)).map(drop),
        Operation::MarkDoing(id) => store.mark_doing(Id(*id)),
        Operation::Next => {
            store.next_todo();
            Ok(())
        }
        Operation::Abort => {
            store.abort();
            Ok(())
        }
        Operation::Reset => {
            store.reset();
            Ok(())
        }
        Operation::NewTask(archives) => {
            store.new_task(if *archives { Unfinished::Archive } else { Unfinished::Keep });
            Ok(())
        }
        Operation::Undo => store.undo().map(drop),
        Operation::Restore(revision) => store.restore_revision(*revision),
        Operation::Checkpoint => {
            *store = TodoStore::from_checkpoint(&store.checkpoint())?;
            Ok(())
        }
    }
}

fn items(list: &[agent_todos::Todo]) -> Vec<Item> {
    let items = list.iter().map(|todo| Item {
        key: todo.key.to_word()[1..].parse().unwrap(),
        content: todo.content().to_owned(),
        status: todo.status,
    });
    items.collect()
}

/// The XML, written again in the most obvious way.
fn xml(list: &[Item]) -> String {
    let escape = |text: &str| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        text.replace('"', "&quot;")
            .replace('\'', "&apos;")
            .replace('\r', "&#13;")
            .replace('\n', "&#10;")
    };
    let todos = list.iter().enumerate().map(|(place, item)| {
        let (status, text) = (item.status.as_str(), escape(&item.content));
        format!("<todo id=\"{}\" status=\"{status}\">{text}</todo>", place + 1)
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

fn operation() -> impl Strategy<Value = Operation> {
    let id = || -1..(MAX_TODOS as i64 + 2);
    let texts = || prop::collection::vec(text(), 0..4);
    prop_oneof![
        4 => texts().prop_map(Operation::Add),
        2 => (id(), texts()).prop_map(|(at, texts)| Operation::AddAfter(at, texts)),
        2 => prop::collection::vec(id(), 0..4).prop_map(Operation::Complete),
        2 => id().prop_map(Operation::Skip),
        2 => id().prop_map(Operation::Remove),
        1 => id().prop_map(Operation::GoBack),
        1 => texts().prop_map(Operation::Replace),
        3 => id().prop_map(Operation::MarkDoing),
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
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_store_does_what_the_model_does(
        operations in prop::collection::vec(operation(), 0..40),
        removes_skipped in any::<bool>(),
        most in prop::option::of(1..12_usize),
    ) {
        let on_skip = if removes_skipped { "remove" } else { "mark" };
        let bound = most.map_or(String::new(), |most| format!(r#","maxSnapshots":{most}"#));
        let options = format!(r#"{{"maxTodos":{MAX_TODOS},"onSkip":"{on_skip}"{bound}}}"#);
        let mut store = TodoStore::new(Options::from_json(&options).unwrap());
        let most = most.unwrap_or(usize::MAX);
        let mut model = Model { removes_skipped, most, next_key: 1, lists: vec![(Vec::new(), 0)] };
        for operation in &operations {
            let expected = model.run(operation);
            let got = run(&mut store, operation).map_err(|error| error.code());
            prop_assert_eq!(got, expected, "{:?}", operation);

            let list = model.list();
            prop_assert_eq!(items(store.list()), list.clone(), "{:?}", operation);
            prop_assert_eq!(store.revision() as usize, model.lists.len() - 1, "{:?}", operation);
            prop_assert_eq!(store.xml(), xml(&list));
            let doing = list.iter().position(|item| item.status == Status::Doing);
            let current = store.current_doing().map(|(id, _)| id);
            prop_assert_eq!(current, doing.map(|at| Id(at as i64 + 1)));
            let is_open = |item: &Item| matches!(item.status, Status::Todo | Status::Doing);
            prop_assert_eq!(store.check_pending(), list.iter().any(is_open));
            prop_assert_eq!(store.is_all_done_or_skipped(), !list.iter().any(is_open));
            let todo = list.iter().filter(|item| item.status == Status::Todo).count();
            prop_assert_eq!(store.pending().count(), todo);

            let snapshots = store.snapshots();
            prop_assert_eq!(snapshots.len(), model.lists.len() - model.oldest());
            for ((revision, list), (index, (expected, _))) in
                snapshots.iter().zip(model.lists.iter().enumerate().skip(model.oldest()))
            {
                prop_assert_eq!(*revision as usize, index);
                prop_assert_eq!(&items(list), expected);
            }

            let options = *store.options();
            let copy = TodoStore::from_xml(&store.xml(), options).unwrap();
            prop_assert_eq!(copy.xml(), store.xml());
        }
    }

    #[test]
    fn readers_take_any_text_without_panic(text in "\\PC{0,60}|[\\[\\]{}\",:\\\\0-9a-z<>/= \n]{0,60}") {
        let _ = TodoStore::from_checkpoint(&text);
        let _ = TodoStore::from_xml(&text, Options::default());
        let _ = Options::from_json(&text);
        let mut store = TodoStore::default();
        let outcome = agent_todos::Dialect::TodoManager.call(&mut store, &Call { tool: 0, arguments: &text, checkpoint: "" });
        prop_assert_eq!(outcome.ok, outcome.text.contains("\"ok\":true"), "{}", outcome.text);
    }

    #[test]
    fn a_damaged_checkpoint_never_breaks_a_rule(
        operations in prop::collection::vec(operation(), 0..12),
        place in any::<prop::sample::Index>(),
        with in "[\\[\\],0-9a-z\"]{0,3}",
        is_bounded in any::<bool>(),
    ) {
        let options = if is_bounded { r#"{"maxTodos":6,"maxSnapshots":3}"# } else { r#"{"maxTodos":6}"# };
        let mut store = TodoStore::new(Options::from_json(options).unwrap());
        for operation in &operations {
            let _ = run(&mut store, operation);
        }
        let mut text: Vec<char> = store.checkpoint().chars().collect();
        let at = place.index(text.len());
        text.splice(at..=at, with.chars());
        if let Ok(read) = TodoStore::from_checkpoint(&text.into_iter().collect::<String>()) {
            for (_, list) in read.snapshots() {
                let mut keys: Vec<_> = list.iter().map(|todo| todo.key).collect();
                keys.sort_unstable();
                keys.dedup();
                prop_assert_eq!(keys.len(), list.len());
                let doing = list.iter().filter(|todo| todo.status == Status::Doing).count();
                prop_assert!(doing <= 1 && list.len() <= read.options().max_todos());
            }
            prop_assert_eq!(TodoStore::from_checkpoint(&read.checkpoint()).unwrap().checkpoint(), read.checkpoint());
        }
    }
}
