// Light or dark: what the system says, until the reader chooses. The choice is kept in this
// browser.

const key = "agent-todos-theme";
type Theme = "light" | "dark";

/** Makes `button` the switch between the two. */
export function setUpTheme(button: HTMLButtonElement): void {
	const system = matchMedia("(prefers-color-scheme: dark)");
	let chosen = saved();
	const current = (): Theme => chosen ?? (system.matches ? "dark" : "light");
	const show = () => {
		// Every colour is written with light-dark(), which follows `color-scheme`.
		document.documentElement.style.colorScheme = chosen ?? "";
		const other = current() === "dark" ? "Light" : "Dark";
		button.setAttribute("aria-label", `${other} colours`);
	};
	button.addEventListener("click", () => {
		chosen = current() === "dark" ? "light" : "dark";
		save(chosen);
		show();
	});
	system.addEventListener("change", show);
	show();
}

/**
 * For a page without the switch: as the reader chose on another one, also while this one is open.
 */
export function followTheme(): void {
	const show = () => {
		document.documentElement.style.colorScheme = saved() ?? "";
	};
	addEventListener("storage", show);
	show();
}

// A browser that keeps nothing for this page throws here; then the choice lasts until the page is
// left.
function saved(): Theme | undefined {
	try {
		const text = localStorage.getItem(key);
		return text === "light" || text === "dark" ? text : undefined;
	} catch {
		return undefined;
	}
}

function save(theme: Theme): void {
	try {
		localStorage.setItem(key, theme);
	} catch {}
}
