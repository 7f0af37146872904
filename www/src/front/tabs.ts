// Tabs: the arrow keys go from one to the next, and each shows the part of the page that it
// controls. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/

/** Makes the tabs of `list` work. `show` hears which tab is open. */
export function setUpTabs(
	list: HTMLElement,
	show: (tab: HTMLElement) => void = () => {},
): void {
	const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
	const open = (chosen: HTMLElement) => {
		for (const tab of tabs) {
			const isChosen = tab === chosen;
			tab.setAttribute("aria-selected", `${isChosen}`);
			tab.tabIndex = isChosen ? 0 : -1;
			document
				.getElementById(tab.getAttribute("aria-controls") ?? "")
				?.classList.toggle("is-on", isChosen);
		}
		show(chosen);
	};
	for (const tab of tabs) tab.addEventListener("click", () => open(tab));
	list.addEventListener("keydown", (event) => {
		const step = stepOf(event.key);
		if (step === 0) return;
		event.preventDefault();
		const now = tabs.findIndex((tab) => tab.matches(":focus"));
		const next = tabs[(now + step + tabs.length) % tabs.length];
		if (next === undefined) return;
		open(next);
		next.focus();
	});
}

function stepOf(key: string): -1 | 0 | 1 {
	if (key === "ArrowRight" || key === "ArrowDown") return 1;
	if (key === "ArrowLeft" || key === "ArrowUp") return -1;
	return 0;
}
