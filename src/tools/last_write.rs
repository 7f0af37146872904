//! `LastWrite`: the last whole-list call, as most of them say what the one before said but for a status or
//! two. Such a call is compared with that one, which is less than half the work of reading it.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::forms::shape::Shape;
use crate::list::history::List;
use crate::list::store::TodoStore;
use crate::list::todo::Status;
use crate::sync::rewrite::Mode;
use crate::text::bytes::is_same;
use crate::text::scan::Scanner;
use crate::tools::request::Request;

/// Longer texts are not kept: what they hold besides a list is not worth the room.
const MAX_LENGTH: usize = 1 << 16;

/// What a tool remembers of its last call, if anything.
#[derive(Clone, Debug, Default)]
pub struct LastWrite(Option<Write>);

/// The name of a dialect, and the place of the tool in it.
pub(crate) type Tool = (&'static str, usize);

/// A call that replaced the list, and in which nothing had to be repaired.
#[derive(Clone, Debug)]
struct Write {
    tool: Tool,
    said: Said,
    arguments: String,
    /// The list that came of it, each item the todo at its place.
    list: List,
}

/// What there is to keep of a whole-list call before it is carried out.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    shape: &'static Shape,
    /// Where the word for the status of each item begins, in order.
    statuses: Vec<usize>,
}

impl LastWrite {
    /// The statuses that a call says, where it says what the last one said but for those, and each item is
    /// still the todo at its place; none for any other call.
    pub(crate) fn restated(
        &self,
        tool: Tool,
        arguments: &str,
        store: &TodoStore,
    ) -> Option<(&'static Shape, Vec<Status>)> {
        let last = self.0.as_ref().filter(|last| last.tool == tool)?;
        let is_as_before = last.list.len() == store.list().len()
            && last.list.iter().zip(store.list()).all(|(was, todo)| was.says_the_same(todo));
        if !is_as_before {
            return None;
        }
        let shape = last.said.shape;
        let mut statuses = Vec::with_capacity(last.said.statuses.len());
        let mut known = Scanner::new(&last.arguments);
        let mut given = Scanner::new(arguments);
        for start in &last.said.statuses {
            let same = last.arguments.get(known.at()..*start)?;
            if !(known.eat(same) && given.eat(same)) {
                return None;
            }
            known.take_while(|b| b != b'"');
            statuses.push(shape.status(given.take_while(|b| b != b'"'))?);
        }
        is_same(known.rest(), given.rest()).then_some((shape, statuses))
    }

    /// Keeps a call that has been carried out without a note.
    pub(crate) fn keep(&mut self, tool: Tool, arguments: &str, said: Said, store: &TodoStore) {
        let (arguments, list) = (arguments.to_owned(), store.list().clone());
        self.0 = Some(Write { tool, said, arguments, list });
    }
}

impl Said {
    /// That of a call, if it is a whole-list write that says the status of each item.
    pub(crate) fn by(request: &Request<'_>, arguments: &str) -> Option<Self> {
        match request {
            Request::Rewrite { items, mode: Mode::Replace, shape }
                if arguments.len() <= MAX_LENGTH =>
            {
                let statuses = items.iter().map(|item| item.status_at).collect::<Option<_>>()?;
                Some(Self { shape, statuses })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::call::Call;
    use crate::tools::dialects::Dialect;

    /// Whether a call is carried out without being read, upon what the first one wrote.
    fn is_compared(first: &str, then: &str) -> bool {
        let (mut store, mut last) = (TodoStore::default(), LastWrite::default());
        let call = Call { tool: 0, arguments: first, checkpoint: "" };
        assert!(Dialect::UpdatePlan.call_again(&mut last, &mut store, &call).ok, "{first}");
        assert!(last.restated((Dialect::TodoWrite.name(), 0), then, &store).is_none());
        assert!(last.restated((Dialect::UpdatePlan.name(), 1), then, &store).is_none());
        last.restated((Dialect::UpdatePlan.name(), 0), then, &store).is_some()
    }

    const PLAN: &str =
        r#"{"plan":[{"step":"a","status":"pending"},{"status":"completed","step":"b"}]}"#;

    #[test]
    fn what_differs_in_statuses_alone_is_compared() {
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
    fn a_call_upon_another_list_is_read() {
        let tool = (Dialect::UpdatePlan.name(), 0);
        let call = Call { tool: 0, arguments: PLAN, checkpoint: "" };
        let mut store = TodoStore::default();
        let mut last = LastWrite::default();
        Dialect::UpdatePlan.call_again(&mut last, &mut store, &call);
        // Statuses may change, as they are what such a call says.
        store.next_todo();
        assert!(last.restated(tool, PLAN, &store).is_some());
        let before = store.clone();
        store.add_multiple(&["c"]).unwrap();
        assert!(last.restated(tool, PLAN, &store).is_none());
        store.replace_all(&["a", "b"]).unwrap();
        assert!(last.restated(tool, PLAN, &store).is_none());
        // A store that holds the very same list will do.
        assert!(last.restated(tool, PLAN, &before).is_some());
    }
}
