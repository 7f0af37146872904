//! The one rule: what a write may change.
//!
//! Every write compares three lists: `base`, what the writer had in front of it; `asked`, what it makes of that; and
//! `now`, the list of today. An aspect that is the same in `asked` and `base` is not asked for and stays as it is now.
//! One that is asked for is taken, unless the table ([`crate::change::table`]) holds it against the writer.
//! What is kept is data. What is said of it is made from that, in [`crate::change::sentences`].

use std::rc::Rc;

use crate::change::doing::limit_doing;
use crate::change::draft::Draft;
use crate::change::order::arrange;
pub(crate) use crate::change::table::Why;
use crate::change::table::{Forms, holds, holds_presence};
use crate::list::author::Actor;
use crate::list::blockers::break_circles;
use crate::list::delta::Aspect;
use crate::list::history::List;
use crate::list::marks::Mark;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, State, Status, Todo, find, find_near, place_of};
use crate::text::content::Content;

/// What kind of write it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Policy {
    /// It states the whole list, so that what it leaves out leaves the list.
    pub is_whole: bool,
    /// It states how far each todo of the list is.
    pub states_status: bool,
    /// Open todos that the list leaves out stay.
    pub keeps_open: bool,
    /// Every "done" of this writer is to be confirmed.
    pub confirms: bool,
    /// It asks for nothing but that one todo is started, so that others are not set back for it.
    pub only_starts: bool,
}

/// An aspect of a todo that is not as the write says.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub key: Key,
    pub aspect: Aspect,
    pub why: Why,
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
}

impl Decision {
    /// Returns why a todo of the list before was given up or sent back, if the write says.
    pub fn reason(&self, before: &List) -> Option<Content> {
        let given_up = self.skipped.first().and_then(|(_, reason)| reason.clone());
        let is_new = |todo: &&Rc<Todo>| {
            let was = find(before, todo.key);
            was.is_some_and(|was| was.state != todo.state)
        };
        let sent_back = |todo: &Rc<Todo>| match &todo.state {
            State::Todo { sent_back, .. } => sent_back.clone(),
            _ => None,
        };
        given_up.or_else(|| self.list.iter().filter(is_new).find_map(sent_back))
    }

    /// Returns the first aspect that the write asked for and that is kept.
    pub fn refused(&self) -> Option<&Kept> {
        self.kept.iter().find(|kept| kept.asked)
    }
}

/// Decides what becomes of a draft.
pub(crate) fn decide(draft: Draft<'_>, policy: Policy) -> Decision {
    let rule = Rule { draft: &draft, policy, now: draft.now, actor: &draft.actor };
    let is_uncontested = rule.is_uncontested();
    let mut decision = if is_uncontested { rule.take_all() } else { rule.compare() };
    limit_doing(&draft, policy, &mut decision);
    if !is_uncontested {
        break_circles(&mut decision.list);
        decision.base = Some(rule.make_base(&decision));
    }
    let Draft { next_key, decided, skipped, moved, .. } = draft;
    Decision { next_key, decided, skipped, moved, ..decision }
}

/// The rule, for one write.
struct Rule<'a> {
    draft: &'a Draft<'a>,
    policy: Policy,
    now: &'a TodoStore,
    actor: &'a Actor,
}

impl<'a> Rule<'a> {
    /// Returns whether nothing can hold: nobody else changed the list, and either the writer may do anything or
    /// nobody decided anything that could hold against it.
    fn is_uncontested(&self) -> bool {
        let is_todays = Rc::ptr_eq(&self.draft.base, self.now.shared_list())
            || is_same_list(&self.draft.base, self.now.list());
        if !is_todays {
            return false;
        }
        if !self.actor.author.is_bound() {
            return true;
        }
        let contested = |todo: &Rc<Todo>| {
            todo.state.is_claimed() || todo.state.owner().is_some() || todo.details.flags.confirm
        };
        !self.policy.keeps_open
            && !self.now.marks().has_person()
            && !self.now.list().iter().any(contested)
    }

    fn take_all(&self) -> Decision {
        let mut decision = Decision { list: self.draft.list.clone(), ..Decision::default() };
        if self.actor.author.is_bound() {
            for todo in &mut decision.list {
                let is = find(self.now.list(), todo.key).map(|todo| &**todo);
                if self.becomes_claim(is, todo) {
                    decision.claimed.push(todo.key);
                    Rc::make_mut(todo).state = todo.state.claim();
                }
            }
        }
        self.end_approvals(&mut decision.list);
        decision
    }

