//! `HashIndex`: where something is, by its hash. What would otherwise search a list once for each
//! of its items makes one.

/// A hash table of the indices of a list. Who asks compares what is at the places.
pub(crate) struct HashIndex {
    /// For each hash the first index plus one, or 0.
    first: Vec<u32>,
    /// For each index the next one with that hash plus one, or 0.
    next: Vec<u32>,
}

impl HashIndex {
    /// Creates the table of a list of this length. `hash_at` returns the hash of an item, or `None`
    /// for one that nobody looks for.
    pub fn of(length: usize, hash_at: &dyn Fn(usize) -> Option<u32>) -> Self {
        let mut indices =
            Self { first: vec![0; length.next_power_of_two()], next: vec![0; length] };
        for index in (0..length).rev() {
            let slot = hash_at(index).and_then(|hash| indices.slot(hash));
            let first = slot.and_then(|slot| indices.first.get_mut(slot));
            if let (Some(first), Some(next)) = (first, indices.next.get_mut(index)) {
                *next = core::mem::replace(first, (index + 1) as u32);
            }
        }
        indices
    }

    /// Creates the table of texts.
    pub fn of_texts<'t>(length: usize, text_at: &dyn Fn(usize) -> Option<&'t str>) -> Self {
        Self::of(length, &|index| text_at(index).map(hash))
    }

    /// Returns the first index with a hash that `is_meant` accepts. It is also asked about some
    /// others.
    #[inline(never)]
    pub fn find(&self, hash: u32, is_meant: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        let mut next = self.slot(hash).and_then(|slot| self.first.get(slot));
        while let Some(index) = next.and_then(|next| (*next as usize).checked_sub(1)) {
            if is_meant(index) {
                return Some(index);
            }
            next = self.next.get(index);
        }
        None
    }

    fn slot(&self, hash: u32) -> Option<usize> {
        (hash as usize).checked_rem(self.first.len())
    }
}

/// Returns the hash of a text, of which it takes eight bytes at a time.
#[inline(never)]
pub(crate) fn hash(text: &str) -> u32 {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let rest = rest.iter().fold(0, |word: u64, byte| word << 8 | u64::from(*byte));
    let words = words.iter().map(|word| u64::from_le_bytes(*word)).chain([rest]);
    let hash = words.fold(text.len() as u64, |hash, word| {
        let hash = (hash ^ word).wrapping_mul(FACTOR);
        hash ^ hash >> 32
    });
    (hash.wrapping_mul(FACTOR) >> 32) as u32
}

/// The odd number next to 2^64 divided by the golden ratio, whose multiples are far apart.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
