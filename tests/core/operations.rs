//! What is done to a list at random, by the methods of a store.

use agent_todos::list::options::Unfinished;
use agent_todos::{Id, Key, Patch, Ref, TodoStore, WriteError};
use proptest::prelude::*;

/// Positions are of lists up to this long, and somewhat beyond.
const MAX_TODOS: i64 = 6;

/// What an edit names: content, priority, active form and description.
type Texts = [Option<String>; 4];

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

impl Operation {
    pub(crate) fn run(&self, store: &mut TodoStore) -> Result<(), WriteError> {
        fn refs(texts: &[String]) -> Vec<&str> {
            texts.iter().map(String::as_str).collect()
        }
        match self {
            Self::Add(texts) => {
                store.add_multiple(&refs(texts)).map(drop).map_err(WriteError::from)
            }
            Self::AddAfter(at, texts) => {
                store.add_after_position(*at, &refs(texts)).map(drop).map_err(WriteError::from)
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
                store.replace_all(&refs(texts)).map(drop).map_err(WriteError::from)
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
            Self::Reset => store.reset().map_err(WriteError::from),
            Self::NewTask(is_archived) => {
                let unfinished = if *is_archived { Unfinished::Archive } else { Unfinished::Keep };
                store.new_task(unfinished).map(drop).map_err(WriteError::from)
            }
            Self::Undo => store.undo().map(drop).map_err(WriteError::from),
            Self::Restore(revision) => store.restore_revision(*revision).map_err(WriteError::from),
            Self::Checkpoint => {
                *store = TodoStore::from_checkpoint(&store.checkpoint())?;
                Ok(())
            }
        }
    }
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
    let key = |number: u32| Ref::Key(Key::parse_str(&format!("t{number}")).unwrap());
    prop_oneof![
        2 => (-1..(MAX_TODOS + 2)).prop_map(|id| Ref::Id(Id(id))),
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
    let position = || -1..(MAX_TODOS + 2);
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
