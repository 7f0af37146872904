// In a file of its own, as the command line needs it before it knows whether the SDK is installed.

/** Returns the address of the list as a resource. */
export const makeUri = (name: string) => `todos://${encodeURIComponent(name)}`;
