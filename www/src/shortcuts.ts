// Keys that work anywhere on the page except where they have a meaning of their own.

export interface Shortcuts {
	readonly toggle: () => void;
	readonly step: () => void;
	readonly abort: () => void;
}

// The list has keys of its own.
const textBoxes = "input, textarea, select, [contenteditable], agent-todos";
const interactive = `${textBoxes}, button, summary, a[href]`;

export function setUpShortcuts(shortcuts: Shortcuts): void {
	document.addEventListener("keydown", (event) => {
		const action = actionOf(event, shortcuts);
		if (action === undefined || event.defaultPrevented) return;
		event.preventDefault();
		action();
	});
}

function actionOf(
	event: KeyboardEvent,
	shortcuts: Shortcuts,
): (() => void) | undefined {
	const target = event.target instanceof Element ? event.target : document.body;
	const { altKey, ctrlKey, metaKey, shiftKey } = event;
	if (target.closest(textBoxes) || altKey || ctrlKey || metaKey || shiftKey)
		return undefined;
	switch (event.key) {
		case " ":
			return target.closest(interactive) ? undefined : shortcuts.toggle;
		case "ArrowRight":
			return shortcuts.step;
		case "Escape":
			return shortcuts.abort;
		default:
			return undefined;
	}
}
