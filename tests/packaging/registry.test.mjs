// The shadcn registry of the site, and the pages "In your own components" and "AI SDK", followed in
// a project with shadcn: its own command installs the component, the files of the pages compile
// beside it, and all of it works in Chromium, with a chat whose server streams.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { init, TodoStore } from "agent-todos";
import { writeTodos } from "agent-todos/ai-sdk";
import { createUIMessageStream, createUIMessageStreamResponse } from "ai";
import { build } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";
import { launchChromium, troublesOf } from "../../www/browsers/playwright.mjs";
import { writeRegistry } from "../../www/site/registry.mjs";
import { textOf } from "../docs/pages.mjs";
import { snippets } from "../docs/snippets.mjs";
import { slowTest } from "../tools/slow.mjs";
import { install } from "./npm-project.mjs";

const run = promisify(execFile);
await init();

const packages = {
	"@ai-sdk/react": "4.0.177",
	"@types/react": "19.3.0",
	"@types/react-dom": "19.3.0",
	ai: "7.0.173",
	clsx: "2.1.1",
	"lucide-react": "1.79.0",
	react: "19.3.1",
	"react-dom": "19.3.1",
	shadcn: "4.23.0",
	"tailwind-merge": "3.3.1",
	tailwindcss: "4.3.5",
};

/** What `shadcn init` writes. */
const project = {
	"components.json": JSON.stringify({
		style: "new-york",
		rsc: false,
		tsx: true,
		tailwind: {
			config: "",
			css: "app/globals.css",
			baseColor: "neutral",
			cssVariables: true,
		},
		aliases: {
			components: "@/components",
			utils: "@/lib/utils",
			ui: "@/components/ui",
			lib: "@/lib",
			hooks: "@/hooks",
		},
	}),
	"tsconfig.json": JSON.stringify({
		compilerOptions: {
			target: "es2022",
			module: "esnext",
			moduleResolution: "bundler",
			jsx: "react-jsx",
			lib: ["es2023", "dom", "dom.iterable"],
			types: [],
			strict: true,
			exactOptionalPropertyTypes: true,
			noUncheckedIndexedAccess: true,
			skipLibCheck: true,
			noEmit: true,
			paths: { "@/*": ["./*"] },
		},
		include: ["components", "lib", "app"],
	}),
	"app/globals.css": '@import "tailwindcss";\n',
	"lib/utils.ts": `import { type ClassValue, clsx } from "clsx";
		import { twMerge } from "tailwind-merge";
		export const cn = (...inputs: ClassValue[]) => twMerge(clsx(inputs));`,
	// Stand-ins for the components of others, which only their own registries have, with the
	// documented properties.
	"components/ai-elements/queue.tsx": `import type { ComponentProps } from "react";
		export const Queue = (props: ComponentProps<"div">) => <div id="queue" {...props} />;
		export const QueueSection = ({ defaultOpen, ...props }: ComponentProps<"details"> & { defaultOpen?: boolean }) => <details open={defaultOpen} {...props} />;
		export const QueueSectionTrigger = (props: ComponentProps<"summary">) => <summary {...props} />;
		export const QueueSectionLabel = ({ count, label }: { count?: number; label: string }) => <span>{count} {label}</span>;
		export const QueueSectionContent = (props: ComponentProps<"div">) => <div {...props} />;
		export const QueueList = (props: ComponentProps<"ul">) => <ul {...props} />;
		export const QueueItem = (props: ComponentProps<"li">) => <li {...props} />;
		export const QueueItemIndicator = ({ completed = false }: { completed?: boolean }) => <i data-completed={completed} />;
		export const QueueItemContent = ({ completed = false, ...props }: ComponentProps<"span"> & { completed?: boolean }) => <span data-completed={completed} {...props} />;`,
	"components/elements/todo-list.tsx": `export interface TodoItem { id: string; text: string; status: "pending" | "active" | "done" }
		export const TodoList = ({ items }: { items: TodoItem[]; revision?: number }) => <ul id="items">{items.map(({ id, text, status }) => <li key={id}>{text}: {status}</li>)}</ul>;`,
	"app/main.tsx": `import { TodoStore } from "agent-todos/inline";
		import { createRoot } from "react-dom/client";
		import { Chat } from "@/components/chat";
		import { ChatPanel } from "@/components/chat-panel";
		import { TodoItems } from "@/components/todo-items";
		import { TodoQueue } from "@/components/todo-queue";
		const store = new TodoStore();
		store.addMultiple(["Find a kettle", "Compare three", "Pay"]);
		const model = store.as("model");
		Object.assign(globalThis, { store, model });
		const main = document.querySelector("main");
		if (main) createRoot(main).render(<><ChatPanel store={store} /><TodoQueue list={store} /><TodoItems list={store} /><Chat /></>);`,
};

/** Returns the files of a page that belong into the project, by the names that stand above them. */
function filesOf(page) {
	const lines = textOf(page).split("\n");
	return snippets(textOf(page))
		.filter(({ words }) => words.includes("shadcn"))
		.map(({ line, code }) => [/^`(\S+)`$/.exec(lines[line - 3])[1], code]);
}

