//! The dialects beside an obviously right model: a plain list of items and a copy of it for every
//! revision. What somebody wants done is worded as a call of a random dialect for the store, and done
//! directly to the model; both must agree after each. Then calls that are damaged, which may do
//! anything but break a rule.

use agent_todos::tools::xml_reader::{CallOptions, ToolCall};
use agent_todos::{Call, Dialect, Field, Options, Outcome, Status, TodoStore};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

const MAX_TODOS: usize = 7;

// What the tools look like -------------------------------------------------------------------------

/// A tool that writes whole lists, as its documentation has it.
struct Tool {
    dialect: Dialect,
    /// Its place in the dialect.
    place: usize,
    list: &'static str,
    content: &'static str,
    has_names: bool,
    has_positions: bool,
    has_priority: bool,
    active_form: &'static str,
    description: &'static str,
    /// The words for todo, doing, done, skipped and blocked; none where it has no statuses.
    words: Option<[&'static str; 5]>,
    can_merge: bool,
}

const PLAIN: Tool = Tool {
    dialect: Dialect::Snapshot,
    place: 0,
    list: "todos",
    content: "content",
    has_names: false,
    has_positions: false,
    has_priority: false,
    active_form: "",
    description: "",
    words: None,
    can_merge: false,
};
const FOUR: [&str; 5] = ["pending", "in_progress", "completed", "cancelled", "pending"];
const THREE: [&str; 5] = ["pending", "in_progress", "completed", "completed", "pending"];
/// The tools that write whole lists: those of all but `todo_manager` and `Task`.
const TOOLS: [Tool; 17] = [
    Tool { place: 1, list: "items", ..PLAIN },
    Tool {
        dialect: Dialect::XmlCall,
        has_names: true,
        has_priority: true,
        words: Some(FOUR),
        ..PLAIN
    },
    Tool { dialect: Dialect::Merge, has_names: true, words: Some(FOUR), can_merge: true, ..PLAIN },
    Tool {
        dialect: Dialect::CursorTodoWrite,
        has_names: true,
        words: Some(FOUR),
        can_merge: true,
        ..PLAIN
    },
    Tool { dialect: Dialect::TodoWrite, active_form: "activeForm", words: Some(THREE), ..PLAIN },
    Tool {
        dialect: Dialect::UpdatePlan,
        list: "plan",
        content: "step",
        words: Some(THREE),
        ..PLAIN
    },
    Tool {
        dialect: Dialect::WriteTodos,
        content: "description",
        words: Some(["pending", "in_progress", "completed", "cancelled", "blocked"]),
        ..PLAIN
    },
    Tool {
        dialect: Dialect::ManageTodoList,
        list: "todoList",
        content: "title",
        has_positions: true,
        description: "description",
        words: Some(["not-started", "in-progress", "completed", "completed", "not-started"]),
        ..PLAIN
    },
    Tool {
        dialect: Dialect::UpdateTodoList,
        words: Some(["[ ]", "[-]", "[x]", "[x]", "[ ]"]),
        ..PLAIN
    },
    Tool {
        dialect: Dialect::TaskWrite,
        list: "tasks",
        has_names: true,
        active_form: "activeForm",
        words: Some(THREE),
        ..PLAIN
    },
    Tool { dialect: Dialect::Todowrite, has_priority: true, words: Some(FOUR), ..PLAIN },
    Tool { dialect: Dialect::Qwen, has_names: true, words: Some(THREE), ..PLAIN },
    Tool {
        dialect: Dialect::TaskTracker,
        list: "task_list",
        content: "title",
        description: "notes",
        words: Some(["todo", "in_progress", "done", "done", "todo"]),
        ..PLAIN
    },
    Tool {
        dialect: Dialect::SetTodoList,
        content: "title",
        words: Some(["pending", "in_progress", "done", "done", "pending"]),
        ..PLAIN
    },
    Tool { dialect: Dialect::Todos, active_form: "active_form", words: Some(THREE), ..PLAIN },
    Tool {
        dialect: Dialect::Goose,
        list: "content",
        words: Some(["[ ]", "[-]", "[x]", "[x]", "[ ]"]),
        ..PLAIN
    },
    Tool {
        dialect: Dialect::Zed,
        list: "entries",
        has_priority: true,
        words: Some(THREE),
        ..PLAIN
    },
];

impl Tool {
    fn word(&self, status: Status) -> &'static str {
        self.words.map_or("", |words| words[status as usize])
    }

    /// What a word of the tool says by itself.
    fn meaning(&self, word: &str) -> Status {
        Status::ALL.into_iter().find(|status| self.word(*status) == word).unwrap()
    }
}

// The model ----------------------------------------------------------------------------------------

#[derive(Clone, Debug, PartialEq)]
struct Item {
    key: u32,
    content: String,
    status: Status,
    name: Option<String>,
    priority: Option<String>,
    active_form: Option<String>,
    description: Option<String>,
}

/// What a call says of one todo.
#[derive(Clone, Debug)]
struct Entry {
    content: Option<String>,
    status: Option<Status>,
    name: Option<String>,
    priority: Option<String>,
    active_form: Option<String>,
    description: Option<String>,
}

/// Every list so far, the present one last, each with the index of the list that it repeats when an
/// undo made it.
struct Model {
    removes_skipped: bool,
    next_key: u32,
    lists: Vec<(Vec<Item>, usize)>,
}

/// What a model that names todos calls one: its name, or else its key, told apart from every name.
fn handle(list: &[Item], item: &Item) -> String {
    let is_taken = |word: &String| list.iter().any(|other| other.name.as_ref() == Some(word));
    let own = (0..).map(|count| format!("t{}{}", item.key, "_".repeat(count)));
    item.name.clone().unwrap_or_else(|| own.into_iter().find(|word| !is_taken(word)).unwrap())
}

impl Model {
    fn list(&self) -> Vec<Item> {
        self.lists.last().unwrap().0.clone()
    }

    fn doing(&self) -> Option<usize> {
        self.list().iter().position(|item| item.status == Status::Doing)
    }

    fn new_item(&mut self, content: &str) -> Item {
        self.next_key += 1;
        Item {
            key: self.next_key - 1,
            content: content.trim().to_owned(),
            status: Status::Todo,
            name: None,
            priority: None,
            active_form: None,
            description: None,
        }
    }

