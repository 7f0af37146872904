// What nobody needs before a person presses something: a file of its own, loaded after what is
// shown.

export { act } from "./act/actions.js";
export { drag } from "./act/drag.js";
export { handleSubmit } from "./act/forms.js";
export { handleKeyDown } from "./act/keys.js";
export { listenForTips } from "./act/tooltip.js";
export { viewDetails } from "./view/details.js";
export { viewHistory } from "./view/history.js";
export { viewMenu } from "./view/menu.js";
export {
	describeRemoved,
	viewForm,
	viewInsert,
	viewWhy,
} from "./view/row-forms.js";
