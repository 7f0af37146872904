//! The reminders of a conversation: which changes of others they report, and when.

use std::rc::Rc;

use crate::change::policy::{ThreeWay, deny_reason, deny_removal};
use crate::forms::reminder::{Reminder, ReminderMode, counted};
use crate::forms::unseen_changes::UnseenChanges;
use crate::list::author::{Actor, Author};
use crate::list::blockers::open_blockers;
use crate::list::delta::Aspect;
use crate::list::history::Revision;
use crate::list::indexed_list::find;
use crate::list::known_list::KnownList;
use crate::list::owners::is_of_others;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Status, TextField, Todo};
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, excerpt, few, fill, join};
use crate::tools::conversation::settings::Settings;
use crate::tools::conversation::streaming::Writing;
use crate::tools::conversation::turns::{Conversation, WriteChannel, are_of};
use crate::tools::dialect_spec::ASKS;

impl Conversation {
    /// Returns the text to add to the conversation now, and records it as seen.
    ///
    /// It reports what others changed, and who they are, even if that finished or emptied the list.
    /// The model's own changes are not repeated. The whole list is included when it is due, as
    /// long as anything is unfinished.
    pub fn reminder(&mut self, store: &TodoStore) -> Reminder {
        self.reminder_after(store, 1)
    }

    /// Like [`Conversation::reminder`], after so many new messages of the model.
    pub fn reminder_after(&mut self, store: &TodoStore, messages: u32) -> Reminder {
        self.writing = Writing::default();
        let mode = self.settings.reminders;
        if mode == ReminderMode::Off {
            return Reminder::Nothing;
        }
        self.is_reminded = true;
        self.align(store);
        let mut reminder = self.next_reminder(store, mode);
        if let Some(line) = self.stale_line(store, messages) {
            reminder = reminder.with(&line);
        }
        if self.has_seen_list {
            self.start_turn();
        }
        match &self.settings.tag {
            Some(tag) => reminder.within(tag.as_str()),
            None => reminder,
        }
    }

    fn next_reminder(&mut self, store: &TodoStore, mode: ReminderMode) -> Reminder {
        let is_lost = core::mem::take(&mut self.is_lost);
        let is_due = self.changes_until_full_list.is_none_or(|left| left == 0);
        let is_full = mode == ReminderMode::Full;
        let since = self.known_since(store);
        // After a cut, nothing counts as read.
        let nothing = KnownList { revision: self.seen.revision, ..KnownList::default() };
        let seen = if is_lost { &nothing } else { &self.seen };
        let unseen = self.unseen(store, seen, since.unwrap_or(store.revision()));
        let knows_approval = unseen.approval().is_none();
        let knows_list = self.knows(store) && unseen.is_aligned();
        let mut repeats_open = false;
        let reminder = if !self.has_seen_list || is_lost {
            // A model that knows nothing needs a finished list only if its messages may show
            // another.
            match is_lost || store.has_unfinished() {
                true => unseen.whole(),
                false => Reminder::Nothing,
            }
        } else if knows_list && knows_approval {
            match is_due && store.has_unfinished() {
                true if self.changes_until_full_list.is_none() => unseen.whole(),
                true if is_full => unseen.reminder(true),
                true => {
                    repeats_open = true;
                    unseen.open(self.settings.every)
                }
                false => Reminder::Nothing,
            }
        } else {
            let still_listed = |todo: &Rc<Todo>| find(store.list(), todo.key).is_some();
            let has_seen_todos = since.is_some() || self.seen.list.iter().any(still_listed);
            match has_seen_todos {
                true => unseen.reminder(is_due || is_full || since.is_none()),
                false => unseen.whole(),
            }
        };
        if repeats_open || reminder.is_whole() {
            self.restart_full_list_countdown(false);
        }
        if reminder.is_whole() {
            self.unshown = counted(store, &[]);
        }
        // Without a reminder, a model that has seen nothing yet still knows nothing.
        if reminder != Reminder::Nothing || self.has_seen_list {
            self.seen = KnownList::of(store);
            self.has_seen_list = true;
        }
        reminder
    }

