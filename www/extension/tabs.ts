// The tabs that the agent works in, and where it was there.

/** What is kept with a todo: the tab in which it was worked on, and the page. */
export interface TodoTab {
	readonly tab: number;
	/** Null for a page that the extension may not see. */
	readonly url: string | null;
}

/** Returns what is kept with a todo that is worked on in a tab. Rejects if that is closed. */
export async function readTab(id: number): Promise<TodoTab> {
	const { url = null } = await chrome.tabs.get(id);
	return { tab: id, url };
}

/** Brings a tab to the front. Rejects if it is closed. */
export async function showTab(id: number): Promise<void> {
	const tab = await chrome.tabs.update(id, { active: true });
	if (tab) await chrome.windows.update(tab.windowId, { focused: true });
}
