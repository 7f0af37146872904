//! The questions to a person: what a todo waits for, whether a claimed todo is done, and whether
//! the plan is approved.

use crate::list::history::{List, Revision};
use crate::list::indexed_list::find;
use crate::list::options::MAX_REASON;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, TextField};
use crate::list::waiting::WaitFor;
use crate::text::json::Writer;

impl TodoStore {
    /// Returns the questions as JSON text: an array of `{about, keys, maxLength}` in the order of
    /// the list.
    ///
    /// `about` is `"answer"` for a todo that waits for a person, `"confirmed"` for a claim, and
    /// `"approved"` for the plan, which comes last. `keys` are the todos that the question is
    /// about. The plan consists of the open todos that are not claimed, without those that a person
    /// added. It is included if `with_plan` is true and one of its todos is not approved, or a site
    /// is proposed. `maxLength` is the maximum number of characters of an answer or a reason.
    pub fn questions_json(&self, with_plan: bool) -> String {
        let mut questions = Vec::new();
        let mut plan = Vec::new();
        let mut is_approved = !self.awaits_sites();
        for todo in self.list() {
            if todo.is_claimed() {
                questions.push(("confirmed", vec![todo.key]));
            } else if !todo.status().is_settled() {
                if !self.is_of_person(todo.key) {
                    plan.push(todo.key);
                    is_approved &= todo.is_approved();
                }
                if todo.waiting() == Some(WaitFor::User) {
                    questions.push(("answer", vec![todo.key]));
                }
            }
        }
        if with_plan && !is_approved {
            questions.push(("approved", plan));
        }
        let mut json = Writer::default();
        json.open('[');
        for (about, keys) in questions {
            json.open('{').key("about").string(about).key("keys").open('[');
            for key in keys {
                json.string(&key.to_text());
            }
            json.close(']').key("maxLength").integer(MAX_REASON as i64).close('}');
        }
        json.close(']');
        json.finish()
    }

    /// Returns whether a todo is claimed with this content, description and evidence, and the claim
    /// has not been ended since a revision, as far as the history goes back.
    pub fn is_same_claim(&self, key: Key, said: [Option<&str>; 3], since: Revision) -> bool {
        let fields = [TextField::Content, TextField::Description, TextField::Evidence];
        let claims = |list: &List| {
            find(list, key).is_some_and(|todo| {
                todo.is_claimed() && fields.map(|field| todo.text(field)) == said
            })
        };
        // A merge renumbers revisions, so some of these may be older than the claim.
        let mut since =
            self.history().entries_from(since).skip_while(|(_, entry)| !claims(entry.list()));
        claims(self.list()) && since.all(|(_, entry)| claims(entry.list()))
    }
}