    fn new_items(&mut self, texts: &[String]) -> Vec<Item> {
        texts.iter().map(|text| self.new_item(text)).collect()
    }

    /// Makes a revision, unless nothing changed.
    fn commit(&mut self, list: Vec<Item>) {
        if list != self.list() {
            let index = self.lists.len();
            self.lists.push((list, index));
        }
    }

    /// Which todo each entry means. A list that is written anew goes by name and content together, then
    /// by content, then by name; one that is merged by name before content, and then never from one
    /// name to another. Among equals the one at the entry's own place, else the next one on.
    fn matches(&self, tool: &Tool, entries: &[Entry], merges: bool) -> Vec<Option<usize>> {
        let list = self.list();
        let same_content = |entry: usize, todo: usize| {
            entries[entry].content.as_deref() == Some(list[todo].content.as_str())
        };
        let same_name = |entry: usize, todo: usize| match &entries[entry].name {
            Some(name) => handle(&list, &list[todo]) == *name,
            None => tool.has_positions && entry == todo,
        };
        let other_name =
            |entry: usize, todo: usize| entries[entry].name.is_some() && list[todo].name.is_some();
        let both = |entry, todo| same_name(entry, todo) && same_content(entry, todo);
        let merged = |entry, todo| same_content(entry, todo) && !other_name(entry, todo);
        let rules: [&dyn Fn(usize, usize) -> bool; 3] =
            if merges { [&both, &same_name, &merged] } else { [&both, &same_content, &same_name] };
        let mut found = vec![None; entries.len()];
        for rule in rules {
            for entry in 0..entries.len() {
                if found[entry].is_some() {
                    continue;
                }
                let first = entry.min(list.len());
                let mut places = (first..list.len()).chain(0..first);
                let free = places.find(|todo| !found.contains(&Some(*todo)) && rule(entry, *todo));
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
        let old = self.list();
        let mut list = if merges { old.clone() } else { Vec::new() };
        let mut places = Vec::new();
        for (entry, found) in entries.iter().zip(self.matches(tool, entries, merges)) {
            let mut item = match found {
                Some(place) => old[place].clone(),
                None => self.new_item(entry.content.as_deref().unwrap()),
            };
            // What an entry has no word for stays, unless it is another todo at the same position.
            if let Some(content) = &entry.content {
                if tool.has_positions && item.content != *content {
                    item.name = None;
                    item.priority = None;
                    item.active_form = None;
                    item.description = None;
                }
                item.content.clone_from(content);
            }
            // Who is called by its key gets no name by that.
            let is_called = found.is_some() && entry.name.as_ref() == Some(&handle(&old, &item));
            if entry.name.is_some() && !is_called {
                item.name.clone_from(&entry.name);
            }
            for (field, given) in [
                (&mut item.priority, &entry.priority),
                (&mut item.active_form, &entry.active_form),
                (&mut item.description, &entry.description),
            ] {
                // Nothing between the quotes takes away what was said.
                if let Some(given) = given {
                    *field = Some(given.trim().to_owned()).filter(|given| !given.is_empty());
                }
            }
            // A word that stands for two statuses leaves a todo at the one it is at.
            let keeps = |status| found.is_some() && tool.word(status) == tool.word(item.status);
            if let Some(status) = entry.status.filter(|status| !keeps(*status)) {
                item.status = tool.meaning(tool.word(status));
            }
            match found {
                Some(place) if merges => {
                    list[place] = item;
                    places.push(place);
                }
                _ => {
                    list.push(item);
                    places.push(list.len() - 1);
                }
            }
        }
        (list, places)
    }
}

/// The XML of the model's list.
fn xml(list: &[Item]) -> String {
    crate::xml(list.iter().map(|item| (item.status, &*item.content)))
}

fn items(list: &[agent_todos::Todo]) -> Vec<Item> {
    let items = list.iter().map(|todo| {
        let text = |field| todo.text(field).map(str::to_owned);
        Item {
            key: todo.key.to_word()[1..].parse().unwrap(),
            content: todo.content().to_owned(),
            status: todo.status,
            name: text(Field::Name),
            priority: text(Field::Priority),
            active_form: text(Field::ActiveForm),
            description: text(Field::Description),
        }
    });
    items.collect()
}

// JSON, in the many ways in which it may be written ------------------------------------------------

/// How a call is written where nothing hangs on it.
#[derive(Clone, Copy, Debug, Default)]
struct Style {
    /// By how many places the fields of each object are rotated.
    rotation: usize,
    is_ascii: bool,
    is_spaced: bool,
}

impl Style {
    fn string(self, text: &str) -> String {
        let mut out = String::from("\"");
        for c in text.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '/' if self.is_ascii => out.push_str("\\/"),
                _ if c < ' ' || (self.is_ascii && !c.is_ascii()) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        out.push_str(&format!("\\u{unit:04x}"));
                    }
                }
                _ => out.push(c),
            }
        }
        out + "\""
    }

    fn array(self, items: &[String]) -> String {
        format!("[{}]", items.join(if self.is_spaced { " ,\n\t" } else { "," }))
    }

    fn object(self, fields: &[(&str, String)]) -> String {
        let mut fields = fields.to_vec();
        if !fields.is_empty() {
            let by = self.rotation % fields.len();
            fields.rotate_left(by);
        }
        let colon = if self.is_spaced { " : " } else { ":" };
        let fields: Vec<String> =
            fields.iter().map(|(key, value)| format!("\"{key}\"{colon}{value}")).collect();
        format!("{{{}}}", fields.join(if self.is_spaced { "\r\n, " } else { "," }))
    }

    /// The list of a call of a tool.
    fn list(self, tool: &Tool, entries: &[Entry]) -> String {
        let words = |entry: &Entry| tool.word(entry.status.unwrap_or(Status::Todo));
        let content = |entry: &Entry| entry.content.clone().unwrap_or_default();
        if matches!(tool.dialect, Dialect::UpdateTodoList | Dialect::Goose) {
            let markers = ["", "- ", "* ", "1. ", "23) ", "\n+ "];
            let marker = markers[self.rotation % markers.len()];
            let lines = entries
                .iter()
                .map(|entry| format!("{marker}{} {}\n", words(entry), content(entry)));
            return self.string(&lines.collect::<String>());
        }
        let entries = entries.iter().enumerate().map(|(place, entry)| {
            if tool.words.is_none() {
                return self.string(&content(entry));
            }
            let mut fields = Vec::new();
            if tool.has_positions {
                fields.push(("id", (place + 1).to_string()));
            }
            // LangChain's name for it.
            let is_langchain = tool.dialect == Dialect::WriteTodos && self.is_ascii;
            let key = if is_langchain { "content" } else { tool.content };
            for (key, text) in [
                ("id", &entry.name),
                (key, &entry.content),
                ("status", &entry.status.map(|status| tool.word(status).to_owned())),
                ("priority", &entry.priority),
                (tool.active_form, &entry.active_form),
                (tool.description, &entry.description),
            ] {
                fields.extend(text.as_ref().map(|text| (key, self.string(text))));
            }
            self.object(&fields)
        });
        self.array(&entries.collect::<Vec<_>>())
    }

    /// The arguments of a call that writes a list.
    fn write(self, tool: &Tool, entries: &[Entry], merges: bool) -> String {
        let mut fields = vec![(tool.list, self.list(tool, entries))];
        match tool.dialect {
            Dialect::XmlCall => fields.push(("action", "\"write\"".to_owned())),
            Dialect::ManageTodoList => fields.push(("operation", "\"write\"".to_owned())),
            Dialect::TaskTracker => fields.push(("command", "\"plan\"".to_owned())),
            Dialect::UpdatePlan => fields.push(("explanation", "\"because\"".to_owned())),
            _ if tool.can_merge => fields.push(("merge", merges.to_string())),
            _ => {}
        }
        self.object(&fields)
    }

    /// A call of the tool `todo` in XML.
    fn xml_call(self, tool: &Tool, entries: &[Entry]) -> String {
        let list = self.list(tool, entries);
        let list = if self.is_spaced && !list.contains("]]>") {
            format!("<![CDATA[{list}]]>")
        } else if self.is_ascii {
            // An entity stands for a character in JSON too; a tag may stand there as it is.
            list.replace('&', "&amp;")
        } else {
            list.replace('&', "&#38;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace('"', "&quot;")
        };
        format!(
            "Now the list.\n<tool_call>\n<tool_name>todo</tool_name>\n<parameters>\n<action>write</action>\n\
             <todos>{list}</todos>\n</parameters>\n</tool_call>\nThat's it: 1 < 2."
        )
    }
}

