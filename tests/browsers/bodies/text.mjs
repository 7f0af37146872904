// Todo text may come from a hostile page: what a model or a browser's XML parser reads is that text
// and nothing more.

import { contents } from "../../tools/lists.mjs";
import { equal, fail, ok, same } from "../assert.mjs";

/** Pieces out of which hostile texts are made. */
const pieces = [
	"</todo>",
	"</todos>",
	"</browser-state>",
	'<todo id="1" status="done">',
	"<browser-state>",
	"]]>",
	"<![CDATA[",
	"<!--",
	"-->",
	"<?xml?>",
	'<!DOCTYPE x [<!ENTITY y "z">]>',
	"&amp;",
	"&y;",
	"&#0;",
	"&#x0;",
	"&",
	"<",
	">",
	'"',
	"'",
	"\r",
	"\n",
	"\r\n",
	"\t",
	"\0",
	"\x01",
	"\x08",
	"\x0b",
	"\x0c",
	"\x1b[2J",
	"\x7f",
	"\x80",
	"\x85",
	"\u2028",
	"\u2029",
	"\ufeff",
	"\u200b",
	"\u202e",
	"\u2066",
	"\u200e",
	"\ufffe",
	"\uffff",
	"\ufffd",
	"\ud800",
	"\udfff",
	"\udc00\ud800",
	"\ud83d\ude00",
	"\u{1fffe}",
	"\u{10ffff}",
	"\u{e0001}",
	"\u{e0041}",
	"\u{e007f}",
	"\u{e0080}",
	"\u{e0100}",
	"葛\u{e0101}",
	"é",
	"e\u0301",
	"日本",
	"a",
	"z",
	" ",
	// biome-ignore lint/suspicious/noTemplateCurlyInString: a text that must stay as it is
	"${x}",
	"\\",
	"\\u0000",
	'\\"',
	'{"a":1}',
	"`",
];

/** Small numbers, the same on each run (mulberry32). */
export function numbers(seed) {
	return (below) => {
		seed = (seed + 0x6d2b79f5) | 0;
		let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) % below;
	};
}

/**
 * Stores of hostile texts: each piece alone, then random mixtures, but for those of which nothing
 * shows.
 */
function* hostileStores({ TodoStore }) {
	const random = numbers(2);
	const mixture = () =>
		Array.from(
			{ length: 1 + random(12) },
			() => pieces[random(pieces.length)],
		).join("");
	for (let round = 0; round < 120; round++) {
		const store = new TodoStore({ maxTodos: 100 });
		const mixtures = Array.from({ length: 1 + random(8) }, mixture);
		for (const text of round === 0 ? pieces : mixtures)
			try {
				store.addMultiple([text]);
			} catch (error) {
				same(error.code, "empty_content", JSON.stringify(text));
			}
		if (store.size > 2) store.complete(1 + random(store.size));
		yield store;
		store.free();
	}
}

export const text = [
	{
		name: "texts of every size and alphabet cross the boundary whole",
		run({ entry }) {
			const store = new entry.TodoStore({ maxContentLength: 100_000 });
			store.addMultiple(["a"]);
			const a = "a".repeat(999);
			const mixed = [`${a}é`, `é${a}`, `${a}\u{1f600}é${a}`];
			for (const content of [
				...mixed,
				...["a", "é", "日", "😀", "a😀é日<"].flatMap((alphabet) =>
					[1, 127, 128, 2047, 2048, 16_383, 65_536].map((length) =>
						[...alphabet.repeat(length)].slice(0, length).join(""),
					),
				),
			]) {
				store.edit(1, { content, description: content });
				equal(contents(store), [content]);
				same(store.getAll()[0].description, content);
				const copy = entry.TodoStore.fromCheckpoint(store.checkpoint());
				equal(contents(copy), [content]);
				copy.free();
			}
			store.edit(1, { content: `${a}\ud83d${a}` });
			equal(contents(store), [`${a}\ufffd${a}`]);
			// Full-width punctuation and emoji variants begin with the byte that U+FFFD begins with.
			const { charCodeAt } = String.prototype;
			let asked = 0;
			String.prototype.charCodeAt = function (...at) {
				asked += 1;
				return charCodeAt.apply(this, at);
			};
			try {
				for (const times of [100, 1000])
					store.addMultiple(["\uff01\u2764\ufe0f".repeat(times)]);
			} finally {
				String.prototype.charCodeAt = charCodeAt;
			}
			ok(asked < 10, `asked for ${asked} units`);
		},
	},
	{
		name: "a browser's XML parser reads every output and gives the same texts",
		where: ["page"],
		run({ entry }) {
			const todosOf = (root) =>
				[...root.childNodes].map((node) => [
					node.localName,
					node.childNodes.length,
					node.textContent,
					node.getAttribute("id"),
					node.getAttribute("status"),
				]);
			same(parse("<todos><todo></todos>"), null, "it must tell broken XML");
			for (const store of hostileStores(entry)) {
				const [list, { documentElement: reminder }] = [
					store.getXml(),
					store.systemReminder(),
				].map((xml) => parse(xml) ?? fail(`not read: ${xml}`));
				same(reminder.localName, "browser-state");
				same(reminder.children.length, 1);
				same(reminder.firstChild.nodeType, Node.TEXT_NODE);
				for (const root of [list.documentElement, reminder.firstElementChild]) {
					same(root.localName, "todos");
					equal(
						todosOf(root),
						store
							.getAll()
							.map(({ id, status, content }) => [
								"todo",
								1,
								content,
								String(id),
								status,
							]),
					);
				}
			}
		},
	},
];

/** Returns the document, or null when it is not well-formed. */
function parse(xml) {
	const document = new DOMParser().parseFromString(xml, "application/xml");
	return document.getElementsByTagName("parsererror").length > 0
		? null
		: document;
}
