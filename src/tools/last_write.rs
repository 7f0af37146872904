//! `LastWrite`: the last whole-list write, as most of them say what the one before said but for a status or
//! two. Such a call is compared with that one, which is less than half the work of reading it.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::list::error::TodoError;
use crate::list::history::Revision;
use crate::list::store::{Notes, TodoStore};
use crate::list::todo::Status;
use crate::text::scan::{Scanner, is_same};
use crate::tools::dialects::{Call, Dialect};
use crate::tools::request::{Action, Done, Request};
use crate::tools::rewrite::Mode;
use crate::tools::shape::Shape;

/// Longer texts are not kept: what they hold besides a list is not worth the room.
const MAX_LENGTH: usize = 1 << 16;

/// What a store remembers of the last call, if anything. It is no part of what the store is: all are equal.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastWrite(Option<Write>);

impl PartialEq for LastWrite {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LastWrite {}

/// A call that replaced the list, and in which nothing had to be repaired.
#[derive(Clone, Debug)]
struct Write {
    dialect: Dialect,
    tool: usize,
    shape: &'static Shape,
    arguments: String,
    /// Where the word for the status of each item begins, in order.
    statuses: Vec<usize>,
    /// The revision after it. As long as that is the latest, each item is the todo at its place.
    revision: Revision,
}

impl Write {
    /// The statuses of a call that says the same but for those.
    fn statuses_in(&self, arguments: &str) -> Option<Vec<Status>> {
        let mut statuses = Vec::with_capacity(self.statuses.len());
        let mut known = Scanner::new(&self.arguments);
        let mut given = Scanner::new(arguments);
        for start in &self.statuses {
            let same = self.arguments.get(known.at()..*start)?;
            if !(known.eat(same) && given.eat(same)) {
                return None;
            }
            known.take_while(|b| b != b'"');
            statuses.push(self.shape.status(given.take_while(|b| b != b'"'))?);
        }
        is_same(known.rest(), given.rest()).then_some(statuses)
    }
}

impl TodoStore {
    /// Carries out a call that says what the last one said but for statuses, as that one was carried
    /// out; none for any other.
    pub(crate) fn write_again(
        &mut self,
        dialect: Dialect,
        call: &Call<'_>,
        notes: &mut Notes,
    ) -> Option<Result<Done, TodoError>> {
        let last = (dialect, call.tool, self.revision());
        let is_last = |write: &&Write| (write.dialect, write.tool, write.revision) == last;
        let write = self.last_write.0.as_ref().filter(is_last)?;
        let (shape, statuses) = (write.shape, write.statuses_in(call.arguments)?);
        let result = self.restate(&statuses, shape);
        let revision = self.revision();
        if let LastWrite(Some(write)) = &mut self.last_write {
            write.revision = revision;
        }
        Some(result.map(|mut new_notes| {
            notes.append(&mut new_notes);
            let action = Action::Rewrite(Mode::Replace, shape);
            Done { action, items: statuses.len(), ids: Vec::new(), position: 0 }
        }))
    }

    /// Keeps a call that has been carried out without a note, and what [`remarkable`] said of it.
    pub(crate) fn remember(
        &mut self,
        dialect: Dialect,
        call: &Call<'_>,
        (shape, statuses): (&'static Shape, Vec<usize>),
    ) {
        let (tool, arguments) = (call.tool, call.arguments.to_owned());
        let revision = self.revision();
        self.last_write =
            LastWrite(Some(Write { dialect, tool, shape, arguments, statuses, revision }));
    }
}

/// What there is to keep of a call, if it is a whole-list write that says the status of each item.
pub(crate) fn remarkable(
    request: &Request<'_>,
    arguments: &str,
) -> Option<(&'static Shape, Vec<usize>)> {
    match request.action {
        Action::Rewrite(Mode::Replace, shape) if arguments.len() <= MAX_LENGTH => {
            let statuses: Option<_> = request.items.iter().map(|item| item.status_at).collect();
            Some((shape, statuses?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a call is carried out without being read, upon what the first one wrote.
    fn is_compared(first: &str, then: &str) -> bool {
        let mut store = TodoStore::default();
        let call = |arguments| Call { tool: 0, arguments, checkpoint: "" };
        assert!(Dialect::UpdatePlan.call(&mut store, &call(first)).ok, "{first}");
        let again = store.write_again(Dialect::UpdatePlan, &call(then), &mut Notes::new());
        assert!(store.write_again(Dialect::TodoWrite, &call(then), &mut Notes::new()).is_none());
        again.is_some()
    }

    #[test]
    fn what_differs_in_statuses_alone_is_compared() {
        const PLAN: &str =
            r#"{"plan":[{"step":"a","status":"pending"},{"status":"completed","step":"b"}]}"#;
        assert!(is_compared(PLAN, PLAN));
        assert!(is_compared(PLAN, &PLAN.replace("pending", "in_progress")));
        assert!(is_compared(r#"{"plan":[]}"#, r#"{"plan":[]}"#));
        for (from, to) in [("a\"", "c\""), ("pending", "Pending"), ("}]", "},]"), ("}]}", "}]}]")] {
            assert!(!is_compared(PLAN, &PLAN.replace(from, to)), "{to}");
        }
        // What took a note is read, to be noted, again.
        let sloppy = PLAN.replace("pending", "Pending");
        assert!(!is_compared(&sloppy, &sloppy));
        let long = PLAN.replace("[{", &alloc::format!("[{}{{", " ".repeat(MAX_LENGTH)));
        assert!(!is_compared(&long, &long));
    }

    #[test]
    fn a_call_of_another_tool_is_read() {
        let mut store = TodoStore::default();
        for (tool, notes) in [(1, &[][..]), (0, &["items: not used here, ignored"])] {
            let call = Call { tool, arguments: r#"{"items":[ ]}"#, checkpoint: "" };
            assert_eq!(Dialect::Snapshot.call(&mut store, &call).notes, notes);
        }
    }
}