/// The arguments of a call that writes these todos in a dialect; those that have no name go without an id.
pub(crate) fn whole(dialect: Dialect, items: &[(&str, Status, Option<&str>)]) -> Value {
    let tool = TOOLS.iter().find(|tool| tool.dialect == dialect).unwrap();
    let entries = items.iter().map(|(content, status, name)| Entry {
        content: Some((*content).to_owned()),
        status: Some(*status),
        name: name.filter(|_| tool.has_names).map(str::to_owned),
        priority: tool.has_priority.then(|| "low".to_owned()),
        active_form: Some((*content).to_owned()).filter(|_| !tool.active_form.is_empty()),
        description: None,
    });
    let text = Style::default().write(tool, &entries.collect::<Vec<_>>(), false);
    serde_json::from_str(&text).unwrap()
}

/// A list as a tool that can be asked for it writes it.
fn written(tool: &Tool, list: &[Item]) -> String {
    let style = Style::default();
    let items = list.iter().enumerate().map(|(place, item)| {
        if tool.words.is_none() {
            return style.string(&item.content);
        }
        let mut fields = Vec::new();
        if tool.has_positions {
            fields.push(("id", (place + 1).to_string()));
        }
        if tool.has_names {
            fields.push(("id", style.string(&handle(list, item))));
        }
        fields.push((tool.content, style.string(&item.content)));
        if let (false, Some(description)) = (tool.description.is_empty(), &item.description) {
            fields.push((tool.description, style.string(description)));
        }
        fields.push(("status", style.string(tool.word(item.status))));
        if tool.has_priority {
            let priority = item.priority.as_deref().unwrap_or("medium");
            fields.push(("priority", style.string(priority)));
        }
        style.object(&fields)
    });
    style.array(&items.collect::<Vec<_>>())
}

// What somebody wants done -------------------------------------------------------------------------

#[derive(Clone, Debug)]
enum Intent {
    Write {
        tool: usize,
        merges: bool,
        wishes: Vec<Wish>,
    },
    Add(Vec<String>),
    AddAfter(Index, Vec<String>),
    Complete(Vec<Index>),
    Skip(Index),
    Replace(Vec<String>),
    Next,
    GoBack(Index),
    MarkDoing(Index),
    Read(usize),
    Undo,
    Restore(Index),
    /// Goes on with what its checkpoint holds.
    Checkpoint,
}

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
    priority: &'static str,
    active_form: Option<String>,
    description: Option<String>,
    /// When merging: says only the name and, at 1, the status, or at 2 the content.
    says_less: u8,
}

/// A text that a todo may have.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-c]",
        2 => "[!-~é😀]( [ -~é😀\r\n\t]{0,6}[!-~é😀])?",
        1 => select(vec![
            "</todos></tool_call> & \"x\" &lt;b&gt; &amp;", "[x] a", "[ ] ", "- [ ] a", "# a", "1. a", "]", "null", "[]",
            " a ", "a\nb", "a\\", "{\"content\":\"a\"}", "]]></todos>", "<!-- a -->", "```", "'a'", "<tool_call>",
        ]).prop_map(str::to_owned),
    ]
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
    (
        prop::option::weighted(0.8, any::<Index>()),
        prop::option::weighted(0.2, text()),
        prop::option::weighted(0.3, name()),
        status(),
        select(vec!["low", "medium", "high"]),
        prop::option::of(prop_oneof![3 => text(), 1 => Just(String::new())]),
        prop::option::of(prop_oneof![3 => text(), 1 => Just(String::new())]),
        0..6_u8,
    )
        .prop_map(
            |(who, content, name, status, priority, active_form, description, says_less)| Wish {
                who,
                content,
                name,
                status,
                priority,
                active_form,
                description,
                says_less,
            },
        )
}

