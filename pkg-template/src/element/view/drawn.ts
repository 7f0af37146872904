// What was drawn last of a list, and what stands still of it while a person is in it.

import type { ShownPiece } from "../dom/template.js";
import type { TodoChange } from "../session/news.js";
import { Preview } from "../session/preview.js";
import type { Shown } from "../session/still.js";
import type { RowMemo } from "./view.js";

export class Drawn {
	/** What is in the page. */
	live: readonly ShownPiece[] = [];
	readonly rows = new Map<string, RowMemo>();
	readonly preview = new Preview();
	/** The list that stands still while a person is in it. */
	still: Shown | undefined;
	/** What was drawn last of the list. */
	lastShown: Shown | undefined;
	/** What the person has changed since. */
	ownChanges: TodoChange[] = [];
	/** Whether the next drawing is of what the person does: what moves then is theirs. */
	isPersonal = false;
	/** The line over the list. */
	line: HTMLElement | null = null;
	/** The glide of the element's height. */
	gliding: Animation | undefined;
}
