// Imported by the tests that count instructions: needs.mjs has valgrind installed.

import { output } from "../../pkg-template/build/command.mjs";

/** Returns why nothing can be counted, or undefined. */
export const missingValgrind = () =>
	output("valgrind", ["--version"]) === null
		? "valgrind is not installed: sudo apt-get install valgrind, or as your system does it"
		: undefined;
