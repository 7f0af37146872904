//! Merging: two contexts, such as two tabs, have changed the same list.
//!
//! The second one to write finds that the stored list has changed, and merges. `base` is the list
//! that both began with, `theirs` is the stored one, and `ours` is that of this store. Todos are
//! matched by key.
//!
//! - A change of one side is applied, unless [`crate::change::policy`] denies it to the model or
//!   the agent that made it.
//! - If both sides changed an aspect, a person's decision wins over another's, then a settled state
//!   over an open one, then ours.
//! - An answer of either side stays, unless the todo is settled or asks again.
//! - The blockers of both sides are combined, except those that a side may remove.
//! - If both sides added a todo under the same key, it is one todo if the contents are equal.
//!   Otherwise ours gets a new key.
//! - An approval that either side ended has ended. Of two approvals, the later one counts.
//! - If both sides have different todos in progress, a person's stays, then ours. The others are
//!   demoted to "todo".

use std::rc::Rc;

use crate::change::apply_delta::{add_blockers, copy_aspect};
use crate::change::order::merge_order;
use crate::change::policy::{ThreeWay, deny_reason, deny_removal};
use crate::list::author::Actor;
use crate::list::blockers::break_cycles;
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::List;
use crate::list::indexed_list::find;
use crate::list::limits::{check_length, count_open};
use crate::list::names::keep_names_apart;
use crate::list::provenance::{LastWrite, Provenance, RemovalKind, Tombstone};
use crate::list::provenance_table::ProvenanceTable;
use crate::list::sites::Sites;
use crate::list::store::TodoStore;
use crate::list::todo::{Details, Key, State, StateKind, Status, TextField, Todo};
use crate::list::tree::restore_tree_order;
use crate::text::message::count;

impl TodoStore {
    /// Merges this list into theirs, as the module documentation describes. The history becomes
    /// theirs, and the changes made here become one more revision.
    ///
    /// `base` is a checkpoint, or empty if the lists have nothing in common. `theirs` is a text
    /// that [`TodoStore::load`] takes. Returns theirs as a checkpoint, which is the base of the
    /// next merge until the merged list is stored.
    ///
    /// # Errors
    /// The errors of [`TodoStore::load`]; `too_many_todos` if the merged list is too long.
    pub fn merge(&mut self, base: &str, theirs: &str) -> Result<String, TodoError> {
        self.check_is_no_model("merge")?;
        let base = match base {
            "" => Self::new(*self.options()),
            _ => Self::from_checkpoint(base)?,
        };
        let mut theirs = Self::from_checkpoint(theirs)?;
        let (ours, renamed) = self.with_conflicting_keys_renamed(&base, &theirs);
        let (list, provenance) = Merge { base: &base, ours: &ours, theirs: &theirs }.merge();
        let next_key = ours.next_key().max(theirs.next_key());
        let max = self.options().with_limits_of(theirs.options()).max_todos();
        let (open, sides) = (count_open(&list), [self.list(), theirs.list()]);
        if open > max && sides.into_iter().all(|side| open > count_open(side)) {
            return Err(TodoError::new(
                ErrorCode::TooManyTodos,
                "merged with what is stored, {} todos would be open, at most {} may be: settle or remove some here or there",
                &[count(open), count(max)],
            ));
        }
        check_length(list.len())?;
        let next_base = theirs.checkpoint();
        let mut sites = Sites::merged(base.sites(), self.sites(), theirs.sites());
        // The author who emptied the list did not see what was approved meanwhile.
        let emptied = |side: &Self| {
            let tombstone = |todo: &Rc<Todo>| side.provenance().tombstone(todo.key);
            base.list()
                .iter()
                .filter_map(tombstone)
                .any(|tombstone| tombstone.kind == RemovalKind::Cleared)
        };
        if let Some(side) = [&*self, &theirs].into_iter().find(|side| emptied(side)) {
            sites.approved.clone_from(&side.sites().approved);
        }
        theirs.act_like(self, self.info().by.clone());
        theirs.set_merged((list, sites), next_key, (provenance, base.revision()), ours.times());
        for (key, new) in renamed {
            self.rename_in_history(key, new);
        }
        self.replace_contents(theirs, true);
        Ok(next_base)
    }

