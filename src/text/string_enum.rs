//! `string_enum!`: an enum whose variants have names, which programs, checkpoints and JavaScript
//! use.

/// Defines an enum with a name for each variant: `ALL` has the variants, `NAMES` has them with
/// their names, and there are `as_str()` and `parse_str()`.
macro_rules! string_enum {
    (
        $(#[$of_type:meta])*
        pub enum $Type:ident {
            $($(#[$of_variant:meta])* $Variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$of_type])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
        pub enum $Type {
            $(
                $(#[$of_variant])*
                #[serde(rename = $word)]
                $Variant,
            )+
        }

        #[allow(dead_code, reason = "none needs all of them")]
        impl $Type {
            /// Every variant.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$Variant),+];

            /// Every name, with its variant.
            pub(crate) const NAMES: [(&'static str, Self); Self::ALL.len()] =
                [$(($word, Self::$Variant)),+];

            /// Returns the name of this variant.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)+
                }
            }

            /// Returns the variant with exactly this name.
            pub fn parse_str(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.as_str() == word)
            }
        }
    };
}

pub(crate) use string_enum;
