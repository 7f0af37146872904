// A small model that follows a script: it keeps the list of the agent whose model follows one. It
// reads nothing but its question.

import type { ScribeModel } from "agent-todos/scribe";
import type { Scenario } from "./scenarios";

/** What the agent says of a todo, a line for each, which a step has as words of one line. */
const said = /(Done|Given up|Next): (.*?)(?= (?:Done|Given up|Next): | \(|$)/g;

export function scriptedScribe({ plan }: Scenario): ScribeModel {
	return (prompt) => {
		const shown = [
			...prompt.matchAll(/<todo id="(\d+)"[^>]*>([^<]*)<\/todo>/g),
		].map(([, id, text = ""]) => ({ id: Number(id), text }));
		const answer = {
			doing: 0,
			done: [] as number[],
			failed: [] as number[],
			open: [] as number[],
			add: shown.length === 0 ? plan.map(({ content }) => content) : [],
		};
		for (const [, step = ""] of prompt.matchAll(/^<step>(.*)<\/step>$/gm))
			for (const [, what, text = ""] of step.matchAll(said)) {
				const todo = shown.find((todo) => text.startsWith(todo.text));
				if (!todo) continue;
				if (what === "Next") answer.doing = todo.id;
				else if (what === "Done") answer.done.push(todo.id);
				else answer.failed.push(todo.id);
			}
		return JSON.stringify(answer);
	};
}
