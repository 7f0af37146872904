//! What the model of a conversation knows: the list as its calls, their notes and their answers showed
//! it.

use std::rc::Rc;

use crate::change::decision::Kept;
use crate::change::follow::follow;
use crate::change::rule::is_same_list;
use crate::change::table::Why;
use crate::list::delta::{Aspect, Delta, aspects};
use crate::list::history::List;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, State, Status, Todo, find, find_near, place_of};
use crate::tools::conversation::view::Conversation;

impl Conversation {
    /// Records that the model knows what its call did. `base` is the new base of the turn, and `said` the
    /// list as the call states it.
    pub(crate) fn know_call(
        &mut self,
        store: &TodoStore,
        is_whole: bool,
        said: &List,
        base: &Rc<List>,
    ) {
        let before = self.turn.base.clone();
        learn(&mut self.told, &before, base);
        if !Rc::ptr_eq(base, store.shared_list()) {
            self.know_agreed(store, said, &before);
        }
        for turn in [Some(&mut self.turn), self.next_turn.as_mut()].into_iter().flatten() {
            turn.update_positions(is_whole, said, &before);
            learn(&mut turn.base, &before, base);
        }
    }

    /// Records that the model knows a change that its call asked for and that others had already made.
    /// The base of the turn stays, because within the turn the change is still theirs.
    fn know_agreed(&mut self, store: &TodoStore, said: &List, before: &List) {
        let told = Rc::make_mut(&mut self.told);
        let is_said =
            |(place, todo): &(usize, &Rc<Todo>)| find_near(said, *place, todo.key).is_some();
        let left_out = before.iter().enumerate().filter(|todo| !is_said(todo));
        let left_out: Vec<Key> = left_out.map(|(_, todo)| todo.key).collect();
        told.retain(|todo| !left_out.contains(&todo.key) || find(store.list(), todo.key).is_some());
        for (place, known) in told.iter_mut().enumerate() {
            let key = known.key;
            let (Some(was), Some(says)) =
                (find_near(before, place, key), find_near(said, place, key))
            else {
                continue;
            };
            let Some(is) = find_near(store.list(), place, key) else { continue };
            let kind = |todo: &Todo| core::mem::discriminant(&todo.state);
            let same_kind = kind(says) == kind(is);
            // "Done" belongs to a text. If the text differs, the model does not know the state.
            let same_content = || was.content() == is.content();
            if same_kind && says.status() != was.status() && same_content() {
                let state = is.state.without_news(&known.state);
                Rc::make_mut(known).state = state;
            }
        }
    }

    /// Records that the model knows a todo of today's list, because the answer shows it.
    pub(crate) fn meet(&mut self, list: &List, key: Key) {
        let Some(todo) = find(list, key) else { return };
        for turn in [Some(&mut self.turn), self.next_turn.as_mut()].into_iter().flatten() {
            if !turn.positions.contains(&key) {
                turn.positions.push(key);
            }
            set_state(Rc::make_mut(&mut turn.base), list, todo, &todo.state);
        }
        // The texts that belong to the state are not told yet.
        let known = find(&self.told, key).map_or(&State::TODO, |known| &known.state);
        let state = todo.state.without_news(known);
        set_state(Rc::make_mut(&mut self.told), list, todo, &state);
    }

    /// Records that the model knows what a note reported about a todo.
    pub(crate) fn know_kept(&mut self, store: &TodoStore, kept: &Kept) {
        let list = Rc::make_mut(&mut self.told);
        let Some(now) = find(store.list(), kept.key).cloned() else {
            // The note reported that it left.
            list.retain(|todo| todo.key != kept.key);
            return;
        };
        let Some(known) = list.iter_mut().find(|todo| todo.key == kept.key) else {
            // It was added since. The next reminder shows its place.
            if kept.why == Why::Since && kept.aspect == Aspect::Presence {
                let state = now.state.without_news(&State::TODO);
                insert(list, store.list(), Todo { state, ..Todo::clone(&now) });
                self.until_whole = 0;
            }
            return;
        };
        let todo = Rc::make_mut(known);
        match kept.aspect {
            _ if matches!(kept.why, Why::Doing(_)) => {}
            Aspect::Text(field) => {
                todo.set_text(field, now.cleaned_text(field).cloned());
            }
            // The note did not report that it is in progress.
            Aspect::Presence if now.status() == Status::Doing && kept.why != Why::Since => {}
            Aspect::Presence | Aspect::State => {
                todo.state = now.state.without_news(&todo.state);
                if kept.aspect == Aspect::State {
                    // The note contained it.
                    todo.set_text(Field::Reason, now.cleaned_text(Field::Reason).cloned());
                }
                let content = now.cleaned_text(Field::Content).cloned();
                todo.set_text(Field::Content, content);
            }
            Aspect::Blockers | Aspect::Confirm | Aspect::Place | Aspect::Data => {}
        }
    }

