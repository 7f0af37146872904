// The component and the hook in React 18 and 19, in strict mode, in Chromium.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { install } from "../packaging/npm-project.mjs";
import { resultOfServed } from "../packaging/page-result.mjs";
import { slowTest } from "../tools/slow.mjs";

const app = `
	import { TodoStore } from "agent-todos/inline";
	import { AgentTodos, useTodos } from "agent-todos/react";
	import { createElement, createRef, StrictMode } from "react";
	import { createRoot } from "react-dom/client";

	const store = new TodoStore();
	store.addMultiple(["Open the shop", "Pay"]);
	const ref = createRef();
	const heard = [];
	const App = () => createElement("section", null,
		createElement("h2", null, useTodos(store).length + " todos"),
		createElement(AgentTodos, { list: store, ref, className: "panel", onAbort: (event) => heard.push(event.type), onOpen: undefined }));
	createRoot(document.querySelector("main")).render(createElement(StrictMode, null, createElement(App)));

	const until = async (found) => { while (!found()) await new Promise((resolve) => setTimeout(resolve, 20)); };
	globalThis.result = (async () => {
		await until(() => ref.current?.shadowRoot?.querySelectorAll(".row").length === 2);
		store.addMultiple(["Go home"]);
		await until(() => ref.current.shadowRoot.querySelectorAll(".row").length === 3);
		await until(() => document.querySelector("h2").textContent === "3 todos");
		ref.current.dispatchEvent(new CustomEvent("abort"));
		return { heard, attributes: ref.current.getAttributeNames(), isSame: ref.current.list === store };
	})();`;

for (const version of ["18.3.1", "19.3.1"])
	slowTest(
		`React ${version}, strict: the component shows, follows and reports`,
		async (t) => {
			const folder = install(t, { react: version, "react-dom": version });
			await build({
				stdin: { contents: app, resolveDir: folder },
				bundle: true,
				format: "esm",
				define: { "process.env.NODE_ENV": '"development"' },
				outfile: join(folder, "dist", "app.js"),
				logLevel: "error",
			});
			writeFileSync(
				join(folder, "dist", "index.html"),
				'<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,"><main></main><script type="module" src="app.js"></script></html>',
			);
			const browser = await launchChromium();
			t.after(() => browser.close());
			assert.deepEqual(await resultOfServed(browser, join(folder, "dist")), {
				heard: ["abort"],
				attributes: ["class"],
				isSame: true,
			});
		},
	);
