// Cross-origin resource sharing: what lets a web page or an extension of an allowed origin call,
// and read the answer. https://fetch.spec.whatwg.org/#http-cors-protocol

/** Answers requests. */
type Answer = (request: Request) => Promise<Response>;

/** Returns whether a browser says that a request comes from one of these origins. */
export function isFrom(origins: readonly string[], request: Request): boolean {
	const origin = request.headers.get("Origin");
	return origin !== null && origins.includes(origin);
}

/**
 * Returns `answer` with headers that let pages of these origins read it, refusals included. Answers
 * their preflights, which have no token.
 */
export function shareWith(origins: readonly string[], answer: Answer): Answer {
	return async (request) => {
		if (!isFrom(origins, request)) return answer(request);
		const isPreflight =
			request.method === "OPTIONS" &&
			request.headers.has("Access-Control-Request-Method");
		const { body, status, statusText, headers } = isPreflight
			? answerPreflight(request)
			: await answer(request);
		const response = new Response(body, { status, statusText, headers });
		response.headers.append("Vary", "Origin");
		response.headers.set(
			"Access-Control-Allow-Origin",
			request.headers.get("Origin") as string,
		);
		response.headers.set(
			"Access-Control-Expose-Headers",
			"Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate",
		);
		return response;
	};
}

function answerPreflight(request: Request): Response {
	return new Response(null, {
		status: 204,
		headers: {
			"Access-Control-Allow-Methods": "GET, POST, DELETE",
			// All that the client sends: later versions of the protocol add some, and the origin is
			// trusted.
			"Access-Control-Allow-Headers":
				request.headers.get("Access-Control-Request-Headers") ?? "",
			"Access-Control-Max-Age": "7200",
			Vary: "Access-Control-Request-Headers",
		},
	});
}
