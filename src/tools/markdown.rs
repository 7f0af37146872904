//! The list as a checklist in Markdown, for people, who may edit it: it is read back as a write of
//! the whole list.

use std::borrow::Cow;

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::forms::checklist_line::lines_of;
use crate::forms::item_schema::ParentHint;
use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::note::Notes;
use crate::list::store::TodoStore;
use crate::list::todo::{Status, TextField, Todo};
use crate::list::tree::walk;
use crate::text::hash_index::{HashIndex, hash};
use crate::text::message::FormatArg::Text;
use crate::text::message::{fill, on_one_line};
use crate::tools::checklist::{CHECKLIST, read_checklist};

/// Returns the list with one todo per line: `- [x] text`. The box of a skipped todo contains the
/// word "skipped" or "failed". Todos under another one are indented. Below a todo that waits, an
/// indented quote says for whom, and the question.
pub fn markdown(list: &List) -> String {
    let mut text = String::new();
    walk(list, |todo, depth| {
        let indent = "  ".repeat(depth);
        for part in [&*indent, "- [", mark(todo), "] ", &on_one_line(todo.content()), "\n"] {
            text.push_str(part);
        }
        if let Some(on) = todo.waiting() {
            let question = on_one_line(todo.text(TextField::Question).unwrap_or_default());
            let template = match question.is_empty() {
                true => "  > waits for {}\n",
                false => "  > waits for {}: {}\n",
            };
            text.push_str(&indent);
            text.push_str(&fill(template, &[Text(on.named()), Text(&question)]));
        }
        true
    });
    text
}

/// Returns what the box of a todo contains.
pub(crate) fn mark(todo: &Todo) -> &'static str {
    match todo.status() {
        Status::Todo => " ",
        Status::Doing => "-",
        Status::Done => "x",
        Status::Skipped => todo.state_name(),
    }
}

