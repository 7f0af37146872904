// How the element looks, as one sheet that all elements of a document share. A constructed sheet is no inline style, so the
// strictest content security policy allows it. Its own variables begin with an underscore: a page that writes
// `--agent-todos-accent: var(--accent)` means its own `--accent`.

const css = `
:host {
	--_text: var(--agent-todos-text, light-dark(#1c1d21, #ececf0));
	--_muted: var(--agent-todos-muted, light-dark(#5a5d68, #a9acb8));
	--_background: var(--agent-todos-background, light-dark(#fff, #1b1c20));
	--_border: var(--agent-todos-border, light-dark(#d4d6dd, #3d4049));
	--_control: var(--agent-todos-control, light-dark(#767985, #8d909c));
	--_accent: var(--agent-todos-accent, light-dark(#1f5fd0, #86b0ff));
	--_on-accent: var(--agent-todos-on-accent, light-dark(#fff, #10131a));
	--_warning: var(--agent-todos-warning, light-dark(#8a4b00, #f0b465));
	--_error: var(--agent-todos-error, light-dark(#b3201c, #ff9c95));
	--_radius: var(--agent-todos-radius, 6px);
	--_gap: var(--agent-todos-gap, 8px);
	display: block;
	position: relative;
	box-sizing: border-box;
	color: var(--_text);
	background: var(--_background);
	font: var(--agent-todos-font, 14px/1.45 system-ui, sans-serif);
	overflow-wrap: anywhere;
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
button, input, textarea { font: inherit; color: inherit; }
[dir=auto] { unicode-bidi: isolate; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
.head, .foot, .line, form, .replan > p { display: flex; align-items: center; gap: var(--_gap); flex-wrap: wrap; }
.head, .foot, .add, .ask, .replan, .error, .offline, details { padding: var(--_gap); margin: 0; }
.title { margin: 0; font-weight: 600; }
.count { color: var(--_muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
progress { flex: 1 1 4em; min-inline-size: 3em; block-size: 6px; accent-color: var(--_accent); }
.line { padding: 4px var(--_gap); flex-wrap: nowrap; }
.line .current { flex: 1; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.empty, .offline { margin: 0; padding: var(--_gap); color: var(--_muted); }

.row { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: var(--_gap); align-items: start;
	padding: 4px var(--_gap); border-block-start: 1px solid var(--_border); position: relative; }
.many .row { content-visibility: auto; contain-intrinsic-block-size: auto 44px; }
.row.before::after, .row.after::after { content: ""; position: absolute; inset-inline: 0; block-size: 0; border-block-start: 3px solid var(--_accent); }
.row.before::after { inset-block-start: -2px; }
.row.after::after { inset-block-end: -2px; }
.row.dragged { opacity: .5; }
.body { padding-block: 4px; }
.text { display: block; inline-size: 100%; padding: 0; border: 0; background: none; text-align: start; cursor: text; }
.content { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: var(--agent-todos-lines, 4); overflow: hidden; text-align: start; text-align: match-parent; white-space: pre-line; }
[data-status=done] .content { color: var(--_muted); }
[data-status=skipped] .content { color: var(--_muted); text-decoration: line-through; }
[data-status=doing] { box-shadow: inset 3px 0 var(--_accent); }
[data-status=doing]:dir(rtl) { box-shadow: inset -3px 0 var(--_accent); }
.body > span { display: inline-block; vertical-align: top; max-inline-size: 100%; margin-inline-end: var(--_gap); color: var(--_muted); font-size: .86em; }
.body > :is(.now, .reason, .note, .evidence) { display: block; }
.body > .state { font-weight: 600; color: var(--_text); }
.body > :is(.mark, .note) { color: var(--_warning); }

.check { inline-size: 26px; block-size: 26px; margin-block-start: 2px; padding: 2px; border: 2px solid var(--_control); border-radius: var(--_radius); background: none; cursor: pointer; }
svg { display: block; inline-size: 100%; block-size: 100%; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.check svg { visibility: hidden; }
.check[aria-checked=true] { background: var(--_accent); border-color: var(--_accent); color: var(--_on-accent); }
.check[aria-checked=true] svg { visibility: visible; }
[data-status=doing] .check { border-color: var(--_accent); border-style: dashed; }
.actions { display: flex; gap: 2px; }
.icon { inline-size: 28px; block-size: 28px; padding: 6px; border: 1px solid transparent; border-radius: var(--_radius); background: none; color: var(--_muted); cursor: pointer; }
.icon:hover { border-color: var(--_border); color: var(--_text); }
.icon.move { cursor: grab; touch-action: none; }

form { margin: 0; }
.in-row { margin-block: 2px; }
input:not([type=range]), textarea { flex: 1 1 10em; min-inline-size: 0; padding: 5px 8px; border: 1px solid var(--_control); border-radius: var(--_radius); background: var(--_background); }
textarea { field-sizing: content; max-block-size: 12em; resize: vertical; }
::placeholder { color: var(--_muted); opacity: 1; }
:is(form, .foot, .replan, .past, .error, .claim) button:not(.icon) { padding: 4px 12px; min-block-size: 30px; border: 1px solid var(--_control); border-radius: var(--_radius); background: none; cursor: pointer; }
.foot .start:not(.icon) { background: var(--_accent); border-color: var(--_accent); color: var(--_on-accent); font-weight: 600; }
button:disabled { opacity: .5; cursor: default; }
.error { color: var(--_error); display: flex; gap: var(--_gap); }
.error span { flex: 1; }
.replan { border-block-start: 1px solid var(--_border); color: var(--_warning); }
.replan p { margin: 0; }
.replan p span { flex: 1 1 10em; }
details { border-block-start: 1px solid var(--_border); }
summary { cursor: pointer; color: var(--_muted); }
ol, ul { margin: var(--_gap) 0; padding: 0; list-style: none; }
.past li { display: flex; gap: var(--_gap); align-items: start; padding-block: 3px; }
.past li > span:first-child { min-inline-size: 5.5em; color: var(--_muted); }
.past li > .content { flex: 1; }
.replan li { display: flex; gap: var(--_gap); align-items: start; }
.replan li .content { flex: 1; text-decoration: line-through; }
.claim { display: flex; flex-wrap: wrap; gap: var(--_gap); padding-block: 4px; }
.body > .approved { color: var(--_accent); }
input[type=range] { inline-size: 100%; accent-color: var(--_accent); }
.live { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

@media (prefers-reduced-motion: no-preference) {
	.icon, .check { transition: color .12s, background-color .12s, border-color .12s; }
}
@media (forced-colors: active) {
	.check[aria-checked=true] { forced-color-adjust: none; background: Highlight; border-color: Highlight; color: HighlightText; }
	[data-status=doing] { box-shadow: none; border-inline-start: 4px solid Highlight; }
	.icon { border-color: ButtonBorder; }
	.row.dragged { opacity: 1; outline: 1px dashed; }
}
`;

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** The sheet of a document, made when its first element is. One without a window shows nothing, and has none. */
export function styleOf(document: Document): CSSStyleSheet[] {
	const { defaultView } = document;
	if (!defaultView) return [];
	let sheet = sheets.get(document);
	if (!sheet) {
		sheet = new defaultView.CSSStyleSheet();
		sheet.replaceSync(css);
		sheets.set(document, sheet);
	}
	return [sheet];
}
