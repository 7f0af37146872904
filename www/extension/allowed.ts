// Where the agent may act: on the sites that the person approved. The error says what it may not
// do, and why.

import type { TodoStore } from "agent-todos";
import { BrowserError } from "../src/agent/page-acts";

export type Sites = Pick<TodoStore, "allows" | "approval" | "propose">;

const approved = ({ approval }: Sites) => approval?.sites ?? [];

/**
 * Throws a `BrowserError` unless the person lets the agent act on this page. Undefined is a page
 * that the extension may not see.
 */
export function checkPage(sites: Sites, address: string | undefined): void {
	if (address && sites.allows(address)) return;
	const site = address ? new URL(address).origin : "another site";
	throw new BrowserError(
		`the page that is open is one of ${site}, and the user lets you act on ${approved(sites).join(", ") || "no site"} alone: go back, or open a page there`,
	);
}

/** Throws a `BrowserError` unless the person lets the agent open this address, and asks them to. */
export function checkAddress(
	sites: Sites,
	{ href, origin, protocol }: URL,
): void {
	if (sites.allows(href)) return;
	if (!/^https?:$/.test(protocol))
		throw new BrowserError(`no page of ${protocol} can be opened`);
	sites.propose({ sites: [...approved(sites), origin] });
	throw new BrowserError(
		`the user has not let you act on ${origin} yet, and is asked: go on without it, or wait for them with ask_user`,
	);
}