    /// Returns a copy of this store with new keys for todos that both sides added under the same
    /// key, unless their contents are equal. They may have left since. Returns the old and the new
    /// keys, too.
    fn with_conflicting_keys_renamed(&self, base: &Self, theirs: &Self) -> (Self, Vec<(Key, Key)>) {
        let added_by_theirs = |key: Key| key.0 >= base.next_key() && key.0 < theirs.next_key();
        let mut times = self.times().clone();
        times
            .todos
            .retain(|time| !added_by_theirs(time.key) || find(self.list(), time.key).is_some());
        let ours = self.with_list(self.shared_list().clone(), theirs.next_key());
        let mut ours = ours.with_provenance(self.provenance().clone()).with_times(times);
        let mut renamed = Vec::new();
        for todo in self.list() {
            let same_content = |other: &Rc<Todo>| other.content() == todo.content();
            if added_by_theirs(todo.key) && !find(theirs.list(), todo.key).is_some_and(same_content)
            {
                renamed.push((todo.key, ours.rename(todo.key)));
            }
        }
        // What left here, too: under its key theirs may have another todo.
        for tombstone in self.provenance().tombstones().filter(|it| added_by_theirs(it.todo.key)) {
            let key = tombstone.todo.key;
            let theirs_left =
                || theirs.provenance().tombstone(key).map(|tombstone| &tombstone.todo);
            let known = find(theirs.list(), key).or_else(theirs_left);
            if known.is_some_and(|other| other.content() != tombstone.todo.content()) {
                renamed.push((key, ours.rename(key)));
            }
        }
        (ours, renamed)
    }
}

/// A todo as one side has it, and its provenance there.
#[derive(Clone, Copy)]
struct Side<'a> {
    todo: &'a Todo,
    provenance: &'a Provenance,
}

impl Side<'_> {
    /// Returns how much this side's value of an aspect counts: a person's decision more than
    /// another's, then a change more than none, then settling more than opening, then any
    /// decision.
    fn weight(self, aspect: Aspect, base: Side<'_>) -> (bool, bool, bool, bool) {
        let is_changed = aspect.differs(base.todo, self.todo);
        // An approval decides the approved texts.
        let is_approved = self.todo.details.flags.approved
            && !base.todo.details.flags.approved
            && TextField::APPROVED.iter().any(|field| aspect == Aspect::Text(*field));
        let is_decided =
            is_changed || is_approved || self.provenance.has_other_writer(aspect, base.provenance);
        let settles = aspect == Aspect::State
            && self.todo.status().is_settled()
            && !base.todo.status().is_settled();
        (is_decided && self.provenance.is_by_person(aspect), is_changed, settles, is_decided)
    }

    /// Returns whether this side's change is dropped, because the policy denies it by a decision of
    /// the other side. Decisions in the base do not count, because the author could already change
    /// them.
    fn is_overruled(self, aspect: Aspect, base: Side<'_>, other: Side<'_>) -> bool {
        let denial_by = |side: Side<'_>| {
            let three_way = ThreeWay {
                base: base.todo,
                requested: self.todo,
                current: side.todo,
                provenance: Some(side.provenance),
            };
            deny_reason(self.provenance.by(aspect), aspect, three_way)
        };
        let reason = denial_by(other);
        aspect.differs(base.todo, self.todo)
            && aspect.differs(self.todo, other.todo)
            && reason.is_some()
            && reason != denial_by(base)
    }

    /// Returns whether this side started the todo and did not reword it.
    fn has_only_started(self, base: &Todo) -> bool {
        self.todo.state.is_at_work()
            && base.status().is_pending()
            && !Aspect::Text(TextField::Content).differs(base, self.todo)
    }

    /// Returns whether this side has the todo done, or claimed to be.
    fn is_done_or_claimed(self) -> bool {
        matches!(self.todo.state.kind, StateKind::Done | StateKind::Claimed)
    }
}

