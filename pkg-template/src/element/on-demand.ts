// What nobody needs before a person points at the panel: it is loaded then, in a file of its own.

export { viewDetails } from "./details.js";
export { drag } from "./drag.js";
export { viewHistory } from "./history.js";
export { viewMenu } from "./menu.js";
export { listenForTips } from "./tooltip.js";
