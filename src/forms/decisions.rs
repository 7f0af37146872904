//! What others decided and the list itself does not show, in sentences for a model that may have
//! read nothing else.

use crate::forms::unseen_changes::{UnseenChanges, escape};
use crate::list::author::{Actor, Author};
use crate::list::delta::Aspect;
use crate::list::todo::{State, TextField, Todo, USUAL_PRIORITY};
use crate::text::message::FormatArg::Text;
use crate::text::message::{excerpt, fill, join};

/// The maximum number of todos that sentences are about, and of removed texts that one names.
const MAX_TODOS: usize = 12;

impl UnseenChanges<'_> {
    /// Returns the decisions in force: the approval, what a person removed lately, and of each todo
    /// what its element does not show. Open todos come first if there are too many.
    pub fn decisions(&self) -> Vec<String> {
        let mut sentences: Vec<String> = self.approval_in_force().into_iter().collect();
        sentences.extend(self.removed_by_person());
        let todos = || self.store.list().iter().enumerate();
        let mut left = MAX_TODOS;
        for is_settled in [false, true] {
            for (index, todo) in
                todos().filter(|(_, todo)| todo.status().is_settled() == is_settled)
            {
                if left == 0 {
                    return sentences;
                }
                let before = sentences.len();
                self.describe_decisions((index, todo), &mut sentences);
                left -= usize::from(sentences.len() > before);
            }
        }
        sentences
    }

    fn approval_in_force(&self) -> Option<String> {
        let approved = self.store.sites().approved.as_ref()?;
        let who = self.subject(Some(&Actor { author: Author::User, name: approved.name.clone() }));
        let sites = self.store.sites().approved_list();
        let template = match (self.store.awaits_approval(), sites.is_empty()) {
            (false, true) => "{} approved the plan.",
            (false, false) => "{} approved the plan, and lets you act on {} alone.",
            (true, false) => "{} lets you act on {} alone. The plan is not approved yet.",
            (true, true) => return None,
        };
        Some(fill(template, &[Text(&who), Text(&sites)]))
    }

    fn removed_by_person(&self) -> Option<String> {
        let provenance = self.store.provenance();
        let removed = provenance.tombstones().filter(|left| left.blocks_readding());
        let mut names: Vec<String> =
            removed.map(|left| fill("{}", &[excerpt(left.todo.content())])).collect();
        names.drain(..names.len().saturating_sub(MAX_TODOS));
        let who = self.subject(Some(&Author::User.into()));
        let names: Vec<String> = names.iter().map(|name| escape(name)).collect();
        (!names.is_empty())
            .then(|| fill("{} removed {}.", &[Text(&who), Text(&join(&names, ", "))]))
    }

    /// Adds a sentence for each decision about a todo that its element does not show: answers, a
    /// reason, a wait, and the priority and the description that others set.
    fn describe_decisions(&self, (index, todo): (usize, &Todo), sentences: &mut Vec<String>) {
        sentences.extend(self.describe_answers(todo.key));
        let by = |aspect| self.store.provenance().by(todo.key, aspect);
        let is_by_others = |aspect| by(aspect) != Some(&self.reader);
        let waits = todo.waiting().is_some();
        let explains = todo.text(TextField::Reason).is_some() || waits;
        let priority = todo.text(TextField::Priority);
        let is_unusual = priority.is_some_and(|priority| priority != USUAL_PRIORITY);
        let is_described = todo.text(TextField::Description).is_some();
        let [priority, description] =
            [TextField::Priority, TextField::Description].map(Aspect::Text);
        // What the model said itself of an open todo was in the messages that it lost.
        let is_open = !todo.status().is_settled();
        let decisions = [
            (Aspect::State, explains && (is_open || is_by_others(Aspect::State))),
            (priority, is_unusual && is_by_others(priority)),
            (description, is_described && is_by_others(description)),
        ];
        let bare = Todo { state: State::TODO, ..todo.clone() };
        for (aspect, _) in decisions.iter().filter(|(_, is_decided)| *is_decided) {
            let what = self.describe_aspect(*aspect, &bare, (index, todo), true);
            // A rewind writes again why others sent a todo back.
            let is_rewound = *aspect == Aspect::State && is_open && explains && !waits;
            let by = by(*aspect).filter(|by| !is_rewound || **by != self.reader);
            let subject = self.subject(by);
            sentences.extend(what.map(|what| fill("{} {}", &[Text(&subject), Text(&what)])));
        }
    }
}
