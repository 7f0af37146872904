// What is stored together with a list: an object at the end of the core's checkpoint, which the
// core ignores. It holds the texts that hosts keep with the list, by name, and the list's trail
// under the empty name.

/**
 * The last write of each writer. A writer that got no acknowledgement finds its own last write
 * there if it arrived, also when others have written since.
 */
export interface Trail {
	/** How often the list of this name was deleted. A list that was deleted since is another list. */
	readonly deletions: number;
	/** The number of each writer's last write. The latest writer comes last. */
	readonly writes: ReadonlyMap<string, number>;
}

export type Texts = Readonly<Record<string, string>>;

/** A stored text, taken apart. */
export interface StoredList {
	/** The core's checkpoint alone; undefined for a text that this package did not write. */
	readonly checkpoint: string | undefined;
	readonly texts: Texts;
	/** Undefined where the text has none. */
	readonly trail: Trail | undefined;
}

/** Where nothing was ever stored. */
export const noTrail: Trail = { deletions: 0, writes: new Map() };

/** The most writers in a trail: as many as may write while one of them waits for its answer. */
const maxTrailWriters = 32;

/** The name of the trail, which hosts may not use. */
export const trailName = "";

/** Takes a stored text apart. It may be any text. */
export function splitStored(text: string): StoredList {
	const parts = readLastPart(text);
	const { [trailName]: trail, ...texts } = parts;
	const all = writeEnding(parts);
	return {
		checkpoint:
			text.startsWith('["') && text.endsWith(all)
				? `${text.slice(0, -all.length)}]`
				: undefined,
		texts: Object.freeze(texts),
		trail: trail === undefined ? undefined : readTrail(trail),
	};
}

/** Returns what to store for a list. */
export function joinStored(
	checkpoint: string,
	texts: Texts,
	trail: Trail,
): string {
	const all = { ...texts, [trailName]: writeTrail(trail) };
	return checkpoint.slice(0, -1) + writeEnding(all);
}

/**
 * Returns what to store for a list that one call changed: with everything that was stored with it
 * before, and more texts.
 */
export function joinStoredAgain(
	checkpoint: string,
	before: string | null,
	more: Texts = {},
): string {
	const parts = before === null ? {} : readLastPart(before);
	return checkpoint.slice(0, -1) + writeEnding({ ...parts, ...more });
}

/** Returns the trail after one more write. */
export function readTrailAfter(
	trail: Trail,
	writer: string,
	number: number,
): Trail {
	const writes = new Map(trail.writes);
	// At the end, as the latest.
	writes.delete(writer);
	writes.set(writer, number);
	return {
		deletions: trail.deletions,
		writes: new Map([...writes].slice(-maxTrailWriters)),
	};
}

function writeEnding(all: Texts): string {
	return Object.keys(all).length === 0 ? "]" : `,${JSON.stringify(all)}]`;
}

function readLastPart(text: string): Texts {
	try {
		const parts: unknown = JSON.parse(text);
		const last: unknown =
			Array.isArray(parts) && typeof parts[0] === "string"
				? parts.at(-1)
				: undefined;
		const isText = (part: unknown) => typeof part === "string";
		if (
			typeof last === "object" &&
			last !== null &&
			!Array.isArray(last) &&
			Object.values(last).every(isText)
		)
			return last as Texts;
	} catch {} // Another program's text.
	return {};
}

function writeTrail({ deletions, writes }: Trail): string {
	return [deletions, ...[...writes].map((write) => write.join(":"))].join(" ");
}

function readTrail(text: string): Trail {
	const [deletions, ...writes] = text.split(" ");
	return {
		deletions: Number(deletions) || 0,
		writes: new Map(
			writes.map((write) => {
				const [writer = "", number] = write.split(":");
				return [writer, Number(number)];
			}),
		),
	};
}
