//! The one rule: what a write may change.
//!
//! Every write compares three lists: `base`, which the writer had in front of it; `requested`, what
//! it asks for; and `current`, what the list is. An aspect that is equal in `requested` and `base`
//! is not asked for and stays as it is. Any other aspect is changed, unless the policy
//! ([`crate::change::policy`]) denies it to the writer.
//!
//! The result is data. [`crate::change::denial_notes`] makes the notes and errors from it.

use std::rc::Rc;

use crate::change::apply_delta::{add_blockers, copy_aspect};
use crate::change::doing_limit::{limit_list, limit_start};
use crate::change::draft::Draft;
use crate::change::order::merge_order;
use crate::change::policy::{
    DenyReason, ThreeWay, deny_reason, deny_removal, deny_undo, deny_undone_addition,
};
use crate::change::resolution::{DeniedChange, DoingLimit, Resolution, WriteMode};
use crate::change::statement::{Stated, Statement};
use crate::list::author::Actor;
use crate::list::blockers::break_cycles;
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::indexed_list::{find, find_near};
use crate::list::names::keep_names_apart;
use crate::list::owners::is_of_others;
use crate::list::provenance::Provenance;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, State, StateKind, Status, TextField, Todo};
use crate::list::tree::restore_tree_order;

/// Resolves a draft against the current list, by the policy.
pub(crate) fn resolve_write(mut draft: Draft<'_>, mode: WriteMode) -> Resolution {
    let resolver = Resolver::new(&draft, mode);
    let mut resolution = resolver.compare();
    enforce_list_rules(&draft, mode, &mut resolution);
    resolution.requested = core::mem::take(&mut draft.requested);
    let is_models_list = mode.is_whole && draft.actor.author.is_restricted();
    let Draft { next_key, statements, sites, .. } = draft;
    // In the order in which the write completed them.
    let mut claimed: Vec<Key> = Vec::new();
    for stated in statements.iter().filter(|stated| stated.status() == Some(Status::Done)) {
        if resolution.claimed.contains(&stated.key) && !claimed.contains(&stated.key) {
            claimed.push(stated.key);
        }
    }
    Resolution { next_key, statements, claimed, sites, is_models_list, ..resolution }
}

/// Applies the rules of a list as a whole to the result, so that the list can be stored and read
/// back.
fn enforce_list_rules(draft: &Draft<'_>, mode: WriteMode, resolution: &mut Resolution) {
    match mode.doing_limit {
        _ if draft.is_partial => {}
        DoingLimit::Nothing => {}
        DoingLimit::Start => limit_start(draft, mode.undoes, resolution),
        DoingLimit::List => limit_list(draft, resolution),
    }
    keep_names_apart(&mut resolution.list, draft.current.list());
    // Few lists have links.
    let is_linked = |todo: &Rc<Todo>| todo.parent().is_some() || !todo.blocked_by().is_empty();
    if resolution.list.iter().any(is_linked) {
        break_cycles(&mut resolution.list, draft.current.list(), &|_| false);
        restore_tree_order(&mut resolution.list, draft.current.list(), &draft.base);
    }
    // A parent is not denied to a todo whose old parent this write removes.
    let Resolution { denied, list, .. } = resolution;
    denied.retain(|denied| {
        let parent = |list: &List| find(list, denied.key).and_then(|todo| todo.parent());
        denied.aspect != Aspect::Parent || parent(list) == parent(draft.current.list())
    });
}

/// One write that is compared with the current list.
struct Resolver<'a> {
    draft: &'a Draft<'a>,
    mode: WriteMode,
    current: &'a TodoStore,
    actor: &'a Actor,
    /// The todos that others moved since `base`.
    moved: Vec<Key>,
}

impl<'a> Resolver<'a> {
    fn new(draft: &'a Draft<'a>, mode: WriteMode) -> Self {
        let moved = draft.current.moved_since(&draft.base);
        Self { draft, mode, current: draft.current, actor: &draft.actor, moved }
    }

