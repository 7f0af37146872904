//! `TodoStore`: the ordered list and its rules.
//!
//! Every write is all or nothing: it checks everything first, then makes its edits, which become one
//! revision. One that changes nothing makes none.
//!
//! Sources: the original `todo_manager` for the operations; the design for keys, revisions and undo.

use std::rc::Rc;

use crate::list::author::{Actor, Author, Cause, Clock, Stamp};
use crate::list::blockers;
use crate::list::claims::{Otherwise, Saying, Unsaid, is_own_work};
use crate::list::delta::{Aspect, Delta, moved};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{Edit, History, List, Revision, Snapshot, difference};
use crate::list::marks::{How, Marks};
use crate::list::options::Options;
use crate::list::times::Times;
use crate::list::todo::{Field, Id, Key, PRIORITIES, Ref, Status, Todo, find, place_of, set_text};
use crate::text::clean::Cleaned;
use crate::text::content::{Content, Rejected};
use crate::text::message::Part::{Number, Text};
use crate::text::message::{Notes, count, excerpt, note};

/// An ordered list of todos with ids 1..n, stable keys, and a history of every revision.
///
/// ```
/// use agent_todos::{Id, TodoStore};
///
/// let mut store = TodoStore::default();
/// store.add_multiple(&["Open the shop", "Find a kettle"])?;
/// store.complete(Id(1))?;
/// assert_eq!(
///     store.xml(),
///     "<todos><todo id=\"1\" status=\"done\">Open the shop</todo>\
///      <todo id=\"2\" status=\"todo\">Find a kettle</todo></todos>",
/// );
/// # Ok::<(), agent_todos::TodoError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TodoStore {
    pub(super) options: Options,
    pub(super) list: Rc<List>,
    pub(super) next_key: u32,
    pub(super) history: History,
    /// The first revision from which on every one was the list of this very store: what is older is the
    /// history of another that was taken over.
    pub(super) own_since: Revision,
    /// The revision at which this very store forgot everything before it, 0 where it never did.
    pub(super) forgotten: Revision,
    /// What calls said of todos that are otherwise.
    pub(super) unsaid: Unsaid,
    /// Whether all that a model says to be done is to be confirmed, as long as its conversation calls.
    pub(super) confirms: bool,
    /// Who decided what of each todo, and which ones left.
    pub(super) marks: Marks,
    /// How long todos were in progress.
    pub(super) times: Times,
    /// Whether the change in progress decided anything that was so already.
    pub(super) is_decided: bool,
    /// Who makes the next change, and what says when.
    pub(super) actor: Actor,
    pub(super) clock: Clock,
}

impl Default for TodoStore {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl TodoStore {
    /// An empty list at revision 0.
    pub fn new(options: Options) -> Self {
        let list = Rc::<List>::default();
        let history = History::new(list.clone(), 0, Stamp::default(), options.max_snapshots());
        Self::from_parts(options, 1, history, list)
    }

    /// A store put together from what a checkpoint or XML held; `list` is the history's latest.
    pub(crate) fn from_parts(
        options: Options,
        next_key: u32,
        history: History,
        list: Rc<List>,
    ) -> Self {
        Self {
            options,
            list,
            next_key,
            history,
            own_since: 0,
            forgotten: 0,
            unsaid: Unsaid::default(),
            confirms: false,
            marks: Marks::default(),
            times: Times::default(),
            is_decided: false,
            actor: Actor::default(),
            clock: Clock::default(),
        }
    }

    /// The same store with these marks.
    pub(crate) fn with_marks(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }

    /// The same store with these times.
    pub(crate) fn with_times(self, times: Times) -> Self {
        Self { times, ..self }
    }

    /// Goes by a clock from now on. An empty store that is new begins at this time.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
        self.history.begin_at((clock.0)());
    }

    /// Runs what changes the list for an actor, or for an author without a name: each change carries who made it,
    /// the host where nobody says.
    pub fn acting_as<T>(&mut self, actor: impl Into<Actor>, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.act_as(actor.into());
        let result = act(self);
        self.actor = before;
        result
    }

