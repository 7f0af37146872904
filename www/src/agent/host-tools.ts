// The tools with which a model reports to the run: that a todo cannot be done, and whether the whole task is.

import type { Validation } from "agent-todos";
import { objectIn, parsedArgs } from "./tool";
import type { Tool, ToolAnswer } from "./tool";

/** For the host-driven run, where the model does not settle todos itself. */
export function giveUpTool(givenUp: (reason: string) => void): Tool {
  return {
    name: "give_up_todo",
    description: "Gives the todo up that you work on, when it cannot be done. The next one comes. Not for a first failure: try another way before.",
    inputSchema: {
      type: "object",
      properties: { reason: { type: "string", description: "Why it cannot be done, for the user." } },
      required: ["reason"],
      additionalProperties: false,
    },
    call: (args) => {
      const reason = objectIn(parsedArgs(args))?.["reason"];
      if (typeof reason !== "string" || reason.trim() === "") return refused("reason is to be a text that says why");
      givenUp(reason);
      return { ok: true, text: "The todo is given up." };
    },
  };
}

export function validationTool(found: (validation: Validation) => void): Tool {
  return {
    name: "report_validation",
    description: "Reports whether the whole task is complete, by what the page shows.",
    inputSchema: {
      type: "object",
      properties: {
        is_complete: { type: "boolean", description: "Whether everything that the user asked for is done, or cannot be done." },
        reasoning: { type: "string", description: "Why, in a sentence or two for the user, with what they want to know." },
        suggestions: { type: "array", items: { type: "string" }, description: "What is left to do, a step each; [] when complete." },
      },
      required: ["is_complete", "reasoning", "suggestions"],
      additionalProperties: false,
    },
    call: (args) => {
      const { is_complete: isComplete, reasoning = "", suggestions = [] } = objectIn(parsedArgs(args)) ?? {};
      if (typeof isComplete !== "boolean") return refused("is_complete is to be true or false");
      if (!Array.isArray(suggestions)) return refused("suggestions is to be an array of texts");
      found({ isComplete, reasoning: String(reasoning), suggestions: suggestions.map(String) });
      return { ok: true, text: "Reported." };
    },
  };
}

const refused = (text: string): ToolAnswer => ({ ok: false, text });
