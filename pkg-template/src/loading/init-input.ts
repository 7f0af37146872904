// What `init()` takes, and the names of the platform in the types of the main entry, for programs
// that have no types of the web.

declare global {
	// Each of these is one with the interface of the web or of Node where a program has that.
	interface AbortSignal {}
	interface Response {}
	interface URL {}
	namespace WebAssembly {
		interface Module {}
	}
}

/**
 * The source of the WebAssembly module: an address, a response, bytes, or a compiled module, which
 * can be sent to a worker.
 */
export type InitInput =
	| ArrayBuffer
	| ArrayBufferView
	| WebAssembly.Module
	| Response
	| URL
	| string;
