// Values that no argument should be, for every test that passes them: by name, what makes each.
// They run in Node and in browsers.

/** What a value itself throws, which is not an error of the package. */
export const thrown = new Error("thrown by the value");
export const fail = () => {
	throw thrown;
};

export const megabytes = (count) => "x".repeat(count * 2 ** 20);

export const cyclic = () => {
	const value = { content: "a" };
	value.todos = [value];
	return value;
};

const cyclicArray = () => {
	const value = ["a"];
	value.push(value);
	return value;
};

const deep = () => {
	let value = "a";
	for (let n = 0; n < 3000; n++) value = [value];
	return value;
};

export const revoked = (target) => {
	const { proxy, revoke } = Proxy.revocable(target, {});
	revoke();
	return proxy;
};

export const throwingItem = () =>
	Object.defineProperty(["a", "b"], 1, { enumerable: true, get: fail });

export const throwingProxy = (target) =>
	new Proxy(target, {
		get: fail,
		ownKeys: fail,
		has: fail,
		getOwnPropertyDescriptor: fail,
	});

const numbers = [0, -1, 1.5, NaN, Infinity, 2 ** 53, -(2 ** 63)];

export const hostileValues = {
	undefined: () => undefined,
	null: () => null,
	true: () => true,
	...Object.fromEntries(numbers.map((number) => [`${number}`, () => number])),
	"1n": () => 1n,
	"a symbol": () => Symbol("s"),
	"an empty text": () => "",
	"a text": () => "text",
	"the text of a number": () => "1",
	"a megabyte of text": () => megabytes(1),
	"half a character, and an invisible one": () => "\ud800\u{e0041}",
	"an empty list": () => [],
	"a list of a number and a text": () => [1, "a"],
	"a list of a text and an object": () => ["a", { content: "a" }],
	"a list of a text and a symbol": () => ["a", Symbol("a")],
	"a list of undefined": () => [undefined],
	"a list of a boxed text": () => [new String("a")],
	"a list in itself": cyclicArray,
	"a list 3,000 deep": deep,
	"a list whose item throws": throwingItem,
	"an object like a list": () => ({ length: 1, 0: "a" }),
	"an array of bytes": () => new Uint8Array(8),
	"an empty object": () => ({}),
	"an object without a prototype": () => Object.create(null),
	"an object in itself": cyclic,
	"an object that is a number": () => ({ valueOf: () => 1 }),
	"a boxed number": () => new Number(1),
	"an object whose toJSON throws": () => ({ toJSON: fail }),
	"a function": () => () => {},
	"a function whose toString throws": () =>
		Object.assign(() => {}, { toString: fail }),
	"a date": () => new Date(0),
	"an invalid date": () => new Date(NaN),
	"a promise": () => Promise.resolve(3),
	"a list that throws": () => throwingProxy(["a"]),
	"an object that throws": () => throwingProxy({}),
	"a revoked list": () => revoked([1]),
	"a revoked object": () => revoked({}),
	"a revoked function": () => revoked(() => {}),
};

/** For what refuses a list by its length or at its first item: others would take hours. */
export const longestList = () => new Array(2 ** 32 - 1);
