// The executable over streamable HTTP, and who is turned away.

import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { testDialects } from "./every-dialect.mjs";
import {
	add,
	emptyFolder,
	httpServer,
	list,
	overHttp,
	ran,
} from "./servers.mjs";

testDialects("HTTP", async (t, dialect) =>
	overHttp(t, (await httpServer(t, ["--dialect", dialect])).url),
);

/** Posts one call with headers that a browser or its victim would send: `{status, headers, body}`. */
function posted(url, headers = {}, { method = "POST", path } = {}) {
	const body = JSON.stringify({
		jsonrpc: "2.0",
		id: 1,
		method: "tools/call",
		params: add("planted"),
	});
	return new Promise((resolve, reject) => {
		const { hostname, port, pathname } = new URL(url);
		const all = {
			"Content-Type": "application/json",
			Accept: "application/json, text/event-stream",
			...headers,
		};
		const call = request(
			{ hostname, port, path: path ?? pathname, method, headers: all },
			(response) => {
				let text = "";
				response.on("data", (chunk) => (text += chunk));
				response.on("end", () =>
					resolve({
						status: response.statusCode,
						headers: response.headers,
						body: text,
					}),
				);
			},
		);
		call.on("error", reject);
		call.end(method === "POST" ? body : undefined);
	});
}

function tokenFile(t, text) {
	const path = join(emptyFolder(t), "token");
	writeFileSync(path, text);
	return path;
}

test("two clients have one list", async (t) => {
	const { url } = await httpServer(t, []);
	const [one, other] = [await overHttp(t, url), await overHttp(t, url)];
	await one.callTool(add("Find a kettle"));
	assert.match((await other.callTool(list)).content[0].text, /Find a kettle/);
});

test("a client of the newest protocol", async (t) => {
	const { url } = await httpServer(t, []);
	const client = await overHttp(t, url, {
		versionNegotiation: { mode: "auto" },
	});
	assert.equal((await client.callTool(add("a"))).isError, false);
});

test("a foreign Host or Origin is refused and changes nothing; this machine's are served", async (t) => {
	const { url } = await httpServer(t, []);
	const { port } = new URL(url);
	for (const headers of [
		{ Host: "attacker.example" },
		{ Host: `attacker.example:${port}` },
		{ Host: `127.0.0.1.attacker.example:${port}` },
		{ Host: "0.0.0.0" },
		{ Origin: "https://attacker.example" },
		{ Origin: `http://attacker.example:${port}` },
		{ Origin: "null" },
		{ Origin: "chrome-extension://abcdefghijklmnopabcdefghijklmnop" },
	]) {
		const { status, body } = await posted(url, headers);
		assert.equal(status, 403, JSON.stringify(headers));
		assert.match(body, /Invalid (Host|Origin)/);
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

test("with a token, who does not send it is refused", async (t) => {
	const { url } = await httpServer(t, [
		"--token-file",
		tokenFile(t, "right-one.1234567890\n"),
	]);
	for (const authorization of [
		undefined,
		"right-one.1234567890",
		"Bearer wrong",
		"Bearer right-one.123456789",
		"Basic right-one.1234567890",
		"Bearer ",
	]) {
		const { status, headers, body } = await posted(
			url,
			authorization === undefined ? {} : { Authorization: authorization },
		);
		assert.equal(status, 401, authorization);
		assert.match(headers["www-authenticate"], /^Bearer /);
		assert.match(body, /invalid_token/);
	}
	await assert.rejects(
		overHttp(t, url, { headers: { Authorization: "Bearer wrong" } }),
	);
	assert.equal(
		(
			await posted(url, {
				Authorization: "Bearer right-one.1234567890",
				Origin: "https://attacker.example",
			})
		).status,
		403,
	);
	const client = await overHttp(t, url, {
		headers: { Authorization: "Bearer right-one.1234567890" },
	});
	assert.doesNotMatch((await client.callTool(list)).content[0].text, /planted/);
});

test("it listens where other machines reach it only with a token", async (t) => {
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
	assert.equal((await posted(here, { Host: "todos.example" })).status, 401);
	assert.equal(
		(
			await posted(here, {
				Host: "todos.example",
				Authorization: "Bearer abc.def.ghi.jkl.1",
			})
		).status,
		200,
	);
	assert.equal(
		(
			await posted(here, {
				Authorization: "Bearer abc.def.ghi.jkl.1",
				Origin: "https://attacker.example",
			})
		).status,
		403,
	);
});

test("a short token is refused where other machines can try it, and serves on this machine", async (t) => {
	for (const text of ["abcdefghijklmno", "# ours\nabc"]) {
		const { status, stderr } = ran([
			...["--http", "0", "--host", "0.0.0.0"],
			...["--token-file", tokenFile(t, text)],
		]);
		assert.equal(status, 2);
		assert.match(
			stderr,
			/line \d: a token of fewer than 16 characters can be guessed from other machines; openssl rand -hex 32 makes one/,
		);
		assert.doesNotMatch(stderr, /abc/, "it tells a token");
	}
	const users = ran([
		...["--dialect", "tasks", "--http", "0", "--host", "0.0.0.0"],
		"--token-file",
		tokenFile(t, "abcdefghijklmnop ann\nabc bob\n"),
	]);
	assert.match(users.stderr, /line 2: a token of fewer than 16/);
	const enough = await httpServer(t, [
		...["--host", "0.0.0.0"],
		...["--token-file", tokenFile(t, "abcdefghijklmnop")],
	]);
	assert.equal(
		(await posted(enough.url.replace("0.0.0.0", "127.0.0.1"))).status,
		401,
	);
	const { url } = await httpServer(t, ["--token-file", tokenFile(t, "abc")]);
	assert.equal(
		(await posted(url, { Authorization: "Bearer abc" })).status,
		200,
	);
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
	// A database that hangs up.
	const database = createServer((socket) => {
		connections += 1;
		socket.destroy();
	});
	await once(database.listen(0, "127.0.0.1"), "listening");
	t.after(() => database.close());
	const { url } = await httpServer(t, [
		"--database",
		`postgres://127.0.0.1:${database.address().port}/todos`,
	]);
	const before = connections;
	const answers = await Promise.all(
		Array.from({ length: 30 }, () => fetch(new URL("/readyz", url))),
	);
	assert.ok(answers.every(({ status }) => status === 503));
	// One look, which may take a connection or two.
	assert.ok(connections - before <= 4, `${connections - before} connections`);
});

test("a port that is taken is said", async (t) => {
	const { url } = await httpServer(t, []);
	const { status, stderr } = ran(["--http", new URL(url).port]);
	assert.equal(status, 2);
	assert.match(stderr, /cannot listen on 127\.0\.0\.1 port \d+: .*EADDRINUSE/);
});

test("other paths are answered, and the server goes on", async (t) => {
	const { url } = await httpServer(t, []);
	assert.equal((await posted(url, {}, { path: "/" })).status, 404);
	assert.equal((await posted(url, {}, { path: "//" })).status, 404);
	const client = await overHttp(t, url);
	assert.equal((await client.callTool(add("a"))).isError, false);
});