    /// Records that the model knows that a todo no longer waits, and its answer.
    pub(crate) fn know_answer(&mut self, store: &TodoStore, key: Key) {
        let Some(now) = find(store.list(), key) else { return };
        let told = Rc::make_mut(&mut self.told);
        if let Some(known) = told.iter_mut().find(|todo| todo.key == key) {
            let known = Rc::make_mut(known);
            if now.status().is_pending() {
                known.state = now.state.clone();
            }
            known.set_text(Field::Answer, now.cleaned_text(Field::Answer).cloned());
        }
    }

    /// Records that the model knows the element of a todo.
    pub(crate) fn know_todo(&mut self, store: &TodoStore, key: Key) {
        let Some(now) = find(store.list(), key) else { return };
        let list = Rc::make_mut(&mut self.told);
        if let Some(known) = list.iter_mut().find(|todo| todo.key == key) {
            *known = as_element(known, now).into();
        }
    }

    /// Records that the model knows the list. If the sentences of the answer only counted the todos, it
    /// knows the elements after them.
    pub(crate) fn know_list(&mut self, store: &TodoStore, is_counted: bool) {
        let as_shown = |now: &Rc<Todo>| match find(&self.told, now.key) {
            Some(was) => {
                let mut known = as_element(was, now);
                // An answer always has its own sentence.
                known.set_text(Field::Answer, now.cleaned_text(Field::Answer).cloned());
                known.into()
            }
            None => Rc::clone(now),
        };
        self.told = match is_counted {
            true => store.list().iter().map(as_shown).collect::<List>().into(),
            false => store.shared_list().clone(),
        };
        self.since = Some(store.revision());
    }

    /// Returns whether the model knows today's list.
    pub(crate) fn knows(&self, store: &TodoStore) -> bool {
        let (told, now) = (&self.told, store.shared_list());
        // The host's data is not for models.
        let same_for_model = |(was, is): (&Rc<Todo>, &Rc<Todo>)| {
            was.is_same(is)
                || was.key == is.key && aspects(was, is).all(|aspect| aspect == Aspect::Data)
        };
        Rc::ptr_eq(told, now)
            || told.len() == now.len() && told.iter().zip(now.iter()).all(same_for_model)
    }
}

/// Returns a todo as a model knows it that has seen its element. Elements have no priority, description,
/// reason, answer or blockers, so changes to these are not told yet.
pub(super) fn as_element(was: &Todo, now: &Todo) -> Todo {
    let mut todo = Todo { state: now.state.without_news(&was.state), ..now.clone() };
    for field in [Field::Priority, Field::Description] {
        todo.set_text(field, was.cleaned_text(field).cloned());
    }
    todo.set_blocked_by(was.blocked_by().to_vec());
    todo
}

/// Sets the state of a todo in a list that a model knows. If the list does not have the todo, it is added where
/// today's list has it.
fn set_state(known: &mut List, today: &List, todo: &Rc<Todo>, state: &State) {
    let state = state.clone();
    match known.iter_mut().find(|known| known.key == todo.key) {
        Some(known) => Rc::make_mut(known).state = state,
        None => insert(known, today, Todo { state, ..Todo::clone(todo) }),
    }
}

/// Inserts a todo of today's list behind the one that it follows there.
fn insert(known: &mut List, today: &List, todo: Todo) {
    let place = place_of(today, todo.key).unwrap_or_default();
    let before = today.iter().take(place).rev();
    let after = before.filter_map(|todo| place_of(known, todo.key)).next();
    known.insert(after.map_or(0, |place| place.wrapping_add(1)), Rc::new(todo));
}

/// Applies the changes of a call to a list that the model knows. The call turned `before` into `after`.
fn learn(known: &mut Rc<List>, before: &Rc<List>, after: &Rc<List>) {
    if Rc::ptr_eq(known, before) || is_same_list(known, before) {
        known.clone_from(after);
    } else {
        let is_unknown = |todo: &&Rc<Todo>| find(known, todo.key).is_none();
        let unknown: Vec<Key> = before.iter().filter(is_unknown).map(|todo| todo.key).collect();
        let list = Rc::make_mut(known);
        follow(list, &Delta::between(before, after), after);
        // The list that the model saw contained no answers.
        for todo in list.iter_mut().filter(|todo| unknown.contains(&todo.key)) {
            Rc::make_mut(todo).set_text(Field::Answer, None);
        }
    }
}
