import type {
  Ask,
  ScribeListSchema,
  ScribeSchema,
} from "agent-todos/scribe";
import { generateText, jsonSchema, type LanguageModel, Output } from "ai";

declare const model: LanguageModel; // a small one

const ask: Ask = (prompt: string, schema: ScribeSchema, { signal }) =>
  generateText({
    model,
    prompt,
    output: Output.object({ schema: jsonSchema({ ...schema }) }),
    abortSignal: signal,
  });
// The schema of done, for example.
const ids: ScribeListSchema = { type: "array", items: { type: "integer" } };
