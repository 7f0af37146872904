// Many users in one server over HTTP: a token for each, and no way from one to another.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
	chmodSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { init, TaskStore } from "agent-todos/tasks";
import { isWindows, needsPosix } from "../tools/windows.mjs";
import { given, playThrough } from "./every-task-tool.mjs";
import {
	emptyFolder,
	httpServer,
	modern,
	overHttp,
	ran,
	sent,
	tokenFile,
} from "./servers.mjs";

const ann = "ann-1.0123456789";
const bob = "bob-1.0123456789";
const file = `# whose token is whose\n\n${ann} ann\r\n  ${bob}\tbob of the shop \nann-2~/+== ann\n`;

const eras = {
	"the protocol of sessions": {},
	"the newest protocol": modern,
};
const tasks = ["--dialect", "tasks"];
const as = (token) => ({ headers: { Authorization: `Bearer ${token}` } });
const titles = async (client) =>
	(await given(client, "list_tasks", {})).tasks.map(({ title }) => title);

/** Posts a message without a client. */
const post = (authorization, message, headers = {}) =>
	sent(url, {
		headers: { Authorization: authorization, ...headers },
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
	});

/** One server for all that does not ask for another. */
await init();
const { url } = await httpServer({ after }, [
	...tasks,
	"--token-file",
	tokenFile({ after }, file),
]);

for (const [era, options] of Object.entries(eras)) {
	test(`${era}: two users with two tokens, and neither learns of the other`, async (t) => {
		const [hers, his, hersToo] = await Promise.all(
			[ann, bob, "ann-2~/+=="].map((token) =>
				overHttp(t, url, { ...options, ...as(token) }),
			),
		);
		for (const client of [hers, his]) await playThrough(client, {});
		const title = `Ann's, over ${era}`;
		const { task } = await given(hers, "add_task", { title });
		assert.deepEqual(await titles(hersToo), await titles(hers));
		assert.ok((await titles(hers)).includes(task.title));
		assert.ok(!(await titles(his)).includes(task.title));
		const calls = [
			["complete_task", {}],
			["update_task", { title: "Bob's" }],
			["delete_task", {}],
		];
		for (const [name, args] of calls) {
			const foreign = await given(his, name, { ...args, task_id: task.id });
			assert.deepEqual(
				foreign,
				await given(his, name, { ...args, task_id: "task_that_never_was" }),
			);
			assert.deepEqual(foreign, {
				success: false,
				error: { code: "task_not_found", message: "Task not found" },
			});
		}
		// Naming her is refused in the same words as naming nobody; naming oneself is no harm.
		const before = await titles(hers);
		const named = (user_id) =>
			given(his, "add_task", { title: "by Bob", user_id });
		const refusal = await named("ann");
		assert.equal(refusal.error.code, "invalid_argument");
		assert.deepEqual(refusal, await named("nobody"));
		const listed = await given(his, "list_tasks", { user_id: "ann" });
		assert.deepEqual(listed, refusal);
		assert.equal((await named("bob of the shop")).success, true);
		assert.deepEqual(await titles(hers), before);
	});

	test(`${era}: another token makes it another user's connection`, async (t) => {
		const headers = { Authorization: `Bearer ${ann}` };
		const client = await overHttp(t, url, { ...options, headers });
		await given(client, "add_task", { title: "Ann's, before the change" });
		// A transport keeps the headers that it was made with; the request itself is what a server
		// sees.
		const changed = await overHttp(t, url, {
			...options,
			fetch: (target, request) => {
				const sent = new Headers(request.headers);
				sent.set("Authorization", headers.Authorization);
				return fetch(target, { ...request, headers: sent });
			},
		});
		assert.ok((await titles(changed)).includes("Ann's, before the change"));
		headers.Authorization = `Bearer ${bob}`;
		assert.ok(!(await titles(changed)).includes("Ann's, before the change"));
		headers.Authorization = "Bearer of-nobody";
		await assert.rejects(titles(changed));
		assert.equal(client.transport.sessionId, undefined);
	});
}

