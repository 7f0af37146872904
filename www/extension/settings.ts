// Which model the agent has. The key is kept until the browser is closed, unless the person wants
// it remembered.

import type { EndpointKind } from "../src/agent/endpoints";

export interface Settings {
	readonly kind: "scripted" | "prompt-api" | EndpointKind;
	readonly url: string;
	readonly model: string;
	/** Whether a second model keeps the list, so that the agent has no todo tool. */
	readonly hasScribe: boolean;
	/** How long an element is shown before it is acted on, in milliseconds. */
	readonly pace: number;
}

const defaults: Settings = {
	kind: "scripted",
	url: "",
	model: "",
	hasScribe: false,
	pace: 350,
};

export async function loadSettings(): Promise<Settings & { key: string }> {
	const { settings } = await chrome.storage.local.get("settings");
	const kept = await chrome.storage.local.get("key");
	const { key = kept.key ?? "" } = await chrome.storage.session.get("key");
	return { ...defaults, ...(settings as Settings | undefined), key: `${key}` };
}

export async function saveSettings(
	settings: Settings,
	key: string,
	isRemembered: boolean,
): Promise<void> {
	await chrome.storage.local.set({ settings });
	await chrome.storage.session.set({ key });
	if (isRemembered) await chrome.storage.local.set({ key });
	else await chrome.storage.local.remove("key");
}

export async function isKeyRemembered(): Promise<boolean> {
	return "key" in (await chrome.storage.local.get("key"));
}
