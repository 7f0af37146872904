/** Returns a unique name: 96 random bits. (`crypto.randomUUID` is not in pages without TLS.) */
export const makeUniqueName = () =>
	Array.from(crypto.getRandomValues(new Uint32Array(3)), (bits) =>
		bits.toString(36),
	).join("");
