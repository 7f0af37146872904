// How fast the agent goes, for those who look on.

export interface Pace {
	readonly title: string;
	/** How long an element is shown before it is acted on, in milliseconds. */
	readonly act: number;
	/** How long the scripted model takes for a word, in milliseconds. */
	readonly word: number;
}

export const paces = {
	calm: { title: "slow", act: 900, word: 45 },
	brisk: { title: "fast", act: 350, word: 14 },
	none: { title: "instant", act: 0, word: 0 },
} as const satisfies Readonly<Record<string, Pace>>;

export type PaceName = keyof typeof paces;