    /// Compares the three lists, todo by todo.
    fn compare(&self) -> Resolution {
        let mut resolution = Resolution::default();
        let mut result = List::with_capacity(self.current.list().len());
        let mut is_passed_over = self.mode.passes_over;
        for (index, current) in self.current.list().iter().enumerate() {
            let base = find_near(&self.draft.base, index, current.key);
            let requested = find_near(&self.draft.requested, index, current.key);
            is_passed_over &= !requested.is_some_and(|requested| requested.state.is_at_work());
            match (base, requested) {
                (None, None) => {
                    self.note_added_since(current, is_passed_over, &mut resolution);
                    result.push(Rc::clone(current));
                }
                (Some(base), None) => {
                    result.extend(self.resolve_omitted(base, current, &mut resolution))
                }
                (Some(base), Some(requested)) if self.is_untouched(base, requested, current) => {
                    result.push(Rc::clone(current));
                }
                (base, Some(requested)) => {
                    let new = base.is_none().then(|| unread(requested));
                    let base = base.or(new.as_ref()).unwrap_or(current);
                    let three_way = ThreeWay {
                        base,
                        requested,
                        current,
                        provenance: self.current.provenance().of(current.key),
                    };
                    result.push(self.resolve_changed(three_way, Some(current), &mut resolution));
                }
            }
        }
        for (index, requested) in self.draft.requested.iter().enumerate() {
            if find_near(self.current.list(), index, requested.key).is_none() {
                result.extend(self.resolve_added(requested, &mut resolution));
            }
        }
        for (index, base) in self.draft.base.iter().enumerate() {
            if find_near(self.current.list(), index, base.key).is_none()
                && self.draft.states(base.key, &Stated::Name)
                && find(&self.draft.requested, base.key).is_none()
            {
                resolution.denied.push(self.explain_gone(base.key, true));
            }
        }
        resolution.list = merge_order(
            &self.draft.base,
            &self.draft.requested,
            self.current.list(),
            &self.moved,
            result,
        );
        resolution
    }

    /// Returns whether the write states this status of a todo.
    fn states_this_status(&self, key: Key, status: Status) -> bool {
        let mut statements = self.draft.statements.iter();
        statements.any(|stated| stated.key == key && stated.status() == Some(status))
    }

    // One todo -------------------------------------------------------------------------------

    /// Returns whether nobody changed a todo, and no note about it is needed. A whole list repeats
    /// what is already so.
    fn is_untouched(&self, base: &Rc<Todo>, requested: &Rc<Todo>, current: &Rc<Todo>) -> bool {
        Rc::ptr_eq(base, requested)
            && Rc::ptr_eq(base, current)
            && (self.mode.is_whole || !self.draft.states_status(current.key))
    }

    /// Returns a todo of the list as the write changes it.
    fn resolve_changed(
        &self,
        three_way: ThreeWay<'_>,
        known: Option<&Rc<Todo>>,
        resolution: &mut Resolution,
    ) -> Rc<Todo> {
        let ThreeWay { base, requested, current, .. } = three_way;
        let mut result = current.clone();
        for aspect in Aspect::OF_TODO {
            if !aspect.differs(base, requested) {
                self.note_repeated(aspect, three_way, resolution);
                continue;
            }
            if !aspect.differs(requested, current) {
                continue;
            }
            match self.deny_reason(aspect, three_way) {
                // The todo already has the state, with an owner or a reason from somebody else.
                Some(reason) if aspect == Aspect::State && agrees(three_way, reason) => {}
                Some(reason) => {
                    if aspect == Aspect::Blockers {
                        // Anybody may add blockers.
                        add_blockers(base, requested, &mut result);
                    }
                    if self.is_reported(aspect, three_way) {
                        resolution.denied.push(self.explain(aspect, reason, three_way));
                    }
                }
                None => copy_aspect(aspect, base, requested, &mut result),
            }
        }
        self.claim(three_way, &mut result, resolution);
        if self.ends_approval(current, &result) {
            end_approval(&mut result);
        }
        match known {
            Some(known) if known.is_same(&result) => Rc::clone(known),
            Some(_) | None => Rc::new(result),
        }
    }

    /// Returns whether a denied change is reported. A blocker that left the list blocks nothing.
    fn is_reported(&self, aspect: Aspect, three_way: ThreeWay<'_>) -> bool {
        let ThreeWay { base, requested, .. } = three_way;
        let is_listed = |key: &Key| find(self.current.list(), *key).is_some();
        let mut taken =
            base.blocked_by().iter().filter(|key| !requested.blocked_by().contains(key));
        !matches!(aspect, Aspect::Text(TextField::Name) | Aspect::Approved)
            && (aspect != Aspect::Blockers || taken.any(is_listed))
    }

