//! Checks a whole list. A list that passes can be stored and read back.

use crate::list::blockers::has_cycle;
use crate::list::indexed_list::List;
use crate::list::limits::{MAX_LINKS, MAX_TODOS, count_links};
use crate::list::todo::TextField;
use crate::list::tree::is_tree;
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, excerpt, fill};

/// Returns what is wrong with a list, or `None` if it can be read back: it has at most
/// [`MAX_TODOS`] todos, each key and each id of a tool belongs to one of them, no blockers form a
/// cycle, and each todo comes after its parent.
pub(crate) fn find_fault(list: &List) -> Option<String> {
    if list.len() > MAX_TODOS {
        return Some(fill("list has more than {} todos", &[count(MAX_TODOS)]));
    }
    if let Some(key) = first_repeated(list.iter().map(|todo| todo.key)) {
        return Some(fill("list has todo {} twice", &[Text(&key.to_text())]));
    }
    let names = list.iter().filter_map(|todo| todo.text(TextField::Name));
    if let Some(name) = first_repeated(names) {
        return Some(fill("list has two todos with the id {}", &[excerpt(name)]));
    }
    if count_links(list) > MAX_LINKS {
        return Some(fill("list has more than {} links", &[count(MAX_LINKS)]));
    }
    if has_cycle(list) {
        return Some("list has todos that depend on each other in a cycle".into());
    }
    let is_standing = is_tree(list);
    (!is_standing).then(|| "list has a todo that does not stand under its parent".into())
}

/// Returns the first item that was there before. Sorting the items would make the WebAssembly
/// module larger.
fn first_repeated<T: Ord + Clone>(items: impl Iterator<Item = T>) -> Option<T> {
    let mut known: Vec<T> = Vec::new();
    for item in items {
        match known.binary_search(&item) {
            Ok(_) => return Some(item),
            Err(at) => known.insert(at, item),
        }
    }
    None
}
