// The options: which model, where it is and its key.

import { endpoints } from "../src/agent/endpoints";
import { byId } from "../src/element";
import type { Settings } from "./settings";
import { isKeyRemembered, loadSettings, saveSettings } from "./settings";
import { siteOf } from "./site";

const kind = byId("kind", HTMLSelectElement);
const url = byId("url", HTMLInputElement);
const model = byId("model", HTMLInputElement);
const key = byId("key", HTMLInputElement);
const remember = byId("remember", HTMLInputElement);
const keeper = byId("keeper", HTMLSelectElement);
const pace = byId("pace", HTMLSelectElement);
const endpoint = byId("endpoint", HTMLFieldSetElement);

function show(): void {
	const known = endpoints[kind.value as keyof typeof endpoints];
	endpoint.hidden = known === undefined;
	url.required = model.required = known !== undefined;
	const isKnown = Object.values<string>(endpoints).includes(url.value);
	if (known && (url.value === "" || isKnown)) url.value = known;
}
kind.addEventListener("change", show);

function say(said: string, failure = ""): void {
	byId("said", HTMLElement).textContent = said;
	const place = byId("failure", HTMLElement);
	place.textContent = failure;
	place.hidden = failure === "";
}

async function save(isAllowed: boolean): Promise<void> {
	if (!isAllowed)
		return say("", "Without that, the agent cannot ask this model.");
	await saveSettings(
		{
			kind: kind.value as Settings["kind"],
			url: url.value.trim(),
			model: model.value.trim(),
			hasScribe: keeper.value === "scribe",
			pace: Number(pace.value),
		},
		key.value.trim(),
		remember.checked,
	);
	say(
		"Saved. It is used from the next task on, or when you let the agent go on.",
	);
}

byId("options", HTMLFormElement).addEventListener("submit", (event) => {
	event.preventDefault();
	say("");
	const site = siteOf(url.value);
	if (!endpoint.hidden && site === undefined)
		return say("", "The address begins with https:// or http://.");
	// At once: a browser asks the person only while the click is under way.
	const allowed =
		endpoint.hidden || site === undefined
			? Promise.resolve(true)
			: chrome.permissions.request({ origins: [site] });
	allowed.then(save).catch((error: unknown) => say("", String(error)));
});

async function start(): Promise<void> {
	// Some browsers have a model of their own, and let extensions' workers use it.
	const { hasModel } = await chrome.storage.session.get("hasModel");
	if (hasModel)
		kind.add(new Option("The browser’s own, needs no key", "prompt-api"));
	const settings = await loadSettings();
	kind.value = settings.kind;
	url.value = settings.url;
	model.value = settings.model;
	key.value = settings.key;
	keeper.value = settings.hasScribe ? "scribe" : "agent";
	pace.value = `${settings.pace}`;
	remember.checked = await isKeyRemembered();
	show();
	document.documentElement.dataset.ready = "";
}
void start();
