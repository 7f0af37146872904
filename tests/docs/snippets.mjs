// Takes the fenced code blocks out of a Markdown file.

/**
 * Returns `{line, language, words, code}` for each block: where it starts, and its info string
 * taken apart.
 */
export function snippets(markdown) {
	const found = [];
	let open = null;
	for (const [at, line] of markdown.split(/\r?\n/).entries()) {
		const fence = /^( {0,3})(`{3,}|~{3,})\s*(.*)$/.exec(line);
		if (open === null) {
			if (!fence) continue;
			const [language = "", ...words] = fence[3].trim().split(/\s+/);
			open = {
				fence: fence[2],
				indent: fence[1].length,
				line: at + 1,
				language,
				words,
				lines: [],
			};
		} else if (fence && fence[3] === "" && fence[2].startsWith(open.fence)) {
			const { line, language, words, lines } = open;
			found.push({ line, language, words, code: `${lines.join("\n")}\n` });
			open = null;
		} else {
			open.lines.push(
				line.slice(
					Math.min(open.indent, line.length - line.trimStart().length),
				),
			);
		}
	}
	if (open !== null)
		throw new Error(
			`the code block that starts at line ${open.line} has no end`,
		);
	return found;
}

/** Languages that are programs. */
export const languages = ["ts", "tsx", "js"];

/**
 * Returns the programs of one file, `{line, language, runs, code, prints}`: a block marked
 * `continues` has those before it in front. `prints` are the lines that it must write, or null.
 */
export function programs(blocks) {
	const result = [];
	let before = "";
	for (const [at, { line, language, words, code }] of blocks.entries()) {
		if (
			!languages.includes(language) ||
			words.some((word) =>
				["extension", "project", "sdk", "shadcn"].includes(word),
			)
		)
			continue;
		const whole = words.includes("continues") ? before + code : code;
		before = whole;
		const inside = [...whole.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) =>
			text.trim(),
		);
		const next = blocks[at + 1];
		const below = next?.words.includes("output")
			? next.code.trimEnd().split("\n")
			: [];
		const prints = [...inside, ...below];
		const needsBrowser =
			/\b(chrome|browser|document|window|navigator|customElements)\./.test(
				whole,
			);
		result.push({
			line,
			language,
			code: whole,
			runs: language !== "tsx" && !words.includes("check") && !needsBrowser,
			prints: prints.length > 0 ? prints : null,
		});
	}
	return result;
}