    /// Turns "done" into a claim if the todo has to be confirmed. Takes back a claim if the write
    /// changed its text.
    fn claim(&self, three_way: ThreeWay<'_>, result: &mut Todo, resolution: &mut Resolution) {
        let ThreeWay { current, requested, .. } = three_way;
        if !self.actor.author.is_restricted() {
            return;
        }
        if self.becomes_claim(Some(current), result) {
            result.state = result.state.claim();
        }
        let is_stated = self.states_this_status(requested.key, Status::Done);
        if is_stated && result.state.is_claimed() {
            resolution.claimed.push(requested.key);
        } else if result.state.is_claimed()
            && Aspect::Text(TextField::Content).differs(current, result)
        {
            let is_started = self.states_this_status(requested.key, Status::Doing);
            result.state = match is_started {
                true => {
                    State::from(StateKind::Doing).with(TextField::Owner, self.actor.name.clone())
                }
                false => State::default(),
            };
        }
    }

    /// Returns whether a todo was and is the business of others than the writer.
    fn is_of_others(&self, base: &Todo, current: &Todo) -> bool {
        let is_of_others = |todo| is_of_others(todo, self.current.provenance(), self.actor);
        is_of_others(base) && is_of_others(current)
    }

    /// Returns a todo that the write leaves out, or `None` if it leaves the list.
    fn resolve_omitted(
        &self,
        base: &Todo,
        current: &Rc<Todo>,
        resolution: &mut Resolution,
    ) -> Option<Rc<Todo>> {
        let is_whole = self.mode.is_whole && self.actor.author.is_restricted();
        if is_whole
            && (self.draft.unshown.contains(&current.key) || self.is_of_others(base, current))
        {
            // The writer was not shown this todo, or it is the business of others.
            return Some(Rc::clone(current));
        }
        let mut skipped = self.draft.statements.iter().filter_map(Statement::skip);
        let skipped = skipped.find(|(key, _)| *key == current.key);
        let provenance = self.current.provenance().of(current.key);
        if let Some((_, skip)) = skipped {
            let requested = Todo { state: skip.clone().into(), ..base.clone() };
            let three_way = ThreeWay { base, requested: &requested, current, provenance };
            if let Some(reason) = self.deny_reason(Aspect::State, three_way) {
                resolution.denied.push(self.explain(Aspect::State, reason, three_way));
                return Some(Rc::clone(current));
            }
            // The note about the todo names who wants it on the list.
            let reason = self.deny_removal(base, current, provenance)?;
            let denied = self.explain(Aspect::Presence, reason, three_way);
            resolution.denied.push(DeniedChange { is_requested: false, ..denied });
            let mut skipped = Todo { state: requested.state, ..Todo::clone(current) };
            if self.ends_approval(current, &skipped) {
                end_approval(&mut skipped);
            }
            return Some(Rc::new(skipped));
        }
        let reason = self.deny_removal(base, current, provenance)?;
        let three_way = ThreeWay { base, requested: base, current, provenance };
        resolution.denied.push(self.explain(Aspect::Presence, reason, three_way));
        Some(Rc::clone(current))
    }

    /// Returns a todo of the write that is not on the list, or `None` if it stays off the list.
    fn resolve_added(&self, requested: &Rc<Todo>, resolution: &mut Resolution) -> Option<Rc<Todo>> {
        let key = requested.key;
        if let Some(base) = find(&self.draft.base, key) {
            // Somebody removed it since.
            let is_asked = !base.is_same(requested);
            let is_named = self.draft.states(key, &Stated::Name);
            if is_asked || is_named || self.mode.is_whole {
                resolution.denied.push(self.explain_gone(key, is_asked || is_named));
            }
            return None;
        }
        let Some(tombstone) = self.current.provenance().tombstone(key) else {
            let mut todo = Rc::clone(requested);
            if self.actor.author.is_restricted() && self.becomes_claim(None, &todo) {
                resolution.claimed.push(key);
                Rc::make_mut(&mut todo).state = todo.state.claim();
            }
            return Some(todo);
        };
        if self.actor.author.is_restricted() && tombstone.blocks_readding() {
            resolution.denied.push(self.explain_gone(key, true));
            return None;
        }
        let provenance = Some(&tombstone.provenance).filter(|_| tombstone.is_in_force);
        let three_way =
            ThreeWay { base: &tombstone.todo, requested, current: &tombstone.todo, provenance };
        let mut todo = self.resolve_changed(three_way, None, resolution);
        if todo.is_approved() && !self.actor.is_person() {
            end_approval(Rc::make_mut(&mut todo));
        }
        Some(todo)
    }

