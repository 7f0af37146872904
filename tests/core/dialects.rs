//! Lists in the vocabulary of every dialect, beside an obviously right model: a plain list of
//! items. What somebody wants of a list is worded as a call of a random tool for the store, and
//! done directly to the model; both must agree after each.

use std::rc::Rc;
use std::sync::LazyLock;

use agent_todos::tools::xml_reader::{CallOptions, ToolCall};
use agent_todos::{Call, Dialect, Options, Status, TextField, Todo, TodoStore};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use crate::about::{about, field_of};
use crate::scene::writing_tool;

const MAX_TODOS: usize = 7;

// What the tools look like
// -------------------------------------------------------------------------

/// The tools that write whole lists, as about.json has their calls.
static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let writes = |dialect: &Dialect| !about(*dialect)["call"].is_null();
    Dialect::ALL.into_iter().filter(writes).map(Tool::of).collect()
});

struct Tool {
    dialect: Dialect,
    /// What a call has beside the list.
    rest: Value,
    list: &'static str,
    /// How a todo is written, if it is no object.
    line: Option<&'static str>,
    content: &'static str,
    has_names: bool,
    has_positions: bool,
    has_priority: bool,
    can_merge: bool,
    active_form: &'static str,
    description: &'static str,
    statuses: Vec<&'static str>,
}

impl Tool {
    fn of(dialect: Dialect) -> Self {
        let call = &about(dialect)["call"];
        let field = |value| field_of(dialect, value).unwrap_or("");
        let word = |status: &str| call["statuses"][status].as_str();
        let done = word("done");
        let words = [word("todo"), word("doing"), done, word("skipped").or(done)];
        Self {
            dialect,
            rest: call.get("rest").cloned().unwrap_or(json!({})),
            list: call["list"].as_str().unwrap(),
            line: call["item"].as_str(),
            content: field("content"),
            has_names: !field("name").is_empty(),
            has_positions: !field("position").is_empty(),
            has_priority: !field("priority").is_empty(),
            can_merge: call["merges"] == true,
            active_form: field("activeForm"),
            description: field("description"),
            statuses: words.into_iter().flatten().collect(),
        }
    }

    /// Returns those of the texts that an item has a field for.
    fn supported_texts(&self, texts: &Texts) -> Texts {
        let has = [self.has_priority, !self.active_form.is_empty(), !self.description.is_empty()];
        std::array::from_fn(|index| texts[index].clone().filter(|_| has[index]))
    }

    fn has_statuses(&self) -> bool {
        !self.statuses.is_empty()
    }

    fn word_for(&self, status: Status) -> &str {
        self.statuses.get(status as usize).copied().unwrap_or_default()
    }

    /// What a word of the tool says by itself.
    fn meaning(&self, word: &str) -> Status {
        Status::ALL.into_iter().find(|status| self.word_for(*status) == word).unwrap()
    }
}

// The model ---------------------------------------------------------------------------------

/// Priority, active form and description.
type Texts = [Option<String>; 3];

/// A todo as the model has it.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    key: u32,
    content: String,
    status: Status,
    name: Option<String>,
    /// Priority, active form and description.
    texts: [Option<String>; 3],
}

impl Item {
    fn new(key: u32, content: &str) -> Self {
        Self {
            key,
            content: content.trim().to_owned(),
            status: Status::Todo,
            name: None,
            texts: [None, None, None],
        }
    }
}

fn items(list: &[Rc<Todo>]) -> Vec<Item> {
    let items = list.iter().map(|todo| {
        let text = |field| todo.text(field).map(str::to_owned);
        Item {
            status: todo.status(),
            name: text(TextField::Name),
            texts: [TextField::Priority, TextField::ActiveForm, TextField::Description].map(text),
            ..Item::new(todo.key.to_text()[1..].parse().unwrap(), todo.content())
        }
    });
    items.collect()
}

