//! The reminder: what a host puts into the conversation so that the model sees the list.

use alloc::string::String;

use crate::history::List;
use crate::message::Part::Text;
use crate::message::fill;

/// What stands before the list in a reminder.
pub const BEFORE_LIST: &str = "<browser-state>TODO list updated. Current state:\n";
/// What stands after it.
pub const AFTER_LIST: &str = "</browser-state>";

/// The whole list in a `<browser-state>` element: seed 002's text, to the letter.
pub fn system_reminder(list: &List) -> String {
    let xml = crate::xml::write(list);
    fill("{}{}{}", &[Text(BEFORE_LIST), Text(&xml), Text(AFTER_LIST)])
}
