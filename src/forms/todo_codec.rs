//! A todo in a checkpoint: an array of
//!
//! - the number of its key, its state, and its content
//! - if it has them, or null: the name that a model gave it, its priority, its active form, its
//!   description
//! - if there are any, an array of the numbers of the keys that it depends on
//! - a number, if it has to be confirmed (1), is approved (2), or both (3)
//! - after that number (which is then 0 if neither applies), the number of the key of its parent,
//!   and the host's data as JSON text in a string
//!
//! ```json
//! [7,["todo","ann","The price is missing"],"Compare three",null,"high",[3,0],1]
//! ```
//!
//! A state is a word, or an array of the word and the texts that belong to it, each of which may be
//! null:
//!
//! | word | what belongs to it |
//! |---|---|
//! | `todo` | the owner, the reason why it was sent back, the answer, the owner until a lease ended |
//! | `waiting_user`, `waiting_event` | the owner, the question, the answers to choose from, one per line |
//! | `doing` | the owner, the answer |
//! | `claimed`, `done` | the owner, the evidence |
//! | `skipped`, or `failed` if it was tried | the reason |

use crate::forms::codec::{Codec, Decoder, record, string_enum_codecs};
use crate::list::data::Data;
use crate::list::todo::{
    Details, Flags, PRIORITIES, State, StateKind, TextField, Todo, USUAL_PRIORITY,
};
use crate::list::waiting::are_normalized;

use crate::text::content::Content;
use crate::text::json::{Value, Writer};
use crate::text::message::FormatArg::Text;
use crate::text::message::excerpt;

string_enum_codecs!(StateKind);

record!("todo t{}": Todo [key: "key", state: "state", details: "details",], check_blockers);

fn check_blockers(todo: &Todo, from: &mut Decoder<'_>) {
    for (index, blocker) in todo.blocked_by().iter().enumerate() {
        let (known, _) = todo.blocked_by().split_at_checked(index).unwrap_or_default();
        let is_new = *blocker != todo.key && !known.contains(blocker);
        from.check(is_new, "blocked by {} twice, or by itself", &[Text(&blocker.to_text())]);
    }
}

impl Codec for State {
    fn write(&self, to: &mut Writer) {
        let fields = self.kind.fields();
        let mut texts: Vec<_> = fields.iter().map(|field| self.text(*field)).collect();
        while let Some(None) = texts.last() {
            texts.pop();
        }
        if texts.is_empty() {
            self.kind.write(to);
            return;
        }
        to.open('[');
        self.kind.write(to);
        for text in texts {
            to.optional(text.map(Content::as_str));
        }
        to.close(']');
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let outer = from.enter_array();
        self.kind.read(from);
        if let Some(outer) = outer {
            for field in self.kind.fields() {
                if from.is_more() {
                    let text = from.text(from.options.max_length(*field));
                    self.set_text(*field, text);
                }
            }
            from.leave(outer);
        }
        if let Some(options) = self.text(TextField::Options) {
            from.check(are_normalized(options), "the options are not ones that wait() takes", &[]);
        }
    }
}

impl Codec for Details {
    fn write(&self, to: &mut Writer) {
        let mut texts = &self.texts[..];
        while let [shorter @ .., None] = texts
            && !shorter.is_empty()
        {
            texts = shorter;
        }
        for text in texts {
            to.optional(text.as_ref().map(Content::as_str));
        }
        if !self.blocked_by.is_empty() {
            self.blocked_by.write(to);
        }
        if self.flags != Flags::default() || self.parent.is_some() || self.data.is_some() {
            self.flags.write(to);
        }
        if let Some(parent) = self.parent {
            parent.write(to);
        }
        self.data.write(to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let string_or_null = |value: Value<'_>| value.is_null() || value.as_string().is_some();
        for (field, text) in TextField::OWN.into_iter().zip(&mut self.texts) {
            if from.peek().is_some_and(string_or_null) {
                *text = from.text(from.options.max_length(field));
            }
        }
        let [content, _, priority, ..] = &self.texts;
        from.check(content.is_some(), "content is missing", &[]);
        let priority = priority.as_ref().map_or(USUAL_PRIORITY, Content::as_str);
        from.check(PRIORITIES.contains(&priority), "priority cannot be {}", &[excerpt(priority)]);
        if from.peek().is_some_and(Value::is_array) {
            from.field("blocked by", &mut self.blocked_by);
        }
        if from.is_more() {
            from.field("confirm and approved", &mut self.flags);
        }
        if from.peek().is_some_and(|value| value.as_integer().is_some()) {
            from.field("parent", self.parent.get_or_insert_default());
        }
        if from.is_more() {
            from.field("data", &mut self.data);
        }
    }
}

impl Codec for Flags {
    fn write(&self, to: &mut Writer) {
        (u32::from(self.confirm) | u32::from(self.approved) << 1).write(to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let mut number = 0_u32;
        number.read(from);
        if number > 3 {
            from.refuse();
        }
        *self = Self { confirm: number & 1 != 0, approved: number & 2 != 0 };
    }
}

impl Codec for Option<Data> {
    fn write(&self, to: &mut Writer) {
        if let Some(data) = self {
            to.string(data.as_json());
        }
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let text = from.string();
        from.set_result(self, Data::read(&text));
    }
}
