//! The todos under one todo as their own list, for somebody who works on these alone.

use std::rc::Rc;

use crate::list::delta::Delta;
use crate::list::history::{Entry, List};
use crate::list::indexed_list::{find, index_of};
use crate::list::limits::{MAX_TODOS, count_open};
use crate::list::names::keep_names_apart;
use crate::list::owners::work_of;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Todo};
use crate::list::tree::{are_descendants, is_descendant, restore_tree_order};
use crate::list::write::share;
use crate::text::content::Content;

impl TodoStore {
    /// Returns a copy of this store in which the list has always been the todos under `root` alone.
    /// They have the same keys and provenance, and the revisions the same numbers.
    pub(crate) fn branch(&self, root: Key) -> Self {
        let are_under = are_descendants(&self.list, root);
        let mut branch = self.clone();
        branch.history.confine(root);
        branch.list = branch.history.latest();
        // Todos outside the branch count for the limit, too.
        let open = count_open(&self.list).saturating_sub(count_open(&branch.list));
        let others = self.list.len().saturating_sub(branch.list.len());
        let room = self.options.max_todos().saturating_sub(open);
        branch.options.set_max_todos(room.min(MAX_TODOS.saturating_sub(others)));
        // What is in progress above the branch counts as one with its step in the branch.
        let root = find(&self.list, root);
        let is_above = |todo: &Todo| {
            root.is_some_and(|root| {
                root.key == todo.key || is_descendant(&self.list, root, todo.key)
            })
        };
        let (mut outside, mut are_under) = (List::clone(&self.list), are_under.into_iter());
        outside.retain(|todo| {
            are_under.next() == Some(false) && !(todo.is_at_work() && is_above(todo))
        });
        branch.outside = outside;
        branch
    }

    /// Returns what an owner, or nobody, has in progress outside the branch that this store is.
    pub(crate) fn work_outside(&self, owner: Option<&Content>) -> Vec<Key> {
        work_of(&self.outside, owner)
    }

    /// Adopts the changes made in a copy from [`TodoStore::branch`], with the same revisions.
    pub(crate) fn take_branch(&mut self, branch: Self, root: Key) {
        self.held = branch.held;
        let since = self.revision() + 1;
        let entries: Vec<Entry> =
            branch.history.entries_from(since).map(|(_, entry)| entry.clone()).collect();
        if entries.is_empty() {
            return;
        }
        for entry in entries {
            let list = self.with_branch(root, entry.list());
            let Entry { info, reason, sites, .. } = entry;
            self.times.record(&Delta::between(&self.list, &list), &list, info.at);
            self.list = Rc::new(list);
            self.sites.clone_from(&sites);
            self.history.push((self.list.clone(), sites), info, None, reason);
        }
        self.provenance = branch.provenance;
        self.next_key = branch.next_key;
    }

    /// Returns the list with other todos under `root`.
    pub(crate) fn with_branch(&self, root: Key, branch: &List) -> List {
        let mut list = List::clone(&self.list);
        let mut are_under = are_descendants(&self.list, root).into_iter();
        list.retain(|_| are_under.next() != Some(true));
        let parent = find(&list, root).map(|todo| todo.key);
        let index = index_of(&list, root).map_or(list.len(), |index| index + 1);
        let after = List::from(list.split_off(index));
        // A todo that has left the branch may still be on the list, where its version counts.
        let is_outside =
            |todo: &&Rc<Todo>| find(&list, todo.key).or(find(&after, todo.key)).is_some();
        let inside: Vec<&Rc<Todo>> = branch.iter().filter(|todo| !is_outside(todo)).collect();
        for todo in inside {
            let mut todo = Rc::clone(todo);
            if todo.parent().is_none() && parent.is_some() {
                Rc::make_mut(&mut todo).set_parent(parent);
            }
            list.push(todo);
        }
        list.extend(after);
        keep_names_apart(&mut list, &self.list);
        restore_tree_order(&mut list, &self.list, &List::new());
        share(&self.list, &mut list);
        list
    }
}
