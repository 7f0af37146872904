// The mailbox of the person who orders. A mail that comes while it is open appears by itself.

import { byId } from "../../src/element";
import { followTheme } from "../../src/theme";
import { latestMail } from "./mail";

followTheme();

function show(): void {
	const mail = latestMail();
	byId("none", HTMLElement).hidden = mail !== undefined;
	byId("mail", HTMLElement).hidden = mail === undefined;
	byId("to", HTMLElement).textContent = mail?.to ?? "";
	byId("code", HTMLElement).textContent = mail?.code ?? "";
}

addEventListener("storage", show);
show();