/// The XML of a list, written again in the most obvious way.
fn xml(list: &[Item]) -> String {
    let todos = list.iter().zip(1..).map(|(Item { status, content, .. }, id)| {
        let text = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let text = text.replace('\r', "&#13;").replace('\n', "&#10;");
        format!("<todo id=\"{id}\" status=\"{}\">{text}</todo>", status.as_str())
    });
    format!("<todos>{}</todos>", todos.collect::<String>())
}

/// What a call says of one todo.
#[derive(Clone, Debug)]
struct Entry {
    content: Option<String>,
    status: Option<Status>,
    name: Option<String>,
    texts: Texts,
}

struct Model {
    next_key: u32,
    list: Vec<Item>,
}

/// What a model that names todos calls one: its name, the number of its key, or else its key, told
/// apart from every name.
fn handle(list: &[Item], item: &Item) -> String {
    let is_taken = |word: &String| list.iter().any(|other| other.name.as_ref() == Some(word));
    let own = (0..).map(|count| format!("t{}{}", item.key, "_".repeat(count)));
    let mut own = [item.key.to_string()].into_iter().chain(own);
    item.name.clone().unwrap_or_else(|| own.find(|word| !is_taken(word)).unwrap())
}

/// Whether a call may call a todo so: one without a name also by its key.
fn is_called(list: &[Item], item: &Item, name: &String) -> bool {
    handle(list, item) == *name || item.name.is_none() && format!("t{}", item.key) == *name
}

impl Model {
    fn new_item(&mut self, content: &str) -> Item {
        self.next_key += 1;
        Item::new(self.next_key - 1, content)
    }

    /// Which todo each entry means. A list that is written anew goes by name and content together,
    /// then by content, then by name; one that is merged by name before content, and then never
    /// from one name to another. Among equals the one at the entry's own place, else the next
    /// one on.
    fn matches(&self, tool: &Tool, entries: &[Entry], merges: bool) -> Vec<Option<usize>> {
        let list = &self.list;
        let same_content = |entry: usize, todo: usize| {
            entries[entry].content.as_deref() == Some(list[todo].content.as_str())
        };
        let same_name = |entry: usize, todo: usize| match &entries[entry].name {
            Some(name) => handle(list, &list[todo]) == *name,
            None => tool.has_positions && entry == todo,
        };
        let other_name =
            |entry: usize, todo: usize| entries[entry].name.is_some() && list[todo].name.is_some();
        let both = |entry, todo| same_name(entry, todo) && same_content(entry, todo);
        let merged = |entry, todo| same_content(entry, todo) && !other_name(entry, todo);
        let rules: [&dyn Fn(usize, usize) -> bool; 3] =
            if merges { [&both, &same_name, &merged] } else { [&both, &same_content, &same_name] };
        let mut found = vec![None; entries.len()];
        for (turn, rule) in rules.into_iter().enumerate() {
            // A list without any known text is a new plan, whatever its names were before.
            let is_named = turn == 2 && !merges;
            let says_all = entries.iter().all(|entry| entry.content.is_some());
            if is_named && says_all && found.iter().all(Option::is_none) {
                break;
            }
            for entry in 0..entries.len() {
                if found[entry].is_some() {
                    continue;
                }
                let first = entry.min(list.len());
                let mut indices = (first..list.len()).chain(0..first);
                let free = indices.find(|todo| !found.contains(&Some(*todo)) && rule(entry, *todo));
                found[entry] = free;
            }
        }
        found
    }

