//! `todo_manager`: the tool of the original agent. Todos have numbers, and a call does one action.

use crate::forms::shape::{Item, PLAIN, Shape};
use crate::list::error::TodoError;
use crate::list::todo::{Id, Todo, joined};
use crate::text::excerpt::line;
use crate::text::message::Part::{Number, Text};
use crate::text::message::{count, fill, note};
use crate::tools::arguments::{Arguments, SingleItem};
use crate::tools::request::{Done, Request, take_items};
use crate::tools::vocabulary::{Answer, PROSE, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    tools: include_str!("todo_manager.json"),
    takes_bare_list: false,
    unused: &["todos", "ids", "evidence"],
    gives_up_by: "skip it to give it up",
    read,
    answer,
    ..PROSE
};

/// The most characters of ids that a refusal repeats.
const MOST_OF_IDS: usize = 40;

/// The actions in a sentence.
const USUAL: &str = "list, add_multiple, complete_multiple, skip or replace_all";

/// What a call does.
#[derive(Clone, Copy)]
enum Action {
    List,
    Add,
    AddAfter,
    Complete,
    Skip,
    ReplaceAll,
    GetNext,
    GoBack,
    MarkDoing,
}

/// Every name an action goes by: those that a model is shown, the longer ones that the
/// original code took, and those that its description names and its schema left out.
const WORDS: [(&str, Action); 17] = [
    ("list", Action::List),
    ("list_todos", Action::List),
    ("add_multiple", Action::Add),
    ("add_multiple_todos", Action::Add),
    ("add_after_position", Action::AddAfter),
    ("complete_multiple", Action::Complete),
    ("complete_multiple_todos", Action::Complete),
    ("complete", Action::Complete),
    ("complete_todo", Action::Complete),
    ("skip", Action::Skip),
    ("skip_todo", Action::Skip),
    ("skip_multiple", Action::Skip),
    ("replace_all", Action::ReplaceAll),
    ("replace_all_todos", Action::ReplaceAll),
    ("get_next", Action::GetNext),
    ("go_back", Action::GoBack),
    ("mark_doing", Action::MarkDoing),
];

fn read<'a>(
    _: &str,
    shape: &Shape,
    arguments: &mut Arguments<'a>,
) -> Result<Request<'a>, TodoError> {
    Ok(match arguments.take_word("action", &WORDS, USUAL)? {
        Action::List => {
            arguments.refuse_items(shape.list, "list", "to add them, use add_multiple")?;
            Request::List
        }
        Action::Add => Request::Add(some_items(arguments)?),
        Action::AddAfter => {
            let position = arguments.take_integer("position")?.ok_or_else(|| {
                TodoError::invalid("Position required: give position, 0 for the front", &[])
            })?;
            Request::AddAfter { position, items: some_items(arguments)? }
        }
        Action::Complete => {
            let Named { ids, contents } = named(arguments)?;
            if ids.is_empty() {
                return Err(TodoError::invalid("IDs required: give ids", &[]));
            }
            let evidence = arguments.take_text("evidence")?.unwrap_or_default();
            Request::Complete { ids, evidence, contents }
        }
        Action::Skip => {
            let named = named(arguments)?;
            Request::Skip(one_id(&named)?, named.contents)
        }
        // As the original code has it: to replace all by nothing is to clear.
        Action::ReplaceAll => match take_items(arguments, &PLAIN, SingleItem::ObjectForWhole)? {
            Some(items) => Request::ReplaceAll(items),
            None => return Err(todos_required()),
        },
        Action::GetNext => Request::GetNext,
        Action::GoBack => Request::GoBack(one_id(&named(arguments)?)?),
        Action::MarkDoing => Request::MarkDoing(one_id(&named(arguments)?)?),
    })
}

fn some_items<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<Item<'a>>, TodoError> {
    let items = take_items(arguments, &PLAIN, SingleItem::Anything)?.unwrap_or_default();
    if items.is_empty() { Err(todos_required()) } else { Ok(items) }
}

fn todos_required() -> TodoError {
    TodoError::invalid("Todos required: give todos, a list of objects with content", &[])
}

