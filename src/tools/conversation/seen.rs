//! Records what the model of a conversation has seen: the effects of its calls, and the contents of
//! their answers.

use std::rc::Rc;

use crate::change::apply_delta::{apply_delta, insert_as_in};
use crate::change::policy::DenyReason;
use crate::change::resolution::DeniedChange;
use crate::list::delta::{Aspect, Delta, aspects};
use crate::list::history::{List, Revision};
use crate::list::indexed_list::{find, find_mut, find_near, index_of, is_same_list};
use crate::list::known_list::KnownList;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, State, Status, TextField, Todo};
use crate::tools::conversation::turns::Conversation;

/// The write of a call, as three lists.
#[derive(Clone, Copy)]
pub(crate) struct ModelWrite<'a> {
    /// Whether it wrote the whole list.
    pub is_whole: bool,
    /// The list as the call states it.
    pub requested: &'a List,
    /// The list that the call was read against.
    pub base: &'a Rc<List>,
    /// That list with the changes of the call.
    pub current: &'a Rc<List>,
}

/// The aspects that the element of a todo shows.
pub(crate) const ELEMENT: &[Aspect] = &[Aspect::Presence];

/// The aspects that the element of a todo shows, and the texts that belong to its state.
pub(crate) const ELEMENT_AND_STATE: &[Aspect] =
    &[Aspect::Presence, Aspect::Text(TextField::Reason), Aspect::Text(TextField::Answer)];

/// The state of a todo, and the texts that belong to it.
pub(crate) const STATE: &[Aspect] =
    &[Aspect::State, Aspect::Text(TextField::Reason), Aspect::Text(TextField::Answer)];

/// The aspects that a list in an answer shows of a todo. Each answer to a question has its own
/// sentence next to the list.
const ELEMENT_AND_ANSWER: &[Aspect] = &[Aspect::Presence, Aspect::Text(TextField::Answer)];

impl Conversation {
    /// Records that the model knows what was written in its name since a revision, though not
    /// through this conversation. Changes by others in the meantime are still to be reported. Does
    /// nothing if the history does not have the revision, or the model has not seen a list yet that
    /// has todos.
    pub fn record_own_since(&mut self, store: &TodoStore, since: Revision) {
        self.align(store);
        let Some(mut base) = store.history().list_at(since) else { return };
        if !self.has_seen_list {
            if !base.is_empty() {
                return;
            }
            self.has_seen_list = true;
            self.seen = KnownList::at(Some(since), base);
            self.turn_base = self.seen.clone();
            self.restart_full_list_countdown(false);
        }
        let actor = self.actor();
        for (_, entry) in store.history().entries_from(since + 1) {
            let current = entry.list();
            if entry.info.by == actor {
                let written = ModelWrite { is_whole: false, requested: current, base, current };
                self.seen.write(written);
                self.turn_base.write(written);
            }
            base = current;
        }
    }
}

impl KnownList {
    /// Records the write of a call.
    pub(crate) fn write(&mut self, written: ModelWrite<'_>) {
        let ModelWrite { is_whole, requested, base, current } = written;
        if is_whole {
            self.positions = requested.iter().map(|todo| todo.key).collect();
        } else {
            for (index, todo) in requested.iter().enumerate() {
                let is_new = find_near(base, index, todo.key).is_none();
                if is_new && !self.positions.contains(&todo.key) {
                    self.positions.push(todo.key);
                }
            }
        }
        if is_same_list(&self.list, base) {
            self.list.clone_from(current);
            return;
        }
        // A call about a todo does not show its model an answer that it has not read yet.
        let answer = |todo: &Todo| todo.cleaned_text(TextField::Answer).cloned();
        let known_answer = |key| find(&self.list, key).and_then(|todo| answer(todo));
        let unread = base.iter().filter(|todo| answer(todo) != known_answer(todo.key));
        let unread: Vec<_> = unread.map(|todo| (todo.key, known_answer(todo.key))).collect();
        let list = Rc::make_mut(&mut self.list);
        let delta = Delta::between(base, current);
        // The model may have seen a todo that the turn did not have in an answer since.
        for added in &delta.added {
            if let Some(known) = find_mut(list, added.key) {
                let reported = answer(known);
                known.clone_from(added);
                if answer(known) != reported {
                    Rc::make_mut(known).set_text(TextField::Answer, reported);
                }
            }
        }
        apply_delta(list, &delta, current);
        for (key, known) in unread {
            if let Some(todo) = find_mut(list, key) {
                Rc::make_mut(todo).set_text(TextField::Answer, known);
            }
        }
    }

