// `npm start`, as the README has it: with the demo and the documentation, and with the extension.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { npm } from "../../pkg-template/build/command.mjs";
import { root } from "../../pkg-template/build/places.mjs";
import { findProgram } from "../../www/browsers/browsers.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { buildSite } from "../../www/built.mjs";
import { endGroup, startGroup } from "../tools/process-group.mjs";
import { slowTest } from "../tools/slow.mjs";
import { until } from "../tools/until.mjs";

/**
 * Starts a command, lets `act` use it once it has printed a line like `line`, and ends it with all
 * that it started.
 */
async function whileItRuns([command, ...args], line, act) {
	const child = startGroup(command, args, {
		cwd: root,
		// In CI Vite colours the port by itself.
		env: { ...process.env, NO_COLOR: "1" },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let printed = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (chunk) => {
			printed += chunk;
		});
	try {
		// It may build the site first.
		await until(
			() => `${command} prints ${line}, and printed ${printed}`,
			() => {
				assert.equal(child.exitCode, null, printed);
				return line.test(printed);
			},
			programPatience,
		);
		await act(line.exec(printed));
	} finally {
		endGroup(child, "SIGTERM");
	}
}

// Not by two programs at once.
before(buildSite);

test("npm start serves the front page, the demo and the documentation", () =>
	whileItRuns(
		[npm.command, ...npm.before, "start"],
		/http:\/\/localhost:\d+\//,
		async ([address]) => {
			for (const [path, title] of [
				["", /agent-todos/],
				["playground.html", /[Pp]layground/],
				["docs/index.html", /Start here/],
			]) {
				let response;
				// It may say first that it builds the documentation.
				await until(path, async () => {
					response = await fetch(new URL(path, address));
					return response.status !== 503;
				});
				assert.equal(response.status, 200, path);
				assert.match(
					/<title>(.*)<\/title>/.exec(await response.text())[1],
					title,
				);
			}
		},
	));

slowTest(
	"npm start -- extension opens the shop beside the extension",
	{ skip: findProgram("xvfb-run") === null && "there is no xvfb-run" },
	() =>
		// That its worker runs is waited for before the line is printed.
		whileItRuns(
			["xvfb-run", "-a", "npm", "start", "--", "extension"],
			/The shop is open in .*\./,
			() => {},
		),
);
