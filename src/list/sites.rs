//! `Sites`: where a person lets an agent act, and where somebody proposed that it may act.
//!
//! A site is an origin, or all subdomains of one. The platform determines the origin of an address;
//! nothing here parses URLs. Origins are compared as text, because the URL standard has only one
//! way to write each.

use std::rc::Rc;

use crate::list::error::TodoError;
use crate::list::option_table::{self, Setting};
use crate::text::content::Content;
use crate::text::json::Value;
use crate::text::message::{count, excerpt, join};

/// The maximum number of sites that are proposed or approved together.
const MAX_SITES: usize = 100;
/// The maximum length of a site in bytes. A host has at most 253.
const MAX_LENGTH: usize = 300;

/// A function that returns the origin of an address, as the URL standard writes it, or `None` if
/// its scheme is neither `http` nor `https`.
#[derive(Clone, Copy, Debug)]
pub struct Origins(pub fn(&str) -> Option<String>);

impl Default for Origins {
    /// Returns the function of a platform without URLs, which knows no origins.
    fn default() -> Self {
        Self(|_| None)
    }
}

/// All origin functions are equal, so that stores on different platforms can be equal.
impl PartialEq for Origins {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Origins {}

/// A list of sites. Each is an origin, such as `https://example.org:8443`, or a pattern for the
/// subdomains of an origin, such as `https://*.example.org`. They are stored as one text, separated
/// by spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteList(Rc<str>);

impl SiteList {
    /// Reads sites as people and models write them. A host without a scheme means `https`.
    ///
    /// # Errors
    /// `invalid_argument`, naming the first text that is not a site, or if there are more than 100.
    pub fn read(texts: &[String], origins: Origins) -> Result<Self, TodoError> {
        if texts.len() > MAX_SITES {
            let parts = [count(MAX_SITES), count(texts.len())];
            return Err(TodoError::invalid("at most {} sites, got {}", &parts));
        }
        let mut list = String::new();
        for (number, text) in (1..).zip(texts) {
            let site = read_site(text, origins).ok_or_else(|| {
                TodoError::invalid(
                    "site {} ({}) is not a site: give a host (example.org), an origin (https://example.org:8443) or its subdomains (https://*.example.org), without a path",
                    &[count(number), excerpt(text)],
                )
            })?;
            if list.split(' ').all(|known| known != site) {
                if !list.is_empty() {
                    list.push(' ');
                }
                list.push_str(&site);
            }
        }
        Ok(Self(list.into()))
    }

    /// Returns the sites, separated by commas.
    pub(crate) fn listed(&self) -> String {
        join(&self.0.split(' ').collect::<Vec<_>>(), ", ")
    }

    /// Reads the text that [`SiteList::as_str`] returns. Returns `None` if it is damaged.
    pub fn from_text(text: &str) -> Option<Self> {
        (text.is_empty() || text.split(' ').all(is_site)).then(|| Self(text.into()))
    }

    /// Returns all sites, separated by spaces.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the origin is one of the sites, or a subdomain of one.
    pub fn cover(&self, origin: &str) -> bool {
        self.0.split(' ').any(|site| covers(site, origin))
    }
}

fn split_scheme(address: &str) -> Option<(&'static str, &str)> {
    for scheme in ["https://", "http://"] {
        if let Some(rest) = address.strip_prefix(scheme) {
            return Some((scheme, rest));
        }
    }
    None
}

fn read_site(text: &str, origins: Origins) -> Option<String> {
    let text = text.trim_ascii().to_ascii_lowercase();
    let (scheme, host) = split_scheme(&text).unwrap_or(("https://", &text));
    let host = host.strip_suffix('/').unwrap_or(host);
    let (star, host) = host.strip_prefix("*.").map_or(("", host), |domain| ("*.", domain));
    // Characters that would end a host, or be decoded in it, are not part of one.
    let may_be_in_host = |c: u8| c > b' ' && !b"/\\?#@%*".contains(&c);
    if text.len() > MAX_LENGTH || !host.bytes().all(may_be_in_host) {
        return None;
    }
    let mut site = String::from(scheme);
    site.push_str(host);
    let origin = (origins.0)(&site)?;
    // The platform may have normalised another character to a star.
    let host = origin.strip_prefix(scheme).filter(|host| labels(host).is_some())?;
    site.truncate(scheme.len());
    site.push_str(star);
    site.push_str(host);
    is_site(&site).then_some(site)
}

/// Returns the site of an address that is more than a site, because it has a path or the like.
/// Returns `None` if the text is a site, or not an address.
pub(crate) fn site_of_address(text: &str, origins: Origins) -> Option<String> {
    if read_site(text, origins).is_some() {
        return None;
    }
    let text = text.trim_ascii();
    // A first part that ends with a colon is a scheme. Ours are handled above.
    let is_other_scheme =
        |text: &str| text.split(['/', '\\']).next().is_some_and(|host| host.ends_with(':'));
    let origin = match split_scheme(&text.to_ascii_lowercase()) {
        Some(_) => (origins.0)(text),
        None if is_other_scheme(text) => None,
        None => (origins.0)(&join(&["https://", text], "")),
    };
    origin.filter(|origin| is_site(origin))
}

fn is_site(text: &str) -> bool {
    let Some((_, host)) = split_scheme(text) else { return false };
    match host.strip_prefix("*.") {
        None => labels(host).is_some(),
        // A host of numbers is an IP address, which has no subdomains.
        Some(domain) => {
            labels(domain).is_some_and(|(count, last)| count >= 2 && last.is_ascii_lowercase())
        }
    }
}

/// Returns the number of labels in a host, which may end with a port, and the first character of
/// the last label. Returns `None` if a label is empty or contains a character that is not allowed
/// here. The URL standard allows more characters.
fn labels(host: &str) -> Option<(usize, u8)> {
    let (mut count, mut first, mut before) = (0_usize, 0, b'.');
    for c in host.bytes() {
        let is_known =
            matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b':' | b'[' | b']');
        let begins = before == b'.';
        if !is_known || begins && matches!(c, b'.' | b':') {
            return None;
        }
        if begins {
            (count, first) = (count + 1, c);
        }
        before = c;
    }
    (before != b'.').then_some((count, first))
}