    // What the policy denies -----------------------------------------------------------------

    fn deny_reason(&self, aspect: Aspect, three_way: ThreeWay<'_>) -> Option<DenyReason> {
        if self.mode.undoes
            && let Some(reason) = deny_undo(self.actor, aspect, three_way)
        {
            return Some(reason);
        }
        let reason = deny_reason(self.actor, aspect, three_way)?;
        let is_taken_back = match aspect {
            Aspect::State => self.takes_back(three_way.provenance, &[aspect]),
            // A rewind only removes those that its writer added.
            Aspect::Blockers => self.mode.takes_back,
            Aspect::Presence
            | Aspect::Text(_)
            | Aspect::Confirm
            | Aspect::Place
            | Aspect::Data
            | Aspect::Parent
            | Aspect::Approved => false,
        };
        (!is_taken_back).then_some(reason)
    }

    /// Returns whether this is a rewind or an undo, and its writer wrote all these aspects last.
    fn takes_back(&self, provenance: Option<&Provenance>, aspects: &[Aspect]) -> bool {
        let decided_by_actor = |provenance: &Provenance| {
            aspects.iter().all(|aspect| provenance.by(*aspect) == self.actor)
        };
        let is_back = self.mode.takes_back || self.mode.undoes;
        is_back && provenance.is_some_and(decided_by_actor)
    }

    /// Returns why a todo that the write leaves out stays on the list.
    fn deny_removal(
        &self,
        base: &Todo,
        current: &Todo,
        provenance: Option<&Provenance>,
    ) -> Option<DenyReason> {
        if self.mode.undoes
            && let Some(reason) = deny_undone_addition(base, current)
        {
            return Some(reason);
        }
        let keeps_open = self.mode.keeps_open && self.mode.is_whole;
        let is_kept_open =
            keeps_open && self.actor.author.is_restricted() && !current.status().is_settled();
        let moved_by_others =
            || self.actor.author.is_restricted() && self.moved.contains(&current.key);
        if self.takes_back(provenance, &Aspect::ALL) {
            return None;
        }
        deny_removal(self.actor, base, current, provenance)
            .or_else(|| moved_by_others().then_some(DenyReason::Since))
            .or(is_kept_open.then_some(DenyReason::Open))
    }

    /// Returns whether a todo that this write completes becomes a claim instead.
    fn becomes_claim(&self, current: Option<&Todo>, todo: &Todo) -> bool {
        let was_done = current.is_some_and(|current| current.status() == Status::Done);
        let needs_confirmation = || {
            self.mode.confirms
                || self.current.options().confirm_done()
                || todo.details.flags.confirm
                || current.is_some_and(|current| current.details.flags.confirm)
        };
        todo.status() == Status::Done && !was_done && needs_confirmation()
    }

    /// Returns whether this write ends the approval of a todo: a model or an agent skips it, or
    /// anybody but a person rewords it.
    fn ends_approval(&self, base: &Todo, todo: &Todo) -> bool {
        let is_given_up = || {
            self.actor.author.is_restricted()
                && todo.status() == Status::Skipped
                && base.status() != Status::Skipped
        };
        let is_reworded =
            || TextField::MEANING.iter().any(|field| todo.text(*field) != base.text(*field));
        todo.is_approved() && !self.actor.is_person() && (is_given_up() || is_reworded())
    }

    // Records of what was denied ---------------------------------------------------------------

    fn explain(
        &self,
        aspect: Aspect,
        reason: DenyReason,
        ThreeWay { base, current, provenance, .. }: ThreeWay<'_>,
    ) -> DeniedChange {
        let changed_since_base = |aspect: &Aspect| aspect.differs(base, current);
        let because_of = match (aspect, reason) {
            (Aspect::Text(_), DenyReason::Settled) => Aspect::State,
            (Aspect::Text(TextField::Content), DenyReason::Since)
                if !aspect.differs(base, current) =>
            {
                Aspect::State
            }
            (Aspect::State, DenyReason::Since) if !Aspect::State.differs(base, current) => {
                Aspect::Text(TextField::Content)
            }
            (Aspect::Presence, DenyReason::Since) => {
                Aspect::OF_TODO.into_iter().find(changed_since_base).unwrap_or(Aspect::Place)
            }
            _ => aspect,
        };
        let by = provenance.map(|provenance| provenance.by(because_of).clone());
        DeniedChange { key: current.key, aspect, reason, because_of, by, is_requested: true }
    }