test("a claimed session gives nothing", async () => {
	const initialize = {
		method: "initialize",
		params: {
			protocolVersion: "2025-11-25",
			capabilities: {},
			clientInfo: { name: "raw", version: "1.0.0" },
		},
	};
	const opened = await post(`Bearer ${ann}`, initialize);
	assert.equal(opened.status, 200);
	assert.equal(opened.headers["mcp-session-id"], undefined);
	await post(`Bearer ${ann}`, {
		method: "tools/call",
		params: { name: "add_task", arguments: { title: "seen by Ann alone" } },
	});
	const listed = {
		method: "tools/call",
		params: { name: "list_tasks", arguments: {} },
	};
	for (const session of [
		{},
		{ "Mcp-Session-Id": "ann" },
		{ "Mcp-Session-Id": crypto.randomUUID() },
	]) {
		assert.match(
			(await post(`Bearer ${ann}`, listed, session)).body,
			/seen by Ann alone/,
		);
		const his = await post(`Bearer ${bob}`, listed, session);
		assert.equal(his.status, 200);
		assert.doesNotMatch(his.body, /seen by Ann alone/);
		assert.equal((await post("Bearer of-nobody", listed, session)).status, 401);
	}
});

test("wrong and partial tokens, names and schemes are refused", async (t) => {
	const wrong = ["of-nobody", ann.slice(0, -1), `${ann}0`, ann.toUpperCase()];
	for (const authorization of [
		...[...wrong, "ann", "#", ""].map((token) => `Bearer ${token}`),
		ann,
		`Basic ${ann}`,
		null,
	]) {
		const { status, headers, body } = await post(authorization, {});
		assert.equal(status, 401, authorization);
		assert.match(headers["www-authenticate"], /^Bearer /);
		assert.match(body, /invalid_token/);
	}
	await assert.rejects(overHttp(t, url, as("of-nobody")));
});

test("the file has each user's tasks by the token's name", async (t) => {
	const data = join(emptyFolder(t), "tasks.json");
	const server = await httpServer(t, [
		...tasks,
		"--data",
		data,
		"--token-file",
		tokenFile(t, file),
	]);
	for (const [token, title] of [
		[ann, "Ann's"],
		[bob, "Bob's"],
		["ann-2~/+==", "Ann's too"],
	]) {
		await given(await overHttp(t, server.url, as(token)), "add_task", {
			title,
		});
	}
	const kept = TaskStore.fromCheckpoint(readFileSync(data, "utf8"));
	assert.deepEqual(
		["ann", "bob of the shop"].map((user) =>
			kept.list(user).map(({ title }) => title),
		),
		[["Ann's", "Ann's too"], ["Bob's"]],
	);
});

test("a token alone goes with --user, or is for all", async (t) => {
	const bare = tokenFile(t, `# everybody's\n${ann}\n`);
	const one = await httpServer(t, [
		...tasks,
		"--user",
		"ann",
		"--token-file",
		bare,
	]);
	await playThrough(await overHttp(t, one.url, as(ann)), {});
	const all = await httpServer(t, [...tasks, "--token-file", bare]);
	await playThrough(await overHttp(t, all.url, as(ann)), { user_id: "ann" });
});

