// The kinds of endpoints that a model can be at.

/** The kinds of endpoints, each with the address of its best-known one. */
export const endpoints = {
	openai: "https://api.openai.com/v1",
	anthropic: "https://api.anthropic.com/v1",
} as const;
export type EndpointKind = keyof typeof endpoints;
