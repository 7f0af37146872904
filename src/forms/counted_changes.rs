//! What others have changed in the list that a model knows, as numbers of todos.

use crate::forms::unseen_changes::{UnseenChanges, shortened};
use crate::list::author::Actor;
use crate::list::indexed_list::{find, find_indexed};
use crate::list::todo::{Key, Todo};
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, fill, join};

/// The maximum number of todos that a sentence with their number names.
const MAX_NAMES: usize = 10;

impl UnseenChanges<'_> {
    /// Returns a sentence with the numbers of todos that others finished, started, added, removed
    /// and changed otherwise, or `None` if there are none.
    pub(super) fn count_by_others(&self, keys: &[Key]) -> Option<String> {
        let mut actors: Vec<Option<&Actor>> = Vec::new();
        let mut numbers = [0_usize; 5];
        for key in keys {
            let by = self.latest_author(*key);
            if !actors.contains(&by) {
                actors.push(by);
            }
            let (before, after) = (find(&self.seen.list, *key), find(self.store.list(), *key));
            let is_new = |is: fn(&Todo) -> bool| {
                after.is_some_and(|after| is(after)) && !before.is_some_and(|before| is(before))
            };
            let [finished, started, added, removed, changed] = &mut numbers;
            let number = match (before, after) {
                _ if is_new(|todo| todo.status().is_settled()) => finished,
                _ if is_new(Todo::is_at_work) => started,
                (None, _) => added,
                (_, None) => removed,
                (Some(_), Some(_)) => changed,
            };
            *number += 1;
        }
        let verbs = ["finished {}", "started {}", "added {}", "removed {}", "changed {}"];
        let counts = verbs.into_iter().zip(numbers).filter(|(_, number)| *number > 0);
        let counts: Vec<String> =
            counts.map(|(verb, number)| fill(verb, &[count(number)])).collect();
        let who = match *actors {
            [] => return None,
            [by] => self.subject(by),
            _ => fill("{} others", &[count(actors.len())]),
        };
        Some(fill("{} {}.", &[Text(&who), Text(&join(&counts, ", "))]))
    }

    /// Returns a sentence for each actor with the number of todos that they changed, and which
    /// these are.
    pub(super) fn count_changes(&self, keys: &[Key]) -> Vec<String> {
        let mut actors: Vec<(Option<&Actor>, Vec<String>)> = Vec::new();
        for key in keys {
            let by = self.latest_author(*key);
            let name = match (find_indexed(self.store.list(), *key), find(&self.seen.list, *key)) {
                (Some((index, after)), _) => self.id(index, after),
                (None, before) => shortened(before.map_or("", |before| before.content())),
            };
            match actors.iter_mut().find(|(actor, _)| *actor == by) {
                Some((_, names)) => names.push(name),
                None => actors.push((by, vec![name])),
            }
        }
        let sentence = |(by, names): &(Option<&Actor>, Vec<String>)| {
            let s = if names.len() == 1 { "" } else { "s" };
            let shown = names.get(..MAX_NAMES).unwrap_or(names);
            let more = if shown.len() < names.len() { ", and others" } else { "" };
            let named = join(shown, ", ");
            let parts =
                [Text(&self.subject(*by)), count(names.len()), Text(s), Text(&named), Text(more)];
            fill("{} changed {} todo{}: {}{}.", &parts)
        };
        actors.iter().map(sentence).collect()
    }
}
