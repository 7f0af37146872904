//! `Times`: how long todos were in progress, and when their owners last gave a sign of life. They
//! are stored next to the list, so they do not depend on the length of the history.

use crate::list::delta::Delta;
use crate::list::indexed_list::{List, find};
use crate::list::provenance_table::MAX_TOMBSTONES;
use crate::list::todo::Key;
use crate::text::content::Content;

/// The maximum number of owners whose signs of life are kept.
const MAX_SIGNS: usize = 100;

/// How long one todo was in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Time {
    pub key: Key,
    /// The milliseconds up to when it last left progress.
    pub spent: i64,
    /// Since when it has been in progress, in milliseconds since the epoch, or 0 if it is not.
    pub since: i64,
}

/// The times of the todos on a list, and of those that left it most recently.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Times {
    pub todos: Vec<Time>,
    /// The last sign of life of each owner, if the list has a lease.
    pub signs: Vec<Sign>,
}

/// The last sign of life of an owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sign {
    pub name: Content,
    /// When, in milliseconds since the epoch.
    pub at: i64,
    /// When the latest sign was reported to those who store the list.
    pub reported: i64,
}

impl Times {
    /// Records which todos are in progress since the time `now`, and which no longer are. A claimed
    /// todo is not in progress, because it waits for somebody. Without a clock, `now` is 0, and
    /// nothing is recorded.
    pub fn record(&mut self, delta: &Delta<'_>, list: &List, now: i64) {
        if now == 0 {
            return;
        }
        for todo in &delta.removed {
            self.end(todo.key, now);
        }
        for todo in delta.added.iter().chain(delta.changed.iter().map(|(_, after)| after)) {
            match todo.is_at_work() {
                true => self.begin(todo.key, now),
                false => self.end(todo.key, now),
            }
        }
        self.forget_oldest(list);
    }

    fn begin(&mut self, key: Key, now: i64) {
        match self.todos.iter_mut().find(|time| time.key == key) {
            Some(time) if time.since > 0 => {}
            Some(time) => time.since = now,
            None => self.todos.push(Time { key, spent: 0, since: now }),
        }
    }

    fn end(&mut self, key: Key, now: i64) {
        if let Some(time) = self.todos.iter_mut().find(|time| time.key == key) {
            *time = Time { spent: time.spent_at(now), since: 0, ..*time };
        }
    }

    /// Drops the oldest times of todos that left, so that at most [`MAX_TOMBSTONES`] more than the
    /// list has todos remain.
    fn forget_oldest(&mut self, list: &List) {
        let mut excess = self.todos.len().saturating_sub(list.len() + MAX_TOMBSTONES);
        if excess == 0 {
            return;
        }
        self.todos.retain(|time| {
            let is_forgotten = excess > 0 && find(list, time.key).is_none();
            excess = excess.saturating_sub(usize::from(is_forgotten));
            !is_forgotten
        });
    }

    /// Returns for how many milliseconds a todo was in progress before its latest state.
    pub fn spent_before(&self, key: Key) -> i64 {
        self.todos.iter().find(|time| time.key == key).map_or(0, |time| time.spent)
    }

    pub fn rename(&mut self, key: Key, new: Key) {
        self.todos.iter_mut().filter(|time| time.key == key).for_each(|time| time.key = new);
    }

    /// Merges the times from another store, for the todos of `list`. The longer time is used.
    pub fn merge(&mut self, other: &Self, list: &List) {
        for theirs in &other.todos {
            let is_at_work = find(list, theirs.key).is_some_and(|todo| todo.is_at_work());
            let theirs = Time { since: if is_at_work { theirs.since } else { 0 }, ..*theirs };
            match self.todos.iter_mut().find(|time| time.key == theirs.key) {
                Some(time) => {
                    time.spent = time.spent.max(theirs.spent);
                    time.since = if time.since > 0 { time.since } else { theirs.since };
                }
                None => self.todos.push(theirs),
            }
        }
        self.forget_oldest(list);
        for Sign { name, at, .. } in &other.signs {
            if self.last_sign(name).is_none_or(|known| known < *at) {
                self.sign(name, *at);
            }
        }
    }

    /// Returns when an owner last gave a sign of life.
    pub fn last_sign(&self, name: &Content) -> Option<i64> {
        self.signs.iter().find(|sign| sign.name == *name).map(|sign| sign.at)
    }

    /// Records a sign of life of an owner.
    pub fn sign(&mut self, name: &Content, at: i64) {
        let known = self.signs.iter().position(|sign| sign.name == *name);
        let reported = known.map_or(at, |index| self.signs.remove(index).reported);
        self.signs.insert(0, Sign { name: name.clone(), at, reported });
        self.signs.truncate(MAX_SIGNS);
    }
}

