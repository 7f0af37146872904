// One tool call and its answer, as the calls-and-answers card and the reader's own call show them:
// what was sent, what came back, what was repaired on the way.

import type { DialectName, Outcome } from "agent-todos";
import { callLines } from "./call-lines";
import { colouredAsWritten } from "./coloured-code";
import { element } from "./element";
import type { ModelCall } from "./wording";

/** A call and what it did: one outcome, unless the model wrote in XML several calls or none. */
export interface Exchange {
	readonly dialect: DialectName;
	readonly call: ModelCall;
	readonly outcomes: readonly Outcome[];
	/** Lines of the call that say nothing new. */
	readonly known: ReadonlySet<string>;
}

export function exchange({ call, outcomes, known }: Exchange): HTMLElement[] {
	const [first, ...others] = outcomes;
	const shown = element(
		"div",
		{ class: "exchange", "data-ok": `${first?.ok ?? false}` },
		callPiece(call, known),
	);
	shown.append(
		...(first
			? answer(first)
			: [piece("answer", "no call", "The text holds no call.")]),
	);
	return [
		shown,
		...others.map((outcome) =>
			element(
				"div",
				{ class: "exchange", "data-ok": `${outcome.ok}` },
				...answer(outcome),
			),
		),
	];
}

/** Returns the answer alone, and the notes. */
export function answer({ ok, text, notes }: Outcome): HTMLElement[] {
	const shown: HTMLElement[] = [
		piece("answer", ok ? "answer" : "refused", colouredAsWritten(text)),
	];
	if (notes.length > 0) {
		shown.push(
			element(
				"ul",
				{ class: "notes", "aria-label": "Repaired" },
				...notes.map((note) => element("li", {}, note)),
			),
		);
	}
	return shown;
}

export function callPiece(
	{ tool, text }: ModelCall,
	known: ReadonlySet<string>,
): HTMLElement {
	return piece(
		"call",
		tool === "todo_read" ? "reads" : "sends",
		...callLines(text, known),
	);
}

function piece(
	kind: "call" | "answer",
	label: string,
	...text: (Node | string)[]
): HTMLElement {
	return element(
		"div",
		{ class: `piece piece-${kind}` },
		element("span", { class: "piece-label" }, label),
		element("code", { class: "piece-text" }, ...text),
	);
}
