//! The questions to a person: what a todo waits for, whether a claimed todo is done, and whether
//! the plan is approved.

use crate::list::options::MAX_REASON;
use crate::list::store::TodoStore;
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
}
