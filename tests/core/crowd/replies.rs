//! What a person and a host say to what waits, what they keep with a todo, and the sites of a plan:
//! and what of it models read.

use std::rc::Rc;

use agent_todos::list::author::{Actor, Author};
use agent_todos::list::edit_options::Approval;
use agent_todos::list::sites::Approved;
use agent_todos::list::waiting::{Wait, WaitFor};
use agent_todos::{Id, Patch, TodoStore, WriteError};

use super::World;
use super::ledger::Decided;
use super::seen::{Seen, snapshot};
use super::speaker::Speaker;

/// What the data of every todo has, and no other text.
const SECRET: &str = "secret";
/// What every answer begins with, and no other text has.
const ANSWER: &str = "code";
const ANSWER_LENGTH: usize = 8;

impl World {
    pub(super) fn a_person_replies(&mut self) {
        let actor = Actor::from(if self.dice.one_in(3) { Author::Host } else { Author::User });
        let before = snapshot(&self.store);
        let waiting: Vec<usize> =
            (0..before.len()).filter(|index| before[*index].is_waiting()).collect();
        let index = self.dice.below(before.len());
        let asked = waiting.get(self.dice.below(waiting.len())).copied().unwrap_or(index);
        let (id, asked) = (Id(1 + index as i64), Id(1 + asked as i64));
        let key = before.get(index).map(|seen| seen.key);
        let (question, answer) = (self.words.question(), self.words.answer());
        let on = if self.dice.one_in(3) { WaitFor::Event } else { WaitFor::User };
        let sites = vec![format!("https://{}.example", ["a", "b", "c"][self.dice.below(3)])];
        let sites = if self.dice.one_in(3) { vec![] } else { sites };
        let what = self.dice.below(16);
        let data = format!(r#"{{"{SECRET}":{}}}"#, self.words.0);
        let data = if self.dice.one_in(4) { "null" } else { &data };
        let mut decided = Decided::default();
        let act = &mut |store: &mut TodoStore| -> Result<String, WriteError> {
            Ok(match what {
                0 | 1 => {
                    store.wait(id, &Wait::new(on, &question))?;
                    decided.again = key;
                    format!("wait {}: {on:?} {question}", id.0)
                }
                2..9 => {
                    store.answer(asked, &answer)?;
                    format!("answer {}: {answer}", asked.0)
                }
                9..13 => {
                    store.edit(id, &Patch { data: Some(data), ..Patch::default() })?;
                    format!("keep with {}: {data}", id.0)
                }
                13 => {
                    store.propose(&sites)?;
                    format!("propose {sites:?}")
                }
                14 => {
                    store.approve(&Approval { sites: sites.clone(), ..Approval::default() })?;
                    decided.approved = true;
                    format!("approve {sites:?}")
                }
                _ => {
                    store.revoke()?;
                    "revoke".into()
                }
            })
        };
        let Ok(what) = self.store.acting_as(actor.clone(), act) else { return };
        let after = snapshot(&self.store);
        let who = if actor.is_person() { "the user" } else { "the host" };
        self.note(format!("{who}: {what}"));
        self.ledger.learn(&before, &after, &actor, &decided, &self.store);
    }

    pub(super) fn approved(&self) -> Option<Rc<Approved>> {
        self.store.sites().approved.clone()
    }

    /// A model reads a text: it is told each answer at least once, and never what a host keeps with
    /// a todo. `tells_all` says that it knows
    /// all that is new then.
    pub(super) fn is_read(&mut self, speaker: &mut Speaker, text: &str, tells_all: bool) {
        self.must(!text.contains(SECRET), "data: a model reads it", text);
        let answers = text.match_indices(ANSWER);
        speaker.answers_read.extend(answers.map(|(at, _)| text[at..at + ANSWER_LENGTH].to_owned()));
        let list = snapshot(&self.store);
        for answer in list.iter().filter(|_| tells_all).filter_map(|seen| seen.answer.as_ref()) {
            let is_reported = speaker.answers_read.contains(answer);
            self.must(is_reported, "answer: it is not reported", &format!("{answer}: {text}"));
        }
    }

    /// An answer of a person in one tab is there when both are merged, unless the todo is settled
    /// or waits.
    pub(super) fn answer_is_merged(
        &mut self,
        before: &Seen,
        side: &Seen,
        other: &Seen,
        after: &Seen,
    ) {
        let is_new = side.answer.is_some() && side.answer != before.answer;
        let is_there =
            [&side.answer, &other.answer].contains(&&after.answer) && after.answer.is_some();
        let may_be = !after.is_open() || after.is_on_hold;
        self.must(!is_new || is_there || may_be, "merge: an answer is lost", before.content());
    }
}