fn covers(site: &str, origin: &str) -> bool {
    let Some((scheme, host)) = split_scheme(site) else { return false };
    let Some(domain) = host.strip_prefix("*.") else { return site == origin };
    let host = origin.strip_prefix(scheme).and_then(|host| host.strip_suffix(domain));
    host.and_then(|host| host.strip_suffix('.')).is_some_and(|name| labels(name).is_some())
}

/// A person's approval of sites.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Approved {
    /// Where the agent may act.
    pub sites: SiteList,
    /// When, in milliseconds since 1970-01-01 00:00 UTC, or 0 if the time is unknown.
    pub at: i64,
    /// The name of the person, if known.
    pub name: Option<Content>,
}

/// The sites of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sites {
    /// The sites that somebody proposed and nobody has approved or rejected yet.
    pub proposed: SiteList,
    /// What a person approved, if anything.
    pub approved: Option<Rc<Approved>>,
}

impl Sites {
    /// Merges the changes that two sides made to `base`. An approval that either side ended has
    /// ended. If both sides approved, the later approval wins.
    pub(crate) fn merged(base: &Self, ours: &Self, theirs: &Self) -> Self {
        // A proposal that was answered is replaced by an open one.
        let is_open_there = theirs.proposed != base.proposed && ours.proposed.0.is_empty();
        let is_theirs = ours.proposed == base.proposed || is_open_there;
        let proposed = if is_theirs { theirs } else { ours };
        let approved = if ours.approved == base.approved {
            &theirs.approved
        } else if theirs.approved == base.approved {
            &ours.approved
        } else {
            match (&ours.approved, &theirs.approved) {
                (Some(our), Some(their)) if our.at < their.at => &theirs.approved,
                (Some(_), Some(_)) => &ours.approved,
                (None, _) | (_, None) => &None,
            }
        };
        Self { proposed: proposed.proposed.clone(), approved: approved.clone() }
    }

    /// Returns the approved sites, separated by commas.
    pub fn approved_list(&self) -> String {
        self.approved.as_ref().map_or_else(String::new, |approved| approved.sites.listed())
    }

    /// Returns these sites after a proposal. Sites that are already approved are not proposed
    /// again.
    pub(crate) fn proposing(&self, sites: SiteList) -> Self {
        let none = SiteList::default();
        let approved = self.approved.as_ref().map_or(&none, |approved| &approved.sites);
        let is_approved =
            |site: &str| approved.cover(site) || approved.0.split(' ').any(|known| known == site);
        let proposed = if sites.0.split(' ').all(is_approved) { none } else { sites };
        Self { proposed, approved: self.approved.clone() }
    }

    /// Returns these sites without the approval. Its sites are proposed again, unless others are.
    pub(crate) fn revoked(&self) -> Self {
        let is_answered = self.proposed.0.is_empty();
        let again = self.approved.as_ref().filter(|_| is_answered);
        let proposed = again.map_or(&self.proposed, |approved| &approved.sites);
        Self { proposed: proposed.clone(), approved: None }
    }
}

/// A setting that is an array of texts.
#[derive(Default)]
pub(crate) struct TextsSetting(pub Option<Vec<String>>);

impl Setting for TextsSetting {
    fn set(&mut self, value: Value<'_>) -> bool {
        let texts: Option<Vec<String>> =
            value.parts().map(|part| Some(part.as_string()?.into_owned())).collect();
        self.0 = texts.filter(|_| value.is_array());
        self.0.is_some()
    }

    fn range(&self) -> String {
        "an array of strings".into()
    }
}

/// Reads the sites of a proposal from a JSON object.
///
/// # Errors
/// `invalid_argument` for an unknown key or an ill-typed value, or if `sites` is missing.
pub fn read_proposal(text: &str) -> Result<Vec<String>, TodoError> {
    let mut sites = TextsSetting::default();
    option_table::read(text, &mut [("sites", &mut sites)])?;
    sites.0.ok_or_else(|| TodoError::invalid("a proposal needs sites, an array of strings", &[]))
}
