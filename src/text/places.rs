//! `Places`: where something is, by its hash. What would otherwise search a list once for each of its items makes one.

/// A hash table of the places of a list. Who asks compares what is at the places.
pub(crate) struct Places {
    /// For each hash the first place and one, or 0.
    first: Vec<u32>,
    /// For each place the next one with that hash and one, or 0.
    next: Vec<u32>,
}

impl Places {
    /// Creates the table of a list. `hashes` has the hash of each of its items, or `None` for one that nobody looks for.
    pub fn of(hashes: impl DoubleEndedIterator<Item = Option<u32>> + ExactSizeIterator) -> Self {
        let length = hashes.len();
        let mut places = Self { first: vec![0; length.next_power_of_two()], next: vec![0; length] };
        for (place, hash) in hashes.enumerate().rev() {
            let slot = hash.and_then(|hash| places.slot(hash));
            let next = slot.and_then(|slot| places.first.get_mut(slot));
            if let (Some(first), Some(next)) = (next, places.next.get_mut(place)) {
                *next = core::mem::replace(first, place.wrapping_add(1) as u32);
            }
        }
        places
    }

    /// Creates the table of texts.
    pub fn of_texts<'t>(
        texts: impl DoubleEndedIterator<Item = Option<&'t str>> + ExactSizeIterator,
    ) -> Self {
        Self::of(texts.map(|text| text.map(hash)))
    }

    /// Returns the places with a hash in order, and maybe others.
    pub fn with(&self, hash: u32) -> impl Iterator<Item = usize> {
        let place = |next: &u32| (*next as usize).checked_sub(1);
        let first = self.slot(hash).and_then(|slot| place(self.first.get(slot)?));
        core::iter::successors(first, move |before| place(self.next.get(*before)?))
    }

    fn slot(&self, hash: u32) -> Option<usize> {
        (hash as usize).checked_rem(self.first.len())
    }
}

/// Returns the hash of a text (FNV-1a).
pub(crate) fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