    /// Returns the line for a model that has written so many new messages, if nothing on the list
    /// has changed for long: once until something does.
    fn stale_line(&mut self, store: &TodoStore, messages: u32) -> Option<String> {
        let messages = self.unchanged.count(store.revision(), messages, self.settings.stale)?;
        let open = self.open_work(store);
        let at_work = open.iter().find(|todo| todo.is_at_work());
        let todo = at_work.or_else(|| open.first()).filter(|_| self.has_seen_list)?;
        let state = if todo.is_at_work() { "in progress" } else { "open" };
        let parts = [count(messages as usize), excerpt(todo.content()), Text(state)];
        let template = "Nothing on the list has changed for {} messages: is {} still {}?";
        let line = fill(template, &parts);
        self.unchanged.is_said = true;
        Some(line)
    }

    /// Compares the list with what the model has seen of it.
    pub(in crate::tools) fn unseen<'a>(
        &self,
        store: &'a TodoStore,
        seen: &'a KnownList,
        since: Revision,
    ) -> UnseenChanges<'a> {
        let dialect = self.settings.dialect;
        UnseenChanges::new(store, seen, since, dialect.ids(), dialect.statuses(), self.actor())
    }

    /// Returns the sentences for the end of an answer about what others changed since the model
    /// last saw the list, and whether they only count the todos.
    pub(crate) fn news(&self, store: &TodoStore) -> Option<(String, bool)> {
        if self.is_lost {
            let decisions = self.decisions(store);
            return (!decisions.is_empty()).then(|| (join(&decisions, " "), false));
        }
        let known_since = self.known_since(store);
        let since = known_since.unwrap_or(store.revision());
        let news = self.unseen(store, &self.seen, since);
        match known_since {
            Some(_) => news.sentences(),
            // If the store has loaded another list, only the replies are news.
            None => news.new_replies(&[]).map(|text| (text, false)),
        }
    }

    /// Returns the decisions in force that a list does not show.
    fn decisions(&self, store: &TodoStore) -> Vec<String> {
        self.unseen(store, &KnownList::default(), store.revision()).decisions()
    }

    /// Returns the revision up to which the model knows the changes of others. It is still valid
    /// after a merge, because the todos are the same, and their provenance records who has changed
    /// them since.
    fn known_since(&self, store: &TodoStore) -> Option<Revision> {
        let since = self.seen.revision.filter(|since| store.is_own(*since));
        since.or_else(|| are_of(store, &self.seen.list).then(|| store.revision()))
    }

    /// Records that a call wrote or read the whole list. `changed` is whether it changed the list.
    pub(crate) fn record_full_list(&mut self, store: &TodoStore, changed: bool) {
        // No call shows the decisions that the list does not show.
        self.is_lost = self.is_lost && !self.decisions(store).is_empty();
        self.restart_full_list_countdown(changed);
    }

    /// Restarts the countdown to the next full list. If the call that is being answered `changed`
    /// the list, it will be counted once more, so one is added for it.
    pub(super) fn restart_full_list_countdown(&mut self, changed: bool) {
        self.changes_until_full_list = match self.settings.reminders {
            ReminderMode::Full => Some(1),
            ReminderMode::Changes | ReminderMode::Off => {
                Some(self.settings.every + u32::from(changed))
            }
        };
    }

    /// Counts a change of the model towards the next whole list.
    pub(crate) fn count(&mut self, changed: bool) {
        if let Some(left) = &mut self.changes_until_full_list {
            *left = left.saturating_sub(changed.into());
        }
    }

    /// Returns a text for a model that stops while todos are open, once for each set of them. Todos
    /// of others are left out, and at most three are named. Todos that wait are not counted as
    /// open; they and those that failed are named, too. If the dialect waits for approval, todos of
    /// a plan that is not approved are not counted either. The text contains no ids, because the
    /// model may know other ids, or none.
    pub fn nudge(&mut self, store: &TodoStore) -> Option<String> {
        let (list, actor) = (store.list(), self.actor());
        let is_own = |todo: &&Rc<Todo>| !is_of_others(todo, store.provenance(), &actor);
        let open: Vec<Key> = self.open_work(store).iter().map(|todo| todo.key).collect();
        let is_new = open.iter().any(|key| !self.nudged.contains(key));
        if open.is_empty() || !is_new && open.len() == self.nudged.len() {
            return None;
        }
        let template = match self.last_channel {
            WriteChannel::Tool => {
                "Todos still open: {} of {}: {}. Continue with them. If one is no longer needed, {}."
            }
            WriteChannel::Progress => {
                "Todos still open: {} of {}: {}. Continue with them. Name those that are done in todo_done, and those that are no longer needed in todo_skip, with whatever you call next."
            }
            WriteChannel::Plan => {
                "Todos still open: {} of {}: {}. Continue with them: say in current_plan_item how far you are. If one is no longer needed, {}."
            }
        };
        let how = self.way_to_give_up(store);
        let total = list.iter().filter(is_own).count();
        let contents = open.iter().filter_map(|key| Some(find(list, *key)?.content()));
        let names: Vec<_> = contents.map(|content| fill("{}", &[excerpt(content)])).collect();
        let parts = [count(open.len()), count(total), Text(&few(&names)), Text(how)];
        let mut text = fill(template, &parts);
        for todo in list.iter().filter(is_own) {
            if let Some(on) = todo.waiting() {
                let parts = [excerpt(todo.content()), Text(on.named())];
                text.push_str(&fill(" {} waits for {}.", &parts));
            } else if todo.is_failed() {
                text.push_str(&fill(" {} failed.", &[excerpt(todo.content())]));
            }
        }
        self.nudged = open;
        Some(text)
    }

    /// Returns the todos with which the model can continue now, in order. None, while a person has
    /// to approve first.
    fn open_work<'t>(&self, store: &'t TodoStore) -> Vec<&'t Rc<Todo>> {
        // After an approval has ended, a person first has to approve where the model may act.
        let has_ended = store.sites().approved.is_none() && store.awaits_sites();
        if has_ended || self.settings.dialect.waits_for_approval(store) {
            return Vec::new();
        }
        let (list, actor) = (store.list(), self.actor());
        let can_continue = |todo: &&Rc<Todo>| {
            !is_of_others(todo, store.provenance(), &actor)
                && !todo.status().is_settled()
                && !todo.is_on_hold()
                && open_blockers(list, todo).is_empty()
        };
        list.iter().filter(can_continue).collect()
    }

    /// Returns the model's way to give up a todo: that of its tool, or to ask the user if the
    /// policy denies giving up every open todo of the list.
    pub(in crate::tools) fn way_to_give_up(&self, store: &TodoStore) -> &'static str {
        let (actor, keeps_open) = (self.actor(), self.settings.keeps_open);
        let skips = self.last_channel != WriteChannel::Plan && self.settings.dialect.skips();
        let is_protected = |todo: &Rc<Todo>| {
            let (after, provenance) = (&**todo, store.provenance().of(todo.key));
            let skipped = &after.with_status(Status::Skipped);
            match skips {
                true => deny_reason(
                    &actor,
                    Aspect::State,
                    ThreeWay { base: after, requested: skipped, current: after, provenance },
                )
                .is_some(),
                false => deny_removal(&actor, after, after, provenance).is_some(),
            }
        };
        let mut open = store.list().iter().filter(|todo| !todo.status().is_settled()).peekable();
        match self.last_channel {
            _ if open.peek().is_some() && open.all(is_protected) => ASKS,
            WriteChannel::Plan if !keeps_open => "send plan_update without it",
            WriteChannel::Plan => ASKS,
            WriteChannel::Tool | WriteChannel::Progress => {
                self.settings.dialect.give_up_hint(keeps_open)
            }
        }
    }
}

/// Returns the replies of others to a model since its latest revision, except those about `known`
/// todos. Without a conversation, nothing records what the model has read, but it has read the
/// answer of that revision. If the history does not contain it, each answer that is still on a todo
/// is new.
pub(crate) fn replies_to(store: &TodoStore, settings: &Settings, known: &[Key]) -> Option<String> {
    let model = Actor { author: Author::Model, name: settings.name.clone() };
    let since = store.history().latest_by(&model);
    if since == Some(store.revision()) {
        return None;
    }
    let seen = since.and_then(|since| store.list_at(since)).unwrap_or_default();
    // Most lists need no search, because no todo was on hold and none has an answer.
    let has_answer = |todo: &Rc<Todo>| todo.text(TextField::Answer).is_some();
    if !seen.iter().any(|todo| todo.is_on_hold()) && !store.list().iter().any(has_answer) {
        return None;
    }
    let since = since.unwrap_or(store.history().oldest());
    let positions = KnownList::of(store).positions;
    let seen = KnownList { revision: Some(since), list: seen, positions };
    let (ids, statuses) = (settings.dialect.ids(), settings.dialect.statuses());
    UnseenChanges::new(store, &seen, since, ids, statuses, model).new_replies(known)
}