    /// Compares the three lists, todo by todo.
    fn compare(&self) -> Decision {
        let mut decision = Decision::default();
        let mut result = List::with_capacity(self.now.list().len());
        for (place, is) in self.now.list().iter().enumerate() {
            let was = find_near(&self.draft.base, place, is.key);
            let says = find_near(&self.draft.list, place, is.key);
            match (was, says) {
                (None, None) => {
                    self.note_since(is, &mut decision);
                    result.push(Rc::clone(is));
                }
                (Some(was), None) => result.extend(self.leave(was, is, &mut decision)),
                (was, Some(says)) => {
                    let was = was.unwrap_or(is);
                    let forms = Forms { was, says, is, mark: self.now.marks().of(is.key) };
                    result.push(self.change(forms, Some(is), &mut decision));
                }
            }
        }
        for says in &self.draft.list {
            if find(self.now.list(), says.key).is_none() {
                result.extend(self.come(says, &mut decision));
            }
        }
        for was in self.draft.base.iter() {
            let is_gone = find(self.now.list(), was.key).is_none();
            let is_named = self.draft.named.contains(&was.key);
            if is_gone && is_named && find(&self.draft.list, was.key).is_none() {
                decision.kept.push(self.gone(was.key, true));
            }
        }
        decision.list = arrange(&self.draft.base, &self.draft.list, self.now, result);
        self.end_approvals(&mut decision.list);
        self.keep_names_apart(&mut decision.list);
        decision
    }

    // One todo -------------------------------------------------------------------------------

    /// A todo that is on the list and that the write has, too.
    fn change(&self, forms: Forms<'_>, known: Option<&Rc<Todo>>, decision: &mut Decision) -> Rc<Todo> {
        let Forms { was, says, is, .. } = forms;
        if core::ptr::eq(was, says) && core::ptr::eq(was, is) {
            return known.cloned().unwrap_or_else(|| Rc::new(is.clone()));
        }
        let mut result = is.clone();
        for aspect in Aspect::OF_TODO {
            if !aspect.differs(was, says) {
                self.note_repeated(aspect, forms, decision);
                continue;
            }
            if !aspect.differs(says, is) {
                continue;
            }
            match self.holds(aspect, forms) {
                Some(why) if aspect == Aspect::State && says.status() == is.status() => {
                    // It is as the write says; who has it or why is somebody else's to say.
                    let is_others = why == Why::Owned && says.state.is_at_work();
                    if is_others {
                        decision.kept.push(self.kept(is.key, aspect, why));
                    }
                }
                Some(why) => {
                    if aspect == Aspect::Blockers {
                        // Those that are added are free to be.
                        add_blockers(&mut result, was, says);
                    }
                    if aspect != Aspect::Text(Field::Name) {
                        decision.kept.push(self.kept(is.key, aspect, why));
                    }
                }
                None => take(aspect, forms, &mut result),
            }
        }
        self.claim(forms, &mut result, decision);
        match known {
            Some(known) if known.is_same(&result) => Rc::clone(known),
            Some(_) | None => Rc::new(result),
        }
    }

    /// Makes a claim of what is said to be done and is to be confirmed, and takes back a claim whose text is another.
    fn claim(&self, forms: Forms<'_>, result: &mut Todo, decision: &mut Decision) {
        let Forms { is, says, .. } = forms;
        if !self.actor.author.is_bound() {
            return;
        }
        if self.becomes_claim(Some(is), result) {
            result.state = result.state.claim();
        }
        let is_said = self.draft.completed.contains(&says.key);
        if is_said && result.state.is_claimed() {
            decision.claimed.push(says.key);
        } else if result.state.is_claimed() && Aspect::Text(Field::Content).differs(is, result) {
            result.state = result.state.to(Status::Todo);
        }
    }

    /// A todo of the base that the write leaves out.
    fn leave(&self, was: &Todo, is: &Rc<Todo>, decision: &mut Decision) -> Option<Rc<Todo>> {
        let skipped = self.draft.skipped.iter().find(|(key, _)| *key == is.key);
        let mark = self.now.marks().of(is.key);
        if let Some((key, reason)) = skipped {
            let says = Todo { state: is.state.skipped(reason.clone()), ..was.clone() };
            let forms = Forms { was, says: &says, is, mark };
            if let Some(why) = self.holds(Aspect::State, forms) {
                decision.kept.push(self.kept(*key, Aspect::State, why));
                return Some(Rc::clone(is));
            }
            // A todo that is wanted on the list is marked there.
            return self.holds_presence(was, is, mark, true).map(|_| {
                Rc::new(Todo { state: says.state, ..Todo::clone(is) })
            });
        }
        let why = self.holds_presence(was, is, mark, false)?;
        let changed = Aspect::OF_TODO.into_iter().find(|aspect| aspect.differs(was, is));
        let by = changed.filter(|_| why == Why::Since).unwrap_or(Aspect::Presence);
        let by = self.now.marks().by(is.key, by).cloned();
        decision.kept.push(Kept { by, ..self.kept(is.key, Aspect::Presence, why) });
        Some(Rc::clone(is))
    }

