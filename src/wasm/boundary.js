// Takes values apart on the JavaScript side, where looking at them is cheap and may throw.
import { TodoError } from "./error.js";

/** A few characters that say what a value is, for an error message. Never throws. */
export function describe(value) {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? value.slice(0, 40) + "…" : value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return Array.isArray(value) ? "an array" : "an object";
  } catch {
    return "an object"; // a revoked Proxy
  }
}

/**
 * An array as JSON text, when each item is of a type that JSON keeps. A getter or Proxy that throws is
 * a TodoError with that as its cause.
 */
export function arrayToJson(value, name, type) {
  return reading(name, () => {
    if (!Array.isArray(value)) throw wrongType(name, `an array of ${type}s`, value);
    for (let i = 0; i < value.length; i++) {
      const item = value[i];
      if (typeof item !== type) throw wrongType(`${name}[${i}]`, `a ${type}`, item);
      if (type === "number" && !Number.isFinite(item)) throw wrongType(`${name}[${i}]`, "a whole number", item);
    }
    return JSON.stringify(value);
  });
}

/** Options as JSON text. What JSON would drop is spelled out, so that the core refuses it. */
export function optionsToJson(value) {
  return reading("options", () => {
    if (value === undefined) return "{}";
    if (typeof value !== "object" || value === null) throw wrongType("options", "an object", value);
    return JSON.stringify(value, (_, item) =>
      typeof item === "function" || typeof item === "symbol" || (typeof item === "number" && !Number.isFinite(item))
        ? describe(item)
        : item,
    );
  });
}

/** What a model sent as arguments, as JSON text. Nothing at all is no arguments. */
export function argumentsToJson(value) {
  return typeof value === "string"
    ? wellFormed(value, "arguments")
    : reading("the arguments", () => JSON.stringify(value) ?? "");
}

/** A string that UTF-8 can hold: a lone surrogate becomes U+FFFF, which the core notices and reports. */
export function wellFormed(value, name) {
  if (typeof value !== "string") throw wrongType(name, "a string", value);
  return value.isWellFormed?.() ? value : value.replace(/\p{Surrogate}/gu, "\uffff");
}

function reading(name, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof TodoError) throw error;
    throw new TodoError("invalid_argument", `${name} could not be read: ${String(error?.message)}`, { cause: error });
  }
}

/** The error for a value of the wrong type. */
export function wrongType(name, expected, value) {
  return new TodoError("invalid_argument", `${name} must be ${expected}, got ${describe(value)}`);
}
