// What a model reports of the list in its calls of the host's own tools: shared by the adapters'
// `reportingTools`.

import { checkFunction, checkObject, refuse } from "../arguments/check.js";
import { getErrorMessage } from "../arguments/thrown.js";
import { checkReporting, type Reporting } from "../tools/reporting.js";

/** Checks the arguments of a `reportingTools` whose tools have a method `invoke`. */
export function checkReportingTools(report: unknown, tools: unknown): void {
	checkReporting(report, "reportingTools(): report");
	if (!Array.isArray(tools)) refuse("reportingTools(): tools", "an array");
	for (const own of tools) {
		checkObject(own, "reportingTools(): a tool");
		checkFunction(own.invoke, "reportingTools(): invoke of a tool");
	}
}

/** Returns the names of the properties that a report adds to a schema. */
export const listReportedNames = (report: Reporting): string[] =>
	Object.keys(report.extend({ type: "object" }).properties);

/**
 * Takes the report out of the arguments of a call. `news` is what the model has to read of it: why
 * it was refused, or what was repaired.
 */
export function takeReport(
	report: Reporting,
	sent: unknown,
): { args: unknown; news: string | undefined } {
	const { args, outcome } = report.take(sent);
	const isNews = outcome && (!outcome.ok || outcome.notes.length > 0);
	return { args, news: isNews ? `todo list: ${outcome.text}` : undefined };
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
