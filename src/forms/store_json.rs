//! What a store says of its list as JSON texts for JavaScript: who decided what, what held, the
//! times, and the sites.

use std::rc::Rc;

use crate::list::delta::Aspect;
use crate::list::held::HeldDecision;
use crate::list::sites::{SiteList, Sites};
use crate::list::store::TodoStore;
use crate::list::todo::Todo;
use crate::text::content::Content;
use crate::text::json::Writer;

impl TodoStore {
    /// Returns [`TodoStore::decisions`] as JSON text.
    pub fn decisions_json(&self) -> String {
        let mut json = Writer::default();
        json.open('[');
        for (key, aspect, by, revision) in self.decisions() {
            let Some(word) = aspect.public_name() else { continue };
            json.open('{').key("key").string(&key.to_text()).key("aspect").string(word);
            json.key("by").string(by.author.as_str());
            if let Some(name) = &by.name {
                json.key("name").string(name.as_str());
            }
            json.key("revision").integer(revision.into());
            let spent = self.times().spent_before(key);
            if aspect == Aspect::State && spent > 0 {
                json.key("spent").integer(spent);
            }
            if let Some(held) = self.held(key, aspect) {
                json.key("held").integer(held.times.into());
                held.write_asked(&mut json);
            }
            json.close('}');
        }
        json.close(']');
        json.finish()
    }

    /// Returns [`TodoStore::time_spent`] as JSON text: an object with a number for each key.
    pub fn time_spent_json(&self) -> String {
        let mut json = Writer::default();
        json.open('{');
        for (key, milliseconds) in self.time_spent() {
            json.key(&key.to_text()).integer(milliseconds);
        }
        json.close('}');
        json.finish()
    }
}

impl HeldDecision {
    /// Returns decisions that held as JSON text, or `None` without any.
    pub fn all_to_json(all: &[Rc<Self>]) -> Option<String> {
        if all.is_empty() {
            return None;
        }
        let mut json = Writer::default();
        json.open('[');
        for held in all {
            let Some(word) = held.aspect.public_name() else { continue };
            json.open('{').key("key").string(&held.key.to_text()).key("aspect").string(word);
            held.write_asked(&mut json);
            json.key("by").string(held.by.author.as_str());
            json.field("name", held.by.name.as_ref().map(Content::as_str));
            json.key("times").integer(held.times.into()).close('}');
        }
        json.close(']');
        Some(json.finish())
    }

    /// Writes what was asked, as fields of the todo.
    fn write_asked(&self, json: &mut Writer) {
        json.key("asked").open('{');
        self.write_fields(json);
        json.close('}');
    }

    fn write_fields(&self, json: &mut Writer) {
        let Some(requested) = &self.requested else {
            json.key("removed").boolean(true);
            return;
        };
        for aspect in &self.asked {
            if let Some((name, text)) = asked_field(*aspect, requested) {
                json.key(name).string(text);
                json.flag("failed", *aspect == Aspect::State && requested.is_failed());
            } else if *aspect == Aspect::Presence {
                json.key("removed").boolean(false);
            }
        }
    }
}

/// Returns an aspect that was asked for as a field of the todo: its name in JavaScript, and the
/// text.
pub(crate) fn asked_field(aspect: Aspect, requested: &Todo) -> Option<(&'static str, &str)> {
    match aspect {
        Aspect::State => Some(("status", requested.status().as_str())),
        Aspect::Text(field) => {
            Some((aspect.public_name()?, requested.text(field).unwrap_or_default()))
        }
        Aspect::Presence
        | Aspect::Blockers
        | Aspect::Parent
        | Aspect::Approved
        | Aspect::Confirm
        | Aspect::Place
        | Aspect::Data => None,
    }
}

impl Sites {
    /// Returns the proposal as JSON text, `{ sites }`, or `None` if no site is proposed.
    pub fn proposal_json(&self) -> Option<String> {
        if self.proposed.as_str().is_empty() {
            return None;
        }
        let mut json = Writer::default();
        write_list(&mut json, &self.proposed);
        json.close('}');
        Some(json.finish())
    }

    /// Returns the approval as JSON text, `{ sites, at, name? }`, or `None`.
    pub fn approval_json(&self) -> Option<String> {
        let approved = self.approved.as_ref()?;
        let mut json = Writer::default();
        write_list(&mut json, &approved.sites);
        json.key("at").integer(approved.at);
        if let Some(name) = &approved.name {
            json.key("name").string(name.as_str());
        }
        json.close('}');
        Some(json.finish())
    }
}

fn write_list(json: &mut Writer, sites: &SiteList) {
    json.open('{').key("sites").open('[');
    for site in sites.as_str().split(' ').filter(|site| !site.is_empty()) {
        json.string(site);
    }
    json.close(']');
}
