// Servers of the packed package, connected to: in this process, and the executable as a process of
// its own.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import {
	Client,
	StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createMcpServer } from "agent-todos/mcp";
import { installed } from "../../pkg-template/build/places.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { emptyFolder } from "../tools/folder.mjs";
import { until } from "../tools/until.mjs";

export { emptyFolder };

const manifest = JSON.parse(
	readFileSync(join(installed, "package.json"), "utf8"),
);
export const executable = join(installed, manifest.bin["agent-todos"]);
/** What Node runs for `agent-todos mcp`. */
export const server = [executable, "mcp"];

/** The options of a client of the newest protocol. */
export const modern = { versionNegotiation: { mode: "auto" } };

/** The options of a client that shows Apps. */
export const withApps = {
	capabilities: {
		extensions: {
			"io.modelcontextprotocol/ui": {
				mimeTypes: ["text/html;profile=mcp-app"],
			},
		},
	},
};
const appPage = "ui://agent-todos/list";

/** Returns the secret in the page of the App, as a host fetches it. */
export async function secretOf(client) {
	const { contents } = await client.readResource({ uri: appPage });
	return /data-secret="(\w+)"/.exec(contents[0].text)[1];
}

/**
 * Returns a call of the App's tool, signed as the page signs it: the revision that it shows, a
 * method of the list, and its arguments.
 */
export function signed(secret, revision, method, ...args) {
	const call = JSON.stringify(method ? [revision, method, args] : [revision]);
	const proof = createHmac("sha256", secret).update(call).digest("hex");
	return { name: "agent_todos_person", arguments: { call, proof } };
}

/** Returns a call of todo_manager. */
export const manage = (action, { todos = [], ids = [], ...more } = {}) => ({
	name: "todo_manager",
	arguments: { action, todos, ids, ...more },
});
export const list = manage("list");
export const add = (content) =>
	manage("add_multiple", { todos: [{ content }] });

/** Runs the server to its end: for arguments with which it does not serve. */
export function ran(args, options = {}, program = server) {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[...program, ...args],
		{ encoding: "utf8", input: "", timeout: programPatience, ...options },
	);
	return { status, stdout, stderr };
}

/** `handlers` are those of the server's requests, by method. */
export function newClient(options, handlers = {}) {
	const info = { name: "agent-todos-tests", version: "1.0.0" };
	const client = new Client(info, options);
	for (const [method, handler] of Object.entries(handlers))
		client.setRequestHandler(method, handler);
	return client;
}

/** Returns a client of a server in this process, for the time of one test. */
export async function inMemory(t, options, clientOptions, handlers) {
	const server = createMcpServer(options);
	const client = newClient(clientOptions, handlers);
	const [ours, theirs] = InMemoryTransport.createLinkedPair();
	await Promise.all([server.connect(ours), client.connect(theirs)]);
	t.after(() => Promise.all([client.close(), server.close()]));
	return client;
}

/** Returns a client of the executable over stdio, for the time of one test. */
export async function overStdio(t, args, options, handlers) {
	const client = newClient(options, handlers);
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [...server, ...args],
		stderr: "pipe",
	});
	// Read, or a full pipe would stop it.
	transport.stderr.resume();
	await client.connect(transport);
	t.after(() => client.close());
	return client;
}

/**
 * Ends the input of a server over stdio, and waits until the server has ended. (`client.close()`
 * kills it after four seconds: too early on a busy machine for one that has to give its file back.)
 */
export async function endInput(client) {
	const closed = new Promise((resolve) => {
		client.onclose = resolve;
	});
	client.transport._process.stdin.end();
	await closed;
}

/**
 * Returns the executable as an HTTP server on a free port, for the time of one test: `{url,
 * process, ended}`.
 */
export async function httpServer(t, args) {
	const child = spawn(process.execPath, [...server, "--http", "0", ...args], {
		stdio: ["ignore", "ignore", "pipe"],
	});
	const ended = new Promise((resolve) =>
		// With "exit", what it said last may not have been read.
		child.once("close", (code, signal) => resolve(signal ?? code)),
	);
	t.after(() => {
		child.kill("SIGKILL");
		return ended;
	});
	let said = "";
	const url = await new Promise((resolve, reject) => {
		child.stderr.on("data", (chunk) => {
			said += chunk;
			const [found] = /http:\S+\/mcp/.exec(said) ?? [];
			if (found) resolve(found);
		});
		ended.then((how) =>
			reject(new Error(`it ended (${how}) before it listened: ${said}`)),
		);
	});
	return { url, process: Object.assign(child, { said: () => said }), ended };
}

/** Returns a file of tokens that only its owner can read, for the time of one test. */
export function tokenFile(t, text) {
	const path = join(emptyFolder(t), "tokens");
	writeFileSync(path, text, { mode: 0o600 });
	return path;
}

/**
 * Sends bytes as they are, with headers that `fetch` refuses to send too, and returns `{status,
 * headers, body}`. A header that is null is left out. With `unfinished` the request is left open
 * until the answer is there, as a server that closes the connection in mid-request may otherwise
 * cut off its own answer (RFC 9112, 9.6).
 */
export function sent(
	url,
	{ headers = {}, body, unfinished = false, method = "POST", ...options },
) {
	const all = {
		"Content-Type": "application/json",
		Accept: "application/json, text/event-stream",
		...headers,
	};
	for (const [name, value] of Object.entries(all))
		if (value === null) delete all[name];
	return new Promise((resolve, reject) => {
		const call = request(
			url,
			{ ...options, method, headers: all },
			(response) => {
				let text = "";
				response.on("data", (chunk) => (text += chunk));
				response.on("end", () => {
					const { statusCode: status, headers } = response;
					resolve({ status, headers, body: text });
					if (unfinished) call.destroy();
				});
			},
		);
		call.on("error", reject);
		if (!unfinished) return call.end(body);
		call.flushHeaders();
		if (body !== undefined) call.write(body);
	});
}

export async function overHttp(
	t,
	url,
	{ headers = {}, fetch, ...options } = {},
	handlers,
) {
	const client = newClient(options, handlers);
	await client.connect(
		new StreamableHTTPClientTransport(new URL(url), {
			requestInit: { headers },
			fetch,
		}),
	);
	t.after(() => client.close());
	return client;
}

/**
 * A client that listens to a resource hears of what `add` changes, and of nothing before and after
 * it listens.
 */
export async function hearsOfChanges(client, uri, add) {
	const heard = [];
	client.setNotificationHandler("notifications/resources/updated", (one) => {
		heard.push(one.params.uri);
	});
	const isModern = client.getNegotiatedProtocolVersion() >= "2026";
	await add("before");
	const listening = isModern
		? await client.listen({ resourceSubscriptions: [uri] })
		: await client.subscribeResource({ uri });
	await add("a & b");
	await until("no update", () => heard.length > 0);
	await (isModern ? listening.close() : client.unsubscribeResource({ uri }));
	// What was on its way may still come, of what is added now nothing.
	let quiet = 0;
	await until("no end of updates", async () => {
		const before = heard.length;
		await add("after");
		await client.listResources();
		quiet = heard.length === before ? quiet + 1 : 0;
		return quiet === 3;
	});
	assert.deepEqual([...new Set(heard)], [uri]);
}
