// The executable over streamable HTTP, and who is turned away.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { until } from "../tools/until.mjs";
import {
	add,
	httpServer,
	list,
	overHttp,
	ran,
	sent,
	tokenFile,
} from "./servers.mjs";
import { testDialects } from "./some-dialects.mjs";

testDialects("HTTP", async (t, dialect) =>
	overHttp(t, (await httpServer(t, ["--dialect", dialect])).url),
);

/** One server for all that need no option. */
const { url } = await httpServer({ after }, []);

/** Posts one call with headers that a browser or its victim would send. */
const posted = (url, headers, options) =>
	sent(url, {
		body: JSON.stringify({
			jsonrpc: "2.0",
			id: 1,
			method: "tools/call",
			params: add("planted"),
		}),
		headers,
		...options,
	});
const bearer = (token) => ({ Authorization: `Bearer ${token}` });
const foreign = { Origin: "https://attacker.example" };

test("two HTTP clients of one server share its list", async (t) => {
	const [one, other] = [await overHttp(t, url), await overHttp(t, url)];
	await one.callTool(add("Find a kettle"));
	assert.match((await other.callTool(list)).content[0].text, /Find a kettle/);
});

test("before 2026, HTTP has no questions and no updates, and says so", async (t) => {
	const { url, process } = await httpServer(t, ["--ask", "--approval"]);
	const handlers = {
		"elicitation/create": () => assert.fail("it cannot be asked"),
	};
	const capabilities = { elicitation: { form: {} } };
	const client = await overHttp(t, url, { capabilities }, handlers);
	const { content } = await client.callTool(add("Pay"));
	assert.match(content[1].text, /has not approved the plan/);
	assert.equal(client.getServerCapabilities().resources.subscribe, false);
	const uri = "todos://todos";
	await assert.rejects(client.subscribeResource({ uri }));
	const warnings = () => process.said().match(/cannot ask its user/g);
	await until("no warning", () => warnings() !== null);
	await client.callTool(add("Rate"));
	assert.equal(warnings().length, 1);
});

test("a foreign Host or Origin changes nothing", async (t) => {
	const { port } = new URL(url);
	for (const headers of [
		{ Host: "attacker.example" },
		{ Host: `attacker.example:${port}` },
		{ Host: `127.0.0.1.attacker.example:${port}` },
		{ Host: "0.0.0.0" },
		foreign,
		{ Origin: `http://attacker.example:${port}` },
		{ Origin: "null" },
		{ Origin: "chrome-extension://abcdefghijklmnopabcdefghijklmnop" },
	]) {
		const { status, body } = await posted(url, headers);
		assert.equal(status, 403, JSON.stringify(headers));
		assert.match(body, /Invalid (Host|Origin)/);
	}
	for (const Host of [
		"[",
		"a b",
		"%",
		"xn--a",
		"localhost:99999",
		"localhost:x",
		"user@localhost",
		"localhost/mcp",
		"localhost#",
		"localhost\\x",
	]) {
		for (const at of [url, url.replace("/mcp", "/healthz")]) {
			const method = at === url ? "POST" : "GET";
			const { status, body } = await sent(at, { headers: { Host }, method });
			assert.deepEqual(
				[status, body],
				[400, "The Host header is not a host\n"],
				Host,
			);
		}
	}
	const client = await overHttp(t, url);
	assert.doesNotMatch((await client.callTool(list)).content[0].text, /planted/);
	for (const headers of [
		{},
		{ Host: `localhost:${port}` },
		{ Origin: "http://localhost:5173" },
		{ Host: `127.0.0.1:${port}`, Origin: `http://127.0.0.1:${port}` },
	]) {
		assert.equal(
			(await posted(url, headers)).status,
			200,
			JSON.stringify(headers),
		);
	}
});

