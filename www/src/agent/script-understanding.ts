// What a todo is about, also where a person wrote it or put it in other words.

import type { Draft } from "../intents";
import type { Aim, Scenario, Wish } from "./scenarios";

/** By what in its text a todo is known. The first that fits counts. */
const signs: readonly (readonly [Aim, RegExp])[] = [
	["gift-note", /\bnote\b/i],
	["extra", /descal/i],
	["contact", /contact|email|phone/i],
	["address", /address/i],
	["shipping", /deliver|shipping|express|standard/i],
	["place", /\border\b|\bpay\b|\bbuy\b/i],
	["basket", /basket|cart/i],
	["choose", /colou?r|choose|green|black|cream|copper/i],
	["find", /\b(find|search|look for)\b/i],
];

/** Returns what a todo is about, or undefined where the script does not know. */
export function aimOf(content: string, { todos }: Scenario): Aim | undefined {
	const planned = todos.find((todo) => todo.content === content);
	if (planned) return planned.aim;
	return signs.find(([, sign]) => sign.test(content))?.[0];
}

/**
 * Returns what is wished for as the todos on the list say it, where they say something of it: the
 * last word counts.
 */
export function wishOf(
	scenario: Scenario,
	drafts: readonly Pick<Draft, "content" | "progress">[],
): Wish {
	const { wish } = scenario;
	const open = drafts.filter(({ progress }) => progress !== "skipped");
	const about = (sign: RegExp) =>
		open.flatMap(({ content }) => sign.exec(content)?.[0] ?? []).at(-1);
	const colour = about(/\b(green|black|cream)\b/i)?.toLowerCase();
	const quantity = about(/\b[1-5](?= of )/i);
	const shipping = about(/\b(express|standard)\b/i)?.toLowerCase();
	const isShippingSkipped = drafts.some(
		({ content, progress }) =>
			progress === "skipped" && aimOf(content, scenario) === "shipping",
	);
	return {
		...wish,
		...(colour && colour !== wish.otherColour && { colour }),
		...(quantity && { quantity: Number(quantity) }),
		// Where nobody wants to choose, the first that the shop has.
		...(isShippingSkipped && { shipping: "" }),
		...(shipping && {
			shipping: `${shipping[0]?.toUpperCase()}${shipping.slice(1)}`,
		}),
	};
}
