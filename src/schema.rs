//! The subset of JSON Schema that every provider accepts, and the check that all tools keep to it.
//!
//! It is what OpenAI's strict mode, Anthropic and Gemini have in common: no unions, string enums
//! only, arrays with items, objects closed and with every property required. What a tool treats as
//! optional is said in its description and read leniently all the same.