/** Serves files of `folder`, and a chat that answers with a list that changes while it is sent. */
async function serveProject(folder) {
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url, "http://localhost");
		if (pathname === "/api/chat") {
			const store = new TodoStore();
			const stream = createUIMessageStream({
				async execute({ writer }) {
					const stop = writeTodos(writer, store);
					store.addMultiple(["Find a kettle", "Pay"]);
					store.complete(1);
					stop();
				},
			});
			const answer = createUIMessageStreamResponse({ stream });
			response.writeHead(200, Object.fromEntries(answer.headers));
			for await (const chunk of answer.body) response.write(chunk);
			response.end();
			return;
		}
		try {
			const types = { html: "text/html", js: "text/javascript" };
			const type = types[pathname.split(".").at(-1)] ?? "application/json";
			response.setHeader("content-type", type);
			response.end(readFileSync(join(folder, pathname)));
		} catch {
			response.writeHead(404).end();
		}
	});
	await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		close: () => server.close(),
	};
}

slowTest(
	"shadcn installs the component from the site's registry",
	async (t) => {
		const folder = install(t, packages);
		const files = [
			...filesOf("www/docs/guides/frameworks.md"),
			...filesOf("www/docs/guides/ai-sdk.md"),
		];
		assert.equal(files.length, 4);
		for (const [name, text] of [...Object.entries(project), ...files]) {
			mkdirSync(dirname(join(folder, name)), { recursive: true });
			writeFileSync(join(folder, name), text);
		}
		const served = join(folder, "served");
		writeRegistry(join(served, "r"));
		// The command asks shadcn's own registry for the palette, whatever it installs.
		mkdirSync(join(served, "ui", "colors"), { recursive: true });
		const palette = { light: {}, dark: {} };
		writeFileSync(
			join(served, "ui", "colors", "neutral.json"),
			JSON.stringify({
				inlineColors: palette,
				cssVars: palette,
				inlineColorsTemplate: "",
				cssVarsTemplate: "",
			}),
		);
		const server = await serveProject(served);
		t.after(server.close);
		const bin = (name) => join(folder, "node_modules", ".bin", name);
		const [command] = snippets(textOf("www/docs/guides/frameworks.md")).filter(
			({ language }) => language === "sh",
		);
		const [, address] = / add SITE(\S+)$/.exec(command.code.trim());
		await run(bin("shadcn"), ["add", `${server.url}${address}`, "--yes"], {
			cwd: folder,
			env: { ...process.env, REGISTRY_URL: `${server.url}/ui` },
		});
		assert.equal(
			readFileSync(
				join(folder, "components/agent-todos/todo-list.tsx"),
				"utf8",
			),
			readFileSync(join(root, "www/registry/todo-list.tsx"), "utf8"),
		);
		await run(
			process.execPath,
			[join(root, "node_modules/typescript/bin/tsc"), "--project", folder],
			{ cwd: folder },
		).catch(({ stdout }) => assert.fail(stdout));
		await build({
			entryPoints: [join(folder, "app", "main.tsx")],
			absWorkingDir: folder,
			bundle: true,
			format: "esm",
			jsx: "automatic",
			define: { "process.env.NODE_ENV": '"development"' },
			outfile: join(served, "app.js"),
			logLevel: "error",
		});
		writeFileSync(
			join(served, "index.html"),
			'<!doctype html><html lang="en"><title>chat</title><link rel="icon" href="data:,"><main></main><script type="module" src="app.js"></script></html>',
		);

		const browser = await launchChromium();
		t.after(() => browser.close());
		const page = await browser.newPage();
		const troubles = troublesOf(page);
		await page.goto(`${server.url}/index.html`);
		const states = () =>
			page
				.locator("section li")
				.evaluateAll((rows) => rows.map((row) => row.dataset.state).join(" "));
		await page.getByText("0 of 3").waitFor();
		await page.evaluate(() => globalThis.model.markDoing(1));
		await page.locator("section [data-state=doing]").waitFor();
		// The person's press holds against the model, and all the other components follow.
		await page.getByRole("button", { name: "Skip: Pay" }).click();
		await page.getByText("1 of 3").waitFor();
		await page.evaluate(() => globalThis.model.complete(3));
		assert.equal(await states(), "doing todo skipped");
		await page.getByRole("button", { name: "To do" }).click();
		await page.getByText("2 of 3").waitFor();
		assert.equal(await states(), "doing done skipped");
		const decisions = await page.evaluate(() =>
			globalThis.store.decisions().map(({ by }) => by),
		);
		assert.ok(decisions.includes("user"));
		const texts = async (css) =>
			(await page.locator(css).allTextContents()).join(", ");
		assert.equal(await texts("#queue summary"), "1 to do, 2 settled");
		assert.equal(
			await texts("#items li"),
			"Find a kettle: active, Compare three: done, Pay: done",
		);

		// The chat: what the server wrote last is the list in the message.
		await page.getByLabel("Message").fill("Buy a kettle");
		await page.keyboard.press("Enter");
		const rows = page.locator("article agent-todos .row");
		await rows.nth(1).waitFor();
		assert.equal(await page.locator("article agent-todos").count(), 1);
		assert.deepEqual(
			await rows.evaluateAll((all) => all.map((row) => row.dataset.status)),
			["done", "todo"],
		);
		assert.deepEqual(troubles, []);
	},
);
