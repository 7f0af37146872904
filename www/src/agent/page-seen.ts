// What the scripted model makes out in the text of a page.

export interface SeenElement {
	/** Its number. */
	readonly element: number;
	readonly role: string;
	readonly name: string;
	/** What is in it, for a field. */
	readonly value: string;
	readonly isChecked: boolean;
	readonly isDisabled: boolean;
}

export interface SeenPage {
	readonly text: string;
	readonly heading: string;
	readonly elements: readonly SeenElement[];
}

const line =
	/^\[(\d+)\] (\w+) "(.*?)"(?= =| \(|$)(?: = "(.*?)"(?= of |$| \())?(.*)$/gm;

/** Reads the page out of a message that ends with one; undefined where none does. */
export function pageIn(message: string): SeenPage | undefined {
	const from = message.indexOf("Page: ");
	if (from < 0) return undefined;
	const text = message.slice(from);
	const elements = [...text.matchAll(line)].map(
		([, element = "", role = "", name = "", value = "", rest = ""]) => ({
			element: Number(element),
			role,
			name,
			value,
			isChecked: rest.includes("(checked)"),
			isDisabled: rest.includes("(disabled)"),
		}),
	);
	return { text, heading: /^# (.*)$/m.exec(text)?.[1] ?? "", elements };
}

/** Returns the element of a kind whose name begins so. */
export function find(
	{ elements }: SeenPage,
	role: string,
	name: string,
): SeenElement | undefined {
	return elements.find(
		(element) => element.role === role && element.name.startsWith(name),
	);
}

/** Returns what a page says of the money, on the last such line. */
export const totalOn = (page: string): string =>
	page
		.match(/^.*\btotal\b.*$/gim)
		?.at(-1)
		?.trim() ?? "";