fn intent() -> impl Strategy<Value = Intent> {
    let texts = || prop::collection::vec(text(), 1..4);
    let wishes = || prop::collection::vec(wish(), 0..=MAX_TODOS);
    prop_oneof![
        16 => (0..TOOLS.len(), any::<bool>(), wishes())
            .prop_map(|(tool, merges, wishes)| Intent::Write { tool, merges, wishes }),
        4 => (2..4_usize, wishes())
            .prop_map(|(tool, wishes)| Intent::Write { tool, merges: true, wishes }),
        2 => texts().prop_map(Intent::Add),
        1 => (any::<Index>(), texts()).prop_map(|(at, texts)| Intent::AddAfter(at, texts)),
        2 => prop::collection::vec(any::<Index>(), 1..3).prop_map(Intent::Complete),
        2 => any::<Index>().prop_map(Intent::Skip),
        1 => texts().prop_map(Intent::Replace),
        2 => Just(Intent::Next),
        1 => any::<Index>().prop_map(Intent::GoBack),
        2 => any::<Index>().prop_map(Intent::MarkDoing),
        2 => (0..4_usize).prop_map(Intent::Read),
        3 => Just(Intent::Undo),
        1 => any::<Index>().prop_map(Intent::Restore),
        2 => Just(Intent::Checkpoint),
    ]
}

fn style() -> impl Strategy<Value = Style> {
    (0..5_usize, any::<bool>(), any::<bool>()).prop_map(|(rotation, is_ascii, is_spaced)| Style {
        rotation,
        is_ascii,
        is_spaced,
    })
}

