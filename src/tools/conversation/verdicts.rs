//! The verdicts on the claims of a conversation, and on the plan.

use crate::change::denial_notes::{WAITS_TO_BE_CONFIRMED, WAS_SENT_BACK, name, stays_removed};
use crate::list::indexed_list::find;
use crate::list::note::{Note, NoteKind, Notes};
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Status, TextField};
use crate::text::content::trim;
use crate::text::excerpt::sanitize_line;
use crate::text::message::FormatArg::Text;
use crate::text::message::fill;
use crate::tools::ask_user;
use crate::tools::conversation::reminders::replies_to;
use crate::tools::conversation::turns::Conversation;

impl Conversation {
    /// Returns the claims that were made since the last call of this method.
    pub fn take_claims(&mut self) -> Vec<Key> {
        core::mem::take(&mut self.claims)
    }

    /// Returns the verdicts on the claims of an earlier call, and the replies of others to the
    /// todos that wait. A host without state calls this when it learns of them after the answer.
    pub fn reply_later(&mut self, store: &mut TodoStore, claims: &[Key], waits: &[Key]) -> Notes {
        self.acting(store, |this, store| {
            let mut notes = this.verdicts(store, claims);
            let waiting = waits.iter().filter_map(|key| find(store.list(), *key));
            let ended = waiting.filter(|todo| todo.waiting().is_none());
            notes.extend(ended.map(|todo| {
                Note::new(NoteKind::Reply, &[todo.key], ask_user::sentence(todo, false))
            }));
            let known = [claims, waits].concat();
            let others = this.replies.as_ref();
            let replies = others.and_then(|_| replies_to(store, &this.settings, &known));
            notes.extend(replies.map(|text| Note::new(NoteKind::Reply, &[], text)));
            notes
        })
    }

    /// Returns the verdicts on claims, in sentences for the model, which knows them from then on.
    pub fn verdicts(&mut self, store: &TodoStore, claims: &[Key]) -> Notes {
        // The note does not say that a todo waits, was answered or was started: that is news.
        let is_said = |key: &&Key| {
            find(store.list(), **key).is_none_or(|todo| {
                todo.waiting().is_none()
                    && !todo.is_at_work()
                    && todo.text(TextField::Answer).is_none()
            })
        };
        for key in claims.iter().filter(is_said) {
            self.seen.record_state(store.list(), *key);
            // If the todo left the list, the error of the next call that names it reports who
            // removed it.
            if find(store.list(), *key).is_some() {
                self.turn_base.record_state(store.list(), *key);
            }
        }
        self.state_claims(store, claims)
    }

    /// Returns a note about the outcome of each claim.
    pub(crate) fn state_claims(&self, store: &TodoStore, claims: &[Key]) -> Notes {
        claims.iter().filter_map(|key| self.state_claim(store, *key)).collect()
    }

    fn state_claim(&self, store: &TodoStore, key: Key) -> Option<Note> {
        let Some(todo) = find(store.list(), key) else {
            let left = store.provenance().tombstone(key)?;
            return Some(stays_removed(store.list(), &left.todo, Some(left)));
        };
        let name = name(&self.id_map(store), todo);
        let reason = sanitize_line(todo.text(TextField::Reason).unwrap_or_default());
        let template = match todo.status() {
            Status::Doing if todo.state.is_claimed() => WAITS_TO_BE_CONFIRMED,
            Status::Done => "{} is confirmed: it is done",
            Status::Todo if !reason.is_empty() => WAS_SENT_BACK,
            Status::Skipped if todo.is_failed() && !reason.is_empty() => "{} failed: {}",
            Status::Skipped if todo.is_failed() => "{} failed",
            Status::Skipped if !reason.is_empty() => "{} was skipped: {}",
            Status::Skipped => "{} was skipped",
            Status::Todo | Status::Doing => "{} was not confirmed",
        };
        let text = fill(template, &[Text(&name), Text(&reason)]);
        Some(Note::new(NoteKind::Verdict, &[key], text).with_reason(Some(&reason)))
    }

    /// Returns a sentence for the model about a person's decision on the plan, with the sites where
    /// it may act. A blank text is no reason.
    pub fn plan_verdict(store: &TodoStore, is_approved: bool, reason: &str) -> String {
        let sites = store.sites().approved_list();
        let reason = sanitize_line(trim(reason));
        match (is_approved, sites.is_empty(), reason.is_empty()) {
            (true, true, _) => "the user approved the plan".into(),
            (true, false, _) => {
                fill("the user approved the plan. Act on these sites alone: {}", &[Text(&sites)])
            }
            (false, _, true) => "the user did not approve the plan".into(),
            (false, _, false) => fill("the user did not approve the plan: {}", &[Text(&reason)]),
        }
    }

    /// Returns a sentence for a model whose plan is not approved yet, unless the answers of its
    /// dialect say so.
    pub fn plan_waits(&self, store: &TodoStore) -> Option<&'static str> {
        let is_said = self.settings.dialect.waits_for_approval(store);
        (store.awaits_approval() && !is_said)
            .then_some("the user has not approved the plan yet: do not carry it out before they do")
    }
}
