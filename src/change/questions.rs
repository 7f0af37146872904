//! The questions to a person: what a todo waits for, whether a claimed todo is done, whether the
//! agent may change what the person decided, and whether the plan is approved.

use std::rc::Rc;

use crate::forms::store_json::asked_field;
use crate::list::held::HeldDecision;
use crate::list::indexed_list::find;
use crate::list::options::MAX_REASON;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, TextField, Todo};
use crate::list::waiting::WaitFor;
use crate::text::json::Writer;
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{fill, push};

impl TodoStore {
    /// Returns the questions as JSON text: an array of `{about, key?, options?, aspect?, message,
    /// maxLength}`.
    ///
    /// `about` is `"answer"` for a todo that waits for a person and `"confirmed"` for a claim, both
    /// in the order of the list. Then come `"let"` for each decision of a person that a write was
    /// denied, and `"approved"` for the plan. `key` is the todo that a question is about, and
    /// `aspect` is what the person decided of it. `options` are the answers to choose from, one per
    /// line. `maxLength` is the maximum number of characters of an answer or a reason.
    ///
    /// The plan consists of the open todos that are not claimed, without those that a person
    /// added. It is included if one of its todos is not approved, or a site is proposed.
    pub fn questions_json(&self) -> String {
        let mut json = Writer::default();
        json.open('[');
        let mut plan = "Do you approve this plan?".to_owned();
        let mut is_approved = !self.awaits_sites();
        for (index, todo) in self.list().iter().enumerate() {
            if todo.is_claimed() {
                let evidence = todo.text(TextField::Evidence);
                let evidence = evidence.map(|text| fill("\nThe agent says: {}", &[Text(text)]));
                let about = Some((todo, &*evidence.unwrap_or_default()));
                write_question(&mut json, "confirmed", "Is this done?", about, None);
            } else if !todo.status().is_settled() {
                if !self.is_of_person(todo.key) {
                    let parts = [Number(Id::at(index).0), Text(todo.content())];
                    push(&mut plan, "\n{}. {}", &parts);
                    is_approved &= todo.is_approved();
                }
                if todo.waiting() == Some(WaitFor::User) {
                    let question = todo.text(TextField::Question);
                    let question = question.unwrap_or("The agent waits for you.");
                    write_question(&mut json, "answer", question, Some((todo, "")), None);
                }
            }
        }
        for held in self.held_decisions() {
            let (word, todo) = (held.aspect.public_name(), find(self.list(), held.key));
            if let (Some(_), Some(todo)) = (word, todo) {
                let question = "May the agent change this, as it asked? You decided otherwise.";
                let asked = held.describe_asked();
                write_question(&mut json, "let", question, Some((todo, &asked)), word);
            }
        }
        if !is_approved {
            if self.awaits_sites() {
                let sites = self.sites().proposed.listed();
                push(&mut plan, "\nThe agent wants to act on {}", &[Text(&sites)]);
            }
            write_question(&mut json, "approved", &plan, None, None);
        }
        json.close(']');
        json.finish()
    }
}

/// Writes a question. If it is about a todo, the message goes on with the todo's content and the
/// text that follows it.
fn write_question(
    json: &mut Writer,
    about: &str,
    question: &str,
    todo: Option<(&Rc<Todo>, &str)>,
    aspect: Option<&str>,
) {
    let mut message = question.to_owned();
    json.open('{').key("about").string(about);
    if let Some((todo, more)) = todo {
        push(&mut message, "\n{}{}", &[Text(todo.content()), Text(more)]);
        json.key("key").string(&todo.key.to_text());
        json.field("options", todo.text(TextField::Options));
    }
    json.field("aspect", aspect).key("message").string(&message);
    json.key("maxLength").integer(MAX_REASON as i64).close('}');
}

impl HeldDecision {
    /// Returns a line that says what the denied write asked for.
    fn describe_asked(&self) -> String {
        let Some(requested) = &self.requested else { return "\nIt wants to remove it.".to_owned() };
        let mut line = String::new();
        for (name, text) in self.asked.iter().filter_map(|aspect| asked_field(*aspect, requested)) {
            let text = match (name, text) {
                ("status", _) => requested.state_name(),
                (_, "") => "none",
                (_, text) => text,
            };
            let before = if line.is_empty() { "\nIt wants " } else { ", " };
            push(&mut line, "{}{}: {}", &[Text(before), Text(name), Text(text)]);
        }
        if line.is_empty() {
            line.push_str("\nIt wants to put it elsewhere, or to change its links.");
        }
        line
    }
}