/// The three lists.
struct Merge<'a> {
    base: &'a TodoStore,
    ours: &'a TodoStore,
    theirs: &'a TodoStore,
}

impl Merge<'_> {
    /// Returns the merged list and its provenance.
    fn merge(&self) -> (List, ProvenanceTable) {
        let (mut result, mut table) = (List::new(), Vec::new());
        let [moved_by_ours, moved_by_theirs] =
            [self.ours, self.theirs].map(|side| side.moved_since(self.base.list()));
        for theirs in self.theirs.list() {
            let provenance = provenance_of(self.theirs, theirs.key);
            let base = find(self.base.list(), theirs.key);
            match (base, find(self.ours.list(), theirs.key)) {
                (base, Some(ours)) => {
                    let known = provenance_of(self.ours, ours.key);
                    let (todo, provenance) = self.both(base, (ours, &known), (theirs, &provenance));
                    result.push(todo);
                    table.push(provenance);
                }
                (Some(base), None) => {
                    let side = (theirs, &provenance);
                    let Some(removed) =
                        self.overruled_removal(self.ours, base, side, &moved_by_theirs)
                    else {
                        continue;
                    };
                    let left = (&removed.todo, &removed.provenance);
                    let (todo, provenance) = self.both(Some(base), left, side);
                    result.push(todo);
                    table.push(bring_back(provenance));
                }
                (None, None) => {
                    result.push(Rc::clone(theirs));
                    table.push(provenance);
                }
            }
        }
        for ours in self.ours.list() {
            if find(self.theirs.list(), ours.key).is_some() {
                continue;
            }
            let provenance = provenance_of(self.ours, ours.key);
            let Some(base) = find(self.base.list(), ours.key) else {
                result.push(Rc::clone(ours));
                table.push(provenance);
                continue;
            };
            let side = (ours, &provenance);
            if let Some(removed) = self.overruled_removal(self.theirs, base, side, &moved_by_ours) {
                let left = (&removed.todo, &removed.provenance);
                let (todo, provenance) = self.both(Some(base), side, left);
                result.push(todo);
                table.push(bring_back(provenance));
            }
        }
        let base = self.base.list();
        let mut list =
            merge_order(base, self.ours.list(), self.theirs.list(), &moved_by_theirs, result);
        let table = ProvenanceTable::new(table, self.removed(&list));
        keep_names_apart(&mut list, self.theirs.list());
        let is_by_person = |key| table.is_by_person(key, Aspect::Blockers);
        break_cycles(&mut list, self.theirs.list(), &is_by_person);
        restore_tree_order(&mut list, self.theirs.list(), self.ours.list());
        (list, table)
    }

    /// Merges a todo that both sides have, or that one of them had when it left there. Returns it
    /// with its provenance.
    fn both(
        &self,
        base: Option<&Rc<Todo>>,
        (ours, provenance_of_ours): (&Rc<Todo>, &Provenance),
        (theirs, provenance_of_theirs): (&Rc<Todo>, &Provenance),
    ) -> (Rc<Todo>, Provenance) {
        let mut nothing =
            Todo { key: ours.key, state: State::default(), details: Rc::new(Details::default()) };
        // Without a base, neither side reworded it.
        nothing.set_text(TextField::Content, theirs.cleaned_text(TextField::Content).cloned());
        let base = base.map_or(&nothing, |base| base);
        let our_side = Side { todo: ours, provenance: provenance_of_ours };
        let their_side = Side { todo: theirs, provenance: provenance_of_theirs };
        let mut provenance = provenance_of_theirs.clone();
        let mut todo = Todo::clone(theirs);
        for aspect in Aspect::OF_TODO {
            // An approval is decided below.
            if aspect == Aspect::Approved || self.is_theirs(aspect, base, our_side, their_side) {
                continue;
            }
            let is_ours = provenance.has_other_writer(aspect, provenance_of_ours)
                || aspect.differs(theirs, ours);
            if is_ours {
                provenance.record_write(aspect, provenance_of_ours.last_write(aspect));
            }
            match aspect {
                Aspect::State => todo.state = ours.state.clone(),
                // They are combined below.
                Aspect::Blockers => {}
                Aspect::Text(_)
                | Aspect::Confirm
                | Aspect::Data
                | Aspect::Parent
                | Aspect::Presence
                | Aspect::Place
                | Aspect::Approved => copy_aspect(aspect, base, ours, &mut todo),
            }
        }
        // The blockers of both sides, except those that a side may remove.
        let before = provenance_of(self.base, ours.key);
        let base_side = Side { todo: base, provenance: &before };
        if our_side.is_overruled(Aspect::Blockers, base_side, their_side) {
            add_blockers(base, ours, &mut todo);
        } else if their_side.is_overruled(Aspect::Blockers, base_side, our_side) {
            todo.set_blocked_by(ours.blocked_by().to_vec());
            add_blockers(base, theirs, &mut todo);
        } else {
            copy_aspect(Aspect::Blockers, base, ours, &mut todo);
        }
        // A new answer is kept even if somebody has started the todo since.
        for side in [ours, theirs] {
            let answer = side.cleaned_text(TextField::Answer);
            if todo.text(TextField::Answer).is_none()
                && answer != base.cleaned_text(TextField::Answer)
            {
                todo.set_text(TextField::Answer, answer.cloned());
            }
        }
        for aspect in [Aspect::Presence, Aspect::Place] {
            let decided = |side: &Provenance| {
                side.by(aspect) != provenance_of(self.base, ours.key).by(aspect)
            };
            let is_by_person =
                provenance.is_by_person(aspect) && !provenance_of_ours.is_by_person(aspect);
            let is_same = provenance.by(aspect) == provenance_of_ours.by(aspect);
            if decided(provenance_of_ours) && !is_by_person && !is_same {
                provenance.record_write(aspect, provenance_of_ours.last_write(aspect));
            }
        }
        let approved = |todo: &Todo| todo.details.flags.approved;
        let is_approved =
            if approved(ours) == approved(base) { approved(theirs) } else { approved(ours) };
        // An approval is for the texts that were approved. It ends when a model or an agent
        // skips the todo.
        let same_texts = |side: &Todo| {
            let same_text = |field: &TextField| side.text(*field) == todo.text(*field);
            approved(side) && TextField::MEANING.iter().all(same_text)
        };
        let is_given_up =
            todo.status() == Status::Skipped && provenance.by(Aspect::State).author.is_restricted();
        let stays_approved = is_approved
            && !is_given_up
            && provenance.is_by_person(Aspect::Presence)
            && (same_texts(ours) || same_texts(theirs));
        todo.set_flags(|flags| flags.approved = stays_approved);
        self.claim(base, (ours, theirs), &mut todo, &provenance);
        provenance.merge_previous_contents(provenance_of_ours, [ours, theirs], &todo);
        if todo.is_same(theirs) {
            return (Rc::clone(theirs), provenance);
        }
        (Rc::new(todo), provenance)
    }

    /// Returns the record of a todo that one side removed and that stays all the same, because the
    /// other side decided something about it since.
    fn overruled_removal<'r>(
        &self,
        remover: &'r TodoStore,
        base: &Todo,
        (current, provenance): (&Rc<Todo>, &Provenance),
        moved: &[Key],
    ) -> Option<&'r Tombstone> {
        let is_decided =
            !base.is_same(current) || provenance.differs(&provenance_of(self.base, base.key));
        let removed = remover.provenance().tombstone(base.key)?;
        let is_denied = |by: &Actor| {
            deny_removal(by, base, current, Some(provenance)).is_some()
                || by.author.is_restricted() && moved.contains(&base.key)
        };
        (is_decided && is_denied(&removed.by)).then_some(removed)
    }

    /// Returns whether the merged todo has an aspect from their side.
    fn is_theirs(&self, aspect: Aspect, earlier: &Todo, ours: Side<'_>, theirs: Side<'_>) -> bool {
        let before = provenance_of(self.base, earlier.key);
        let base = Side { todo: earlier, provenance: &before };
        let (mut ours, mut theirs) = (ours, theirs);
        let worded;
        if aspect == Aspect::State {
            // A content that loses overrules no completion.
            worded = self.without_lost_content(earlier, ours, theirs);
            [ours.todo, theirs.todo] = worded.each_ref();
            // If one side starts a todo and the other completes it, it is completed.
            if ours.has_only_started(earlier) && theirs.is_done_or_claimed() {
                return true;
            }
            if theirs.has_only_started(earlier) && ours.is_done_or_claimed() {
                return false;
            }
        }
        match (ours.is_overruled(aspect, base, theirs), theirs.is_overruled(aspect, base, ours)) {
            (true, false) => true,
            (false, true) => false,
            (true, true) | (false, false) => {
                theirs.weight(aspect, base) > ours.weight(aspect, base)
            }
        }
    }

    /// Returns both sides of a todo. The side whose content loses has that of the base.
    fn without_lost_content(&self, base: &Todo, ours: Side<'_>, theirs: Side<'_>) -> [Todo; 2] {
        let content = Aspect::Text(TextField::Content);
        let mut worded = [ours.todo.clone(), theirs.todo.clone()];
        let [our_todo, their_todo] = &mut worded;
        let loser = if self.is_theirs(content, base, ours, theirs) { our_todo } else { their_todo };
        loser.set_text(TextField::Content, base.cleaned_text(TextField::Content).cloned());
        worded
    }

    /// Turns "done" into a claim if the model that said so did not know that the todo has to be
    /// confirmed. Takes back a claim if the todo has another text now.
    fn claim(&self, base: &Todo, sides: (&Todo, &Todo), todo: &mut Todo, provenance: &Provenance) {
        let is_known = [base, sides.0, sides.1]
            .iter()
            .any(|side| side.status() == Status::Done && side.details.flags.confirm);
        let is_models = provenance.by(Aspect::State).author.is_restricted();
        let is_done = todo.status() == Status::Done && todo.details.flags.confirm;
        if is_done && is_models && !is_known {
            todo.state = todo.state.claim();
        }
        let same_claim =
            |side: &&&Todo| side.state == todo.state && side.content() == todo.content();
        let is_claimed_so = [sides.0, sides.1].iter().any(|side| same_claim(&side));
        if todo.state.is_claimed() && !is_claimed_so && !is_done {
            todo.state = todo.state.to(Status::Todo);
        }
    }

    /// Returns the todos that left on either side. If both sides removed the same todo, the record
    /// of a person is preferred.
    fn removed(&self, list: &List) -> Vec<Tombstone> {
        let left_both = |removed: &&Tombstone| find(list, removed.todo.key).is_none();
        let mut all: Vec<Tombstone> =
            self.theirs.provenance().tombstones().filter(left_both).cloned().collect();
        for ours in self.ours.provenance().tombstones().filter(left_both) {
            match all.iter_mut().find(|theirs| theirs.todo.key == ours.todo.key) {
                Some(theirs) => {
                    let is_left_out = ours.is_left_out || theirs.is_left_out;
                    if ours.is_protected_by_person() && !theirs.is_protected_by_person() {
                        *theirs = ours.clone();
                    }
                    theirs.is_left_out = is_left_out;
                }
                None => {
                    let at = all.partition_point(|known| known.at <= ours.at);
                    all.insert(at, ours.clone());
                }
            }
        }
        all
    }
}

/// Returns the provenance of a todo that one side removed, and that stays because of the latest
/// decision about it on the other side.
fn bring_back(mut provenance: Provenance) -> Provenance {
    provenance.is_restored = true;
    if let Some((_, last_write)) = provenance.later_writes.last().cloned()
        && !provenance.is_by_person(Aspect::Presence)
    {
        provenance.record_write(Aspect::Presence, &last_write);
    }
    provenance
}

fn provenance_of(side: &TodoStore, key: Key) -> Provenance {
    side.provenance().of(key).cloned().unwrap_or_else(|| Provenance::new(key, LastWrite::default()))
}