/// The todos that a call means.
struct Named {
    ids: Vec<Id>,
    /// The texts of todos that stand beside the ids.
    contents: Vec<String>,
}

/// Takes the ids of a call, out of its todos where it has none by themselves.
fn named(arguments: &mut Arguments<'_>) -> Result<Named, TodoError> {
    let mut ids = arguments.take_ids("ids")?;
    if ids.is_empty() {
        // As the original code has it.
        ids.extend(arguments.take_integer("id")?.map(Id));
    }
    let beside = arguments.items_beside("todos");
    let (mut others, mut contents) = (Vec::new(), Vec::new());
    for (id, content) in &beside {
        others.extend(*id);
        contents.extend(content.clone());
    }
    if ids.is_empty() && others.len() == beside.len() {
        ids.append(&mut others);
        if !ids.is_empty() {
            arguments.take("todos");
            note(arguments.notes, "ids: read out of todos", &[]);
        }
    }
    match others.into_iter().find(|other| !ids.contains(other)).filter(|_| !ids.is_empty()) {
        None => Ok(Named { ids, contents }),
        Some(other) => Err(TodoError::invalid(
            "ids says {}, and todos says {}: send ids alone, with those that are meant",
            &[Text(&line(&joined(&ids), MOST_OF_IDS)), Number(other.0)],
        )),
    }
}

fn one_id(Named { ids, .. }: &Named) -> Result<Id, TodoError> {
    match ids.as_slice() {
        [id] => Ok(*id),
        _ => Err(TodoError::invalid(
            "ID required: give ids with exactly one id, got [{}]: make one call for each",
            &[Text(&line(&joined(ids), MOST_OF_IDS))],
        )),
    }
}

/// `{"ok":true,"output":…}` or `{"ok":false,"error":…}`, as specified, with `notes` if any.
fn answer(answer: &Answer<'_>) -> String {
    answer.object(&|json| {
        json.key("ok").boolean(answer.result.is_ok());
        match answer.result {
            Ok(done) => json.key("output").string(&output(answer, done)),
            Err(error) => json.key("error").string(error.message()),
        };
    })
}

fn output(answer: &Answer<'_>, done: &Done) -> String {
    match done {
        Done::List
        | Done::Rewrite(_)
        | Done::Get(_)
        | Done::Create(_)
        | Done::Update { .. }
        | Done::Delete(_) => answer.store.xml(),
        Done::GetNext => match answer.store.current_doing() {
            Some((id, _)) => answer.store.todo_xml(id).unwrap_or_default(),
            None => "No TODO is left to do".into(),
        },
        Done::Add(added) => fill("Added {} TODOs", &[count(*added)]),
        Done::AddAfter { position, added } => {
            fill("Added {} TODOs after position {}", &[count(*added), Number(*position)])
        }
        Done::Complete(ids) => {
            let list = answer.store.list();
            let is_claimed = |id: &Id| list.get(id.place()).is_some_and(Todo::is_claimed);
            let (claimed, done): (Vec<Id>, Vec<Id>) = ids.iter().partition(|id| is_claimed(id));
            match (claimed.is_empty(), done.is_empty()) {
                (true, _) => fill("Completed TODOs: {}", &[Text(&joined(&done))]),
                (false, true) => fill("To be confirmed: {}", &[Text(&joined(&claimed))]),
                (false, false) => fill(
                    "Completed TODOs: {}. To be confirmed: {}",
                    &[Text(&joined(&done)), Text(&joined(&claimed))],
                ),
            }
        }
        Done::Skip(id) => fill("Skipped TODO: {}", &[Number(id.0)]),
        Done::ReplaceAll(added) => fill("Replaced all TODOs with {} new items", &[count(*added)]),
        Done::GoBack(id) => fill("Went back to TODO: {}", &[Number(id.0)]),
        Done::MarkDoing(id) => fill("Doing TODO: {}", &[Number(id.0)]),
    }
}

