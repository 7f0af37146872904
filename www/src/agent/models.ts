// The models of the AI SDK that a reader can choose, by what they are reached with.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import type { EndpointKind } from "./endpoints";
import { SdkModel } from "./sdk-model";

export interface Endpoint {
	readonly kind: EndpointKind;
	/** Without the last part: "https://api.openai.com/v1". */
	readonly url: string;
	readonly key: string;
	readonly model: string;
}

export const modelAt = (endpoint: Endpoint): SdkModel =>
	new SdkModel(languageModelAt(endpoint));

function languageModelAt({ kind, url, key, model }: Endpoint) {
	const baseURL = url.replace(/\/+$/, "");
	switch (kind) {
		case "openai":
			return createOpenAICompatible({
				name: "endpoint",
				baseURL,
				supportsStructuredOutputs: true,
				// A server on one's own machine has no key.
				...(key !== "" && { apiKey: key }),
			})(model);
		case "anthropic":
			return wrapLanguageModel({
				model: createAnthropic({
					baseURL,
					apiKey: key,
					// How this API lets a page of the reader's own use it.
					headers: { "anthropic-dangerous-direct-browser-access": "true" },
				})(model),
				// This API wants it said, and the provider knows it of its own models alone.
				middleware: defaultSettingsMiddleware({
					settings: { maxOutputTokens: 4096 },
				}),
			});
	}
}
