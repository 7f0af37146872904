//! `Places`: where something is, by its hash. What would otherwise search a list once for each of its items makes one.

/// A hash table of which at least half is free, with a place and one in each slot, or 0. What is at the places is compared by
/// who asks.
pub(crate) struct Places(Vec<u32>);

impl Places {
    /// Creates a table for so many places.
    pub fn with_room(count: usize) -> Self {
        Self(vec![0; count.saturating_mul(2).next_power_of_two()])
    }

    /// Creates the table of the places of texts.
    pub fn of_texts<'t>(texts: impl ExactSizeIterator<Item = Option<&'t str>>) -> Self {
        let mut places = Self::with_room(texts.len());
        for (place, text) in texts.enumerate() {
            if let Some(text) = text {
                places.add(hash(text), place);
            }
        }
        places
    }

    /// Adds a place.
    pub fn add(&mut self, hash: u32, place: usize) {
        let free = self.slots(hash).find(|slot| self.0.get(*slot) == Some(&0));
        if let Some(slot) = free.and_then(|slot| self.0.get_mut(slot)) {
            *slot = place.wrapping_add(1) as u32;
        }
    }

    /// Returns the first place with a hash that `is_meant` accepts.
    pub fn find(&self, hash: u32, is_meant: impl Fn(usize) -> bool) -> Option<usize> {
        let place = |slot: usize| (*self.0.get(slot)? as usize).checked_sub(1);
        self.slots(hash).map_while(place).find(|place| is_meant(*place))
    }

    /// Returns the slots for a hash, in the order in which they are taken.
    fn slots(&self, hash: u32) -> impl Iterator<Item = usize> + use<> {
        let (first, length) = (hash as usize, self.0.len());
        let mask = length.wrapping_sub(1);
        (0..length).map(move |taken| first.wrapping_add(taken) & mask)
    }
}

/// Returns the hash of a text (FNV-1a).
pub(crate) fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
