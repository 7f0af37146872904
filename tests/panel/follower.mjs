// A page that follows a list: it may not even compile WebAssembly.

import "/package/element.js";
import { follow } from "/package/follow.js";

globalThis.reports = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) =>
	globalThis.reports.push(`${violatedDirective}: ${sample}`),
);
addEventListener("unhandledrejection", ({ reason }) =>
	globalThis.reports.push(String(reason)),
);
globalThis.follower = await follow();
globalThis.element = document.createElement("agent-todos");
globalThis.element.list = globalThis.follower;
document.querySelector("main").append(globalThis.element);
document.documentElement.dataset.ready = "";
