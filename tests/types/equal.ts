// Type-level equality: unlike assignability it tells `any` and `unknown` from everything else, and
// readonly from writable.

export type Equal<A, B> =
	(<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
		? true
		: false;

/** Does not compile unless its argument is `true`. */
export type Expect<T extends true> = T;

// If these stop being errors, the ones that use them prove nothing.
// @ts-expect-error
// biome-ignore lint/suspicious/noExplicitAny: that any equals nothing else is what this shows
export type AnyIsNot = Expect<Equal<any, string>>;
// @ts-expect-error
export type UnknownIsNot = Expect<Equal<unknown, string>>;
// @ts-expect-error
export type ReadonlyIsNot = Expect<Equal<readonly string[], string[]>>;
