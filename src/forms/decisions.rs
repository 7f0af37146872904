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
                left = left.saturating_sub(usize::from(sentences.len() > before));
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
    /// reason, a wait, and the priority and the description that a person or the host set.
    fn describe_decisions(&self, (index, todo): (usize, &Todo), sentences: &mut Vec<String>) {
        sentences.extend(self.describe_answers(todo.key));
        let explains = todo.text(TextField::Reason).is_some() || todo.waiting().is_some();
        let by = self.decider(Aspect::State, todo);
        // The reason that the model itself had for what is settled is no decision in force.
        if explains && (!todo.status().is_settled() || by != Some(&self.reader)) {
            let bare = Todo { state: State::default(), ..todo.clone() };
            let what = self.describe_aspect(Aspect::State, &bare, (index, todo), true);
            sentences.extend(what.map(|what| self.say(by, &what)));
        }
        self.describe_details((index, todo), sentences);
    }

    /// Adds a sentence for the priority and the description of a todo, if a person or the host set
    /// them. No element shows them. What another model wrote of its todo, it wrote for itself.
    pub(super) fn describe_details(
        &self,
        (index, todo): (usize, &Todo),
        sentences: &mut Vec<String>,
    ) {
        for (field, usual) in
            [(TextField::Priority, Some(USUAL_PRIORITY)), (TextField::Description, None)]
        {
            let aspect = Aspect::Text(field);
            let by = self.decider(aspect, todo);
            let text = todo.text(field);
            let is_decided = by.is_some_and(|by| !by.author.is_restricted());
            if text.is_some() && text != usual && is_decided {
                let what = self.describe_aspect(aspect, todo, (index, todo), true);
                sentences.extend(what.map(|what| self.say(by, &what)));
            }
        }
    }

    fn say(&self, by: Option<&Actor>, what: &str) -> String {
        fill("{} {}", &[Text(&self.subject(by)), Text(what)])
    }
}
