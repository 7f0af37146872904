//! A host cuts the chat of a model back: what the model did since is taken back, and nothing of
//! anybody else's.

use agent_todos::TodoStore;
use agent_todos::list::history::Revision;

use super::World;
use super::ledger::Decided;
use super::seen::{Seen, find, snapshot};
use super::speaker::Speaker;

/// A list of the history, and whether the one who rewinds made it.
struct Entry {
    revision: Revision,
    is_own: bool,
    list: Vec<Seen>,
}

fn entries(store: &TodoStore, speaker: &Speaker) -> Vec<Entry> {
    let entry = |snapshot: agent_todos::list::history::Snapshot| Entry {
        revision: snapshot.revision,
        is_own: snapshot.info.by == speaker.actor,
        list: snapshot.todos.iter().map(|todo| Seen::of(todo)).collect(),
    };
    store.snapshots().into_iter().map(entry).collect()
}

impl World {
    pub(super) fn a_host_rewinds(&mut self, speaker: &mut Speaker) {
        let revision = self.store.revision().saturating_sub(self.dice.below(8) as u32);
        let (old, before, approved) = (self.store.clone(), snapshot(&self.store), self.approved());
        let result = speaker.conversation.rewind(&mut self.store, i64::from(revision));
        let is_done = if result.is_ok() { "done" } else { "refused" };
        self.note(format!("{}'s chat is cut back to {revision}: {is_done}", speaker.name()));
        if result.is_err() {
            return self.must(self.store == old, "refused: and something changed", "a rewind");
        }
        self.judged(&before, &approved, &speaker.actor, &[], None, false, true);
        let after = snapshot(&self.store);
        let mut since = entries(&old, speaker);
        since.retain(|entry| entry.revision >= revision);
        self.own_is_taken_back(&since, &before, &after);
        let is_same = self.store.sites().approved == old.sites().approved;
        self.must(is_same, "rewind: the approval is another", "the list");
        let decided = Decided { rewound: true, ..Decided::default() };
        self.ledger.learn(&before, &after, &speaker.actor, &decided, &self.store);
        // The model may have read each answer in what was cut.
        speaker.answers_read.clear();
        // Whose host asks for no reminder, nobody knows what it knows.
        speaker.is_lost = true;
        self.reminds(speaker);
    }

    /// `since` begins with the list of the revision.
    fn own_is_taken_back(&mut self, since: &[Entry], before: &[Seen], after: &[Seen]) {
        let touched = |seen: &Seen, is_own: bool| {
            since.windows(2).any(|two| {
                let (before, after) = (find(&two[0].list, seen.key), find(&two[1].list, seen.key));
                two[1].is_own == is_own && before != after
            })
        };
        // Who decides what is so already, or moved a todo, is not to be seen in the todos.
        let keys = |entry: &Entry| entry.list.iter().map(|seen| seen.key).collect::<Vec<_>>();
        let is_sure = since.windows(2).all(|two| {
            let stays = |key: &agent_todos::Key| find(&two[0].list, *key).is_some();
            let is_moved = !keys(&two[1])
                .into_iter()
                .filter(stays)
                .eq(keys(&two[0]).into_iter().filter(|key| find(&two[1].list, *key).is_some()));
            two[1].is_own || two[0].list != two[1].list && !is_moved
        });
        let same = |one: &Seen, other: &Seen| {
            one.state_and_texts() == other.state_and_texts()
                && one.texts == other.texts
                && one.data == other.data
        };
        for before in before.iter().filter(|before| !touched(before, true)) {
            let is_same = find(after, before.key).is_some_and(|after| same(after, before));
            self.must(
                is_same,
                "rewind: what the model did not touch is otherwise",
                before.content(),
            );
        }
        let then = &since[0].list;
        for before in then.iter().filter(|before| is_sure && !touched(before, false)) {
            let Some(after) = find(after, before.key) else {
                self.must(
                    false,
                    "rewind: what the model alone took off is not back",
                    before.content(),
                );
                continue;
            };
            // There may be no room for it among what is in progress, and "done" is to be confirmed.
            let gives_way =
                before.is_at_work() && after.state() == (agent_todos::Status::Todo, false);
            let is_claim = before.status == agent_todos::Status::Done && after.is_claimed();
            let may_be =
                same(after, before) || (gives_way || is_claim) && after.texts == before.texts;
            self.must(
                may_be,
                "rewind: what the model alone did is not taken back",
                before.content(),
            );
        }
        for after in after.iter().filter(|after| is_sure && !touched(after, false)) {
            // A person may have added what came back.
            let may_be = find(then, after.key).is_some() || !self.ledger.of(after.key).is_sure;
            self.must(may_be, "rewind: what the model alone added is there", after.content());
        }
    }
}
