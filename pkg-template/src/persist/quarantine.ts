// Texts that could not be read at the start, stored next to the list under other names.

import type { TodoStorage } from "../storage/contract.js";
import { revise } from "../storage/revise.js";

const makeQuarantineName = (name: string, number: number) =>
	`${name}.unreadable-${number}`;

const isFree = (there: string | null) => there === null || there === "";

/** Stores a text under the first name that is free or has the same text. */
export async function quarantine(
	storage: TodoStorage,
	name: string,
	text: string,
	timeout: number,
): Promise<void> {
	for (let number = 1, isStored = false; !isStored; number++)
		isStored = await revise(
			storage,
			makeQuarantineName(name, number),
			(there) =>
				isFree(there) ? { result: true, text } : { result: there === text },
			timeout,
		);
}

/** Overwrites each of them with nothing. */
export async function clearQuarantine(
	storage: TodoStorage,
	name: string,
	timeout: number,
): Promise<void> {
	for (let number = 1, isThere = true; isThere; number++)
		isThere = await revise(
			storage,
			makeQuarantineName(name, number),
			(there) =>
				isFree(there) ? { result: there !== null } : { result: true, text: "" },
			timeout,
		);
}