/// Replaces the list with a checklist, and returns notes about repairs. The write is in the name of
/// the store's actor, so the policy applies if that is a model or an agent. An empty store accepts
/// the checklist as it was written, even if more todos are open or in progress than the options
/// allow.
///
/// # Errors
/// `invalid_argument` if the text is not a checklist, and the errors of a whole-list write.
pub fn read_markdown(store: &mut TodoStore, text: &str) -> Result<Notes, TodoError> {
    let mut notes = Notes::new();
    let mut items = Vec::new();
    if !text.is_empty() {
        // A quote is not a todo. `markdown` writes one below a todo that waits.
        let is_quote = |line: &&str| line.trim_start().starts_with("> ");
        let lines: Vec<&str> = lines_of(text).into_iter().filter(|line| !is_quote(line)).collect();
        items = read_checklist(&lines, "text", &mut notes)?;
    }
    // Several todos may differ only in their spaces. Each line is matched to the next one of them.
    let known: Vec<String> = store.list().iter().map(|todo| on_one_line(todo.content())).collect();
    let places = HashIndex::of_texts(known.len(), &|index| known.get(index).map(String::as_str));
    let mut is_taken = vec![false; known.len()];
    for item in &mut items {
        item.parent_hint.get_or_insert(ParentHint::Level(0));
        let [Some(text), ..] = &mut item.texts else { continue };
        let mut take = |index: usize| {
            let is_meant = known.get(index).is_some_and(|known| known == &**text);
            let is_taken = is_taken.get_mut(index).filter(|_| is_meant);
            is_taken.is_some_and(|is_taken| !core::mem::replace(is_taken, true))
        };
        let index = places.find(hash(text), &mut take);
        if let Some(todo) = index.and_then(|index| store.list().get(index)) {
            *text = Cow::Owned(todo.content().to_owned());
        }
    }
    let (mode, schema) = (Mode::Replace, &CHECKLIST);
    let command = Command::Rewrite { items, mode, schema, sites: None };
    notes.append(&mut store.execute_stored(command)?);
    Ok(notes)
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::list::author::Author;
    use crate::list::error::WriteError;
    use crate::list::todo::Id;
    use crate::list::todo::Status::{Done, Todo};
    use crate::list::waiting::{Wait, WaitFor};

    fn store() -> Result<TodoStore, WriteError> {
        let mut store = TodoStore::default();
        store.add_multiple(&["Find a kettle", "Compare\n three", "[x] Pay", "Write"])?;
        store.complete(Id(1))?;
        store.mark_doing(Id(2))?;
        store.skip(Id(3), "")?;
        Ok(store)
    }

    #[test]
    fn read_markdown_of_a_written_list_changes_nothing() -> Result<(), WriteError> {
        let mut store = store()?;
        let text = markdown(store.list());
        assert_eq!(
            text,
            "- [x] Find a kettle\n- [-] Compare three\n- [skipped] [x] Pay\n- [ ] Write\n"
        );
        let (before, revision) = (store.list().clone(), store.revision());
        assert_eq!(read_markdown(&mut store, &text)?, Notes::new());
        assert_eq!((store.list(), store.revision()), (&before, revision));
        Ok(())
    }

    #[test]
    fn read_markdown_reads_back_every_content_unchanged() {
        let contents = [
            "a b",
            "a  b",
            "a\nb",
            "a\u{a0}b",
            "a\u{85}b",
            "[x] a b",
            "- a b",
            "> a",
            "# a",
            "1. a",
            "```",
            "a\\n- [ ] b",
            "[a] b",
            "[-] [ ]",
        ];
        for one in contents {
            for two in contents {
                for three in contents {
                    let mut store = TodoStore::default();
                    store.add_multiple(&[one, two, three]).unwrap();
                    let before = store.clone();
                    let text = markdown(store.list());
                    assert_eq!(read_markdown(&mut store, &text), Ok(Notes::new()), "{text}");
                    assert!(store == before, "{:?} is read as {:?}", before.list(), store.list());
                }
            }
        }
    }

    #[test]
    fn read_markdown_keeps_what_a_todo_waits_for() -> Result<(), WriteError> {
        let mut store = store()?;
        store.wait(Id(2), &Wait::new(WaitFor::User, "Which\nsize?"))?;
        store.wait(Id(4), &Wait::new(WaitFor::Event, ""))?;
        let text = markdown(store.list());
        assert_eq!(
            text.lines().collect::<Vec<_>>(),
            [
                "- [x] Find a kettle",
                "- [ ] Compare three",
                "  > waits for the user: Which size?",
                "- [skipped] [x] Pay",
                "- [ ] Write",
                "  > waits for an event",
            ]
        );
        let before = store.list().clone();
        assert_eq!(read_markdown(&mut store, &text)?, Notes::new());
        assert_eq!(store.list(), &before);
        Ok(())
    }

    #[test]
    fn read_markdown_applies_a_persons_changes_and_keeps_the_other_keys() -> Result<(), WriteError>
    {
        let mut store = store()?;
        store.acting_as(Author::User, |store| {
            read_markdown(
                store,
                "# Kettles\n- [x] Compare three\n- [ ] Find a kettle\n1. [ ] Ask Ann",
            )
        })?;
        let current: Vec<_> = store.list().iter().map(|todo| (todo.key.0, todo.status())).collect();
        assert_eq!(current, [(2, Done), (1, Todo), (5, Todo)]);
        assert_eq!(store.actor().author, Author::Agent);
        assert_eq!(store.info().by.author, Author::User);
        // A model's text does not undo it.
        store.acting_as(Author::Model, |store| read_markdown(store, "- [ ] Compare three"))?;
        let left: Vec<_> = store.list().iter().map(|todo| todo.status()).collect();
        assert_eq!(left, [Done, Todo]);
        Ok(())
    }

    #[test]
    fn read_markdown_takes_what_is_in_progress_as_it_says() -> Result<(), WriteError> {
        let mut store = store()?;
        let text = "- [-] Write\n- [-] Compare three\n";
        let notes = store.acting_as(Author::User, |store| read_markdown(store, text))?;
        assert_eq!((notes, markdown(store.list())), (Notes::new(), text.to_owned()));
        // An empty text is the text of an empty list.
        assert_eq!(read_markdown(&mut store, ""), Ok(Notes::new()));
        assert_eq!(markdown(store.list()), "");
        Ok(())
    }

    #[test]
    fn read_markdown_of_a_text_without_a_checklist_changes_nothing() -> Result<(), WriteError> {
        let mut store = store()?;
        let revision = store.revision();
        for text in ["\n", "# Kettles", "> Pay", "[{\"content\": \"Pay\"}]"] {
            assert!(read_markdown(&mut store, text).is_err(), "{text}");
        }
        assert_eq!(store.revision(), revision);
        Ok(())
    }
}