/// What a call of a tool says for these wishes, so that it is well-formed: every field that the tool
/// asks for, ids once only, no more todos than there may be, one in progress.
fn entries(model: &mut Model, tool: &Tool, wishes: &[Wish], merges: bool) -> Vec<Entry> {
    let list = model.list();
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
            content = content.map(|content| content.replace('\n', " "));
        }
        let content = content.unwrap_or_else(|| format!("new {count}")).trim().to_owned();
        let says_less = if merges && own_name.as_ref() == Some(&name) { wish.says_less } else { 0 };
        let entry = Entry {
            content: (says_less != 1).then_some(content),
            status: (tool.words.is_some() && says_less != 2).then_some(wish.status),
            name: tool.has_names.then_some(name),
            priority: tool.has_priority.then(|| wish.priority.to_owned()),
            active_form: wish.active_form.clone().filter(|_| !tool.active_form.is_empty()),
            description: wish.description.clone().filter(|_| !tool.description.is_empty()),
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

/// Does what somebody wants to both. Gives the outcome of the call, if it takes one, and whether it is
/// to have notes; none when it cannot be wanted now.
fn carry_out(
    model: &mut Model,
    store: &mut TodoStore,
    intent: &Intent,
    style: Style,
) -> Option<(Option<Outcome>, bool)> {
    let mut list = model.list();
    let doing = model.doing();
    let ids = |of: &[Index]| -> Option<(Vec<usize>, String)> {
        let places: Vec<usize> = of.iter().map(|index| index.index(list.len().max(1))).collect();
        let written: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
        (!list.is_empty()).then(|| (places, style.array(&written)))
    };
    let contents = |texts: &[String]| {
        let todos = texts.iter().map(|text| style.object(&[("content", style.string(text))]));
        style.array(&todos.collect::<Vec<_>>())
    };
    let manage = |store: &mut TodoStore, fields: &[(&str, String)]| {
        let arguments = &style.object(fields);
        Some((
            Some(Dialect::TodoManager.call(store, &Call { tool: "todo_manager", arguments })),
            false,
        ))
    };
    let action = |name: &str| ("action", format!("\"{name}\""));
    let none = || "[]".to_owned();
    match intent {
        Intent::Write { tool, merges, wishes } => {
            let tool = &TOOLS[*tool];
            let merges = *merges && tool.can_merge;
            let entries = entries(model, tool, wishes, merges);
            let (list, places) = model.rewritten(tool, &entries, merges);
            // Whose key another one's name stood in the way of is told what it is called now.
            let has_notes = entries.iter().zip(&places).any(|(entry, place)| {
                entry.name.as_ref().is_some_and(|name| *name != handle(&list, &list[*place]))
            });
            model.commit(list);
            let outcome = if tool.dialect == Dialect::XmlCall && style.rotation > 1 {
                let text = style.xml_call(tool, &entries);
                let calls = ToolCall::find_all(&text, CallOptions::default());
                assert_eq!(calls.len(), 1, "{text}");
                calls[0].run(store)
            } else {
                let arguments = &style.write(tool, &entries, merges);
                let name = tool.dialect.tool_names().nth(tool.place).unwrap();
                tool.dialect.call(store, &Call { tool: name, arguments })
            };
            Some((Some(outcome), has_notes))
        }
        Intent::Add(texts) => {
            if list.len() + texts.len() > MAX_TODOS {
                return None;
            }
            list.extend(model.new_items(texts));
            model.commit(list);
            manage(store, &[action("add_multiple"), ("todos", contents(texts)), ("ids", none())])
        }
        Intent::AddAfter(at, texts) => {
            if list.len() + texts.len() > MAX_TODOS {
                return None;
            }
            let at = at.index(list.len() + 1);
            list.splice(at..at, model.new_items(texts));
            model.commit(list);
            let fields = [
                action("add_after_position"),
                ("todos", contents(texts)),
                ("position", at.to_string()),
            ];
            manage(store, &fields)
        }
        Intent::Complete(of) => {
            let (places, ids) = ids(of)?;
            places.into_iter().for_each(|place| list[place].status = Status::Done);
            model.commit(list);
            manage(store, &[action("complete_multiple"), ("ids", ids), ("todos", none())])
        }
        Intent::Skip(of) => {
            let (places, ids) = ids(&[*of])?;
            if model.removes_skipped {
                list.remove(places[0]);
            } else {
                list[places[0]].status = Status::Skipped;
            }
            model.commit(list);
            manage(store, &[action("skip"), ("ids", ids)])
        }
        Intent::Replace(texts) => {
            // What stays is told by its content, and begins anew.
            let mut taken = vec![false; list.len()];
            let mut items = Vec::new();
            for (place, new) in texts.iter().enumerate() {
                let places =
                    (0..list.len()).map(|step| (place.min(list.len()) + step) % list.len());
                let is_it = |at: &usize| !taken[*at] && list[*at].content == new.trim();
                let found = places.clone().find(is_it);
                items.push(match found {
                    Some(at) => {
                        taken[at] = true;
                        Item { status: Status::Todo, ..list[at].clone() }
                    }
                    None => model.new_items(std::slice::from_ref(new)).remove(0),
                });
            }
            model.commit(items);
            manage(store, &[action("replace_all"), ("todos", contents(texts))])
        }
        Intent::Next => {
            let first = |status| list.iter().position(|item| item.status == status);
            if let Some(next) = doing.or(first(Status::Todo)) {
                list[next].status = Status::Doing;
            }
            model.commit(list);
            manage(store, &[action("get_next")])
        }
        Intent::GoBack(of) => {
            let (places, ids) = ids(&[*of])?;
            list[places[0]..].iter_mut().for_each(|item| item.status = Status::Todo);
            model.commit(list);
            manage(store, &[action("go_back"), ("ids", ids)])
        }
        Intent::MarkDoing(of) => {
            let (places, ids) = ids(&[*of])?;
            if doing.is_some_and(|doing| doing != places[0]) {
                return None;
            }
            list[places[0]].status = Status::Doing;
            model.commit(list);
            manage(store, &[action("mark_doing"), ("ids", ids)])
        }
        Intent::Read(which) => {
            let todo_list = |tool: &Tool| written(tool, &list);
            let (dialect, arguments, text) = match which {
                0 => {
                    let list = Style::default().string(&xml(&list));
                    let text = format!("{{\"ok\":true,\"output\":{list}}}");
                    (Dialect::TodoManager, style.object(&[action("list"), ("todos", none())]), text)
                }
                1 => {
                    let text = format!("{{\"items\":{}}}", todo_list(&TOOLS[0]));
                    (Dialect::Snapshot, style.object(&[]), text)
                }
                2 => {
                    let text =
                        format!("{{\"todos\":{},\"count\":{}}}", todo_list(&TOOLS[1]), list.len());
                    (Dialect::XmlCall, style.object(&[action("read"), ("todos", none())]), text)
                }
                _ => {
                    let text = format!("{{\"todoList\":{}}}", todo_list(&TOOLS[7]));
                    let operation = ("operation", "\"read\"".to_owned());
                    (
                        Dialect::ManageTodoList,
                        style.object(&[operation, ("todoList", none())]),
                        text,
                    )
                }
            };
            let outcome = dialect.call(
                store,
                &Call { tool: dialect.tool_names().next().unwrap(), arguments: &arguments },
            );
            assert_eq!(outcome.text, text);
            Some((Some(outcome), false))
        }
        Intent::Undo => {
            let (_, origin) = *model.lists.last().unwrap();
            if origin > 0 {
                let (list, origin) = model.lists[origin - 1].clone();
                model.lists.push((list, origin));
            }
            assert_eq!(store.undo().unwrap(), origin > 0);
            Some((None, false))
        }
        Intent::Restore(which) => {
            let revision = which.index(model.lists.len());
            let (list, _) = model.lists[revision].clone();
            model.commit(list);
            store.restore_revision(revision as i64).unwrap();
            Some((None, false))
        }
        Intent::Checkpoint => {
            *store = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
            Some((None, false))
        }
    }
}

fn new_store(removes_skipped: bool, is_strict: bool) -> TodoStore {
    let on_skip = if removes_skipped { "remove" } else { "mark" };
    let one_doing = if is_strict { "strict" } else { "repair" };
    let options =
        format!(r#"{{"maxTodos":{MAX_TODOS},"onSkip":"{on_skip}","oneDoing":"{one_doing}"}}"#);
    TodoStore::new(Options::from_json(&options).unwrap())
}

proptest! {
    #![proptest_config(crate::cases(3000))]

    #[test]
    fn calls_of_any_dialect_do_what_is_wanted(
        intents in prop::collection::vec((intent(), style()), 1..24),
        removes_skipped in any::<bool>(),
        is_strict in any::<bool>(),
    ) {
        let mut store = new_store(removes_skipped, is_strict);
        let mut model = Model { removes_skipped, next_key: 1, lists: vec![(Vec::new(), 0)] };
        for (intent, style) in &intents {
            let revisions = model.lists.len();
            let Some((outcome, has_notes)) = carry_out(&mut model, &mut store, intent, *style) else { continue };
            let list = model.list();
            let has_changed = model.lists.len() != revisions;
            if let Some(outcome) = outcome {
                prop_assert!(outcome.ok, "{:?}: {}", intent, outcome.text);
                let is_noted = has_notes || !outcome.dropped.is_empty();
                prop_assert_eq!(!outcome.notes.is_empty(), is_noted, "{:?}: {}", intent, outcome.text);
                prop_assert_eq!(outcome.changed, has_changed, "{:?}", intent);
            }
            prop_assert_eq!(items(store.list()), list.clone(), "{:?} {:?}", intent, style);
            prop_assert_eq!(store.revision() as usize, model.lists.len() - 1, "{:?}", intent);
            prop_assert_eq!(store.xml(), xml(&list));
            let current = store.current_doing().map(|(id, _)| id.0 as usize - 1);
            prop_assert_eq!(current, model.doing());
            let checkpoint = store.checkpoint();
            let copy = TodoStore::from_checkpoint(&checkpoint).unwrap();
            prop_assert_eq!(copy.checkpoint(), checkpoint);
            prop_assert_eq!(copy.list(), store.list());
        }
        let snapshots = store.snapshots();
        prop_assert_eq!(snapshots.len(), model.lists.len());
        for (snapshot, (index, (expected, _))) in
            snapshots.iter().zip(model.lists.iter().enumerate())
        {
            prop_assert_eq!(snapshot.revision as usize, index);
            prop_assert_eq!(&items(&snapshot.todos), expected);
        }
    }
}

// Calls that are damaged ---------------------------------------------------------------------------

/// One thing that a model gets wrong.
#[derive(Clone, Debug)]
enum Damage {
    Delete(Index, usize),
    Repeat(Index, usize),
    Insert(Index, String),
    Cut(Index),
    /// Another token in the place of one.
    Swap(Index, String),
    /// A field, or an item, leaves with what is about it.
    Drop(Index),
    Twice(Index),
    /// Something bracketed becomes a string.
    Stringify(Index),
    Nest(Index, &'static str, &'static str),
    Lists(usize),
}

/// Where each token of a text begins and ends, JSON or not.
fn tokens(text: &[char]) -> Vec<(usize, usize)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        at += 1;
        if text[start] == '"' {
            while at < text.len() && text[at] != '"' {
                at += if text[at] == '\\' { 2 } else { 1 };
            }
            at = (at + 1).min(text.len());
        } else if text[start].is_alphanumeric() {
            while at < text.len() && text[at].is_alphanumeric() {
                at += 1;
            }
        }
        tokens.push((start, at));
    }
    tokens
}