impl Time {
    /// Returns for how many milliseconds the todo has been in progress at the time `now`.
    pub fn spent_at(&self, now: i64) -> i64 {
        let since = if self.since > 0 { now.saturating_sub(self.since).max(0) } else { 0 };
        self.spent + since
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicI64, Ordering::Relaxed};

    use super::MAX_TOMBSTONES;
    use crate::list::author::{Author, Clock};
    use crate::list::store::TodoStore;
    use crate::list::todo::{Id, Status};
    use crate::list::write::Commit;

    static NOW: AtomicI64 = AtomicI64::new(1000);

    /// Returns the time spent on each todo after this many more seconds.
    fn after(store: &TodoStore, seconds: i64) -> Vec<(u32, i64)> {
        NOW.fetch_add(seconds * 1000, Relaxed);
        store.time_spent().map(|(key, spent)| (key.0, spent / 1000)).collect()
    }

    #[test]
    fn times_survive_a_short_history_a_checkpoint_a_merge_and_undo() {
        let options =
            crate::Options::from_json(r#"{"maxSnapshots":1,"confirmDone":true}"#).unwrap();
        let clock = Clock(|| NOW.load(Relaxed));
        let mut store = TodoStore::new(options);
        store.set_clock(clock);
        store.add_multiple(&["a", "b", "c"]).unwrap();
        assert_eq!(after(&store, 5), []);
        store.mark_doing(Id(1)).unwrap();
        assert_eq!(after(&store, 3), [(1, 3)]);
        store.move_to(Id(1), 2).unwrap();
        assert_eq!(after(&store, 1), [(1, 4)]);
        store.complete(Id(2)).unwrap();
        store.next_todo();
        assert_eq!(after(&store, 2), [(1, 4), (2, 2)]);
        // A claimed todo waits for somebody, so its time does not go on.
        store.acting_as(Author::Model, |store| store.complete(Id(1))).unwrap();
        assert_eq!(after(&store, 7), [(1, 4), (2, 2)]);

        let base = store.checkpoint();
        let mut copy = TodoStore::from_checkpoint(&base).unwrap();
        assert_eq!(
            copy,
            TodoStore { clock: copy.clock, actor: copy.actor.clone(), ..store.clone() }
        );
        copy.set_clock(clock);
        store.reopen(Id(2), "").unwrap();
        store.mark_doing(Id(2)).unwrap();
        assert_eq!(after(&store, 1), [(1, 5), (2, 2)]);
        copy.mark_doing(Id(3)).unwrap();
        assert_eq!(after(&copy, 10), [(1, 4), (2, 2), (3, 10)]);
        copy.complete(Id(3)).unwrap();
        store.merge(&base, &copy.checkpoint()).unwrap();
        assert_eq!(after(&store, 0), [(1, 15), (2, 2), (3, 10)]);

        store.remove(Id(2)).unwrap();
        assert_eq!(after(&store, 9), [(1, 15), (2, 2), (3, 10)]);
        store.forget().unwrap();
        assert_eq!(after(&store, 0), []);
    }

    #[test]
    fn times_of_old_tombstones_are_dropped_and_a_checkpoint_reads_back() {
        let options = crate::Options::from_json(r#"{"maxTodos":3,"maxDoing":3}"#).unwrap();
        let clock = Clock(|| 9);
        let mut store = TodoStore::new(options);
        store.set_clock(clock);
        let base = store.checkpoint();
        let mut copy = TodoStore::from_checkpoint(&base).unwrap();
        for (store, rounds) in [(&mut store, 40), (&mut copy, 30)] {
            store.set_clock(clock);
            for _ in 0..rounds {
                // A host's list is all new.
                let host = crate::list::author::Author::Host;
                store.acting_as(host, |store| store.replace_all(&["a", "b", "c"])).unwrap();
                let list = store.list().iter().map(|todo| todo.with_status(Status::Doing).into());
                store.set_list(list.collect(), store.next_key(), Commit::default());
            }
            store.reset().unwrap();
        }
        let whole = |store: &TodoStore| {
            assert_eq!(after(store, 0).len(), MAX_TOMBSTONES);
            let read = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
            assert_eq!(read.times(), store.times());
        };
        whole(&copy);
        whole(&store);
        store.merge(&base, &copy.checkpoint()).unwrap();
        whole(&store);
    }

    #[test]
    fn from_checkpoint_refuses_invalid_times() {
        let mut store = TodoStore::default();
        store.set_clock(Clock(|| 9));
        store.add_multiple(&["a"]).unwrap();
        store.mark_doing(Id(1)).unwrap();
        let whole = store.checkpoint();
        for other in
            ["[0,0,9]", "[2,0,9]", "[1,-1,9]", "[1,0,-9]", "[1,0,9,9]", "[1]", "[1,0,9,1,0,9]"]
        {
            assert!(whole.contains("[1,0,9]"), "{whole}");
            let text = whole.replacen("[1,0,9]", other, 1);
            TodoStore::from_checkpoint(&text).unwrap_err();
        }
    }
}
