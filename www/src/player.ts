// Plays recorded turns one after the other: by the clock, or one at a time. Knows nothing of what a
// turn does.

export type PlayerState = "paused" | "playing" | "finished";

/** How long a turn is left on the screen, in milliseconds: about what reading it takes. */
const turnPauseMs = 2400;

export class Player<T> {
	/** How many turns have been performed. */
	position = 0;
	#isPlaying = false;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** Turns are performed strictly one after the other, however fast somebody presses Step. */
	#last: Promise<void> = Promise.resolve();

	/**
	 * `perform` carries out a turn, numbered from 1, and deals with its own errors; `onChange` hears
	 * of every change of `position` and `state`.
	 */
	constructor(
		readonly turns: readonly T[],
		private readonly perform: (turn: T, number: number) => void | Promise<void>,
		private readonly onChange: () => void,
	) {}

	get state(): PlayerState {
		if (this.position >= this.turns.length) return "finished";
		return this.#isPlaying ? "playing" : "paused";
	}

	play(): void {
		if (this.#isPlaying || this.state === "finished") return;
		this.#isPlaying = true;
		this.onChange();
		void this.#advance();
	}

	pause(): void {
		this.#isPlaying = false;
		clearTimeout(this.#timer);
		this.onChange();
	}

	toggle(): void {
		if (this.#isPlaying) this.pause();
		else this.play();
	}

	/** Performs the next turn and stays there. */
	step(): Promise<void> {
		this.pause();
		return this.#advance();
	}

	/** Back to before the first turn. Undoing what the turns did is the caller's business. */
	rewind(): void {
		this.position = 0;
		this.pause();
	}

	#advance(): Promise<void> {
		this.#last = this.#last.then(async () => {
			const turn = this.turns[this.position];
			if (turn === undefined) return;
			this.position += 1;
			await this.perform(turn, this.position);
			if (this.state === "finished") this.#isPlaying = false;
			clearTimeout(this.#timer);
			if (this.#isPlaying)
				this.#timer = setTimeout(() => void this.#advance(), turnPauseMs);
			this.onChange();
		});
		return this.#last;
	}
}