/// Where a value begins with its key if it has one, where without, and where it ends.
fn piece(text: &[char], of: Index) -> (usize, usize, usize) {
    let mut tokens = tokens(text);
    tokens.retain(|(start, _)| !text[*start].is_whitespace());
    let sign = |at: usize| tokens.get(at).map_or(' ', |(start, _)| text[*start]);
    let mut values = Vec::new();
    for first in 0..tokens.len() {
        let mut depth = 0;
        let last = (first..tokens.len()).find(|at| {
            depth += i32::from(matches!(sign(*at), '[' | '{'));
            depth -= i32::from(matches!(sign(*at), ']' | '}'));
            depth <= 0
        });
        let Some(last) = last.filter(|_| !matches!(sign(first), ',' | ':' | ']' | '}')) else {
            continue;
        };
        if sign(last + 1) != ':' {
            let has_key = first > 1 && sign(first - 1) == ':';
            let whole = if has_key { tokens[first - 2].0 } else { tokens[first].0 };
            values.push((whole, tokens[first].0, tokens[last].1));
        }
    }
    if values.is_empty() { (0, 0, 0) } else { *of.get(&values) }
}

impl Damage {
    fn inflict(&self, text: &str) -> String {
        let mut text: Vec<char> = text.chars().collect();
        let size = text.len();
        let range = |at: &Index, length: usize| {
            let at = at.index(size + 1);
            at..(at + length).min(size)
        };
        match self {
            Self::Delete(at, length) => drop(text.drain(range(at, *length))),
            Self::Repeat(at, length) => {
                let range = range(at, *length);
                let again = text[range.clone()].to_vec();
                text.splice(range.end..range.end, again);
            }
            Self::Insert(at, with) => drop(text.splice(range(at, 0), with.chars())),
            Self::Cut(at) => text.truncate(at.index(size + 1)),
            Self::Swap(of, with) => {
                let (_, start, end) = piece(&text, *of);
                text.splice(start..end, with.chars());
            }
            Self::Drop(of) => {
                let (whole, _, end) = piece(&text, *of);
                let rest = text[end..].iter().position(|c| !c.is_whitespace()).unwrap_or(0);
                let comma = usize::from(text.get(end + rest) == Some(&','));
                text.drain(whole..end + comma * (rest + 1));
            }
            Self::Twice(of) => {
                let (whole, _, end) = piece(&text, *of);
                let again = text[whole..end].to_vec();
                text.splice(end..end, std::iter::once(',').chain(again));
            }
            Self::Stringify(of) => {
                let (_, start, end) = piece(&text, *of);
                let string = Style::default().string(&text[start..end].iter().collect::<String>());
                text.splice(start..end, string.chars());
            }
            Self::Nest(of, before, after) => {
                let (_, start, end) = piece(&text, *of);
                text.splice(end..end, after.chars());
                text.splice(start..start, before.chars());
            }
            Self::Lists(depth) => return "[".repeat(*depth) + &text.iter().collect::<String>(),
        }
        text.into_iter().collect()
    }
}

fn junk() -> impl Strategy<Value = String> {
    prop_oneof![
        // No two of these are read as one another: see "ids that only look different are one" in the corpus.
        2 => select(vec![
            "null", "None", "true", "1", "-1", "1.0", "1e99", "99999999999999999999", "{}", "[]", "[[]]", "\"\"", "\" \"",
            "\"a\"", "\"1\"", "'b'", "\"", "'", "\\", ",", ":", "[", "]", "{", "}", "`", "```", "```json\n", "\u{feff}",
            "\\u0000", "\\u12", "\\ud83d", "\n", "<", "&", "&lt;", "</todos>", "\"in_progress\"", "\"DONE\"",
            "\"cancelled\"", "\"blocked\"", "\"urgent\"", "[{\"content\":\"n\"}]", "{\"todos\":[]}", "[x] z", "\\n# z",
        ]).prop_map(str::to_owned),
        1 => "\\PC{1,5}",
    ]
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        1 => (at(), 1..6_usize).prop_map(|(at, length)| Damage::Delete(at, length)),
        1 => (at(), 1..30_usize).prop_map(|(at, length)| Damage::Repeat(at, length)),
        1 => (at(), junk()).prop_map(|(at, with)| Damage::Insert(at, with)),
        1 => at().prop_map(Damage::Cut),
        8 => (at(), junk()).prop_map(|(at, with)| Damage::Swap(at, with)),
        4 => at().prop_map(Damage::Drop),
        3 => at().prop_map(Damage::Twice),
        4 => at().prop_map(Damage::Stringify),
        3 => (at(), select(vec![("[", "]"), ("{\"todos\":", "}"), ("{\"content\":", "}"), ("```json\n", "\n```"), (" ", "\n")]))
            .prop_map(|(at, (before, after))| Damage::Nest(at, before, after)),
        1 => (1..70_usize).prop_map(Damage::Lists),
    ]
}

/// Damage that leaves JSON, of which much is to be repaired.
fn slight_damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        5 => (at(), select(crate::data("slight damage"))).prop_map(|(at, with)| Damage::Swap(at, with)),
        4 => at().prop_map(Damage::Drop),
        2 => at().prop_map(Damage::Twice),
        2 => at().prop_map(Damage::Stringify),
        1 => at().prop_map(|at| Damage::Nest(at, "[", "]")),
    ]
}

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    prop_oneof![
        3 => prop::collection::vec(slight_damage(), 0..4),
        1 => prop::collection::vec(damage(), 1..4),
    ]
}

