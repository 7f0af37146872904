// Tells the test's server what happened here. In order, and without anybody having to wait for it.

let last = Promise.resolve();

export function reportTo(address, from) {
	return (what) => {
		const body = JSON.stringify({ ...what, from });
		last = last.then(() =>
			fetch(`${address}report`, { method: "POST", body }).then(() => {}),
		);
		return last;
	};
}

/** Runs something, and reports when it fails. */
export function reporting(report, run) {
	return run(report).catch((error) =>
		report({ failed: `${error?.name}: ${error?.message}\n${error?.stack}` }),
	);
}