#[cfg(test)]
mod tests {
    use crate::list::options::Options;
    use crate::list::store::TodoStore;
    use crate::text::json::{Document, Value};
    use crate::tools::call::{Call, Outcome};
    use crate::tools::dialects::Dialect;

    fn call(store: &mut TodoStore, arguments: &str) -> Outcome {
        Dialect::TodoManager.call(store, &Call { tool: "todo_manager", arguments })
    }

    fn abc() -> TodoStore {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b", "c"]).unwrap();
        store
    }

    #[test]
    fn answers_as_the_seed_does() {
        let mut store = TodoStore::default();
        for (arguments, text) in [
            (
                r#"{"action":"add_multiple","todos":[{"content":"a"},{"content":"b"},{"content":"c"}]}"#,
                r#"{"ok":true,"output":"Added 3 TODOs"}"#,
            ),
            (
                r#"{"action":"complete_multiple","todos":[],"ids":[1,2]}"#,
                r#"{"ok":true,"output":"Completed TODOs: 1, 2"}"#,
            ),
            (r#"{"action":"skip","ids":[2]}"#, r#"{"ok":true,"output":"Skipped TODO: 2"}"#),
            (r#"{"action":"skip_todo","id":3}"#, r#"{"ok":true,"output":"Skipped TODO: 3"}"#),
            (
                r#"{"action":"replace_all_todos","todos":[{"content":"x"},{"content":"y"},{"content":"z"}]}"#,
                r#"{"ok":true,"output":"Replaced all TODOs with 3 new items"}"#,
            ),
            (
                r#"{"action":"add_after_position","position":0,"todos":[{"content":"w"}]}"#,
                r#"{"ok":true,"output":"Added 1 TODOs after position 0"}"#,
            ),
            (r#"{"action":"mark_doing","ids":[2]}"#, r#"{"ok":true,"output":"Doing TODO: 2"}"#),
            (
                r#"{"action":"get_next"}"#,
                r#"{"ok":true,"output":"<todo id=\"2\" status=\"doing\">x</todo>"}"#,
            ),
            (r#"{"action":"go_back","ids":[1]}"#, r#"{"ok":true,"output":"Went back to TODO: 1"}"#),
        ] {
            let outcome = call(&mut store, arguments);
            assert_eq!(outcome.text, text, "{arguments}");
            assert!(outcome.notes.is_empty(), "{arguments}");
        }
        let outcome = call(&mut store, r#"{"action":"list"}"#);
        let answer = Document::read(&outcome.text).unwrap();
        assert_eq!(answer.root().parts().nth(3).and_then(Value::as_string).unwrap(), store.xml());
        assert!(!outcome.changed);
    }

    #[test]
    fn skip_removes_where_the_store_says_so() {
        let mut store = TodoStore::new(Options::from_json(r#"{"onSkip":"remove"}"#).unwrap());
        store.add_multiple(&["a", "b"]).unwrap();
        assert!(call(&mut store, r#"{"action":"skip","ids":[1]}"#).changed);
        assert_eq!(store.xml(), r#"<todos><todo id="1" status="todo">b</todo></todos>"#);
    }

    #[test]
    fn repairs_with_receipts() {
        for (arguments, notes) in [
            (
                r#"{"action":"Complete-Multiple","ids":["1","2"]}"#,
                &[
                    "action: \"Complete-Multiple\" read as complete_multiple",
                    "ids: \"1\" read as 1",
                    "ids: \"2\" read as 2",
                ][..],
            ),
            (r#"{"action":"complete","ids":"[1, 2]"}"#, &["ids: read out of a JSON string"]),
            (r#"{"action":"complete","ids":2}"#, &["ids: a number read as a list of one"]),
            (
                r#"{"action":"complete","ids":[1],"todos":null,"why":"done"}"#,
                &["why: not used here, ignored"],
            ),
            (r#"{"action":"complete","ids":null,"id":1}"#, &["ids: null read as absent"]),
            (
                r#"{"action":"add_multiple","todos":["d",{"content":"e","status":"todo"}]}"#,
                &[
                    "item 1: bare string read as its content",
                    "item 2: extra key \"status\" ignored",
                ],
            ),
            (
                r#"{"action":"add_multiple","todos":{"content":"d"}}"#,
                &["todos: an object read as a list of one"],
            ),
            (
                r#"{"action":"add_multiple","todos":"[{\"content\":\"d\"}]"}"#,
                &["todos: read out of a JSON string"],
            ),
            (
                r#"{"action":"add_multiple","todos":"buy milk"}"#,
                &[
                    "todos: a string read as a list of one",
                    "item 1: bare string read as its content",
                ],
            ),
            (r#"[{"action":"complete","ids":[1]}]"#, &["arguments: taken out of a list of one"]),
            (
                r#""{\"action\":\"complete\",\"ids\":[1]}""#,
                &["arguments: read out of a JSON string"],
            ),
            (
                "```json\n{'action': 'complete', 'ids': [1],}\n```",
                &["arguments: not quite JSON, repaired"],
            ),
            (
                "{\"action\":\"add_multiple\",\"todos\":[{\"content\":\"d\\u0000\\ud800\"}]}",
                &["item 1: cleaned out forbidden characters (2)"],
            ),
        ] {
            let outcome = call(&mut abc(), arguments);
            assert!(outcome.ok && outcome.changed, "{arguments}: {}", outcome.text);
            assert_eq!(outcome.notes, notes, "{arguments}");
            assert!(outcome.text.contains("\"notes\":["), "{arguments}");
        }
    }

    #[test]
    fn refuses_what_cannot_be_told() {
        for (arguments, says) in [
            ("", "action is missing"),
            ("{}", "action is missing"),
            ("null", "action is missing"),
            ("[1,2]", "must be one JSON object, got an array"),
            ("{\"action\"", "not JSON: at byte 9"),
            (r#"{"action":"explode"}"#, "unknown action \"explode\": use list"),
            (r#"{"action":7}"#, "unknown action 7"),
            (r#"{"action":"add_multiple"}"#, "Todos required"),
            (r#"{"action":"add_multiple","todos":[]}"#, "Todos required"),
            (
                r#"{"action":"add_multiple","todos":[{"what":"d"}]}"#,
                "item 1 must be an object with content",
            ),
            (
                r#"{"action":"add_multiple","todos":[{"content":"d"},{"content":7}]}"#,
                "item 2: content must",
            ),
            (
                r#"{"action":"add_multiple","todos":[{"content":"d"},{"content":" "}]}"#,
                "item 2 is empty",
            ),
            (r#"{"action":"complete_multiple"}"#, "IDs required"),
            (r#"{"action":"complete_multiple","ids":[1,9]}"#, "there is no todo 9: ids are 1 to 3"),
            (r#"{"action":"complete_multiple","ids":[1,1.5]}"#, "whole numbers, got 1.5"),
            (r#"{"action":"complete_multiple","ids":["one"]}"#, "whole numbers, got \"one\""),
            (r#"{"action":"skip","ids":[1,2]}"#, "exactly one id, got [1, 2]"),
            (r#"{"action":"skip","ids":[]}"#, "exactly one id"),
            (r#"{"action":"add_after_position","todos":["d"]}"#, "Position required"),
            (
                r#"{"action":"add_after_position","position":4,"todos":["d"]}"#,
                "there is no position 4",
            ),
        ] {
            let mut store = abc();
            let outcome = call(&mut store, arguments);
            assert!(!outcome.ok && !outcome.changed, "{arguments}");
            assert!(outcome.text.starts_with("{\"ok\":false,\"error\":\""), "{}", outcome.text);
            assert!(outcome.text.contains(&says.replace('"', "\\\"")), "{}", outcome.text);
            assert_eq!((store.revision(), store.list()), (1, abc_list(&store)), "{arguments}");
            let checked = Dialect::TodoManager.check(&Call { tool: "todo_manager", arguments });
            assert!(checked.is_err() || says.contains("there is no") || says.contains("is empty"));
        }
    }

    fn abc_list(store: &TodoStore) -> &crate::list::history::List {
        assert_eq!(store.xml(), abc().xml());
        store.list()
    }
}
