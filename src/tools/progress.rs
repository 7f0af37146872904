//! Progress that costs no turn: ids of todos that a model names in the arguments of any other tool.
//!
//! A model that marks todos done with a tool of its own spends a turn on each. Most of the time it calls
//! another tool right after, and can say there what it has just finished.

use crate::list::error::TodoError;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Ref, joined};
use crate::text::message::Notes;
use crate::text::message::Part::{Number, Text};
use crate::text::message::fill;
use crate::tools::arguments::Arguments;
use crate::tools::call::Outcome;
use crate::tools::request::Done;
use crate::tools::stale::Stale;
use crate::tools::target::Target;
use crate::tools::vocabulary::push_notes;

/// The properties that a tool's schema is given, as JSON. None is required.
pub const PROPERTIES: &str = r#"{"todo_done":{"type":"array","description":"Ids of the todos that are done by now, if any; [] for none.","items":{"type":"integer"}},"todo_skip":{"type":"array","description":"Ids of the todos that are given up by now, if any; [] for none.","items":{"type":"integer"}},"evidence":{"type":"string","description":"What shows that those in todo_done are done, where somebody confirms it; else \"\"."}}"#;

/// Marks the todos in `todo_done` done and skips those in `todo_skip`, as one revision or not at all. Ids
/// are those before the call. Never fails otherwise: what cannot be done, or read in the first place, is an
/// outcome that says so.
pub fn apply(store: &mut TodoStore, arguments: Result<&str, &TodoError>) -> Outcome {
    let before = store.revision();
    let outcome =
        apply_by(arguments, &mut |said, notes| Stale::of_today(store).settle(store, said, notes));
    Outcome { changed: store.revision() != before, ..outcome }
}

/// The todos that are done and those that are given up, as a model says.
pub(crate) struct Settled<'a> {
    pub done: &'a [Id],
    pub skip: &'a [Id],
    /// What shows that they are done; blank where nothing does.
    pub evidence: &'a str,
}

/// What settles todos. It returns those that stay as they are.
pub(crate) type Settle<'a> = dyn FnMut(Settled<'_>, &mut Notes) -> Result<Vec<Id>, TodoError> + 'a;

/// As [`apply`], by what settles todos. It does not say whether that changed anything.
pub(crate) fn apply_by(arguments: Result<&str, &TodoError>, settle: &mut Settle<'_>) -> Outcome {
    outcome_of(arguments, &mut |arguments| {
        let mut done = arguments.take_ids("todo_done")?;
        let mut skip = arguments.take_ids("todo_skip")?;
        let evidence = arguments.take_text("evidence")?.unwrap_or_default();
        // A call that says nothing of the list is not answered with it either.
        if done.is_empty() && skip.is_empty() {
            return Ok(String::new());
        }
        let said_so = Settled { done: &done, skip: &skip, evidence: &evidence };
        let held = settle(said_so, arguments.notes)?;
        done.retain(|id| !held.contains(id));
        skip.retain(|id| !held.contains(id));
        Ok(said(&done, &skip))
    })
}

