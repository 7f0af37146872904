// What nobody needs before a person presses something: a file of its own, loaded after what is
// shown.

export { act } from "./act/actions.js";
export { noteDeed } from "./act/answer.js";
export { handlePointerDown } from "./act/drag-row.js";
export { handleSubmit } from "./act/forms.js";
export { handleKeyDown } from "./act/keys.js";
export { listenForTips } from "./act/tooltip.js";
export { pressedStyle } from "./dom/pressed.js";
export { pressedEnglish } from "./pressed-labels.js";
export { viewDetails } from "./view/details.js";
export { viewHistory } from "./view/history.js";
export { viewMenu } from "./view/menu.js";
export {
	describeRemoved,
	viewForm,
	viewInsert,
	viewWhy,
} from "./view/row-forms.js";
