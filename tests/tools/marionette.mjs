// Firefox's own remote control, Marionette, for Selenium's client: one TCP connection with
// WebDriver's commands under other names. geckodriver translates between the two, but neither
// Debian nor npm has it, and compiling it takes a minute.

import { connect } from "node:net";
import { error, Session, WebElement } from "selenium-webdriver";
import { Driver } from "selenium-webdriver/firefox.js";

/** Marionette's names of Selenium's commands, those that the tests use. */
const names = {
	actions: "WebDriver:PerformActions",
	clearElement: "WebDriver:ElementClear",
	clickElement: "WebDriver:ElementClick",
	executeAsyncScript: "WebDriver:ExecuteAsyncScript",
	executeScript: "WebDriver:ExecuteScript",
	findElement: "WebDriver:FindElement",
	get: "WebDriver:Navigate",
	getCurrentWindowHandle: "WebDriver:GetWindowHandle",
	getWindowHandles: "WebDriver:GetWindowHandles",
	goBack: "WebDriver:Back",
	"install addon": "Addon:Install",
	newWindow: "WebDriver:NewWindow",
	quit: "WebDriver:DeleteSession",
	sendKeysToElement: "WebDriver:ElementSendKeys",
	setContext: "Marionette:SetContext",
	setTimeout: "WebDriver:SetTimeouts",
	switchToWindow: "WebDriver:SwitchToWindow",
};

/** Selenium's client of the Firefox that listens on a port of this machine. */
export async function firefoxClient(port) {
	const socket = connect(port, "127.0.0.1");
	const messages = read(socket);
	// It says first which protocol it speaks.
	await messages.next();
	let id = 0;
	const exchange = async (name, parameters) => {
		const message = JSON.stringify([0, ++id, name, parameters]);
		socket.write(`${Buffer.byteLength(message)}:${message}`);
		const { done, value } = await messages.next();
		if (done) throw new Error(`Firefox ended before it answered ${name}`);
		const [, , failure, result] = value;
		return failure ? error.throwDecodedError(failure) : result;
	};
	// One after the other, as geckodriver does it.
	let last = Promise.resolve();
	const send = (...command) => {
		const answer = last.then(() => exchange(...command));
		last = answer.catch(() => {});
		return answer;
	};
	const { sessionId, capabilities } = await send("WebDriver:NewSession", {});
	return new Driver(new Session(sessionId, capabilities), {
		async execute(command) {
			const { sessionId, id, context, ...parameters } = command.getParameters();
			const name = names[command.getName()];
			if (!name) throw new Error(`add ${command.getName()} to marionette.mjs`);
			// What HTTP has in the address, and what has another name there.
			if (id) parameters.id = WebElement.extractId(id);
			if (context) parameters.value = context;
			const result = await send(name, parameters);
			return result && "value" in result ? result.value : result;
		},
	});
}

/**
 * Returns the messages that come over a connection, each of which begins with its length in bytes.
 */
async function* read(socket) {
	let unread = Buffer.alloc(0);
	for await (const chunk of socket) {
		unread = Buffer.concat([unread, chunk]);
		for (;;) {
			const colon = unread.indexOf(":");
			const end = colon + 1 + Number(unread.subarray(0, colon));
			if (colon < 0 || unread.length < end) break;
			yield JSON.parse(unread.subarray(colon + 1, end));
			unread = unread.subarray(end);
		}
	}
}