const refused = [
	["", tasks, /holds no token: write one into it/],
	["# nothing\n\n", tasks, /holds no token: write one into it/],
	["abc ann\n\ndéf bob\n", tasks, /line 3: a token is one word of A-Z/],
	[
		"abc ann\n# def bob\nabc bob\n",
		tasks,
		/line 3: the token of line 1 again: each token is one user's/,
	],
	[
		"abc ann\ndef\n",
		tasks,
		/line 2: there is no user after the token: where there are several tokens, each line is TOKEN USER_ID/,
	],
	["abc\ndef \n", tasks, /line 1: there is no user after the token/],
	["abc\ndef\n", [], /line 1: there is no user after the token/],
	[`abc ${"x".repeat(2000)}\n`, tasks, /line 1: user_id/],
	["abc a\u{0}b\n", tasks, /line 1: user_id/],
	["abc ann\n", [], /names users: that is for --dialect tasks/],
	[
		"abc ann\n",
		[...tasks, "--user", "bob"],
		/both name users: leave --user out, or give a file with a token alone/,
	],
];
for (const [text, args, message] of refused) {
	test(`a token file is refused: ${JSON.stringify(text.slice(0, 40))} ${args.join(" ")}`, (t) => {
		const path = tokenFile(t, text);
		const { status, stdout, stderr } = ran([
			"--http",
			"0",
			...args,
			"--token-file",
			path,
		]);
		assert.deepEqual([status, stdout], [2, ""]);
		assert.match(stderr, message);
		assert.doesNotMatch(stderr, /abc|def|\n\s+at /, "it tells a token");
	});
}

test(
	"a token file that others can read is warned of",
	needsPosix("modes"),
	async (t) => {
		const path = tokenFile(t, ann);
		for (const [mode, warns] of [
			[0o600, false],
			[0o640, true],
			[0o602, true],
		]) {
			chmodSync(path, mode);
			const { process: server, url } = await httpServer(t, [
				"--token-file",
				path,
			]);
			const client = await overHttp(t, url, as(ann));
			assert.equal((await client.listTools()).tools.length, 1);
			server.kill();
			assert.equal(
				server
					.said()
					.includes(
						`can be read or written by other users of this machine (mode ${mode.toString(8)})`,
					),
				warns,
				mode.toString(8),
			);
		}
	},
);

test("a removed token works no more, and a new one does", async (t) => {
	const path = tokenFile(t, file);
	const { url } = await httpServer(t, [...tasks, "--token-file", path]);
	const status = async (token) =>
		(await fetch(url, { method: "POST", body: "{}", ...as(token) })).status;
	assert.notEqual(await status(ann), 401);
	writeFileSync(path, `${bob} bob of the shop\nann-3.0123456789 ann\n`);
	assert.equal(await status(ann), 401);
	assert.notEqual(await status("ann-3.0123456789"), 401);
	// A mistake in the file locks nobody out who is still in it, and lets nobody in who is not.
	writeFileSync(
		path,
		`two words no more\n\u00e9 ann\n${bob} bob of the shop\n`,
	);
	assert.notEqual(await status(bob), 401);
	for (const token of [ann, "ann-3.0123456789", "two"])
		assert.equal(await status(token), 401, token);
	// Nor as another user.
	writeFileSync(path, `\u00e9 ann\n${bob} ann\n`);
	assert.equal(await status(bob), 401);
});

const emptied = {
	"is emptied": (path) => writeFileSync(path, ""),
	"is commented out": (path) => writeFileSync(path, `# ${ann}\n`),
	"is deleted": (path) => rmSync(path),
	"becomes a folder": (path) => {
		rmSync(path);
		mkdirSync(path);
	},
	// By the clock of a file system, which counts in milliseconds or seconds.
	...(!isWindows && {
		"has another token of the same length, written in the same instant": (
			path,
		) => {
			const before = `${path}-before`;
			execFileSync("cp", ["-p", path, before]);
			writeFileSync(path, ann.replace("ann", "bob"));
			execFileSync("touch", ["-r", before, path]);
		},
	}),
};
for (const [what, act] of Object.entries(emptied))
	test(`the last token is refused at once when the file ${what}`, async (t) => {
		const path = tokenFile(t, ann);
		const { url } = await httpServer(t, ["--token-file", path]);
		const status = async () =>
			(await fetch(url, { method: "POST", body: "{}", ...as(ann) })).status;
		assert.notEqual(await status(), 401);
		act(path);
		assert.equal(await status(), 401);
		rmSync(path, { recursive: true, force: true });
		writeFileSync(path, ann);
		assert.notEqual(await status(), 401);
	});
