//! Cycles of links between todos: of blockers, or of parents.

use crate::list::indexed_list::{List, index_of};
use crate::list::todo::{Key, Todo};

/// A search for the cycles of a list. It does not recurse, because a list that is read from outside
/// may be long, and it follows each link once, unless a cycle is found.
pub(crate) struct Cycles {
    links_of: fn(&Todo) -> &[Key],
    visits: Vec<Visit>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    OnPath,
    /// No link leads from here to a cycle.
    Left,
}

impl Cycles {
    /// Begins a search. `links_of` returns the keys to which a todo is linked.
    pub fn new(list: &List, links_of: fn(&Todo) -> &[Key]) -> Self {
        Self { links_of, visits: vec![Visit::New; list.len()] }
    }

    /// Returns the indices of the todos of a cycle, each linked to the next one and the last one to
    /// the first. The caller takes one of these links out of the list before the next call.
    pub fn next(&mut self, list: &List) -> Option<Vec<usize>> {
        let mut path: Vec<(usize, usize)> = Vec::new();
        for first in 0..list.len() {
            path.push((first, 0));
            while let Some((index, followed)) = path.last_mut() {
                let (Some(visit), Some(todo)) = (self.visits.get_mut(*index), list.get(*index))
                else {
                    break;
                };
                let link = (self.links_of)(todo).get(*followed).filter(|_| *visit != Visit::Left);
                let Some(link) = link else {
                    *visit = Visit::Left;
                    path.pop();
                    continue;
                };
                *visit = Visit::OnPath;
                *followed += 1;
                let Some(next) = index_of(list, *link) else { continue };
                if self.visits.get(next) != Some(&Visit::OnPath) {
                    path.push((next, 0));
                    continue;
                }
                let path: Vec<usize> = path.into_iter().map(|(index, _)| index).collect();
                for index in &path {
                    if let Some(visit) = self.visits.get_mut(*index) {
                        *visit = Visit::New;
                    }
                }
                return Some(path.into_iter().skip_while(|index| *index != next).collect());
            }
        }
        None
    }
}
