// The program of the page on OpenAI's Agents SDK for a server that keeps the messages, as it stands
// there, with a scripted model.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyTarget } from "../tools/folder.mjs";
import { textOf } from "./pages.mjs";
import { runScripted } from "./scripted-models.mjs";
import { snippets } from "./snippets.mjs";

const { code } = snippets(textOf("www/docs/guides/openai-agents.md")).find(
	({ code }) => code.includes("conversation.reminder()"),
);

/** Messages of a person to the program, of which the second is sent again when it fails. */
const chat = `
store.addMultiple(["Find a kettle", "Compare three"]);
await answer("Buy a kettle");
store.as("user").skip(2, "one is enough");
await answer("Go on", { previousResponseId: "1" }).catch(({ message }) => console.log(message));
await answer("Go on", { previousResponseId: "1" });
await answer("And?", { previousResponseId: "2" });
`;

test("a person's decision whose request failed is in the next one", () => {
	const { asked, list } = runScripted(
		emptyTarget("kept-by-server"),
		"openai-agents",
		code + chat,
		["Yes.", null, "I see.", "It is done."],
	);
	assert.deepEqual(list, [
		"The connection broke.",
		"- [ ] Find a kettle",
		"- [skipped] Compare three",
	]);
	const [first, failed, again, next] = asked;
	assert.match(first.at(-1)[1], /Compare three/);
	assert.match(failed.at(-1)[1], /The user skipped 2 .*one is enough/);
	assert.equal(again.length, 2);
	assert.match(again[1][1], /<todo id="2" status="skipped">Compare three</);
	assert.deepEqual(next, [["user", "And?"]]);
});