    /// A todo of the write that is not on the list.
    fn come(&self, says: &Rc<Todo>, decision: &mut Decision) -> Option<Rc<Todo>> {
        let key = says.key;
        if let Some(was) = find(&self.draft.base, key) {
            // Somebody took it off since.
            let is_asked = !was.is_same(says);
            let is_named = self.draft.named.contains(&key);
            if is_asked || is_named || self.policy.is_whole {
                decision.kept.push(self.gone(key, is_asked || is_named));
            }
            return None;
        }
        let Some(left) = self.now.marks().left(key) else {
            let mut todo = Rc::clone(says);
            if self.actor.author.is_bound() && self.becomes_claim(None, &todo) {
                decision.claimed.push(key);
                Rc::make_mut(&mut todo).state = todo.state.claim();
            }
            return Some(todo);
        };
        if self.actor.author.is_bound() && left.is_held_off() {
            decision.kept.push(self.gone(key, true));
            return None;
        }
        let mark = Some(&left.mark).filter(|_| left.holds);
        let forms = Forms { was: &left.todo, says, is: &left.todo, mark };
        Some(self.change(forms, None, decision))
    }

    // What holds -----------------------------------------------------------------------------

    fn holds(&self, aspect: Aspect, forms: Forms<'_>) -> Option<Why> {
        holds(self.actor, aspect, forms)
    }

    /// Returns why a todo that the write leaves out stays on the list.
    fn holds_presence(
        &self,
        was: &Todo,
        is: &Todo,
        mark: Option<&Mark>,
        is_skip: bool,
    ) -> Option<Why> {
        let keeps_open = self.policy.keeps_open && self.policy.is_whole && !is_skip;
        let is_kept_open =
            keeps_open && self.actor.author.is_bound() && !is.status().is_settled();
        holds_presence(self.actor, was, is, mark).or(is_kept_open.then_some(Why::Open))
    }

    /// Returns whether a todo that is done by this write is a claim instead.
    fn becomes_claim(&self, is: Option<&Todo>, todo: &Todo) -> bool {
        let was_done = is.is_some_and(|is| is.status() == Status::Done);
        let is_guarded = self.policy.confirms
            || self.now.options().confirm_done()
            || todo.details.flags.confirm
            || is.is_some_and(|is| is.details.flags.confirm);
        todo.status() == Status::Done && !was_done && is_guarded
    }

    // What is said ---------------------------------------------------------------------------

    fn kept(&self, key: Key, aspect: Aspect, why: Why) -> Kept {
        let by = self.now.marks().by(key, aspect).cloned();
        Kept { key, aspect, why, by, asked: true }
    }

    fn gone(&self, key: Key, asked: bool) -> Kept {
        let by = self.now.marks().left(key).map(|left| left.by.clone());
        Kept { key, aspect: Aspect::Presence, why: Why::Gone, by, asked }
    }

    /// Records a todo that somebody added since, on which the whole list is silent.
    fn note_since(&self, is: &Todo, decision: &mut Decision) {
        if self.policy.is_whole {
            let kept = self.kept(is.key, Aspect::Presence, Why::Since);
            decision.kept.push(Kept { asked: false, ..kept });
        }
    }

    /// Records what a whole list repeats, where somebody decided that otherwise since.
    fn note_repeated(&self, aspect: Aspect, forms: Forms<'_>, decision: &mut Decision) {
        let Forms { was, says, is, mark } = forms;
        let is_other = match aspect {
            Aspect::State => {
                let is_said = self.policy.states_status;
                is_said && says.status() != is.status()
            }
            Aspect::Text(Field::Content) => {
                aspect.differs(says, is) && mark.is_some_and(|mark| mark.is_written(is, Field::Content))
            }
            _ => false,
        };
        if self.policy.is_whole && is_other && aspect.differs(was, is) {
            let why = self.holds(aspect, forms).unwrap_or(Why::Since);
            decision.kept.push(Kept { asked: false, ..self.kept(is.key, aspect, why) });
        }
    }

    // The list as a whole ----------------------------------------------------------------------