/// Which call is damaged.
#[derive(Clone, Debug)]
enum Original {
    List { tool: usize, merges: bool, wishes: Vec<Wish> },
    Manager(&'static str),
    Task(usize, &'static str),
    TaskWrite(usize, &'static str),
    Random(usize, String),
}

fn original() -> impl Strategy<Value = Original> {
    prop_oneof![
        8 => (0..TOOLS.len(), any::<bool>(), prop::collection::vec(wish(), 0..=MAX_TODOS))
            .prop_map(|(tool, merges, wishes)| Original::List { tool, merges, wishes }),
        4 => select(vec![
            r#"{"action":"add_multiple","todos":[{"content":"m"},{"content":"n"}],"ids":[]}"#,
            r#"{"action":"add_after_position","todos":[{"content":"o"}],"position":1}"#,
            r#"{"action":"replace_all","todos":[{"content":"p"},{"content":"q"}]}"#,
            r#"{"action":"complete_multiple","todos":[],"ids":[1,2]}"#,
            r#"{"action":"skip","ids":[1]}"#,
            r#"{"action":"go_back","id":2}"#,
            r#"{"action":"mark_doing","ids":[2]}"#,
            r#"{"action":"get_next"}"#,
            r#"{"action":"list"}"#,
        ]).prop_map(Original::Manager),
        4 => select(vec![
            (2, r#"{}"#),
            (3, r#"{"taskId":"t1"}"#),
            (1, r#"{"taskId":"2","status":"in_progress","subject":"","description":"","activeForm":"","addBlockedBy":[],"addBlocks":[]}"#),
            (1, r#"{"taskId":"t1","addBlockedBy":["t2","3"]}"#),
            (1, r#"{"taskId":"t2","addBlocks":["t3"],"addBlockedBy":["t1"]}"#),
            (1, r#"{"taskId":"t3","addBlockedBy":["t1"],"status":"completed"}"#),
            (1, r#"{"taskId":"1","status":"deleted"}"#),
            (0, r#"{"subject":"r","description":"more","activeForm":"doing r"}"#),
            (0, r#"{"subject":"s","addBlockedBy":["1"],"addBlocks":["2"]}"#),
        ]).prop_map(|(tool, arguments)| Original::Task(tool, arguments)),
        2 => select(vec![
            (3, r#"{}"#),
            (2, r#"{"id":"t1"}"#),
            (1, r#"{"id":"2","content":"u","status":"in_progress","activeForm":""}"#),
        ]).prop_map(|(tool, arguments)| Original::TaskWrite(tool, arguments)),
        1 => (0..Dialect::ALL.len(), "\\PC{0,40}|[\\[\\]{}\",:\\\\0-9a-z'` \n]{0,40}")
            .prop_map(|(dialect, text)| Original::Random(dialect, text)),
    ]
}

/// What holds whatever was called, `changed` and `ok` as the outcome has them.
fn check(
    store: &TodoStore,
    before: &TodoStore,
    outcome: &Outcome,
    call: &str,
) -> Result<(), TestCaseError> {
    let list = items(store.list());
    if !outcome.ok {
        prop_assert_eq!(store, before, "refused, yet done: {}", call);
        prop_assert_eq!(store.checkpoint(), before.checkpoint(), "{}", call);
    }
    let revisions = store.revision() - before.revision();
    prop_assert_eq!(revisions, u32::from(outcome.changed), "{}", call);
    prop_assert_eq!(outcome.changed, store.list() != before.list(), "{}", call);
    prop_assert!(outcome.notes.iter().all(|note| !note.trim().is_empty()), "{}", call);
    prop_assert!(!outcome.text.is_empty());
    prop_assert!(list.len() <= MAX_TODOS, "{}", call);
    prop_assert!(list.iter().filter(|item| item.status == Status::Doing).count() <= 1, "{}", call);
    for (place, item) in list.iter().enumerate() {
        prop_assert!(!item.content.trim().is_empty());
        for other in &list[place + 1..] {
            prop_assert!(item.key != other.key, "{}", call);
            prop_assert!(item.name.is_none() || item.name != other.name, "{}: {:?}", call, list);
            prop_assert!(handle(&list, item) != handle(&list, other), "{}", call);
        }
    }
    let checkpoint = store.checkpoint();
    let copy = TodoStore::from_checkpoint(&checkpoint).map_err(|error| {
        TestCaseError::fail(format!("{call}: {} {checkpoint}", error.message()))
    })?;
    prop_assert_eq!(copy.list(), store.list(), "{}", call);
    prop_assert_eq!(copy.checkpoint(), checkpoint, "{}", call);
    let from_xml = TodoStore::from_xml(&store.xml(), *store.options()).unwrap();
    prop_assert_eq!(from_xml.xml(), store.xml());
    Ok(())
}

fn original_call(store: &TodoStore, original: &Original, style: Style) -> (Dialect, usize, String) {
    match original {
        Original::List { tool, merges, wishes } => {
            let tool = &TOOLS[*tool];
            let lists = vec![(items(store.list()), 0)];
            let mut model = Model { removes_skipped: false, next_key: 100, lists };
            let merges = *merges && tool.can_merge;
            let entries = entries(&mut model, tool, wishes, merges);
            (tool.dialect, tool.place, style.write(tool, &entries, merges))
        }
        Original::Manager(arguments) => (Dialect::TodoManager, 0, (*arguments).to_owned()),
        Original::Task(tool, arguments) => (Dialect::Task, *tool, (*arguments).to_owned()),
        Original::TaskWrite(tool, arguments) => {
            (Dialect::TaskWrite, *tool, (*arguments).to_owned())
        }
        Original::Random(dialect, text) => {
            (Dialect::ALL[*dialect], style.rotation % 4, text.clone())
        }
    }
}

/// A part of what a model may say.
fn said() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => select(vec![
            "<tool_call>", "</tool_call>", "<tool_name>todo</tool_name>", "<tool_name>", "</tool_name>", "<parameters>",
            "</parameters>", "<action>read</action>", "<action>write</action>", "<todos>", "</todos>", "todo", "write",
            "[{\"id\":\"1\",\"content\":\"a\",\"status\":\"pending\",\"priority\":\"low\"}]", "[]", "null", "\n", " ", "```",
            "`", "```xml\n", "<!--", "-->", "<![CDATA[", "]]>", "&lt;", "&#x41;", "&#0;", "&quot;", "&", "<", ">", "</", "\"",
            "{\"name\":\"todo\",\"arguments\":{\"action\":\"read\"}}", "<tool_name>search</tool_name>",
            "<tool_result name=\"todo\" status=\"success\">", "</tool_result>", "<Tool_Call >", "<tool_call x=\"1\">",
            "\u{1}", "é😀",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,8}",
    ]
}

/// A call in XML that is complete and well-formed, whatever it asks for.
fn xml_call() -> impl Strategy<Value = String> {
    let list = (prop::collection::vec(wish(), 0..4), style()).prop_map(|(wishes, style)| {
        let mut model = Model { removes_skipped: false, next_key: 1, lists: vec![(Vec::new(), 0)] };
        let entries = entries(&mut model, &TOOLS[1], &wishes, false);
        let text = style.xml_call(&TOOLS[1], &entries);
        let (start, end) = (text.find("<tool_call>").unwrap(), text.rfind("</tool_call>").unwrap());
        text[start..end].to_owned() + "</tool_call>"
    });
    prop_oneof![
        3 => list,
        2 => select(vec![
            "<tool_call>\n<tool_name>todo</tool_name>\n<parameters>\n<action>read</action>\n</parameters>\n</tool_call>",
            "<tool_call><tool_name>todo</tool_name><parameters></parameters></tool_call>",
            "<TOOL_CALL><!-- <tool_call> --><tool_name>search</tool_name><parameters><q>1 &lt; 2</q></parameters></TOOL_CALL>",
        ]).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(crate::cases(3000))]

    #[test]
    fn damaged_calls_break_no_rule(
        calls in prop::collection::vec((original(), style(), damages()), 1..8),
        is_strict in any::<bool>(),
    ) {
        let mut store = new_store(false, is_strict);
        for (original, style, damages) in &calls {
            let (dialect, tool, mut arguments) = original_call(&store, original, *style);
            for damage in damages {
                arguments = damage.inflict(&arguments);
            }
            let before = store.clone();
            let tools: Vec<_> = dialect.tool_names().collect();
            let call = Call { tool: tools[tool % tools.len()], arguments: &arguments };
            let outcome = dialect.call(&mut store, &call);
            check(&store, &before, &outcome, &format!("{} {arguments}", dialect.word()))?;
            prop_assert!(dialect.check(&call).is_ok() || !outcome.ok, "{}", arguments);
        }
    }

    #[test]
    fn whatever_a_model_says_breaks_no_rule(
        parts in prop::collection::vec(said(), 0..25),
        call in xml_call(),
        damages in prop::collection::vec(damage(), 0..3),
        skips_code in any::<bool>(),
        ignores_other_tools in any::<bool>(),
    ) {
        let call = damages.iter().fold(call, |call, damage| damage.inflict(&call));
        let text = parts.concat() + &call;
        let mut store = new_store(false, false);
        for call in ToolCall::find_all(&text, CallOptions { skips_code, ignores_other_tools }) {
            let before = store.clone();
            let outcome = call.run(&mut store);
            check(&store, &before, &outcome, &text)?;
            // Nothing in it can end it or look like another.
            prop_assert!(outcome.text.starts_with("<tool_result name=\""), "{}", outcome.text);
            prop_assert!(outcome.text.ends_with("</tool_result>"), "{}", outcome.text);
            prop_assert_eq!(outcome.text.matches(['<', '>']).count(), 4, "{}", outcome.text);
            prop_assert_eq!(outcome.text.split('>').next().unwrap().matches('"').count(), 4, "{}", outcome.text);
        }
    }

    #[test]
    fn every_complete_call_is_found_in_its_place(
        calls in prop::collection::vec(("[^<>]{0,20}|[ `\n&]{0,6}|a>{0,2}", xml_call()), 0..5),
        rest in "[^<]{0,20}",
    ) {
        let text: String = calls.iter().map(|(prose, call)| format!("{prose}{call}")).collect();
        let found = ToolCall::find_all(&(text + &rest), CallOptions::default());
        prop_assert_eq!(found.len(), calls.len());
        let (mut alone, mut together) = (new_store(false, false), new_store(false, false));
        for (found, (_, call)) in found.iter().zip(&calls) {
            let mut one = ToolCall::find_all(call, CallOptions::default());
            prop_assert_eq!(one.len(), 1);
            prop_assert_eq!(found.run(&mut together), one.remove(0).run(&mut alone));
        }
        prop_assert_eq!(together, alone);
    }

    #[test]
    fn where_no_call_is_named_none_is_found(
        parts in prop::collection::vec(said(), 0..25),
        text in "[<>/a-z_`!&;-]{0,40}",
    ) {
        let text = parts.concat() + &text;
        let plain = text.to_ascii_lowercase().replace('-', "_");
        if !plain.contains("tool_call") {
            prop_assert!(ToolCall::find_all(&text, CallOptions::default()).is_empty());
        }
    }
}

// What grows --------------------------------------------------------------------------------------

#[test]
fn what_never_ends_is_looked_for_once() {
    for unit in crate::data("without an end") {
        // Looked for again at each, this would take hours.
        ToolCall::find_all(&unit.repeat(100_000), CallOptions::default());
    }
}

#[test]
fn a_long_list_is_matched() {
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
fn a_refusal_is_short() {
    let arguments = &format!(r#"{{"todos":[{}]}}"#, vec!["\"a\""; 10_000].join(","));
    let call = Call { tool: "TodoWrite", arguments };
    let outcome = Dialect::TodoWrite.call(&mut TodoStore::default(), &call);
    assert!(!outcome.ok && outcome.text.len() < 5000, "{} bytes", outcome.text.len());
    let name = "x".repeat(100_000);
    let text = format!("<tool_call><tool_name>{name}</tool_name></tool_call>");
    let calls = ToolCall::find_all(&text, CallOptions::default());
    assert!(calls[0].run(&mut TodoStore::default()).text.len() < 1000);
}
