//! Records what the model of a conversation knows: the list as it last read it, with the effects of
//! its own calls. What a note says of a single todo, the next news may repeat.

use std::rc::Rc;

use crate::change::apply_delta::{apply_delta, insert_as_in};
use crate::list::delta::{Aspect, Delta, aspects};
use crate::list::history::{List, Revision};
use crate::list::indexed_list::{find, find_mut, find_near, index_of, is_same_list};
use crate::list::known_list::KnownList;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, State, TextField, Todo};
use crate::tools::conversation::turns::Conversation;

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
                for known_list in [&mut self.seen, &mut self.turn_base] {
                    known_list.write(base, current);
                    known_list.add_positions(base, current);
                }
            }
            base = current;
        }
    }
}

impl KnownList {
    /// Records what a call of the model changed between two lists.
    pub(crate) fn write(&mut self, before: &Rc<List>, after: &Rc<List>) {
        if is_same_list(&self.list, before) {
            self.list.clone_from(after);
            return;
        }
        apply_delta(Rc::make_mut(&mut self.list), &Delta::between(before, after), after);
    }

    /// Records the todos that others added to the list `before` a call of the model, and that the
    /// call states: the model knows them as it states them.
    pub(crate) fn record_named(&mut self, before: &Rc<List>, requested: &List) {
        if is_same_list(&self.list, before) {
            return;
        }
        let list = Rc::make_mut(&mut self.list);
        for named in requested.iter().filter(|todo| index_of(before, todo.key).is_some()) {
            if insert_as_in(list, requested, named.key)
                && let Some(known) = find_mut(list, named.key)
            {
                // It does not know whom the todo waits for, or why it was given up.
                let state = State::default().to(named.status());
                *known = Rc::new(Todo { state, ..Todo::clone(named) });
            }
        }
    }

    /// Records that positions refer to the todos of a list.
    pub(crate) fn set_positions(&mut self, list: &List) {
        self.positions = list.iter().map(|todo| todo.key).collect();
    }

    /// Records that the todos that a list has beyond `base` have the next positions.
    pub(crate) fn add_positions(&mut self, base: &List, list: &List) {
        for (index, todo) in list.iter().enumerate() {
            let is_new = find_near(base, index, todo.key).is_none();
            if is_new && !self.positions.contains(&todo.key) {
                self.positions.push(todo.key);
            }
        }
    }

    /// Records that the model has read the state of a todo as it is on the current list, with the
    /// texts that belong to it.
    pub(crate) fn record_state(&mut self, current: &List, key: Key) {
        let list = Rc::make_mut(&mut self.list);
        match find(current, key) {
            Some(current) => {
                if let Some(known) = find_mut(list, key) {
                    Rc::make_mut(known).state = current.state.clone();
                }
            }
            None => list.retain(|todo| todo.key != key),
        }
    }

    /// Records that the model has read the id and the text of a todo. It does not know its answer.
    pub(crate) fn record_added(&mut self, current: &List, key: Key) {
        let list = Rc::make_mut(&mut self.list);
        if insert_as_in(list, current, key)
            && let Some(added) = find_mut(list, key)
        {
            Rc::make_mut(added).set_text(TextField::Answer, None);
        }
        if !self.positions.contains(&key) {
            self.positions.push(key);
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