/// What comes of properties that a model sent in the arguments of another tool, in words. It does not say whether
/// that changed anything.
pub(crate) fn outcome_of(
    arguments: Result<&str, &TodoError>,
    run: &mut dyn FnMut(&mut Arguments<'_>) -> Result<String, TodoError>,
) -> Outcome {
    let mut notes = Notes::new();
    let result = arguments.map_err(Clone::clone).and_then(|arguments| {
        Arguments::read(arguments, "", &mut notes, |arguments| run(arguments))
    });
    let ok = result.is_ok();
    let mut text = result.unwrap_or_else(|error| error.message().into());
    push_notes(&mut text, &notes);
    Outcome { ok, text, notes, ..Outcome::default() }
}

impl Stale {
    /// Marks todos done and others skipped, as one revision. Returns those that stay as they are.
    ///
    /// # Errors
    /// `unknown_id`; `invalid_argument` for one that is among both; `content_too_long`.
    pub fn settle(
        &mut self,
        store: &mut TodoStore,
        Settled { done, skip, evidence }: Settled<'_>,
        notes: &mut Notes,
    ) -> Result<Vec<Id>, TodoError> {
        let named = [done, skip].concat();
        self.write(store, &Target::Todos(&named), notes, &mut |store, _, notes| {
            for id in &named {
                store.is_completed(*id)?;
            }
            if let Some(id) = skip.iter().find(|id| done.contains(id)) {
                return Err(TodoError::invalid(
                    "todo {} is in todo_done and in todo_skip: name it in one of them",
                    &[Number(id.0)],
                ));
            }
            // By their keys, as the ids change where one leaves.
            let keys = |ids: &[Id]| -> Vec<Ref> {
                let todos = ids.iter().filter_map(|id| store.list().get(id.place()));
                todos.map(|todo| todo.key.into()).collect()
            };
            let (done, skip) = (keys(done), keys(skip));
            notes.append(&mut store.complete_with(&done, evidence)?);
            for key in skip {
                if store.place(key).is_ok() {
                    store.skip(key)?;
                }
            }
            Ok(Done::List)
        })?;
        Ok(named.into_iter().filter(|id| self.is_refused(*id)).collect())
    }
}

fn said(done: &[Id], skip: &[Id]) -> String {
    let completed = fill("Completed TODOs: {}", &[Text(&joined(done))]);
    let skipped = fill("Skipped TODOs: {}", &[Text(&joined(skip))]);
    match (done.is_empty(), skip.is_empty()) {
        (true, true) => String::new(),
        (false, true) => completed,
        (true, false) => skipped,
        (false, false) => fill("{}. {}", &[Text(&completed), Text(&skipped)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::options::Options;

    fn store(options: &str) -> TodoStore {
        let mut store = TodoStore::new(Options::from_json(options).unwrap());
        store.add_multiple(&["a", "b", "c", "d"]).unwrap();
        store
    }

    fn words(store: &TodoStore) -> Vec<&str> {
        store.list().iter().map(|todo| todo.status.word()).collect()
    }

    #[test]
    fn settles_all_at_once() {
        let mut store = store("{}");
        let outcome = apply(&mut store, Ok(r#"{"todo_done":[1,2],"todo_skip":[4]}"#));
        assert_eq!(outcome.text, "Completed TODOs: 1, 2. Skipped TODOs: 4");
        assert!(outcome.ok && outcome.changed && outcome.notes.is_empty());
        assert_eq!(words(&store), ["done", "done", "todo", "skipped"]);
        assert_eq!(store.revision(), 2);
        // What shows it is kept where somebody confirms it.
        let mut asked = self::store(r#"{"confirmDone":true}"#);
        let outcome = apply(&mut asked, Ok(r#"{"todo_done":[1],"evidence":"receipt 7"}"#));
        assert!(outcome.ok && asked.list()[0].is_claimed(), "{outcome:?}");
        assert_eq!(asked.list()[0].text(crate::Field::Evidence), Some("receipt 7"));
        // What is done already changes nothing.
        assert!(!apply(&mut store, Ok(r#"{"todo_done":[1]}"#)).changed);
        assert_eq!(apply(&mut store, Ok("{}")).text, "");
    }

    #[test]
    fn ids_are_those_before_the_call() {
        let mut store = store(r#"{"onSkip":"remove"}"#);
        assert!(apply(&mut store, Ok(r#"{"todo_done":[4],"todo_skip":[1,2]}"#)).ok);
        assert_eq!(words(&store), ["todo", "done"]);
    }

    #[test]
    fn repairs_with_a_note_and_refuses_what_is_unclear() {
        let mut store = store("{}");
        let outcome = apply(&mut store, Ok(r#"{"todo_done":"1"}"#));
        assert_eq!(outcome.text.lines().count(), 1 + outcome.notes.len());
        assert_eq!((outcome.ok, outcome.notes.len()), (true, 2));
        for (arguments, why) in [
            (r#"{"todo_done":[2,9]}"#, "there is no todo 9"),
            (r#"{"todo_done":[2],"todo_skip":[2]}"#, "todo 2 is in todo_done and in todo_skip"),
            (r#"{"todo_done":["two"]}"#, "todo_done must hold whole numbers"),
        ] {
            let outcome = apply(&mut store, Ok(arguments));
            assert!(!outcome.ok && !outcome.changed && outcome.text.contains(why), "{outcome:?}");
        }
        assert_eq!(words(&store), ["done", "todo", "todo", "todo"]);
    }
}
