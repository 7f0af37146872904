// Timers by name: what a row shows for a moment after a press, such as Undo, and what takes no
// press for a moment.

/** How long Undo and its kin stay, in milliseconds. */
export const momentMs = 8000;
/** How long a sentence in a row stays, in milliseconds. */
export const sentenceMs = 4000;

/** How much later a moment ends that a person uses. */
const extraMs = 1000;

type Timer = ReturnType<typeof setTimeout>;

export class Timers {
	readonly #timers = new Map<string, Timer>();

	/**
	 * Begins a moment, or begins it again. It does not end while `isInUse` says that the person is at
	 * it.
	 */
	begin(
		name: string,
		ms: number,
		end: () => void,
		isInUse = () => false,
	): void {
		this.cancel(name);
		const expire = () => {
			if (isInUse()) {
				this.#timers.set(
					name,
					setTimeout(() => expire(), extraMs),
				);
				return;
			}
			this.#timers.delete(name);
			end();
		};
		this.#timers.set(
			name,
			setTimeout(() => expire(), ms),
		);
	}

	cancel(name: string): void {
		clearTimeout(this.#timers.get(name));
		this.#timers.delete(name);
	}

	clear(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
		this.#timers.clear();
	}
}
