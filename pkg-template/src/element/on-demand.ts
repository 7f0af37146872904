// What nobody needs before a person presses something: a file of its own, loaded after what is
// shown.

export { act } from "./actions.js";
export { viewDetails } from "./details.js";
export { drag } from "./drag.js";
export { handleSubmit } from "./forms.js";
export { viewHistory } from "./history.js";
export { viewMenu } from "./menu.js";
export { listenForTips } from "./tooltip.js";
