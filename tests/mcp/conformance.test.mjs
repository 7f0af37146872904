// The official conformance tests (@modelcontextprotocol/conformance) over HTTP: all of its
// scenarios are run, those that ask for what this server is have to pass, and for each of the
// others it is said here why it cannot.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { programPatience } from "../../www/browsers/patience.mjs";
import { conformance } from "../tools/newer-node.mjs";
import { httpServer, overHttp } from "./servers.mjs";

const apply = [
	"server-initialize",
	"ping",
	"tools-list",
	"resources-list",
	"dns-rebinding-protection",
];

/**
 * By what a server would have to have for it: the names of the scenarios, and whether this one, as
 * its client sees it, has it after all.
 */
const doNotApply = {
	"logging: there is nothing to tell but the answers": [
		/^logging-/,
		({ capabilities }) => "logging" in capabilities,
	],
	"completions: no argument of a tool has any, and the protocol knows them for prompts and resources alone":
		[/^completion-/, ({ capabilities }) => "completions" in capabilities],
	"resources that the scenarios read by name, made for them (test://static-text, ...)":
		[
			/^resources-(read|templates)-/,
			({ resources }) => resources.some(({ uri }) => /^test:/.test(uri)),
		],
	"updates of a resource, which a server sends later than its answer": [
		/^resources-(un)?subscribe$/,
		({ capabilities }) => capabilities.resources.subscribe,
	],
	"prompts: what a model has to know is in the server's instructions": [
		/^prompts-/,
		({ capabilities }) => "prompts" in capabilities,
	],
	"tools that the scenarios call by name, made for them (test_simple_text, json_schema_2020_12_tool, ...)":
		[
			/^(tools-call|elicitation|json-schema)-/,
			({ tools }) => tools.some(({ name }) => /^test_|^json_schema/.test(name)),
		],
	"sessions, with streams that go on from one request to the next: each request is answered by itself":
		[/^server-sse-/, ({ session }) => session !== undefined],
};
/** How many scenarios there are: a new one is to be judged here. */
const scenarioCount = 32;

/** `Map {scenario → {passed, failed}}`. */
const { url } = await httpServer({ after }, []);
const { stdout, stderr } = await promisify(execFile)(
	conformance.program,
	[...conformance.before, "server", "--url", url, "--suite", "all"],
	{ timeout: programPatience },
	// It ends with 1 as some do not apply.
).catch((error) => error);
const results = new Map(
	Array.from(
		String(stdout).matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed$/gm),
		([, scenario, passed, failed]) => [
			scenario,
			{ passed: Number(passed), failed: Number(failed) },
		],
	),
);
const client = await overHttp({ after }, url);
const server = {
	capabilities: client.getServerCapabilities(),
	tools: (await client.listTools()).tools,
	resources: (await client.listResources()).resources,
	session: client.transport.sessionId,
};

for (const scenario of apply) {
	test(`conformance: ${scenario}`, () => {
		const { passed, failed } = results.get(scenario) ?? {};
		assert.ok(passed > 0 && failed === 0, `${stdout}${stderr}`);
	});
}

const named = (pattern) =>
	[...results.keys()].filter((scenario) => pattern.test(scenario));

for (const [what, [pattern, has]] of Object.entries(doNotApply)) {
	test(`does not apply, ${named(pattern).join(", ")}: they want ${what}`, () => {
		assert.equal(has(server), false);
		// One that passes after all belongs above.
		for (const scenario of named(pattern))
			assert.equal(results.get(scenario).passed, 0, scenario);
	});
}

test("every scenario that there is was run, and is judged here", () => {
	assert.equal(results.size, scenarioCount, `${stdout}${stderr}`);
	const patterns = Object.values(doNotApply).map(([pattern]) => pattern);
	assert.deepEqual(
		[...results.keys()].sort(),
		[...apply, ...patterns.flatMap(named)].sort(),
	);
});
