// What a model reports of the list in its calls of the host's own tools: shared by the adapters'
// `reportingTools`.

import type { Outcome } from "../../generated/agent_todos_bg.js";
import { getErrorMessage } from "../arguments/thrown.js";
import type { Reporting } from "../tools/reporting.js";

/** Returns the names of the properties that a report adds to a schema. */
export const listReportedNames = (report: Reporting): string[] =>
	Object.keys(report.extend({ type: "object" }).properties);

/**
 * Returns what the model has to read of its report: why it was refused, or what was repaired.
 * Otherwise undefined.
 */
export function describeNews(outcome: Outcome | undefined): string | undefined {
	const isNews = outcome && (!outcome.ok || outcome.notes.length > 0);
	return isNews ? `todo list: ${outcome.text}` : undefined;
}

/** Returns the text of a tool's result, and the news below it. */
export const addNews = (text: string, news: string | undefined): string =>
	news === undefined ? text : `${text}\n\n${news}`;

/** Throws what a tool threw, with the news below its message. */
export function throwWithNews(error: unknown, news: string | undefined): never {
	if (news === undefined) throw error;
	// The class of an error may mean something to the host.
	if (!(error instanceof Error))
		throw new Error(addNews(getErrorMessage(error), news));
	error.message = addNews(error.message, news);
	throw error;
}
