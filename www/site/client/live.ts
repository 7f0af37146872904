// The element itself in its guides: a list that the reader works on, and a button for each state
// that it has.

import "agent-todos/element";
import { Conversation, init, TodoStore } from "agent-todos";
import type { AgentTodosElement } from "agent-todos/element";

/** What a state is made of. */
interface Scene {
	readonly store: TodoStore;
	readonly model: TodoStore;
	readonly person: TodoStore;
	readonly element: AgentTodosElement;
}

const todos = [
	"Find the Gooseneck kettle",
	"Choose green, two of them",
	"Put them in the basket",
	"Add gift wrapping",
	"Choose express delivery",
	"Place the order",
];

/** The first todos are done, the next one is in progress. */
function work({ store, model }: Scene, done: number): void {
	store.addMultiple(todos);
	for (let id = 1; id <= done; id++) model.complete(id);
	if (done < todos.length) model.markDoing(done + 1);
}

/** The states by their names on the buttons. */
const scenes: Readonly<Record<string, (scene: Scene) => void>> = {
	Planning: () => {},
	Working(scene) {
		work(scene, 2);
		scene.element.agent = {
			...scene.element.agent,
			conversation: new Conversation(scene.store),
		};
		scene.person.skip(4, "not a gift");
	},
	"A question"(scene) {
		work(scene, 2);
		scene.model.wait(5, { question: "Is the office open on Saturday?" });
	},
	"To confirm"(scene) {
		work(scene, 5);
		scene.person.edit(6, { confirm: true });
		scene.model.complete(6);
	},
	"A plan to review"(scene) {
		scene.element.mode = "review";
		scene.store.addMultiple(todos);
		scene.model.propose({ sites: ["shop.example.org", "pay.example.net"] });
	},
	Skipped(scene) {
		work(scene, 2);
		scene.model.skip(3, "sold out");
		scene.person.skip(4, "not a gift");
		scene.model.wait(6, { for: "event" });
		scene.model.markDoing(5);
	},
	Done(scene) {
		work(scene, todos.length);
	},
	"One line"(scene) {
		scene.element.mode = "line";
		work(scene, 2);
	},
};

/** Shows the element in `place`, with its states to choose from, first in the one so named. */
export async function showStates(
	place: HTMLElement,
	first: string,
): Promise<void> {
	await init();
	const frame = document.createElement("div");
	frame.className = "live-frame";
	const choice = document.createElement("div");
	choice.className = "live-states";
	choice.setAttribute("role", "group");
	choice.setAttribute("aria-label", "States of the element");
	const buttons = Object.keys(scenes).map((name) => {
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = name;
		button.addEventListener("click", () => open(name));
		return button;
	});
	choice.append(...buttons);

	function open(name: string): void {
		const store = new TodoStore();
		const element = document.createElement("agent-todos");
		const scene = {
			store,
			model: store.as("model"),
			person: store.as("user"),
			element,
		};
		element.list = store;
		element.agent = {
			approve: () => {
				element.mode = "list";
				scene.model.getNextTodo();
			},
			reject: () => {},
			abort: () => {
				store.abort();
				element.agent = undefined;
			},
		};
		scenes[name]?.(scene);
		for (const button of buttons)
			button.setAttribute("aria-pressed", `${button.textContent === name}`);
		frame.replaceChildren(element);
	}
	open(first);
	place.append(choice, frame);
}
