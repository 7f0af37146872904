// The side panel (or popup): a picture of the list that the service worker owns, and buttons that send it calls. It follows the list,
// and loads no WebAssembly itself.

import type { Follower } from "agent-todos/follow";
import { follow, overRuntime } from "agent-todos/follow";
import { draftsOf } from "../src/drafts";
import { byId } from "../src/element";
import { countsOf, ListView } from "../src/list-view";
import { Player } from "../src/player";
import { task, turns } from "../src/recording";
import { word } from "../src/wording";

const box = (id: string) => byId(id, HTMLElement);
const list = new ListView(byId("list", HTMLOListElement), box("bar"));

let opened: Promise<Follower> | undefined;

/** The list of the service worker, which starts if it is not running; on the screen from now on, whoever changes it. */
function openList(): Promise<Follower> {
	opened ??= follow({ over: overRuntime() }).then(
		(follower) => {
			const show = () => {
				list.show(follower.todos);
				box("counts").textContent = countsOf(follower.todos);
				box("revision").textContent = `${follower.revision}`;
			};
			follower.subscribe(show);
			show();
			return follower;
		},
		(error: unknown) => {
			opened = undefined; // The next click tries again.
			throw error;
		},
	);
	return opened;
}

/** Does something with the list; what goes wrong is on the screen until something works. */
async function use(act: (follower: Follower) => unknown): Promise<void> {
	const failure = box("failure");
	try {
		await act(await openList());
		failure.hidden = true;
	} catch (error) {
		failure.hidden = false;
		failure.textContent = String(error);
		player.pause();
	}
}

const player = new Player(
	turns,
	({ does, intents }, number) => {
		box("does").textContent = `Turn ${number} of ${turns.length}: ${does}`;
		return use(async (follower) => {
			// The model has read the list, as it is now.
			const { calls } = word(
				"todo_manager",
				intents,
				draftsOf(follower.todos),
				does,
			);
			for (const { text } of calls)
				await follower.callTool("todo_manager", text);
		});
	},
	() => {
		box("play").textContent = {
			paused: "Play",
			playing: "Pause",
			finished: "Play again",
		}[player.state];
	},
);

function restart(): Promise<void> {
	player.rewind();
	box("does").textContent = "";
	return use((follower) => follower.call("reset"));
}

/** The recording begins with an empty list, also when this page was closed in the middle of it. */
async function fromTheStart(go: () => unknown): Promise<void> {
	if (player.position === 0 || player.state === "finished") await restart();
	go();
}

const onClick = (id: string, act: () => unknown) =>
	box(id).addEventListener("click", () => void act());
onClick("play", () => fromTheStart(() => player.toggle()));
onClick("step", () => fromTheStart(() => player.step()));
onClick("restart", restart);
onClick("undo", () => use((follower) => follower.call("undo")));
onClick("abort", () => {
	player.pause();
	return use((follower) => follower.call("abort"));
});

byId("own", HTMLFormElement).addEventListener("submit", (event) => {
	event.preventDefault();
	const answer = box("answer");
	answer.textContent = "";
	void use(async (follower) => {
		// The text is what a model would be given, notes included.
		answer.textContent = (
			await follower.callTool(
				"todo_manager",
				byId("args", HTMLTextAreaElement).value,
			)
		).text;
	});
});

box("task").textContent = task;
void use(() => {});
