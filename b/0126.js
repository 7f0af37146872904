const { TextDecoder, TextEncoder } = await import("node:util");
Object.assign(globalThis, { TextDecoder, TextEncoder });
