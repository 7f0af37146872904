// Waiting that an abort ends at once.

/**
 * Resolves after so many milliseconds; rejects with the signal's reason when that is aborted first.
 */
export function sleep(
	milliseconds: number,
	signal: AbortSignal,
): Promise<void> {
	return untilAborted(signal, (resolve) => {
		const timer = setTimeout(resolve, milliseconds);
		return () => clearTimeout(timer);
	});
}

/**
 * Resolves when `begin` calls its `resolve`; what it returns is run when that happens or the signal
 * is aborted.
 */
export function untilAborted(
	signal: AbortSignal,
	begin: (resolve: () => void) => () => void,
): Promise<void> {
	return new Promise((resolve, reject) => {
		signal.throwIfAborted();
		const aborted = () => {
			stop();
			reject(signal.reason);
		};
		const stop = begin(() => {
			signal.removeEventListener("abort", aborted);
			stop();
			resolve();
		});
		signal.addEventListener("abort", aborted, { once: true });
	});
}