    /// Makes changes from now on for an actor. Returns who made them before.
    pub(crate) fn act_as(&mut self, actor: Actor) -> Actor {
        core::mem::replace(&mut self.actor, actor)
    }

    /// Who makes the next change.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// Makes changes from now on for an actor, at the time of another store's clock.
    pub(crate) fn act_like(&mut self, other: &Self, actor: Actor) {
        self.actor = actor;
        self.clock = other.clock;
    }

    /// The rules this store was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    // Reads ----------------------------------------------------------------------------------

    /// The list; a todo's id is its place plus one.
    pub fn list(&self) -> &List {
        &self.list
    }

    /// The same, to be kept as it is now.
    pub(crate) fn shared_list(&self) -> &Rc<List> {
        &self.list
    }

    /// Grows by one with each change that changed something; 0 at first.
    pub fn revision(&self) -> Revision {
        self.history.revision()
    }

    /// The todo in progress, with its id, claims aside: the first of who acts, else the first.
    pub fn current_doing(&self) -> Option<(Id, &Todo)> {
        let own = |todo: &Todo| is_own_work(&self.actor, todo);
        let place = self.list.iter().position(own);
        let place = place.or_else(|| self.list.iter().position(Todo::is_at_work))?;
        Some((Id::at(place), self.list.get(place)?))
    }

    /// The todos that stand elsewhere than in a list before. Of two neighbours that changed places, the one that
    /// somebody moved.
    pub(crate) fn moved_since(&self, before: &List) -> Vec<Key> {
        moved(before, &self.list, &|key| self.marks.placed(key))
    }

    /// What calls said of todos that are otherwise, since this was asked.
    pub(crate) fn take_unsaid(&mut self) -> Vec<(Key, Otherwise)> {
        core::mem::take(&mut self.unsaid.0)
    }

    /// The same, which are still to be taken.
    pub(crate) fn unsaid(&self) -> &[(Key, Otherwise)] {
        &self.unsaid.0
    }

