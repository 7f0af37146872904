// The docs site: the Markdown of www/docs and the generated reference in one layout, written below
// `output`.
//
// Eleventy, as it leaves the tree as it is: each page becomes the .html beside its source, so that
// links stay relative and the site works below any path without being built again. VitePress,
// Starlight and Docusaurus write an absolute base into every page.

import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { slug } from "github-slugger";
import hljs from "highlight.js";
import markdownItAnchor from "markdown-it-anchor";
import { root } from "../../pkg-template/build/places.mjs";
import { dialectPages } from "../../pkg-template/reference/dialects.mjs";
import { elementPage } from "../../pkg-template/reference/element.mjs";
import { overviewPage } from "../../pkg-template/reference/overview.mjs";

export default async function docsSite(eleventy) {
	const dialects = await dialectPages();
	const reference = [overviewPage(), ...dialects.slice(0, 1), elementPage()];
	for (const { path, text } of [...reference, ...dialects.slice(1)])
		eleventy.addTemplate(path, text);

	eleventy.setIncludesDirectory("../site");
	eleventy.setTemplateFormats(["md"]);
	eleventy.addGlobalData("layout", "layout.njk");
	eleventy.addGlobalData(
		"permalink",
		() => (data) => `${data.page.filePathStem}.html`,
	);
	// A comment says what writes a part of a page, and is not for readers.
	eleventy.addPreprocessor("comments", "md", (_data, content) =>
		content.replaceAll(/^<!-- .* -->\n/gm, ""),
	);
	let markdown;
	eleventy.amendLibrary("md", (md) => {
		markdown = setUpMarkdown(md);
	});
	eleventy.addFilter("headings", (source) => headingsOf(markdown, source));
	// Where a page lies, and the way from one to another. The front page is above the docs.
	eleventy.addFilter("fileOf", fileOf);
	eleventy.addFilter("from", (to, page) =>
		posix.relative(posix.dirname(fileOf(page)), to),
	);
	eleventy.addFilter("holds", ({ pages }, file) =>
		pages.some((entry) => entry.file === file),
	);
	eleventy.addFilter("neighbours", neighbours);
	// Below the first paragraph, with its height, so that the text does not move when it is filled.
	eleventy.addFilter("withLiveElement", (content, state) =>
		content.replace(
			"</p>",
			`$&\n<div class="live needs-script" data-state="${state}" data-pagefind-ignore></div>`,
		),
	);
	const paths = (pages) => pages.map(({ path }) => path);
	eleventy.addCollection("nav", (collections) =>
		navigation(collections.getAll(), [
			...JSON.parse(
				readFileSync(join(root, "www", "docs", "nav.json"), "utf8"),
			),
			{ title: "Reference", pages: paths(reference), more: apiReferences },
			{ title: "Dialects", pages: paths(dialects.slice(1)), isFolded: true },
		]),
	);
}

/** What other tools write, beside the pages of this one. */
const apiReferences = [
	{ title: "TypeScript", file: "/docs/reference/typescript/index.html" },
	{ title: "Rust", file: "/docs/reference/rust/agent_todos/index.html" },
];

function fileOf({ filePathStem }) {
	return `/docs${filePathStem}.html`;
}

/**
 * Returns the sections with title and file of each page, in the order of reading. A page in none of
 * them could not be found: an error.
 */
function navigation(templates, sections) {
	const found = new Map(
		templates.map(({ inputPath, data, page }) => [
			posix.relative("docs", posix.normalize(inputPath)),
			{ title: data.title, file: fileOf(page) },
		]),
	);
	const named = sections.flatMap(({ pages }) => pages);
	const missing = named.filter((path) => !found.has(path));
	const unnamed = [...found.keys()].filter((path) => !named.includes(path));
	if (missing.length > 0)
		throw new Error(`www/docs/nav.json names what is not there: ${missing}`);
	if (unnamed.length > 0)
		throw new Error(`www/docs/nav.json does not name: ${unnamed}`);
	return sections.map(({ pages, more = [], ...section }) => ({
		...section,
		pages: [...pages.map((path) => found.get(path)), ...more],
	}));
}

/**
 * Returns the pages before and after one in the order of reading; what other tools write has no way
 * back.
 */
function neighbours(sections, file) {
	const pages = sections
		.flatMap(({ pages }) => pages)
		.filter((entry) => !apiReferences.includes(entry));
	const at = pages.findIndex((entry) => entry.file === file);
	return { previous: pages[at - 1], next: pages[at + 1] };
}

function setUpMarkdown(md) {
	md.set({ html: false, highlight });
	md.use(markdownItAnchor, {
		level: [2, 3, 4],
		slugify: slug,
		uniqueSlugStartIndex: 1,
		permalink: markdownItAnchor.permalink.headerLink({
			safariReaderFix: true,
		}),
	});
	const { rules } = md.renderer;
	// What is wider than a phone scrolls by itself, by keyboard too.
	rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
	rules.table_close = () => "</table></div>\n";
	for (const name of ["th", "td"]) {
		rules[`${name}_open`] = (tokens, at) => openCell(tokens, at, name);
		rules[`${name}_close`] = (tokens, at) =>
			`</${kindOfCell(tokens[at - 1], name)}>`;
	}
	rules.link_open = (tokens, at, options, _, self) => {
		const token = tokens[at];
		const href = token.attrGet("href");
		if (!/^[a-z]+:/i.test(href))
			token.attrSet("href", href.replace(/\.md(?=#|$)/, ".html"));
		return self.renderToken(tokens, at, options);
	};
	return md;
}

/** Returns a column's alignment as a class, since a strict policy allows no style attribute. */
function openCell(tokens, at, name) {
	const [, alignment] =
		/text-align:(\w+)/.exec(tokens[at].attrGet("style") ?? "") ?? [];
	const kind = kindOfCell(tokens[at + 1], name);
	return alignment ? `<${kind} class="${alignment}">` : `<${kind}>`;
}

/** The corner of a table may be empty, a heading may not. */
function kindOfCell({ content }, name) {
	return content === "" ? "td" : name;
}

/**
 * Returns the block, coloured while building. The first word after a fence is the language, the
 * others are the tests', but for `drawing`: a text whose lines are not wrapped.
 */
function highlight(text, info, words) {
	const language = info === "svelte" || info === "vue" ? "html" : info;
	const html = hljs
		.highlight(text, {
			language: hljs.getLanguage(language) ? language : "plaintext",
		})
		// What a program prints may be long, and wraps.
		.value.replaceAll(
			/<span class="hljs-comment">(?=\/\/ → )/g,
			'<span class="hljs-comment printed">',
		);
	const name = words === "drawing" ? "drawing" : language || "text";
	return `<pre class="code" tabindex="0"><code class="language-${name}">${html}</code></pre>`;
}

/** Returns `{id, text, isNested}` of the headings of a page, for its own contents. */
function headingsOf(md, source) {
	const tokens = md.parse(source, {});
	return tokens.flatMap((token, at) =>
		token.type === "heading_open" && ["h2", "h3"].includes(token.tag)
			? {
					id: token.attrGet("id"),
					text: tokens[at + 1].children
						.filter(({ type }) => type === "text" || type === "code_inline")
						.map(({ content }) => content)
						.join(""),
					isNested: token.tag === "h3",
				}
			: [],
	);
}
