// The official conformance tests over HTTP, those that ask for nothing but what this server is. They need Node 22 and many
// packages of their own, so they are not installed with the others; skipped while they are missing.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root, tools } from "../../pkg-template/build/places.mjs";
import { httpServer } from "./executable.mjs";

const folder = join(tools, "conformance");
const node = join(folder, "node_modules", "node", "bin", "node");
const program = join(folder, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
const skip = existsSync(node) && existsSync(program)
  ? false
  : `npm install --prefix ${relative(root, folder)} @modelcontextprotocol/conformance@0.1.16 node@22`;

for (const scenario of ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"]) {
  test(`conformance: ${scenario}`, { skip }, async (t) => {
    const { url } = await httpServer(t, []);
    const args = [program, "server", "--url", url, "--scenario", scenario];
    const { stdout } = await promisify(execFile)(node, args, { cwd: folder, timeout: 60_000 });
    const [, passed, all] = /Passed: (\d+)\/(\d+), 0 failed/.exec(stdout) ?? [];
    assert.ok(all > 0 && passed === all, stdout);
  });
}
