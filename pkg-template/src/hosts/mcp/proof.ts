// The proof that a call comes from the App. The page of the App has a secret, which no tool's
// answer holds, and signs each call with it. A call names the revision that it is about. A call
// that was overheard cannot be sent again, as it has changed the list.

/**
 * A call of the App: the revision that it shows, and what to do there. Without a method, the list
 * is only read.
 */
export type AppCall = readonly [
	revision: number,
	method?: string,
	args?: readonly unknown[],
];

/** Returns the arguments of the App's tool. The call is a text, as that is what is signed. */
export async function sign(
	secret: string,
	call: AppCall,
): Promise<{ readonly call: string; readonly proof: string }> {
	const text = JSON.stringify(call);
	const signed = await crypto.subtle.sign(
		"HMAC",
		await importKey(secret),
		encode(text),
	);
	const bytes = [...new Uint8Array(signed)];
	const proof = bytes.map((byte) => byte.toString(16).padStart(2, "0"));
	return { call: text, proof: proof.join("") };
}

/** Returns whether a text was signed with a secret. */
export async function isSigned(
	secret: string,
	text: string,
	proof: string,
): Promise<boolean> {
	const bytes = (proof.match(/../g) ?? []).map((byte) =>
		Number.parseInt(byte, 16),
	);
	return crypto.subtle.verify(
		"HMAC",
		await importKey(secret),
		Uint8Array.from(bytes),
		encode(text),
	);
}

const encode = (text: string) => new TextEncoder().encode(text);

const importKey = (secret: string) =>
	crypto.subtle.importKey(
		"raw",
		encode(secret),
		{ name: "HMAC", hash: "SHA-256" },
		false,
		["sign", "verify"],
	);
