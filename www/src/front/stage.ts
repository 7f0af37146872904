// Plays the picture at the top: an agent, a person, and what the model reads. Nothing in it is a
// real list: the real one is below. The markup holds the second frame of the story, in which the
// picture stays without a script or with reduced motion.

interface Frame {
	/** What each todo is: done, in progress, skipped or to do. */
	readonly statuses: string;
	readonly view: "product" | "delivery" | "thanks";
	/** Where the agent clicks. */
	readonly target?: "name" | "green" | "buy" | "express" | "order";
	/** Which text stands below the window. */
	readonly says: "plan" | "skip" | "note" | "kill" | "done";
	readonly head: "Planning…" | "Working" | "Not connected" | "Done";
	readonly pointer: "there" | "away" | "out";
	readonly basket?: number;
	readonly colour?: "none";
	readonly express?: "yes";
	readonly milliseconds: number;
}

const skip = { view: "product", target: "buy", says: "skip" } as const;
const deliver = { view: "delivery", pointer: "away", basket: 2 } as const;
const plan = { view: "product", says: "plan", head: "Working" } as const;

const frames: readonly Frame[] = [
	{
		...skip,
		statuses: "xxdstt",
		head: "Working",
		pointer: "there",
		milliseconds: 4200,
	},
	{
		...skip,
		statuses: "xxdstt",
		head: "Working",
		pointer: "away",
		milliseconds: 700,
	},
	{
		...deliver,
		statuses: "xxxsdt",
		target: "express",
		says: "note",
		head: "Working",
		milliseconds: 4200,
	},
	{
		...deliver,
		statuses: "xxxsdt",
		says: "kill",
		head: "Not connected",
		milliseconds: 2200,
	},
	{
		...deliver,
		statuses: "xxxsdt",
		target: "express",
		says: "kill",
		head: "Working",
		express: "yes",
		milliseconds: 2300,
	},
	{
		...deliver,
		statuses: "xxxsxd",
		target: "order",
		says: "kill",
		head: "Working",
		express: "yes",
		milliseconds: 1600,
	},
	{
		view: "thanks",
		pointer: "away",
		statuses: "xxxsxx",
		says: "done",
		head: "Done",
		express: "yes",
		milliseconds: 3800,
	},
	{
		...plan,
		statuses: "dttttt",
		target: "name",
		head: "Planning…",
		pointer: "out",
		colour: "none",
		milliseconds: 2600,
	},
	{
		...plan,
		statuses: "xdtttt",
		target: "green",
		pointer: "out",
		colour: "none",
		milliseconds: 1000,
	},
	{
		...plan,
		statuses: "xdtttt",
		target: "green",
		pointer: "out",
		milliseconds: 900,
	},
	{
		...plan,
		statuses: "xxdttt",
		target: "buy",
		pointer: "out",
		milliseconds: 1000,
	},
	{
		...plan,
		statuses: "xxdttt",
		target: "buy",
		pointer: "there",
		milliseconds: 1100,
	},
];

/** Plays the story while it is in view and nobody has paused it. */
export function setUpStage(stage: HTMLElement, button: HTMLElement): void {
	const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
	let at = 0;
	let isPaused = isStill;
	let isVisible = false;
	let timer: ReturnType<typeof setTimeout> | undefined;

	const play = () => {
		clearTimeout(timer);
		const frame = frames[at];
		if (frame === undefined) return;
		show(stage, frame);
		if (isPaused || !isVisible) return;
		timer = setTimeout(() => {
			at = (at + 1) % frames.length;
			play();
		}, frame.milliseconds);
	};
	const pause = (paused: boolean) => {
		isPaused = paused;
		button.setAttribute("aria-pressed", `${paused}`);
		button.setAttribute(
			"aria-label",
			paused ? "Play the picture" : "Pause the picture",
		);
		play();
	};

	button.hidden = false;
	button.addEventListener("click", () => pause(!isPaused));
	new IntersectionObserver(([entry]) => {
		isVisible = entry?.isIntersecting ?? false;
		play();
	}).observe(stage);
	pause(isPaused);
}

function show(stage: HTMLElement, frame: Frame): void {
	const { statuses, view, target, says, head, pointer } = frame;
	const isKilled = head === "Not connected";
	const past = [...statuses].filter((status) => "xs".includes(status)).length;
	const all = (css: string) => stage.querySelectorAll<HTMLElement>(css);
	const write = (css: string, text: string) => {
		for (const place of all(css)) place.textContent = text;
	};
	const turnOn = (name: string, value: string | undefined) => {
		for (const place of all(`[data-${name}]`))
			place.classList.toggle("is-on", place.dataset[name] === value);
	};
	for (const [place, row] of all(".row").entries())
		row.dataset.status = statuses[place];
	turnOn("view", view);
	turnOn("target", target);
	turnOn("says", says);
	turnOn("life", isKilled ? "off" : "on");
	write(".basket", `${frame.basket ?? 0}`);
	write(".count", `${past}/${statuses.length}`);
	write(".state", head);
	write(".pill", says === "skip" ? "You" : "You · held");
	Object.assign(stage.dataset, {
		pointer,
		colour: frame.colour ?? "green",
		express: frame.express ?? "no",
		worker: isKilled ? "off" : "on",
	});
	for (const stop of all(".stop"))
		stop.style.visibility = isKilled || head === "Done" ? "hidden" : "";
	for (const ring of all(".ring"))
		ring.style.setProperty("--part", `${past / statuses.length}`);
}
