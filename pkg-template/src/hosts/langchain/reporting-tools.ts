// Tools of LangChain whose calls carry what the model reports of the list.

import { Command } from "@langchain/langgraph";
import type { DynamicStructuredTool } from "langchain";
import * as langchain from "langchain";
import { z } from "zod";
import type { ObjectSchema, Reporting } from "../../tools/reporting.js";
import { countCall } from "../../tools/step-calls.js";
import { makeUncheckedSchema } from "../../tools/tool.js";
import {
	addNews,
	checkReportingTools,
	takeReport,
	throwWithNews,
} from "../reports.js";
import { requireLangChain } from "./state.js";

/**
 * The parts of a tool of LangChain that are used here: what `tool()` returns, and most classes of
 * tools.
 */
export interface OwnTool {
	/** The name by which the model calls it. */
	readonly name: string;
	/** When and how to use it, written for the model. */
	readonly description: string;
	/**
	 * The schema of its arguments: of zod 4, a Standard JSON Schema, or the JSON Schema of an object.
	 */
	readonly schema: unknown;
	/** Whether its result ends the agent's run. */
	readonly returnDirect?: boolean | undefined;
	/** Carries out a call. */
	invoke(input: never, config?: never): Promise<unknown>;
}

/** What is used here of what LangChain hands to a tool. */
interface ReportingToolConfig {
	readonly toolCall?: { readonly id?: string; readonly name: string };
}

export function makeReportingTools(
	report: Reporting,
	tools: readonly OwnTool[],
): DynamicStructuredTool[] {
	checkReportingTools(report, tools);
	requireLangChain();
	return tools.map((own) => {
		const schema = report.extend(readSchema(own.schema));
		const call = async (sent: unknown, config: ReportingToolConfig) => {
			const { args, news } = takeReport(report, sent);
			countCall(report.conversation, own.name);
			const { toolCall } = config;
			const input =
				toolCall === undefined
					? args
					: { ...toolCall, args, type: "tool_call" as const };
			try {
				const result: unknown = await own.invoke(
					input as never,
					config as never,
				);
				return news === undefined ? result : addNewsToResult(result, news);
			} catch (error) {
				throwWithNews(error, news);
			}
		};
		return langchain.tool(
			call as never,
			{
				name: own.name,
				description: own.description,
				schema: withJson(schema),
				returnDirect: own.returnDirect,
			} as never,
		) as unknown as DynamicStructuredTool;
	});
}

/**
 * Returns a Standard JSON Schema that accepts everything, as the tool itself validates its
 * arguments.
 */
export function withJson<Schema extends object>(
	schema: Schema,
): Record<string, unknown> {
	// A provider's package that sends it as it is writes it as JSON, and so sends what `toJSON`
	// returns.
	return Object.defineProperty(
		makeUncheckedSchema(schema as never) as Record<string, unknown>,
		"toJSON",
		{ value: () => ({ ...schema }) },
	);
}

/** Returns the schema of a tool's arguments: of zod its JSON Schema, also before zod 4.2. */
const readSchema = (schema: unknown): ObjectSchema =>
	(Object(schema)._zod === undefined
		? schema
		: z.toJSONSchema(schema as z.ZodType, {
				io: "input",
			})) as ObjectSchema;

/** Appends the news to what the model reads as the result. */
function addNewsToResult(result: unknown, news: string): unknown {
	if (langchain.ToolMessage.isInstance(result)) {
		const { content } = result;
		result.content =
			typeof content === "string"
				? addNews(content, news)
				: [...content, { type: "text", text: news }];
		return result;
	}
	if (result instanceof Command) {
		const { messages } = Object(result.update) as { messages?: unknown };
		if (Array.isArray(messages)) {
			const answer = messages.find((message) =>
				langchain.ToolMessage.isInstance(message),
			);
			if (answer) addNewsToResult(answer, news);
		}
		return result;
	}
	const text = typeof result === "string" ? result : JSON.stringify(result);
	return addNews(text, news);
}
