// The style of what only a press shows.

/** pressed.css, minified; written in by the build. */
declare const PRESSED_STYLE: string;

export const pressedStyle = PRESSED_STYLE;