    /// The list after a whole-list write, and where in it each entry's todo stands.
    fn rewritten(
        &mut self,
        tool: &Tool,
        entries: &[Entry],
        merges: bool,
    ) -> (Vec<Item>, Vec<usize>) {
        let old = self.list.clone();
        let mut list = if merges { old.clone() } else { Vec::new() };
        let mut indices = Vec::new();
        for (entry, found) in entries.iter().zip(self.matches(tool, entries, merges)) {
            let mut item = match found {
                Some(index) => old[index].clone(),
                None => self.new_item(entry.content.as_deref().unwrap()),
            };
            // What an entry has no word for stays, unless it is another todo at the same position.
            if let Some(content) = &entry.content {
                if tool.has_positions && item.content != *content {
                    (item.name, item.texts) = (None, Texts::default());
                }
                item.content.clone_from(content);
            }
            // Who is called by its key gets no name by that.
            let is_called = found.is_some()
                && entry.name.as_ref().is_some_and(|name| is_called(&old, &item, name));
            if entry.name.is_some() && !is_called {
                item.name.clone_from(&entry.name);
            }
            for (field, given) in item.texts.iter_mut().zip(&entry.texts) {
                // Nothing between the quotes takes away what was said.
                if let Some(given) = given {
                    *field = Some(given.trim().to_owned()).filter(|given| !given.is_empty());
                }
            }
            // A word that stands for two statuses leaves a todo at the one it is at.
            let keeps =
                |status| found.is_some() && tool.word_for(status) == tool.word_for(item.status);
            if let Some(status) = entry.status.filter(|status| !keeps(*status)) {
                item.status = tool.meaning(tool.word_for(status));
            }
            match found {
                Some(index) if merges => {
                    list[index] = item;
                    indices.push(index);
                }
                _ => {
                    list.push(item);
                    indices.push(list.len() - 1);
                }
            }
        }
        (list, indices)
    }
}

// A list in a tool's vocabulary
// --------------------------------------------------------------------

/// The arguments of a call that writes a list.
fn write(tool: &Tool, entries: &[Entry], merges: bool) -> Value {
    let mut arguments = tool.rest.clone();
    if tool.can_merge {
        arguments["merge"] = merges.into();
    }
    arguments[tool.list] = list(tool, entries);
    arguments
}

fn list(tool: &Tool, entries: &[Entry]) -> Value {
    let content = |entry: &Entry| entry.content.clone().unwrap_or_default();
    if let Some(line) = tool.line {
        let status = |entry: &Entry| entry.status.map_or("", |status| tool.word_for(status));
        let written = |entry: &Entry| {
            line.replace("{status}", status(entry)).replace("{content}", &content(entry))
        };
        let lines: Vec<String> = entries.iter().map(written).collect();
        return if tool.has_statuses() { lines.join("\n").into() } else { json!(lines) };
    }
    let item = |(index, entry): (usize, &Entry)| {
        let mut item = Map::new();
        let status = entry.status.filter(|_| tool.has_statuses());
        let status = status.map(|status| tool.word_for(status).to_owned());
        if tool.has_positions {
            item.insert("id".into(), (index + 1).into());
        }
        for (key, text) in [
            ("id", &entry.name),
            (tool.content, &entry.content),
            ("status", &status),
            ("priority", &entry.texts[0]),
            (tool.active_form, &entry.texts[1]),
            (tool.description, &entry.texts[2]),
        ] {
            item.extend(text.iter().map(|text| (key.to_owned(), text.clone().into())));
        }
        Value::from(item)
    };
    entries.iter().enumerate().map(item).collect()
}

/// The arguments of a call that writes these todos in a dialect; those that have no name go without
/// an id.
pub(crate) fn whole(dialect: Dialect, items: &[(&str, Status, Option<&str>)]) -> Value {
    let tool = TOOLS.iter().find(|tool| tool.dialect == dialect).unwrap();
    let entries = items.iter().map(|(content, status, name)| Entry {
        content: Some((*content).to_owned()),
        status: Some(*status),
        name: name.filter(|_| tool.has_names).map(str::to_owned),
        texts: tool.supported_texts(&[Some("low".to_owned()), Some((*content).to_owned()), None]),
    });
    write(tool, &entries.collect::<Vec<_>>(), false)
}

// What somebody wants done
// -------------------------------------------------------------------------

/// What somebody wants of one todo of a list that is written.
#[derive(Clone, Debug)]
struct Wish {
    /// A todo of today, or a new one.
    who: Option<Index>,
    /// Its content, if it is another than today's.
    content: Option<String>,
    /// Its name, if it is another than today's.
    name: Option<String>,
    status: Status,
    texts: Texts,
    /// When merging: says only the name and, at 1, the status, or at 2 the content.
    says_less: u8,
}