    fn explain_gone(&self, key: Key, is_requested: bool) -> DeniedChange {
        let by = self.current.provenance().tombstone(key).map(|tombstone| tombstone.by.clone());
        let denied = DeniedChange::new(key, Aspect::Presence, DenyReason::Gone, by);
        DeniedChange { is_requested, ..denied }
    }

    /// Records a todo that somebody added since, if a whole list omits it or the write passes over
    /// it.
    fn note_added_since(&self, current: &Todo, is_passed_over: bool, resolution: &mut Resolution) {
        if self.mode.is_whole || is_passed_over {
            let by = self.current.provenance().by(current.key, Aspect::Presence).cloned();
            let denied = DeniedChange::new(current.key, Aspect::Presence, DenyReason::Since, by);
            resolution.denied.push(DeniedChange { is_requested: false, ..denied });
        }
    }

    /// Records an aspect that the write repeats, if somebody changed it since.
    fn note_repeated(&self, aspect: Aspect, three_way: ThreeWay<'_>, resolution: &mut Resolution) {
        let ThreeWay { requested, current, .. } = three_way;
        let is_stated = self.draft.states_status(current.key);
        let waits = Stated::Status { status: Status::Todo, waits: true };
        let is_whole = self.mode.is_whole;
        let differs_now = match aspect {
            // Starting what another owner has started is a request, not a repetition.
            Aspect::State if is_stated && !is_whole && requested.state.is_at_work() => {
                requested.status() != current.status()
                    || self.deny_reason(aspect, three_way) == Some(DenyReason::Owned)
            }
            Aspect::State => {
                let waits_no_longer =
                    current.waiting().is_none() && self.draft.states(current.key, &waits);
                is_stated && (requested.status() != current.status() || waits_no_longer)
            }
            Aspect::Text(field) => {
                self.draft.states(current.key, &Stated::Text(field))
                    && aspect.differs(requested, current)
            }
            Aspect::Presence
            | Aspect::Blockers
            | Aspect::Confirm
            | Aspect::Place
            | Aspect::Data
            | Aspect::Parent
            | Aspect::Approved => false,
        };
        if differs_now {
            let reason = self.deny_reason(aspect, three_way).unwrap_or(DenyReason::Since);
            let is_requested = !is_whole && aspect == Aspect::State;
            resolution
                .denied
                .push(DeniedChange { is_requested, ..self.explain(aspect, reason, three_way) });
        }
    }
}

fn end_approval(todo: &mut Todo) {
    todo.set_flags(|flags| flags.approved = false);
}

/// Returns what the writer knew of a todo that somebody added since and that it also states: a new
/// todo with this content.
fn unread(requested: &Rc<Todo>) -> Rc<Todo> {
    let content = requested.cleaned_text(TextField::Content).cloned();
    content
        .map_or_else(|| Rc::clone(requested), |content| Rc::new(Todo::new(requested.key, content)))
}

/// Returns whether a state whose change is denied already is the requested one.
fn agrees(three_way: ThreeWay<'_>, reason: DenyReason) -> bool {
    let ThreeWay { base, requested, current, .. } = three_way;
    let (asked, known) = (&requested.state, &current.state);
    let takes_assignment_back = base.state.kind == StateKind::Todo
        && base.text(TextField::Owner).is_some()
        && asked.text(TextField::Owner).is_none();
    let same_or_open =
        |field| asked.text(field).is_none() || asked.text(field) == known.text(field);
    let fields: &[TextField] = match (asked.kind, known.kind) {
        // If another owner did it meanwhile, the writer gets a note.
        (StateKind::Done, StateKind::Done) => &[TextField::Owner, TextField::Evidence],
        // Not every tool can say that a todo failed.
        (StateKind::Skipped, StateKind::Skipped | StateKind::Failed)
        | (StateKind::Failed, StateKind::Failed) => &[TextField::Reason],
        (StateKind::Doing, StateKind::Doing) => return reason != DenyReason::Owned,
        (StateKind::Todo, StateKind::Todo)
            if asked.reason().is_none() && !takes_assignment_back =>
        {
            &[TextField::Owner]
        }
        _ => return false,
    };
    fields.iter().all(|field| same_or_open(*field))
}
