// Tools of OpenAI's Agents SDK whose calls carry what the model reports of the list.

import { checkObject } from "../../arguments/check.js";
import type { ObjectSchema, Reporting } from "../../tools/reporting.js";
import { countCall } from "../../tools/step-calls.js";
import {
	addNews,
	checkReportingTools,
	listReportedNames,
	takeReport,
} from "../reports.js";

/** The parts of a function tool that are used here, whatever its context and its parameters. */
export type OwnTool = {
	/** The name by which the model calls it. */
	readonly name: string;
	/** The JSON Schema of its arguments. */
	readonly parameters: object;
	/** Whether it is in OpenAI's strict mode. */
	readonly strict: boolean;
	/** The schema of its result, if it has one. */
	readonly outputSchema?: object | undefined;
	/** Carries out a call. */
	readonly invoke: (
		context: never,
		input: string,
		details?: never,
	) => Promise<unknown>;
};

export function makeReportingTools<Offered extends OwnTool>(
	report: Reporting,
	tools: readonly Offered[],
): Offered[] {
	checkReportingTools(report, tools);
	for (const { parameters } of tools)
		checkObject(parameters, "reportingTools(): parameters of a tool");
	return tools.map((own) => ({
		...own,
		parameters: extendParameters(own, report),
		async invoke(context: never, input: string, details?: never) {
			const { args, news } = takeReport(report, input);
			countCall(report.conversation, own.name);
			// Text that is not JSON is the tool's own to refuse.
			const text = typeof args === "string" ? args : JSON.stringify(args);
			const result: unknown = await own.invoke(context, text, details);
			// A result that has a schema of its own has no room for more.
			return news === undefined || own.outputSchema !== undefined
				? result
				: addNewsToResult(result, news);
		},
	}));
}

/** In strict mode, each property is required. The descriptions say what stands for nothing. */
function extendParameters(
	{ parameters, strict }: OwnTool,
	report: Reporting,
): object {
	const schema = report.extend(parameters as ObjectSchema);
	const required = [...(schema.required ?? []), ...listReportedNames(report)];
	return strict ? { ...schema, required } : schema;
}

/**
 * Appends the news to what the model reads as the result: a text, an image or the like, or several
 * of them.
 */
function addNewsToResult(result: unknown, news: string): unknown {
	const text = { type: "text", text: news };
	if (typeof result === "string") return addNews(result, news);
	if (Array.isArray(result)) return [...(result as unknown[]), text];
	const { type } = Object(result) as { readonly type?: unknown };
	return typeof type === "string"
		? [result, text]
		: addNews(JSON.stringify(result), news);
}