/// Returns whether a text is a word as it is, or none: "b." may be "b".
fn is_plain(text: &str) -> bool {
    text.chars().all(char::is_lowercase) || !text.contains(char::is_alphanumeric)
}

/// A text that a todo may have.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-c]",
        2 => "[!-~é😀]( [ -~é😀\r\n\t]{0,6}[!-~é😀])?".prop_filter("another spelling", |text| is_plain(text)),
        1 => select(vec![
            "</todos></tool_call> & \"x\" &lt;b&gt; &amp;", "[link]", "[ ] ", "a [x]", "# u", "1. v", "]", "null", "[]",
            " a ", ".\n;", "x\\", "{\"content\"", "]]></todos>", "<!-- y -->", "```", "'z'", "<tool_call>",
        ]).prop_map(str::to_owned),
    ]
    .prop_filter("two words may reword another text", |text| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.count() < 2 || text.chars().count() > 12
    })
    .prop_filter("a box is a status", |text| !(text.starts_with('[') && text.contains("] ")))
    .prop_filter("a list that begins with a mark was split", |text| {
        text.len() > 1 || text.bytes().all(|b| b.is_ascii_alphanumeric())
    })
    .prop_filter("a list of nothing but numbers is refused", |text| {
        !text.trim().trim_end_matches('.').bytes().all(|b| b.is_ascii_digit())
    })
}

fn name() -> impl Strategy<Value = String> {
    select(vec!["1", "2", "3", "t1", "t2", "t3", "t4", "t1_", "a", "b", " c", "ü\"\\\n<"])
        .prop_map(str::to_owned)
}

fn status() -> impl Strategy<Value = Status> {
    select(Status::ALL.to_vec())
}

fn wish() -> impl Strategy<Value = Wish> {
    let who = prop::option::weighted(0.8, any::<Index>());
    let named = (prop::option::weighted(0.2, text()), prop::option::weighted(0.3, name()));
    let or_blank = || prop::option::of(prop_oneof![3 => text(), 1 => Just(String::new())]);
    let texts = (select(vec!["low", "medium", "high"]), or_blank(), or_blank());
    (who, named, status(), texts, 0..6_u8).prop_map(
        |(who, (content, name), status, texts, says_less)| {
            let (priority, active_form, description) = texts;
            let texts = [Some(priority.to_owned()), active_form, description];
            Wish { who, content, name, status, texts, says_less }
        },
    )
}

/// Which tool writes a list, whether it merges it if it can, and what is wanted. More often a tool
/// that can.
fn writing() -> impl Strategy<Value = (usize, bool, Vec<Wish>)> {
    let tool = prop_oneof![4 => 0..TOOLS.len(), 1 => 2..4_usize];
    (tool, any::<bool>(), prop::collection::vec(wish(), 0..=MAX_TODOS))
}

