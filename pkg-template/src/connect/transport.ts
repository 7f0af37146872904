// What carries messages between an owner and its followers, and the one that works between the
// contexts of an origin.

import type { Author } from "../../generated/agent_todos_bg.js";

/** The sender of a message, as far as the transport knows it. */
export interface TransportSender {
	/**
	 * Whether the sender has the owner's origin or belongs to its extension. False for a content
	 * script, which runs in the process of a web page.
	 */
	readonly isTrusted: boolean;
	/** The address of the sender's page. */
	readonly url?: string | undefined;
	/**
	 * The origin of the sender's page, if the browser reports it. The address of a frame may be
	 * `about:srcdoc`.
	 */
	readonly origin?: string | undefined;
	/** The id of the sender's tab. */
	readonly tabId?: number | undefined;
	/** The id of the frame within the tab. */
	readonly frameId?: number | undefined;
	/**
	 * The only author as which the sender may write, where a server decided that: see `overSockets`.
	 */
	readonly author?: Author | undefined;
}

/**
 * Carries texts between an owner and its followers, in the order in which they were sent.
 *
 * @example
 * ```ts
 * import { connect, type Transport, TodoStore } from "agent-todos";
 * import { follow } from "agent-todos/follow";
 *
 * // A transport within one program.
 * const ends = new Set<(text: unknown, reply: (text: string) => void) => void>();
 * const open = (receive: (text: unknown, reply: (text: string) => void) => void) => {
 *   const send = (text: string) => queueMicrotask(() => ends.forEach((end) => end !== receive && end(text, send)));
 *   ends.add(receive);
 *   return { send, close: () => void ends.delete(receive) };
 * };
 * const over: Transport = { serve: (_, receive) => open(receive), join: (_, receive) => open(receive) };
 * const owner = connect(new TodoStore(), { over });
 * const list = await follow({ over });
 * console.log(list.isConnected); // → true
 * await list.stop();
 * await owner.stop();
 * ```
 */
export interface Transport {
	/**
	 * Opens the owner's end. `send` must reach every follower, and `reply` at least the follower that
	 * sent the text. A transport that does not pass a `sender` vouches for all of them.
	 */
	serve(
		channel: string,
		receive: (
			text: unknown,
			reply: (text: string) => void,
			sender?: TransportSender,
		) => void,
	): {
		/**
		 * Sends a text to the other end. Never throws: a text that cannot be sent is lost, as if nobody
		 * were listening.
		 */
		send(text: string): void;
		/** Closes this end. */
		close(): void;
	};
	/**
	 * Opens a follower's end. It calls `onLost` when the owner has become unreachable and joining
	 * again may help.
	 */
	join(
		channel: string,
		receive: (text: unknown) => void,
		onLost: () => void,
	): ReturnType<Transport["serve"]>;
	/**
	 * Calls `onJoin` with the channel that a follower joins, before its first message arrives, so
	 * that `openLists` can serve it. Returns the function that ends this. A transport without it only
	 * reaches lists that are open.
	 */
	listen?: ((onJoin: (channel: string) => void) => () => void) | undefined;
}

/** One end of a connection between an owner and its followers. */
export type TransportEnd = ReturnType<Transport["serve"]>;

/**
 * Returns a transport over `BroadcastChannel`. It reaches every page, worker and service worker of
 * an origin, including those of an extension, but not its content scripts. It does not wake a
 * stopped service worker. Messages never come from another origin.
 *
 * @example
 * ```ts
 * import { connect, overBroadcastChannel, TodoStore } from "agent-todos";
 * import { follow } from "agent-todos/follow";
 *
 * const owner = connect(new TodoStore(), { name: "notes", over: overBroadcastChannel() });
 * const list = await follow({ name: "notes", over: overBroadcastChannel() });
 * console.log(list.isConnected); // → true
 * await list.stop();
 * await owner.stop();
 * ```
 */
export function overBroadcastChannel(): Transport {
	// No context sees the channels of others, so a follower that joins one announces it here.
	const lobby = "agent-todos/joined";
	const open = (
		name: string,
		receive: (text: unknown, reply: (text: string) => void) => void,
	): TransportEnd => {
		const channel = new BroadcastChannel(name);
		const send = (text: string) => {
			try {
				channel.postMessage(text);
			} catch {} // It was closed.
		};
		channel.addEventListener("message", ({ data }: MessageEvent<unknown>) =>
			receive(data, send),
		);
		return { send, close: () => channel.close() };
	};
	return {
		serve: open,
		join(name, receive) {
			const end = open(name, receive);
			const joining = new BroadcastChannel(lobby);
			joining.postMessage(name);
			joining.close();
			return end;
		},
		listen(onJoin) {
			const channel = new BroadcastChannel(lobby);
			channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
				if (typeof data === "string") onJoin(data);
			});
			return () => channel.close();
		},
	};
}
