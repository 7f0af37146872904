// `--html`: the report as one page that needs nothing else, with a picture of each session.

import { printable } from "../printable.js";
import * as report from "./report.js";
import type { Picture } from "./session.js";

const style = `:root{color-scheme:light dark;--done:#3a9d5d;--doing:#e0a100;--todo:#b9c0c9;--skipped:#8a6fc2;--bad:#d43d51}
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:90rem;padding:0 1rem}
h1,h2{font-weight:600}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
div{overflow-x:auto}th,td{padding:.3rem .7rem;text-align:right;white-space:nowrap;border-bottom:1px solid #8884}
th:nth-child(-n+2),td:nth-child(-n+2){text-align:left}tr:last-child{font-weight:600}
ol{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(18rem,1fr));gap:1.2rem}
ol p{margin:0;font-size:.8rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
svg{width:100%;height:6rem;background:#8881}.done{fill:var(--done)}.doing{fill:var(--doing)}.todo{fill:var(--todo)}
.skipped{fill:var(--skipped)}.bad{fill:var(--bad)}.repaired{fill:currentColor}
i{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 1em;background:var(--of)}`;

/** Returns the page of a report with the pictures that `drawPicture` returned. */
export function writePage(
	of: report.Report,
	pictures: readonly string[],
): string {
	const [head = [], ...rows] = report.makeCells(of);
	const writeItems = (lines: readonly string[]) =>
		`<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`;
	return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What models did with their todo tools</title><style>${style}</style>
<h1>What models did with their todo tools</h1><p>${escapeHtml(report.summarize(of))}.</p>
<div><table><tr>${head.map((name) => `<th>${escapeHtml(name)}</th>`).join("")}</tr>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`).join("\n")}</table></div><p>${escapeHtml(report.legend)}</p>
${report
	.collectLists(of)
	.map(([title, counts]) => {
		const lines = report.sortByCount(counts);
		return `<h2>${title}</h2>${writeItems(lines.map(([name, times]) => `${times} × ${name}`))}`;
	})
	.join("\n")}
${of.details ? `<h2>Calls</h2>${writeItems(of.details.map(report.writeDetail))}` : ""}
<h2>Sessions</h2><p>A column is a call, and its height the todos of the list after it:
${statuses.map((name) => `<i style="--of:var(--${name})"></i>${name}`).join("")}
<i style="--of:var(--bad)"></i>above: open todos dropped, or the call refused <i style="--of:currentColor"></i>below: repaired</p>
<ol>${pictures.join("\n")}</ol></html>
`;
}

const statuses = ["done", "skipped", "doing", "todo"];

/** Draws a session as a picture, with a column for each call. */
export function drawPicture({ title, steps }: Picture): string {
	const sizes = steps.map((step) =>
		statuses.reduce((sum, name) => sum + (step[name] ?? 0), 0),
	);
	const most = Math.max(1, ...sizes);
	const mark = most / 16;
	const shapes = steps.map((step, at) => {
		let top = most;
		const drawColumn = (name: string, y: number, height: number) =>
			`<path class="${name}" d="M${at} ${y}h.9v${height}h-.9z"/>`;
		const bars = statuses.map((name) => {
			const height = step[name] ?? 0;
			top -= height;
			return drawColumn(name, top, height);
		});
		if (step.dropped || step.refused) bars.push(drawColumn("bad", -mark, mark));
		if (step.repaired) bars.push(drawColumn("repaired", most, mark));
		return bars.join("");
	});
	const box = `0 ${-mark} ${Math.max(steps.length, 12)} ${most + 2 * mark}`;
	return `<li><p>${escapeHtml(title)}</p><svg viewBox="${box}" preserveAspectRatio="none" role="img"><title>${escapeHtml(title)}: ${steps.length} calls</title>${shapes.join("")}</svg></li>`;
}

const escapeHtml = (text: string): string =>
	printable(text).replace(
		/[&<>"]/g,
		(character) => `&#${character.charCodeAt(0)};`,
	);
