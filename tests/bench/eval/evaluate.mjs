// Runs the tasks of the shop with a model at an endpoint, in Chromium, and makes the tables of what
// came of it.

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { launchChromium } from "../../../www/browsers/playwright.mjs";
import { cached, serve } from "../../../www/browsers/serve.mjs";
import { buildEval, builtEval } from "../../../www/built.mjs";
import { bootstrap, mean, wilson } from "./intervals.mjs";

/** The ways that are compared, as the tables name them. */
export const armNames = {
	none: "no list",
	tool: "a todo tool",
	plan: "a list, no tool",
	scribe: "a second model",
};

/** After so many runs in a row that an error ended, the rest would be no better. */
const maxErrors = 3;

/**
 * Carries out a run for each task, way and seed. `url` is the endpoint's address without
 * `/chat/completions`. The page talks to this server, which passes its requests on: so the endpoint
 * needs no CORS, and the key stays here. `hear(run, done, all)` hears of each run. Resolves with
 * `{task, arm, seed, isDone, isFollowed?, ended, turns, tokensIn?, tokensOut?, tokensSmall?, said}`
 * for each, or `error` in place of what came of it.
 */
export async function evaluate({
	url,
	key = "",
	model,
	small = model,
	dialect = "todo_manager",
	temperature,
	arms = Object.keys(armNames),
	tasks,
	times = 3,
	maxTurns = 60,
	parallel = 1,
	hear = () => {},
}) {
	await buildEval();
	const server = await serve(builtEval, {
		headers: cached,
		post: passOn(url, key),
	});
	const browser = await launchChromium();
	try {
		const known = await inPage(browser, server.url, () => globalThis.taskNames);
		const unknown = (tasks ?? []).find((task) => !known.includes(task));
		if (unknown !== undefined)
			throw new Error(`no task ${unknown}: there are ${known.join(", ")}`);
		const planned = [];
		for (let seed = 1; seed <= times; seed++)
			for (const task of tasks ?? known)
				for (const arm of arms) planned.push({ task, arm, seed });
		const runs = [];
		let errors = 0;
		const work = async () => {
			for (let run = planned.shift(); run; run = planned.shift()) {
				const given = { ...run, model, small, dialect, temperature, maxTurns };
				const result = await inPage(
					browser,
					server.url,
					(given) =>
						globalThis
							.carryOut(given)
							.catch((error) => ({ error: String(error?.message ?? error) })),
					given,
				);
				runs.push({ ...run, ...result });
				hear(runs.at(-1), runs.length, runs.length + planned.length);
				errors = result.error === undefined ? 0 : errors + 1;
				if (errors >= maxErrors)
					throw new Error(`${errors} runs in a row failed: ${result.error}`);
			}
		};
		await Promise.all(Array.from({ length: parallel }, work));
		return runs;
	} finally {
		await browser.close();
		await server.close();
	}
}

/** Calls a function in the page, in a context of its own: the shop keeps its order in the tab. */
async function inPage(browser, url, act, given) {
	const context = await browser.newContext();
	try {
		const page = await context.newPage();
		await page.goto(new URL("eval.html", url).href);
		await page.waitForFunction("globalThis.carryOut");
		return await page.evaluate(act, given);
	} finally {
		await context.close();
	}
}

function passOn(url, key) {
	const endpoint = `${url.replace(/\/+$/, "")}/chat/completions`;
	return async (_, sent, response) => {
		try {
			const answer = await fetch(endpoint, {
				method: "POST",
				headers: {
					"content-type": "application/json",
					...(key !== "" && { authorization: `Bearer ${key}` }),
				},
				body: JSON.stringify(sent),
			});
			const headers = {};
			for (const name of ["content-type", "retry-after"])
				if (answer.headers.has(name)) headers[name] = answer.headers.get(name);
			response.writeHead(answer.status, headers);
			await pipeline(Readable.fromWeb(answer.body), response);
		} catch (error) {
			if (response.headersSent) return response.destroy();
			const message = `${endpoint}: ${error.cause?.message ?? error.message}`;
			response
				.writeHead(502, { "content-type": "application/json" })
				.end(JSON.stringify({ error: { message } }));
		}
	};
}

const percent = (share) => Math.round(100 * share);
const number = (value) =>
	value.toLocaleString("en-US", {
		maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0,
	});

function proportion(values) {
	if (values.length === 0) return "–";
	const count = values.filter(Boolean).length;
	const [low, high] = wilson(count, values.length).map(percent);
	return `${count} of ${values.length} (${low}–${high} %)`;
}

function average(values) {
	if (values.length === 0 || values.includes(undefined)) return "–";
	const [low, high] = bootstrap(values).map(number);
	return `${number(mean(values))} (${low} to ${high})`;
}

const measures = [
	["turns", ({ turns }) => turns],
	["tokens in", ({ tokensIn }) => tokensIn],
	["tokens out", ({ tokensOut }) => tokensOut],
	["the second model's", ({ tokensSmall }) => tokensSmall],
];

const row = (cells) => `| ${cells.join(" | ")} |`;
const tableOf = (head, rows) =>
	[
		row(head),
		row(head.map((_, at) => (at === 0 ? "---" : "--:"))),
		...rows.map(row),
	].join("\n");

/**
 * Returns what came of each way, and how it differs from the way without a list in the same task
 * with the same seed, as Markdown.
 */
export function tables(runs) {
	const arms = Object.keys(armNames).filter((name) =>
		runs.some(({ arm }) => arm === name),
	);
	const of = (name) =>
		runs.filter(({ arm, error }) => arm === name && error === undefined);
	const whole = tableOf(
		["", "success", "change followed", ...measures.map(([name]) => name)],
		arms.map((arm) => [
			armNames[arm],
			proportion(of(arm).map(({ isDone }) => isDone)),
			proportion(
				of(arm).flatMap(({ isFollowed }) =>
					isFollowed === undefined ? [] : [isFollowed],
				),
			),
			...measures.map(([, read]) => average(of(arm).map(read))),
		]),
	);
	const others = arms.filter((arm) => arm !== "none");
	const difference = tableOf(
		["beside no list", "pairs", ...measures.map(([name]) => name)],
		others.map((arm) => {
			const pairs = of(arm).flatMap((run) => {
				const same = of("none").find(
					({ task, seed }) => task === run.task && seed === run.seed,
				);
				return same ? [[run, same]] : [];
			});
			const differences = (read) =>
				pairs.map(([run, same]) => {
					const [value, other] = [read(run), read(same)];
					return value === undefined || other === undefined
						? undefined
						: value - other;
				});
			return [
				armNames[arm],
				pairs.length,
				...measures.map(([, read]) => average(differences(read))),
			];
		}),
	);
	const errors = runs.filter(({ error }) => error !== undefined);
	return [
		whole,
		...(arms.includes("none") && others.length > 0 ? [difference] : []),
		...(errors.length > 0
			? [
					`Not counted: ${errors.length} runs that the endpoint ended. ${errors[0].error}`,
				]
			: []),
		"Intervals of 95 %: Wilson's for proportions, a bootstrap of percentiles for means. They cover other runs of these tasks, not other tasks.",
	].join("\n\n");
}