test("agent-todos mcp listens elsewhere only with a token", async (t) => {
	for (const host of [
		"0.0.0.0",
		"::",
		"192.0.2.1",
		"example.com",
		"127.0.0.1.example.com",
	]) {
		const { status, stderr } = ran(["--http", "0", "--host", host]);
		assert.equal(status, 2, host);
		assert.match(
			stderr,
			/can be reached from other machines: give --token-file too/,
		);
	}
	const { url } = await httpServer(t, [
		"--host",
		"0.0.0.0",
		"--token-file",
		tokenFile(t, "abc.def.ghi.jkl.1"),
	]);
	const here = url.replace("0.0.0.0", "127.0.0.1");
	const token = bearer("abc.def.ghi.jkl.1");
	for (const [headers, status] of [
		[{ Host: "todos.example" }, 401],
		[{ Host: "todos.example", ...token }, 200],
		[{ ...token, ...foreign }, 403],
	])
		assert.equal((await posted(here, headers)).status, status);
});

test("a short token serves on this machine alone", async (t) => {
	for (const text of ["abcdefghijklmno", "# ours\nabc"]) {
		const { status, stderr } = ran([
			"--http",
			"0",
			"--host",
			"0.0.0.0",
			"--token-file",
			tokenFile(t, text),
		]);
		assert.equal(status, 2);
		assert.match(
			stderr,
			/line \d: a token of fewer than 16 characters can be guessed from other machines; openssl rand -hex 32 makes one/,
		);
		assert.doesNotMatch(stderr, /abc/, "it tells a token");
	}
	const users = ran([
		"--dialect",
		"tasks",
		"--http",
		"0",
		"--host",
		"0.0.0.0",
		"--token-file",
		tokenFile(t, "abcdefghijklmnop ann\nabc bob\n"),
	]);
	assert.match(users.stderr, /line 2: a token of fewer than 16/);
	const enough = await httpServer(t, [
		"--host",
		"0.0.0.0",
		"--token-file",
		tokenFile(t, "abcdefghijklmnop"),
	]);
	assert.equal(
		(await posted(enough.url.replace("0.0.0.0", "127.0.0.1"))).status,
		401,
	);
	const { url } = await httpServer(t, ["--token-file", tokenFile(t, "abc")]);
	assert.equal((await posted(url, bearer("abc"))).status, 200);
});

test("a token file that is missing is refused", () => {
	const { status, stderr } = ran([
		"--http",
		"0",
		"--token-file",
		"/no/such/token",
	]);
	assert.equal(status, 2);
	assert.match(stderr, /--token-file \/no\/such\/token cannot be read/);
});

test("/readyz looks at the database once in a second, however many ask", async (t) => {
	let connections = 0;
	// A database that hangs up, once it is asked to.
	const waiting = new Set();
	let isSlow = false;
	const database = createServer((socket) => {
		connections += 1;
		if (isSlow) waiting.add(socket);
		else socket.destroy();
	});
	await once(database.listen(0, "127.0.0.1"), "listening");
	t.after(() => database.close());
	const { url } = await httpServer(t, [
		"--database",
		`postgres://127.0.0.1:${database.address().port}/todos`,
	]);
	const before = connections;
	isSlow = true;
	const asked = Array.from({ length: 30 }, () =>
		fetch(new URL("/readyz", url)),
	);
	// Who asks later is answered later: all are there when this is.
	assert.equal((await fetch(new URL("/healthz", url))).status, 200);
	isSlow = false;
	for (const socket of waiting) socket.destroy();
	const answers = await Promise.all(asked);
	assert.ok(answers.every(({ status }) => status === 503));
	// A look may take a connection or two.
	assert.ok(connections - before <= 4, `${connections - before} connections`);
});

test("agent-todos mcp names a port that is taken", () => {
	const { status, stderr } = ran(["--http", new URL(url).port]);
	assert.equal(status, 2);
	assert.match(stderr, /cannot listen on 127\.0\.0\.1 port \d+: .*EADDRINUSE/);
});

test("the HTTP server answers other paths with 404 and goes on", async (t) => {
	for (const path of ["/", "//"])
		assert.equal((await posted(url, {}, { path })).status, 404);
	const client = await overHttp(t, url);
	assert.equal((await client.callTool(add("a"))).isError, false);
});