    /// Runs what a model does, under the name that it has, if it acts already.
    pub(crate) fn acting_as_model<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        match self.actor.author {
            Author::Model => act(self),
            Author::User | Author::Run | Author::Host => self.acting_as(Author::Model, act),
        }
    }

    /// Whether every "done" is to be confirmed as the present conversation has it.
    pub(crate) fn is_confirming(&self) -> bool {
        self.confirms
    }

    /// Runs what a model does whose every "done" is to be confirmed, or not.
    pub(crate) fn confirming<T>(&mut self, confirms: bool, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = core::mem::replace(&mut self.confirms, confirms);
        let result = act(self);
        self.confirms = before;
        result
    }

    pub(super) fn saying(&self) -> Saying<'_> {
        Saying { actor: &self.actor, options: &self.options, confirms: self.confirms }
    }

    /// The todos not started yet.
    pub fn pending(&self) -> impl Iterator<Item = &Todo> {
        self.list.iter().filter(|todo| todo.status.is_pending())
    }

    /// Whether any todo is neither done nor skipped.
    pub fn has_unfinished(&self) -> bool {
        self.list.iter().any(|todo| !todo.status.is_settled())
    }

    /// Whether every todo is done or skipped; so an empty list is.
    pub fn is_all_done_or_skipped(&self) -> bool {
        !self.has_unfinished()
    }

    /// Whether the todo is done or skipped.
    ///
    /// # Errors
    /// `unknown_id`.
    pub fn is_completed(&self, todo: impl Into<Ref>) -> Result<bool, TodoError> {
        let place = self.place(todo.into())?;
        Ok(self.list.get(place).is_some_and(|todo| todo.status.is_settled()))
    }

    /// Every snapshot of the session, or as many of the latest as the options keep, oldest first.
    pub fn snapshots(&self) -> Vec<Snapshot> {
        let mut snapshots = Vec::new();
        self.history.visit(&self.list, &mut |revision, _, list| {
            let stamp = self.history.stamp_of(revision).clone();
            snapshots.push(Snapshot { revision, stamp, todos: list.clone() });
            false
        });
        snapshots
    }

    /// Who made the latest change, when and how.
    pub fn stamp(&self) -> &Stamp {
        self.history.stamp()
    }

    // Within the crate -----------------------------------------------------------------------

    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    /// Who decided what of each todo, and which ones left.
    pub(crate) fn marks(&self) -> &Marks {
        &self.marks
    }

    pub(crate) fn times(&self) -> &Times {
        &self.times
    }

    /// How many milliseconds each todo was in progress that ever was, and as far as that is known.
    pub fn time_spent(&self) -> impl Iterator<Item = (Key, i64)> {
        let now = (self.clock.0)();
        self.times.0.iter().map(move |time| (time.key, time.spent_at(now)))
    }

    /// The list as this store had it at a revision; none when that fell away, or was another's.
    pub(crate) fn list_at(&self, revision: Revision) -> Option<Rc<List>> {
        if revision < self.own_since {
            return None;
        }
        self.history.list_at(revision, &self.list)
    }

    /// Whether what was known of the list at a revision was known of this very list.
    pub(crate) fn is_own(&self, revision: Revision) -> bool {
        (self.own_since..=self.revision()).contains(&revision)
    }

    /// A store of the same rules with another list, whose new todos get keys that this one has not used. It has
    /// no history.
    pub(crate) fn with_list(&self, list: Rc<List>, next_key: u32) -> Self {
        let history = History::new(list.clone(), 0, Stamp::default(), 1);
        let actor = Actor { author: Author::Host, name: self.actor.name.clone() };
        let copy = Self::from_parts(self.options, next_key.max(self.next_key), history, list);
        Self { actor, ..copy }
    }

    /// Gives a todo a new key. The history knows nothing of it.
    pub(crate) fn rename(&mut self, key: Key) {
        let new = Key(self.next_key);
        self.next_key = self.next_key.wrapping_add(1);
        blockers::rename(Rc::<List>::make_mut(&mut self.list), &[(key, new)]);
        self.marks.rename(key, new);
        self.times.rename(key, new);
    }

    pub(crate) fn next_key(&self) -> u32 {
        self.next_key
    }

    /// Makes another list the present one, whose new todos took keys up to `next_key`.
    pub(crate) fn set_list(&mut self, list: List, next_key: u32) {
        self.set_list_as(list, next_key, &|_| How::Removed);
    }

    /// The same, where those that leave may do so otherwise than by being taken off.
    pub(crate) fn set_list_as(&mut self, list: List, next_key: u32, how: &dyn Fn(Key) -> How) {
        let mut unsaid = core::mem::take(&mut self.unsaid);
        let list = self.saying().stated_list(&self.list, list, &mut unsaid);
        self.unsaid = unsaid;
        self.make(difference(&self.list, &list), false, how);
        self.next_key = next_key;
        self.commit();
    }

    /// Makes a merged list the present one, as it is, with who decided what of it.
    pub(crate) fn set_merged(&mut self, list: &List, next_key: u32, marks: Marks, times: &Times) {
        self.next_key = next_key;
        self.times.merge(times, list);
        let list: List = list.iter().map(|todo| todo.with_status(todo.status)).collect();
        difference(&self.list, &list).into_iter().for_each(|edit| self.apply(edit));
        self.is_decided = self.marks != marks;
        self.marks = marks;
        self.commit();
    }

    /// The same with the rules of another store, but for limits that are larger here, and with keys that
    /// neither has used.
    pub(crate) fn under_rules_of(mut self, other: &Self) -> Self {
        self.options = other.options.with_limits_of(&self.options);
        self.history.show_at_most(self.options.max_snapshots());
        self.next_key = self.next_key.max(other.next_key);
        self
    }

    /// Becomes another store, as one more change, with a higher revision than before.
    pub(crate) fn go_on_as(&mut self, mut other: Self) {
        other.history.raise_above(self.revision());
        let same = other.history.list_at(self.revision(), &other.list);
        let goes_on = same.is_some_and(|list| list == self.list);
        other.own_since = if goes_on { self.revision() } else { other.revision() };
        other.forgotten = self.forgotten;
        other.actor = self.actor.clone();
        other.clock = self.clock;
        *self = other;
    }

    fn find(&self, id: Id) -> Result<&Todo, TodoError> {
        self.list.get(id.place()).ok_or_else(|| {
            let template = match self.list.len() {
                0 => "there is no todo {}: the list is empty",
                _ => "there is no todo {}: ids are 1 to {}",
            };
            let parts = [Number(id.0), count(self.list.len())];
            TodoError::new(ErrorCode::UnknownId, template, &parts)
        })
    }

    /// The place of a todo.
    ///
    /// # Errors
    /// `unknown_id`.
    pub(crate) fn place(&self, todo: Ref) -> Result<usize, TodoError> {
        match todo {
            Ref::Id(id) => self.find(id).map(|_| id.place()),
            Ref::Key(key) => {
                let place = place_of(&self.list, key);
                place.ok_or_else(|| self.unknown_key(key))
            }
        }
    }

    #[cold]
    fn unknown_key(&self, key: Key) -> TodoError {
        let template = if key.0 < self.next_key {
            "there is no todo {} any more: it left the list"
        } else {
            "there is no todo {}: none of this list has had that key"
        };
        TodoError::new(ErrorCode::UnknownId, template, &[Text(&key.to_word())])
    }

    /// Whether a list that keeps so many todos can take so many more.
    pub(crate) fn check_room(&self, kept: usize, added: usize) -> Result<(), TodoError> {
        let max = self.options.max_todos();
        if kept.saturating_add(added) <= max {
            return Ok(());
        }
        Err(TodoError::new(
            ErrorCode::TooManyTodos,
            "item {} is one too many: {} given, {} on the list, at most {}: use fewer, broader todos",
            &[
                count(max.saturating_sub(kept).saturating_add(1)),
                count(added),
                count(kept),
                count(max),
            ],
        ))
    }

    /// Makes the text of the item with a number (1-based) valid; notes and errors name it so.
    pub(crate) fn content(
        &self,
        text: &str,
        number: usize,
        notes: &mut Notes,
    ) -> Result<Content, TodoError> {
        match Content::new(text, self.options.max_content_length()) {
            Ok((content, cleaned)) => {
                note_cleaned(notes, number, cleaned);
                Ok(content)
            }
            Err(rejected) => Err(self.refusal(rejected, number, Field::Content)),
        }
    }

    /// Makes a text of the todo at a place valid; none of one that is blank and need not be there.
    pub(crate) fn text(
        &self,
        field: Field,
        text: &str,
        at: usize,
        notes: &mut Notes,
    ) -> Result<Option<Content>, TodoError> {
        let number = at.wrapping_add(1);
        match Content::new(text, self.options.max_length(field)) {
            Ok((content, cleaned)) => {
                if field == Field::Priority && !PRIORITIES.contains(&content.as_str()) {
                    return Err(TodoError::new(
                        ErrorCode::InvalidPriority,
                        "priority must be low, medium or high, got {}",
                        &[excerpt(text)],
                    ));
                }
                note_cleaned(notes, number, cleaned);
                Ok(Some(content))
            }
            Err(Rejected::Empty) if field != Field::Content => Ok(None),
            Err(rejected) => Err(self.refusal(rejected, number, field)),
        }
    }

    /// Why a text of the item with a number (1-based) was rejected.
    pub(crate) fn refusal(&self, rejected: Rejected, number: usize, field: Field) -> TodoError {
        let max = self.options.max_length(field);
        let field = field.of_item();
        match rejected {
            Rejected::Empty => TodoError::new(
                ErrorCode::EmptyContent,
                "item {}{} is empty: say in a few words what is to be done",
                &[count(number), Text(field)],
            ),
            Rejected::TooLong { length } => TodoError::new(
                ErrorCode::ContentTooLong,
                "item {}{} has {} characters, at most {}: shorten it",
                &[count(number), Text(field), count(length), count(max)],
            ),
        }
    }

    // A write checks everything first, then makes its edits, then commits them as one revision.

    /// Puts new todos in before the one at a place.
    pub(super) fn put_in(&mut self, at: usize, todos: List) {
        let mut at = at;
        for todo in todos {
            self.next_key = self.next_key.wrapping_add(1);
            self.marks.add(todo.key, &self.actor);
            self.apply(Edit::Todo { at, before: None, after: Some(todo) });
            at = at.wrapping_add(1);
        }
        self.commit();
    }

    pub(super) fn clear(&mut self, how: &How) {
        if *how == How::Cleared && !self.list.is_empty() {
            self.marks.let_go();
        }
        while let Some(last) = self.list.len().checked_sub(1) {
            self.take_out(last, how.clone());
        }
    }

    /// Takes out the todo at a place.
    pub(super) fn take_out(&mut self, at: usize, how: How) {
        if let Some(before) = self.list.get(at).cloned() {
            self.marks.leave(&before, &self.actor, how, (self.clock.0)());
            self.apply(Edit::Todo { at, before: Some(before), after: None });
        }
    }

    /// Puts another form of the todo at a place there, unless it is the same.
    pub(super) fn replace(&mut self, at: usize, after: Todo) {
        if let Some(before) = self.list.get(at).filter(|before| !before.is_same(&after)).cloned() {
            self.marks.change(&before, &after, &self.actor);
            self.apply(Edit::Todo { at, before: Some(before), after: Some(after) });
        }
    }

    /// Gives the todo at a place a text, if there is one.
    pub(super) fn set_text(&mut self, at: usize, field: Field, text: Option<&Content>) {
        if let (Some(todo), Some(text)) = (self.list.get(at), text) {
            let mut after = todo.clone();
            set_text(&mut after.details, field, Some(text.clone()));
            self.replace(at, after);
        }
    }

    /// Makes edits that lead back to an earlier list. What they change is the actor's.
    ///
    /// # Errors
    /// `held_by_user`.
    pub(super) fn go_back_by(&mut self, mut edits: Vec<Edit>) -> Result<(), TodoError> {
        if self.is_bound() {
            let mut list = List::clone(&self.list);
            edits.iter().for_each(|edit| edit.apply(&mut list));
            self.check_all(&list)?;
            for todo in &mut list {
                let is_open =
                    find(&self.list, todo.key).is_some_and(|was| !was.status.is_settled());
                if is_open && todo.status == Status::Done && self.saying().is_claim(todo) {
                    // What it would be by any other call.
                    *todo = todo.claimed();
                }
            }
            edits = difference(&self.list, &list);
        }
        self.make(edits, true, &|_| How::Removed);
        Ok(())
    }

    /// Makes edits, and marks all that they change as the actor's.
    fn make(&mut self, edits: Vec<Edit>, is_back: bool, how: &dyn Fn(Key) -> How) {
        let is_in_place = edits.iter().all(Edit::is_in_place);
        let before = (!is_in_place).then(|| self.list.clone());
        for edit in edits {
            match &edit {
                Edit::Status { at, .. } => {
                    if let Some(todo) = self.list.get(*at).filter(|_| is_in_place) {
                        self.marks.set(todo.key, Aspect::Status, &self.actor);
                    }
                }
                Edit::Todo { before, after, .. } => {
                    if let (true, Some(was), Some(is)) = (is_in_place, before, after) {
                        self.marks.change(was, is, &self.actor);
                    }
                }
            }
            self.apply(edit);
        }
        if let Some(before) = before {
            self.mark_all(&before, is_back, how);
        }
    }

    /// Marks all that is other than in a list before as the actor's.
    fn mark_all(&mut self, before: &List, is_back: bool, how: &dyn Fn(Key) -> How) {
        let delta = Delta::between(before, &self.list);
        for todo in delta.left {
            self.marks.leave(todo, &self.actor, how(todo.key), (self.clock.0)());
        }
        for todo in delta.came {
            if todo.key.0 < self.next_key {
                self.marks.come(todo, &self.actor, is_back);
            } else {
                self.marks.add(todo.key, &self.actor);
            }
        }
        for (was, is) in delta.changed {
            self.marks.change(was, is, &self.actor);
        }
        for key in delta.moved {
            self.marks.set(key, Aspect::Place, &self.actor);
        }
    }

    /// A person's decision takes the mark of what is so already. That alone is a revision.
    pub(super) fn decide(&mut self, at: usize, aspect: Aspect) {
        if let Some(todo) = self.list.get(at).filter(|_| self.actor.is_person())
            && self.marks.by(todo.key, aspect) != Some(&self.actor)
        {
            self.is_decided |= self.marks.set(todo.key, aspect, &self.actor);
        }
    }

    pub(super) fn decide_status(&mut self, at: usize, status: Status) {
        self.set(at, status);
        self.decide(at, Aspect::Status);
    }

    pub(super) fn set_one(&mut self, todo: Ref, status: Status) -> Result<(), TodoError> {
        let at = self.place(todo)?;
        self.check_owner(at)?;
        self.check_status(at, status)?;
        self.decide_status(at, status);
        self.commit();
        Ok(())
    }

    pub(super) fn set(&mut self, at: usize, status: Status) {
        let is_claim = |todo: &Todo| status == Status::Done && self.saying().is_claim(todo);
        let is_owned = status == Status::Doing && self.actor.name.is_some();
        if self.list.get(at).is_some_and(|todo| {
            todo.status != status && (todo.has_more_than_status() || is_owned || is_claim(todo))
        }) {
            return self.set_whole(at, status);
        }
        if self.list.get(at).is_some_and(|todo| todo.status != status)
            && let Some(todo) = Rc::make_mut(&mut self.list).get_mut(at)
        {
            self.marks.set(todo.key, Aspect::Status, &self.actor);
            let before = core::mem::replace(&mut todo.status, status);
            self.history.push(Edit::Status { at, before, after: status });
        }
    }

    /// Sets the status of a todo of which more than that changes.
    #[cold]
    fn set_whole(&mut self, at: usize, status: Status) {
        let Some(was) = self.list.get(at) else { return };
        let mut after = was.with_status(status);
        self.saying().state(Some(was), &mut after);
        if after.is_claimed() && status == Status::Done {
            self.unsaid.0.push((after.key, Otherwise::Claimed));
        }
        self.replace(at, after);
    }

    pub(super) fn commit(&mut self) {
        self.commit_as(Cause::Edit, None);
    }

    /// Makes the edits so far a revision, if there are any, or if a person decided what was so already.
    pub(super) fn commit_as(&mut self, cause: Cause, origin: Option<Revision>) {
        self.marks.forget_oldest();
        let is_decided = core::mem::take(&mut self.is_decided);
        if is_decided || self.history.has_edits() {
            let stamp = Stamp { by: self.actor.clone(), at: (self.clock.0)(), cause };
            self.times.look(&self.list, stamp.at);
            self.history.commit(stamp, origin);
        }
    }

    pub(super) fn apply(&mut self, edit: Edit) {
        edit.apply(Rc::make_mut(&mut self.list));
        self.history.push(edit);
    }
}

/// Notes what was cleaned out of the item with a number, if anything was.
pub(crate) fn note_cleaned(notes: &mut Notes, number: usize, cleaned: Cleaned) {
    if !cleaned.is_nothing() {
        note(notes, "item {}: cleaned out {}", &[count(number), Text(&cleaned.words())]);
    }
}
