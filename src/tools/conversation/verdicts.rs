//! The verdicts on the claims of a conversation, and the answer that contains them.

use crate::change::command::Done;
use crate::change::sentences::off;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, Status, find, place_of};
use crate::text::content::trim;
use crate::text::excerpt::said;
use crate::text::message::Part::Text;
use crate::text::message::{Notes, bare_word, count, excerpt, fill};
use crate::tools::answered::{Answered, Claims};
use crate::tools::conversation::knowledge::ELEMENT_AND_STATE;
use crate::tools::conversation::reminders::replies_to;
use crate::tools::conversation::state::Conversation;
use crate::tools::vocabulary::{in_place_of, with_notes};

impl Conversation {
    /// Returns the claims that were made since the last call of this method.
    pub fn take_claims(&mut self) -> Claims {
        Claims { keys: core::mem::take(&mut self.claims), answered: self.answered.take() }
    }

    /// Returns the answer to a call with the verdicts on its claims. If the model knows today's list, the
    /// answer is written again for that list. Otherwise the verdicts are appended. For tools without a
    /// conversation, it also contains the replies that others have made since.
    pub fn answer_again(
        &mut self,
        store: &mut TodoStore,
        claims: &Claims,
        answer: &str,
        verdicts: &[String],
    ) -> String {
        self.acting(store, |this, store| {
            let answered = claims.answered.as_ref().filter(|_| this.knows(store));
            let mut said = claims.keys.clone();
            if let Some(Done::Waits(key)) = answered.map(|answered| &answered.done) {
                said.push(*key);
            }
            let others = this.replies.as_ref();
            let others = others.and_then(|_| replies_to(store, &this.settings, &said));
            let verdicts: Notes = verdicts.iter().cloned().chain(others).collect();
            this.know_replies(store, store.revision());
            let Some(answered) = answered else { return with_notes(answer, &verdicts) };
            let Answered { dialect, done, notes, asks } = &**answered;
            let notes = [&**notes, &verdicts].concat();
            let how = (&*this.turn.positions, this.awaits_verdicts);
            let again = dialect.outcome(store, store.revision(), Ok(done), notes, how, *asks).text;
            in_place_of(answer, &again)
        })
    }

    /// Returns a sentence for the model about each todo that somebody was asked to confirm.
    pub fn verdicts(&mut self, store: &TodoStore, keys: &[Key]) -> Notes {
        let mut verdicts = Notes::new();
        for key in keys {
            self.learn_verdict(store, *key);
            let Some(place) = place_of(store.list(), *key) else {
                let left = store.marks().left(*key);
                verdicts.extend(left.map(|left| off(store.list(), &left.todo, Some(left))));
                continue;
            };
            let Some(todo) = store.list().get(place) else { continue };
            let id = self.naming(store).of(*key);
            let id = id.unwrap_or_else(|| fill("{}", &[count(place.wrapping_add(1))]));
            let reason = said(todo.text(Field::Reason).unwrap_or_default());
            let parts = [bare_word(&id), excerpt(todo.content()), Text(&reason)];
            let template = match todo.status() {
                Status::Doing if todo.state.is_claimed() => "{} ({}) waits to be confirmed",
                Status::Done => "{} ({}) is confirmed: it is done",
                Status::Todo if !reason.is_empty() => "{} ({}) was sent back: {}",
                Status::Skipped if !reason.is_empty() => "{} ({}) was skipped: {}",
                Status::Skipped => "{} ({}) was skipped",
                Status::Todo | Status::Doing => "{} ({}) was not confirmed",
            };
            verdicts.push(fill(template, &parts));
        }
        verdicts
    }

    /// Returns a sentence for the model about a person's decision on the plan. A blank text is no reason.
    pub fn plan_verdict(is_approved: bool, reason: &str) -> String {
        let template = match (is_approved, trim(reason).is_empty()) {
            (true, _) => "the user approved the plan",
            (false, true) => "the user did not approve the plan",
            (false, false) => "the user did not approve the plan: {}",
        };
        fill(template, &[Text(&said(trim(reason)))])
    }

    /// Records that the model knows the verdict on a claim, which it asked for itself.
    fn learn_verdict(&mut self, store: &TodoStore, key: Key) {
        self.read.learn(store.list(), key, ELEMENT_AND_STATE);
        // A call that names a todo which left the list is refused with who removed it.
        if find(store.list(), key).is_some() {
            self.turn.learn(store.list(), key, ELEMENT_AND_STATE);
        }
    }
}
