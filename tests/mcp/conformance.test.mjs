// The official conformance tests (@modelcontextprotocol/conformance) over HTTP: all of its scenarios are run, those that ask
// for what this server is have to pass, and for each of the others it is said here why it cannot.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { conformance } from "../setup/newer-node.mjs";
import { patience } from "../setup/patience.mjs";
import { httpServer, overHttp } from "./servers.mjs";

const apply = [
	"server-initialize",
	"ping",
	"tools-list",
	"resources-list",
	"resources-subscribe",
	"resources-unsubscribe",
	"dns-rebinding-protection",
];

/** By what a server would have to have for it: the scenarios, and whether this one, as its client sees it, has it after all. */
const doNotApply = {
	"logging: there is nothing to tell but the answers": {
		scenarios: ["logging-set-level"],
		has: ({ capabilities }) => "logging" in capabilities,
	},
	"completions: no argument of a tool has any, and the protocol knows them for prompts and resources alone":
		{
			scenarios: ["completion-complete"],
			has: ({ capabilities }) => "completions" in capabilities,
		},
	"resources that the scenarios read by name, made for them (test://static-text, ...)":
		{
			scenarios: [
				"resources-read-text",
				"resources-read-binary",
				"resources-templates-read",
			],
			has: ({ resources }) => resources.some(({ uri }) => /^test:/.test(uri)),
		},
	"prompts: what a model has to know is in the server's instructions": {
		scenarios: [
			"prompts-list",
			"prompts-get-simple",
			"prompts-get-with-args",
			"prompts-get-embedded-resource",
			"prompts-get-with-image",
		],
		has: ({ capabilities }) => "prompts" in capabilities,
	},
	"tools that the scenarios call by name, made for them (test_simple_text, json_schema_2020_12_tool, ...)":
		{
			scenarios: [
				"tools-call-simple-text",
				"tools-call-image",
				"tools-call-audio",
				"tools-call-embedded-resource",
				"tools-call-mixed-content",
				"tools-call-with-logging",
				"tools-call-error",
				"tools-call-with-progress",
				"tools-call-sampling",
				"tools-call-elicitation",
				"elicitation-sep1034-defaults",
				"elicitation-sep1330-enums",
				"json-schema-2020-12",
			],
			has: ({ tools }) =>
				tools.some(({ name }) => /^test_|^json_schema/.test(name)),
		},
	"sessions, with streams that go on from one request to the next: each request is answered by itself":
		{
			scenarios: ["server-sse-polling", "server-sse-multiple-streams"],
			has: ({ session }) => session !== undefined,
		},
};

/** `Map {scenario → {passed, failed}}`. */
let results;
let server;
before(async (t) => {
	const { url } = await httpServer(t, []);
	const args = [
		...conformance.before,
		"server",
		"--url",
		url,
		"--suite",
		"all",
	];
	// It ends with 1 as some do not apply.
	const { stdout, stderr } = await promisify(execFile)(
		conformance.program,
		args,
		{ timeout: patience },
	).catch((error) => error);
	const lines = [
		...String(stdout).matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed$/gm),
	];
	assert.ok(lines.length > 0, `${stdout}${stderr}`);
	results = new Map(
		lines.map(([, scenario, passed, failed]) => [
			scenario,
			{ passed: Number(passed), failed: Number(failed) },
		]),
	);
	const client = await overHttp(t, url);
	server = {
		capabilities: client.getServerCapabilities(),
		tools: (await client.listTools()).tools,
		resources: (await client.listResources()).resources,
		session: client.transport.sessionId,
	};
});

for (const scenario of apply) {
	test(`conformance: ${scenario}`, () => {
		const { passed, failed } = results.get(scenario);
		assert.ok(passed > 0);
		assert.equal(failed, 0);
	});
}

for (const [what, { scenarios, has }] of Object.entries(doNotApply)) {
	test(`does not apply, ${scenarios.join(", ")}: they want ${what}`, () => {
		assert.equal(has(server), false);
		// One that passes after all belongs above.
		for (const scenario of scenarios)
			assert.equal(results.get(scenario).passed, 0, scenario);
	});
}

test("every scenario that there is was run, and is judged here", () => {
	const judged = [
		...apply,
		...Object.values(doNotApply).flatMap(({ scenarios }) => scenarios),
	];
	assert.deepEqual([...results.keys()].sort(), judged.sort());
});
