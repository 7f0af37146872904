//! What a write is, and what becomes of it: the data that the rule takes and returns.

use std::rc::Rc;

use crate::change::table::Why;
use crate::list::author::Actor;
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::sites::Sites;
use crate::list::todo::{Key, State, Todo, find};
use crate::text::content::Content;

/// What kind of write it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Policy {
    /// It states the whole list, so that what it leaves out leaves the list.
    pub is_whole: bool,
    /// Open todos that the list leaves out stay.
    pub keeps_open: bool,
    /// Every "done" of this writer is to be confirmed.
    pub confirms: bool,
    /// It asks for nothing but that one todo is started, so that others are not set back for it.
    pub only_starts: bool,
    /// It takes back what its writer did, which may be a question to a person.
    pub takes_back: bool,
}

/// An aspect of a todo that is not as the write says.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub key: Key,
    pub aspect: Aspect,
    pub why: Why,
    /// The aspect whose decision keeps it so: "done" is kept from a todo whose content is another.
    pub cause: Aspect,
    /// Who decided what it is now.
    pub by: Option<Actor>,
    /// Whether the write asked for another value. Otherwise it only repeated what it knew.
    pub asked: bool,
}

/// What becomes of a write.
#[derive(Debug, Default)]
pub(crate) struct Decision {
    pub list: List,
    pub next_key: u32,
    pub kept: Vec<Kept>,
    /// The todos that the write said to be done, and that are to be confirmed.
    pub claimed: Vec<Key>,
    /// The todos that went back to todo, as too many would have been in progress.
    pub set_back: Vec<Key>,
    /// What a person decided, also where it was so already.
    pub decided: Vec<(Key, Aspect)>,
    /// The todos that were skipped, each with the reason.
    pub skipped: Vec<(Key, Option<Content>)>,
    /// The todo that was moved. Of two neighbours the lists do not say which.
    pub moved: Option<Key>,
    /// What the writer's next write of the same turn begins with, where that is another list than this.
    pub base: Option<List>,
    /// The list that the write says, where that is another list than this.
    pub said: Option<List>,
    /// What is proposed and approved from now on, if the write says.
    pub sites: Option<Sites>,
}

impl Decision {
    /// Returns why a todo of the list before was given up or sent back, if the write says.
    pub fn reason(&self, before: &List) -> Option<Content> {
        let given_up = self.skipped.first().and_then(|(_, reason)| reason.clone());
        let sent_back = |todo: &Rc<Todo>| {
            let State::Todo { sent_back: Some(reason), .. } = &todo.state else { return None };
            let was = find(before, todo.key)?;
            (was.state != todo.state).then(|| reason.clone())
        };
        given_up.or_else(|| self.list.iter().find_map(sent_back))
    }

    /// Returns the first aspect that the write asked for and that is kept.
    pub fn refused(&self) -> Option<&Kept> {
        self.kept.iter().find(|kept| kept.asked)
    }
}