/// What a call of a tool says for these wishes, so that it is well-formed: every field that the
/// tool asks for, ids once only, no more todos than there may be, one in progress.
fn entries(model: &mut Model, tool: &Tool, wishes: &[Wish], merges: bool) -> Vec<Entry> {
    let list = model.list.clone();
    let mut entries: Vec<Entry> = Vec::new();
    for (count, wish) in wishes.iter().enumerate() {
        let who = wish.who.filter(|_| !list.is_empty()).map(|who| who.get(&list));
        let own_name = who.map(|who| handle(&list, who));
        let name =
            wish.name.clone().map(|name| name.trim().to_owned()).or_else(|| own_name.clone());
        let name = name.unwrap_or_else(|| format!("new{count}"));
        let mut content = wish.content.clone().or_else(|| who.map(|who| who.content.clone()));
        if matches!(tool.dialect, Dialect::UpdateTodoList | Dialect::Goose) {
            // A line of its checklist has one line.
            content = content.map(|content| content.replace(['\n', '\r'], " "));
        }
        let content = content.unwrap_or_else(|| format!("new {count}")).trim().to_owned();
        let says_less = if merges && own_name.as_ref() == Some(&name) { wish.says_less } else { 0 };
        let entry = Entry {
            content: (says_less != 1).then_some(content),
            status: (tool.has_statuses() && says_less != 2).then_some(wish.status),
            name: tool.has_names.then_some(name),
            texts: tool.supported_texts(&wish.texts),
        };
        if !(tool.has_names && entries.iter().any(|other| other.name == entry.name)) {
            entries.push(entry);
        }
    }
    let next_key = model.next_key;
    loop {
        let (result, _) = model.rewritten(tool, &entries, merges);
        model.next_key = next_key;
        let doing = result.iter().filter(|item| item.status == Status::Doing).count();
        if doing > 1 {
            let is_doing = |entry: &&mut Entry| entry.status == Some(Status::Doing);
            entries.iter_mut().find(is_doing).unwrap().status = Some(Status::Todo);
        } else if result.len() > MAX_TODOS {
            entries.pop();
        } else {
            return entries;
        }
    }
}

proptest! {
    #![proptest_config(crate::cases(3000))]

    #[test]
    fn random_lists_in_any_dialect_have_the_effect_of_the_model(
        writings in prop::collection::vec(writing(), 1..12),
    ) {
        let options = format!(r#"{{"maxTodos":{MAX_TODOS}}}"#);
        let mut store = TodoStore::new(Options::from_json(&options).unwrap());
        let mut model = Model { next_key: 1, list: Vec::new() };
        let mut lists = vec![Vec::new()];
        for (tool, merges, wishes) in &writings {
            let tool = &TOOLS[*tool];
            let merges = *merges && tool.can_merge;
            let entries = entries(&mut model, tool, wishes, merges);
            let (list, indices) = model.rewritten(tool, &entries, merges);
            let has_changed = list != model.list;
            model.list.clone_from(&list);
            if has_changed {
                lists.push(list.clone());
            }
            let arguments = write(tool, &entries, merges).to_string();
            let call = Call { tool: writing_tool(tool.dialect), arguments: &arguments };
            let outcome = tool.dialect.call(&mut store, &call);
            prop_assert!(outcome.ok, "{}: {}", arguments, outcome.text);
            // Whose key another one's name stood in the way of is told what it is called now.
            let is_renamed = entries.iter().zip(&indices).any(|(entry, index)| {
                entry.name.as_ref().is_some_and(|name| !is_called(&list, &list[*index], name))
            });
            let is_noted = is_renamed || !outcome.dropped.is_empty();
            prop_assert_eq!(!outcome.notes.is_empty(), is_noted, "{}: {}", arguments, outcome.text);
            prop_assert_eq!(outcome.changed, has_changed, "{}", arguments);
            prop_assert_eq!(items(store.list()), list.clone(), "{}", arguments);
            prop_assert_eq!(store.xml(), xml(&list));
            let checkpoint = store.checkpoint();
            let copy = TodoStore::from_checkpoint(&checkpoint).unwrap();
            prop_assert_eq!((copy.checkpoint(), copy.list()), (checkpoint, store.list()));
        }
        let snapshots: Vec<_> = store.snapshots().iter().map(|snapshot| items(&snapshot.todos)).collect();
        prop_assert_eq!(snapshots, lists);
    }
}

/// An item of a list: fields by their places among [`Tool::fields`] with what may stand in them, a
/// status, and white space.
type LooseItem = (Vec<(Index, Value)>, Option<&'static str>, &'static str);

fn loose_item() -> impl Strategy<Value = LooseItem> {
    let words: Vec<_> = TOOLS.iter().flat_map(|tool| tool.statuses.clone()).collect();
    let value = prop_oneof![
        8 => text().prop_map(|text| json!(text)),
        4 => select(vec![json!("high"), json!("High"), json!(1), json!(null), json!(["t1"]), json!({})]),
    ];
    let fields = prop::collection::vec((any::<Index>(), value), 1..4);
    let status = prop_oneof![20 => select(words), 1 => Just("open")];
    (fields, prop::option::of(status), select(vec!["", "", " ", "\n\t"]))
}

impl Tool {
    /// The names of its fields, more often that of the content, and one that other tools have.
    fn fields(&self) -> Vec<&'static str> {
        let own =
            [self.content, self.content, "id", "priority", self.active_form, self.description];
        own.into_iter().chain(["task"]).filter(|name| !name.is_empty()).collect()
    }

    fn write_loosely(&self, (fields, status, space): &LooseItem) -> String {
        let status = status.iter().map(|word| ("status", json!(word)));
        let fields =
            fields.iter().map(|(index, value)| (*index.get(&self.fields()), value.clone()));
        let fields: Vec<_> = fields
            .chain(status)
            .map(|(key, value)| format!("\"{key}\"{space}:{space}{value}"))
            .collect();
        format!("{space}{{{space}{}{space}}}{space}", fields.join(&format!("{space},{space}")))
    }
}