    /// Ends the approval of what is given up by a model or a run, or reworded by anybody but a person.
    fn end_approvals(&self, list: &mut List) {
        if self.actor.is_person() {
            return;
        }
        for todo in list.iter_mut().filter(|todo| todo.details.flags.approved) {
            let Some(was) = find(self.now.list(), todo.key) else { continue };
            let is_given_up = self.actor.author.is_bound()
                && todo.status() == Status::Skipped
                && was.status() != Status::Skipped;
            let is_reworded =
                Field::APPROVED.iter().any(|field| todo.text(*field) != was.text(*field));
            if is_given_up || is_reworded {
                Rc::make_mut(todo).set_flags(|flags| flags.approved = false);
            }
        }
    }

    /// Takes a name from the todo of the write that another todo has today.
    fn keep_names_apart(&self, list: &mut List) {
        let known = list.clone();
        for todo in list {
            let Some(name) = todo.text(Field::Name) else { continue };
            let of_now = find(self.now.list(), todo.key);
            let is_known = of_now.is_some_and(|is| is.text(Field::Name) == Some(name));
            let is_twice = known
                .iter()
                .any(|other| other.key != todo.key && other.text(Field::Name) == Some(name));
            if is_twice && !is_known {
                Rc::make_mut(todo).set_text(Field::Name, None);
            }
        }
    }

    /// Makes the base of the writer's next write: what this one says, but for what was kept.
    fn make_base(&self, decision: &Decision) -> List {
        let mut base = List::with_capacity(self.draft.list.len());
        let is_kept = |key: Key| decision.kept.iter().any(|kept| kept.key == key);
        for says in &self.draft.list {
            let was = find(&self.draft.base, says.key);
            let is = find(&decision.list, says.key);
            match (was, is) {
                (Some(was), Some(is)) => base.push(self.known(was, says, is, decision)),
                (Some(was), None) => base.push(Rc::clone(was)),
                (None, Some(is)) => base.push(Rc::clone(is)),
                (None, None) => {}
            }
        }
        // What the write left out and was kept.
        for (place, was) in self.draft.base.iter().enumerate() {
            if find(&base, was.key).is_none() && is_kept(was.key) {
                let before = self.draft.base.iter().take(place).rev();
                let after = before.filter_map(|todo| place_of(&base, todo.key)).next();
                base.insert(after.map_or(0, |place| place.wrapping_add(1)), Rc::clone(was));
            }
        }
        base
    }

    /// A todo as the writer knows it after its write: what it asked for and got, else what it knew.
    fn known(&self, was: &Rc<Todo>, says: &Rc<Todo>, is: &Rc<Todo>, decision: &Decision) -> Rc<Todo> {
        if was.is_same(says) && !decision.set_back.contains(&was.key) {
            return Rc::clone(was);
        }
        let mut known = Todo::clone(was);
        for aspect in Aspect::OF_TODO {
            let is_kept = |kept: &Kept| kept.key == was.key && kept.aspect == aspect;
            let is_asked = aspect.differs(was, says)
                || aspect == Aspect::State && decision.set_back.contains(&was.key);
            if is_asked && !decision.kept.iter().any(is_kept) {
                take(aspect, Forms { was, says: is, is: was, mark: None }, &mut known);
            }
        }
        Rc::new(known)
    }
}

/// Puts an aspect into a todo as a write says it.
fn take(aspect: Aspect, Forms { was, says, is, .. }: Forms<'_>, result: &mut Todo) {
    match aspect {
        Aspect::State => result.state = says.state.rebased(&was.state, &is.state),
        Aspect::Text(field) => {
            result.set_text(field, says.cleaned_text(field).cloned());
        }
        Aspect::Blockers => {
            let stays = |key: &&Key| {
                !was.blocked_by().contains(key) || says.blocked_by().contains(key)
            };
            let blocked_by = is.blocked_by().iter().filter(stays).copied().collect();
            result.set_blocked_by(blocked_by);
            add_blockers(result, was, says);
        }
        Aspect::Confirm => result.set_flags(|flags| flags.confirm = says.details.flags.confirm),
        Aspect::Presence | Aspect::Place => {}
    }
}

fn add_blockers(result: &mut Todo, was: &Todo, says: &Todo) {
    let mut blocked_by = result.blocked_by().to_vec();
    for key in says.blocked_by() {
        if !was.blocked_by().contains(key) && !blocked_by.contains(key) {
            blocked_by.push(*key);
        }
    }
    result.set_blocked_by(blocked_by);
}

/// Returns whether two lists are the same, todo by todo.
pub(crate) fn is_same_list(one: &[Rc<Todo>], other: &[Rc<Todo>]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_same(other))
}