    /// Records what an answer reported of a todo: these aspects as they are on the current list, or
    /// that the todo is gone. [`Aspect::Presence`] includes everything that the element of a todo
    /// shows: all but its priority, its description, its blockers and the reason and the answer
    /// that belong to its state.
    ///
    /// If the model had not seen the todo, it does not know yet who added it.
    pub(crate) fn record_seen(&mut self, current: &List, key: Key, reported: &[Aspect]) {
        let list = Rc::make_mut(&mut self.list);
        let Some(current) = find(current, key) else {
            list.retain(|todo| todo.key != key);
            return;
        };
        let Some(known) = find_mut(list, key) else { return };
        for aspect in reported {
            match aspect {
                Aspect::Presence => *known = Rc::new(as_element(known, current)),
                Aspect::State => {
                    let state = current.state.without_news(&known.state);
                    Rc::make_mut(known).state = state;
                }
                Aspect::Text(field) => {
                    let text = current.cleaned_text(*field).cloned();
                    Rc::make_mut(known).set_text(*field, text);
                }
                Aspect::Blockers
                | Aspect::Confirm
                | Aspect::Place
                | Aspect::Data
                | Aspect::Parent
                | Aspect::Approved => {}
            }
        }
    }

    /// Records that the model has seen a todo. Returns whether it had not seen it before.
    pub(crate) fn record_added(&mut self, current: &List, key: Key) -> bool {
        let Some(index) = index_of(current, key).filter(|_| find(&self.list, key).is_none()) else {
            return false;
        };
        let list = Rc::make_mut(&mut self.list);
        insert_as_in(list, current, index);
        if let Some(added) = find_mut(list, key) {
            let state = added.state.without_news(&State::default());
            Rc::make_mut(added).state = state;
        }
        true
    }

    /// Records that an answer showed the current list. If its sentences only counted the changed
    /// todos, the list itself shows each of them.
    pub(crate) fn record_seen_list(&mut self, store: &TodoStore, is_counted: bool) {
        let known = core::mem::replace(self, Self::of(store));
        if is_counted {
            let as_known =
                |current: &Rc<Todo>| find(&known.list, current.key).unwrap_or(current).clone();
            self.list = Rc::new(store.list().iter().map(as_known).collect());
            for todo in store.list() {
                self.record_seen(store.list(), todo.key, ELEMENT_AND_ANSWER);
            }
        }
    }

    /// Returns whether the model has seen the current list.
    pub(crate) fn is_current(&self, store: &TodoStore) -> bool {
        let (known, current) = (&self.list, store.shared_list());
        // The host's data is not for models, and an approval is reported by itself.
        let same_for_model = |(base, current): (&Rc<Todo>, &Rc<Todo>)| {
            base.is_same(current)
                || base.key == current.key
                    && aspects(base, current)
                        .all(|aspect| matches!(aspect, Aspect::Data | Aspect::Approved))
        };
        Rc::ptr_eq(known, current)
            || known.len() == current.len() && known.iter().zip(current.iter()).all(same_for_model)
    }
}

impl ModelWrite<'_> {
    /// Returns the todos for which the call requested what others had already done. The model knows
    /// their state, although the others made the change.
    pub(crate) fn common_value(&self, current: &List) -> Vec<Key> {
        let is_agreed = |(index, base): (usize, &Rc<Todo>)| {
            let (requested, current) =
                (find_near(self.requested, index, base.key), find_near(current, index, base.key));
            let kind = |todo: &Todo| todo.state.kind;
            match (requested, current) {
                (None, current) => current.is_none(),
                (Some(_), None) => false,
                // "Done" belongs to a text. If the text differs, the model does not know the state.
                (Some(requested), Some(current)) => {
                    kind(requested) == kind(current)
                        && requested.status() != base.status()
                        && base.content() == current.content()
                }
            }
        };
        let agreed = self.base.iter().enumerate().filter(|(index, base)| is_agreed((*index, base)));
        agreed.map(|(_, base)| base.key).collect()
    }
}

/// Returns which aspects of its todo the note about a denied change reports.
pub(crate) fn reported_aspects(denied: &DeniedChange, current: &List) -> Vec<Aspect> {
    let is_waiting = || find(current, denied.key).is_some_and(|todo| todo.waiting().is_some());
    let is_doing = || find(current, denied.key).is_some_and(|todo| todo.status() == Status::Doing);
    match denied.aspect {
        _ if matches!(denied.reason, DenyReason::Doing(_)) => Vec::new(),
        // The note does not report what it waits for.
        Aspect::State if is_waiting() => Vec::new(),
        Aspect::Text(_) => vec![denied.aspect],
        // The note does not report that it is in progress.
        Aspect::Presence if denied.reason != DenyReason::Since && is_doing() => Vec::new(),
        Aspect::Presence => vec![Aspect::State, Aspect::Text(TextField::Content)],
        Aspect::State => {
            vec![Aspect::State, Aspect::Text(TextField::Reason), Aspect::Text(TextField::Content)]
        }
        Aspect::Blockers
        | Aspect::Confirm
        | Aspect::Place
        | Aspect::Data
        | Aspect::Parent
        | Aspect::Approved => Vec::new(),
    }
}

/// Returns a todo as a model knows it after seeing its element. Elements have no priority,
/// description, reason, answer or blockers, so changes to these are not reported yet.
fn as_element(base: &Todo, current: &Todo) -> Todo {
    let mut todo = Todo { state: current.state.without_news(&base.state), ..current.clone() };
    for field in [TextField::Priority, TextField::Description] {
        todo.set_text(field, base.cleaned_text(field).cloned());
    }
    todo.set_blocked_by(base.blocked_by().to_vec());
    todo
}
