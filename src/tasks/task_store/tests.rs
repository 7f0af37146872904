use super::*;

/// Fills the bytes with values that are not random, but differ each time.
fn counting(bytes: &mut [u8]) {
    use core::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let mut number = NEXT.fetch_add(1, Ordering::Relaxed);
    for byte in bytes {
        *byte = (number % 32) as u8;
        number /= 32;
    }
}

fn titled(title: &str) -> Fields {
    Fields { title: Some(title.to_owned()), ..Fields::default() }
}

#[test]
fn an_invalid_field_leaves_the_task_unchanged() {
    let mut store = TaskStore::new(counting);
    let id = store.add("ann", &titled(" a ")).unwrap().id.clone();
    let before = store.checkpoint();
    let priority = |word: &str| Fields { priority: Some(word.to_owned()), ..Fields::default() };
    let due = |date: &str| Fields { due_date: Some(date.to_owned()), ..Fields::default() };
    for (fields, code) in [
        (titled("  "), ErrorCode::EmptyTitle),
        (titled(&"x".repeat(201)), ErrorCode::TitleTooLong),
        (Fields { title: Some("b".to_owned()), ..priority("urgent") }, ErrorCode::InvalidPriority),
        (due("2026-02-30"), ErrorCode::InvalidDueDate),
        (due("2025-02-29"), ErrorCode::InvalidDueDate),
        (due("1900-02-29"), ErrorCode::InvalidDueDate),
        (due("2025-13-01"), ErrorCode::InvalidDueDate),
        (due("2025-00-10"), ErrorCode::InvalidDueDate),
        (due("2025-1-01"), ErrorCode::InvalidDueDate),
        (due("2025-01-01T00"), ErrorCode::InvalidDueDate),
        (due("0000-01-01"), ErrorCode::InvalidDueDate),
        (Fields::default(), ErrorCode::NothingToUpdate),
    ] {
        assert_eq!(store.update("ann", &id, &fields).unwrap_err().code(), code);
        if code != ErrorCode::NothingToUpdate {
            let fields = Fields { title: fields.title.or(Some("t".to_owned())), ..fields };
            assert_eq!(store.add("ann", &fields).unwrap_err().code(), code);
        }
        assert_eq!(store.checkpoint(), before);
    }
    assert_eq!(store.add("ann", &Fields::default()).unwrap_err().code(), ErrorCode::EmptyTitle);
    for user in ["", " ann", "a\u{1}", &"x".repeat(201)] {
        assert_eq!(store.add(user, &titled("a")).unwrap_err().code(), ErrorCode::InvalidArgument);
        assert!(store.list(user, None).is_err());
    }
    for date in ["2024-02-29", "2000-02-29", "2026-12-31"] {
        assert_eq!(store.update("ann", &id, &due(date)).unwrap().0.due_date.as_deref(), Some(date));
    }
    assert_eq!(store.update("ann", &id, &due("")).unwrap().0.due_date, None);
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let mut store = TaskStore::new(counting);
    store.add("ann", &Fields { due_date: Some("2026-01-31".to_owned()), ..titled("a") }).unwrap();
    let whole = store.checkpoint();
    for (end, _) in whole.char_indices() {
        assert!(TaskStore::from_checkpoint(&whole[..end], counting).is_err());
    }
    for (from, to) in [
        ("tasks\",1", "tasks\",2"),
        ("01-31", "02-31"),
        ("medium", "Medium"),
        ("\"a\"", "\" a\""),
        ("false", "null"),
        ("task_", "x"),
    ] {
        assert!(
            TaskStore::from_checkpoint(&whole.replacen(from, to, 1), counting).is_err(),
            "{to}"
        );
    }
}
