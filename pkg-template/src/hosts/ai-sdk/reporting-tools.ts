// Tools of the AI SDK whose calls carry what the model reports of the list.

import type { JSONSchema7, JSONValue, Schema, Tool, ToolSet } from "ai";
import { asSchema, jsonSchema } from "ai";
import { checkObject, invalid, quote } from "../../arguments/check.js";
import {
	checkReporting,
	type ObjectSchema,
	type Reporting,
} from "../../tools/reporting.js";
import { countCall } from "../../tools/step-calls.js";
import { makeUncheckedSchema } from "../../tools/tool.js";
import { requirePeer } from "../peers.js";
import {
	addNews,
	listReportedNames,
	takeReport,
	throwWithNews,
} from "../reports.js";

/**
 * Throws unless the SDK takes schemas that are not zod's. Version 5 fails only when it reads one.
 */
export function requireSdk(): void {
	let isFit = true;
	try {
		void asSchema(makeUncheckedSchema({ type: "object", properties: {} }))
			.jsonSchema;
	} catch {
		isFit = false;
	}
	requirePeer(isFit, "ai-sdk", "ai", "6 or 7", "version 5 or older");
}

type Input = Record<string, unknown>;
type Output = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>;

/** Returns the tools with the properties of the report. A tool without `execute` stays as it is. */
export function makeReportingTools<Tools extends ToolSet>(
	report: Reporting,
	tools: Tools,
): Tools {
	checkReporting(report, "reportingTools(): report");
	requireSdk();
	checkObject(tools, "reportingTools(): tools");
	for (const [name, tool] of Object.entries(tools))
		checkObject(tool, `reportingTools(): the tool ${quote(name)}`);
	const entries = Object.entries(tools).map(([name, tool]) => [
		name,
		tool.execute === undefined
			? tool
			: makeReportingTool(report, name, tool as ToolSet[string]),
	]);
	return Object.fromEntries(entries) as Tools;
}

function makeReportingTool(
	report: Reporting,
	name: string,
	tool: ToolSet[string],
): ToolSet[string] {
	const execute = tool.execute as NonNullable<Tool["execute"]>;
	/** What the model has to read beside results that are not texts, by the id of the call. */
	const unread = new Map<string, string>();
	return {
		...tool,
		inputSchema: extendSchema(asSchema(tool.inputSchema), report),
		execute(sent: unknown, options: Parameters<typeof execute>[1]) {
			const { args, news } = takeReport(report, sent);
			countCall(report.conversation, name);
			const result: unknown = execute(args as never, options);
			// Some models use the ids of calls again.
			unread.delete(options.toolCallId);
			if (news === undefined) return result;
			if (!(result instanceof Promise) && typeof result !== "string") {
				unread.set(options.toolCallId, news);
				return result;
			}
			return Promise.resolve(result).then(
				(value: unknown) => {
					if (typeof value === "string") return addNews(value, news);
					unread.set(options.toolCallId, news);
					return value;
				},
				(error: unknown) => throwWithNews(error, news),
			);
		},
		async toModelOutput(given: {
			toolCallId: string;
			input: unknown;
			output: unknown;
		}): Promise<Output> {
			const output =
				tool.toModelOutput === undefined
					? toOutput(given.output)
					: await tool.toModelOutput(given as never);
			const news = unread.get(given.toolCallId);
			return news === undefined ? output : addNewsToOutput(output, news);
		},
	} as ToolSet[string];
}

function extendSchema(own: Schema, report: Reporting): Schema<Input> {
	const names = listReportedNames(report);
	return jsonSchema<Input>(
		async () => {
			const schema = await own.jsonSchema;
			if (schema.type !== "object")
				throw invalid(
					"reportingTools(): the input of each tool must be an object",
				);
			return report.extend(schema as ObjectSchema) as JSONSchema7;
		},
		{
			async validate(value) {
				if (typeof value !== "object" || value === null || Array.isArray(value))
					return validateWith(own, value);
				const { ...args } = value as Input;
				const said: Input = {};
				for (const name of names) {
					if (Object.hasOwn(args, name)) said[name] = args[name];
					delete args[name];
				}
				const checked = await validateWith(own, args);
				return checked.success
					? { success: true, value: { ...checked.value, ...said } }
					: checked;
			},
		},
	);
}

/**
 * Validates arguments by a tool's own schema. A schema without a function to validate accepts them.
 */
const validateWith = async (own: Schema, args: unknown) =>
	((await own.validate?.(args)) ?? { success: true, value: args }) as
		| { success: true; value: Input }
		| { success: false; error: Error };

/** Returns a result as the SDK passes it to the model if the tool has no `toModelOutput`. */
function toOutput(output: unknown): Output {
	if (typeof output === "string") return { type: "text", value: output };
	const value = JSON.parse(JSON.stringify(output ?? null)) as JSONValue;
	return { type: "json", value };
}

function addNewsToOutput(output: Output, news: string): Output {
	switch (output.type) {
		case "content":
			return {
				type: "content",
				value: [...output.value, { type: "text", text: news }],
			};
		case "text":
		case "error-text":
			return { ...output, value: addNews(output.value, news) };
		case "json":
		case "error-json":
			return {
				type: "content",
				value: [
					{ type: "text", text: JSON.stringify(output.value) },
					{ type: "text", text: news },
				],
			};
		case "execution-denied":
			return output;
	}
}