proptest! {
    #![proptest_config(crate::cases(20_000))]

    // A list in the form of its schema is read straight off its text, and any other as all
    // arguments are.
    #[test]
    fn an_escape_in_a_key_changes_nothing(
        tool in 0..TOOLS.len(),
        items in prop::collection::vec(loose_item(), 0..3),
        end in prop_oneof![9 => Just("]}"), 1 => select(vec![",]}", "]", "]} x", "],\"merge\":true}", "] } ", "]}}"])],
    ) {
        let tool = &TOOLS[tool];
        let items: Vec<_> = items.iter().map(|item| tool.write_loosely(item)).collect();
        // Both are equally long, as errors say at which byte reading stopped.
        let read = |key: &str, space: &str| {
            let arguments = format!("{{\"{key}\":{space}[{}{end}", items.join(","));
            let mut store = TodoStore::default();
            store.add_multiple(&["a", "b"]).unwrap();
            let call = Call { tool: writing_tool(tool.dialect), arguments: &arguments };
            let outcome = tool.dialect.call(&mut store, &call);
            (outcome.ok, outcome.text, outcome.notes, outcome.changed, store.checkpoint())
        };
        let (first, rest) = tool.list.split_at(1);
        let escaped = format!("\\u{:04x}{rest}", first.as_bytes()[0]);
        prop_assert_eq!(read(tool.list, "     "), read(&escaped, ""));
    }
}

// What grows --------------------------------------------------------------------------------------

#[test]
fn find_all_searches_for_a_missing_end_only_once() {
    for unit in crate::data("without an end") {
        // Looked for again at each, this would take hours.
        ToolCall::find_all(&unit.repeat(100_000), CallOptions::default());
    }
}

#[test]
fn a_long_list_of_new_items_is_matched() {
    let mut store = TodoStore::new(Options::from_json(r#"{"maxTodos":1000}"#).unwrap());
    let texts: Vec<String> = (0..1000).map(|number| format!("todo {number}")).collect();
    store.add_multiple(&texts.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
    let items = (0..1000).map(|number| {
        format!(r#"{{"id":"n{number}","content":"other {number}","status":"pending"}}"#)
    });
    let arguments =
        &format!(r#"{{"merge":false,"todos":[{}]}}"#, items.collect::<Vec<_>>().join(","));
    let call = Call { tool: "todo_write", arguments };
    assert!(Dialect::CursorTodoWrite.call(&mut store, &call).ok);
}

#[test]
fn a_refusal_of_many_items_is_shorter_than_5000_bytes() {
    let arguments = &format!(r#"{{"todos":[{}]}}"#, vec!["\"a\""; 10_000].join(","));
    let call = Call { tool: "TodoWrite", arguments };
    let outcome = Dialect::TodoWrite.call(&mut TodoStore::default(), &call);
    assert!(!outcome.ok && outcome.text.len() < 5000, "{} bytes", outcome.text.len());
}
