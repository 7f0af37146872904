// A follower in a page whose connection to its owner is cut by the test.

/**
 * Begins to listen in a page for the loss of its follower's connection. Returns the function that
 * waits for it: a call that the page makes before it hears of the loss is rejected with
 * `no_answer`. `find` returns the follower there.
 */
export async function listenForLoss(page, find = () => globalThis.list) {
	// `evaluate` would wait for a promise that the script ends with.
	await page.evaluate(`
		const follower = (${find})();
		globalThis.lost = new Promise((resolve) =>
			follower.agent.subscribe(() => follower.isConnected || resolve()),
		);
		undefined;`);
	return () => page.evaluate("globalThis.lost");
}
