use super::*;
use crate::text::json::Document;
use crate::text::message::count;

const FOUR: ItemSchema = ItemSchema { statuses: Some(&STATUSES), ..PLAIN };
const THREE: ItemSchema = ItemSchema { statuses: Some(&FEWER_STATUSES), ..PLAIN };

fn read(schema: &ItemSchema, text: &str) -> (Result<Item<'static>, TodoError>, Notes) {
    let mut notes = Notes::new();
    let document = Document::read(text).unwrap();
    let mut items = Vec::new();
    let result = schema.read_item(&mut notes, count(3), document.root(), &mut items);
    (result.map(|()| items.remove(0).into_owned()), notes)
}

#[test]
fn an_item_accepts_other_words_for_each_status() {
    for (schema, word, status, note) in [
        (&FOUR, "pending", Status::Todo, ""),
        (&FOUR, "cancelled", Status::Skipped, ""),
        (&FOUR, "todo", Status::Todo, "pending"),
        (&FOUR, "Not Started", Status::Todo, "pending"),
        (&FOUR, "IN-PROGRESS", Status::Doing, "in_progress"),
        (&FOUR, " done ", Status::Done, "completed"),
        (&FOUR, "closed", Status::Done, "completed"),
        (&FOUR, "canceled", Status::Skipped, "cancelled"),
        (&FOUR, "skipped", Status::Skipped, "cancelled"),
        // A status for which the tool has no word gets our word.
        (&FOUR, "blocked", Status::Todo, "blocked"),
        (&THREE, "completed", Status::Done, ""),
        (&THREE, "cancelled", Status::Skipped, "skipped"),
        (&FOUR, "Failed", Status::Skipped, "cancelled"),
        (&FOUR, "error", Status::Skipped, "cancelled"),
        (&THREE, "failure", Status::Skipped, "skipped"),
    ] {
        let (item, notes) =
            read(schema, &fill("{\"content\":\"a\",\"status\":\"{}\"}", &[Text(word)]));
        let waits = (word == "blocked").then_some(true);
        let failed = matches!(word, "Failed" | "error" | "failure");
        assert_eq!(item.unwrap().status, Some(ParsedStatus { status, waits, failed }), "{word}");
        assert_eq!(notes.len(), usize::from(!note.is_empty()), "{word}");
        assert!(notes.iter().all(|text| text.text.contains(note)), "{word}: {notes:?}");
    }
}
