// What carries messages between an owner and its followers, and the one that works between the contexts of an origin.

/** One end of it. */
export interface TransportEnd {
	/** Never throws: what cannot be sent is lost, as it is when nobody is there. */
	send(text: string): void;
	close(): void;
}

/** Who sent a message, as far as the transport knows. */
export interface TransportSender {
	/** Whether it is of the owner's own origin or extension. A content script is not: it runs in the process of its page. */
	readonly isTrusted: boolean;
	/** The address of its page. */
	readonly url?: string | undefined;
	/** The origin of its page, where the browser says it: the address of a frame may be `about:srcdoc`. */
	readonly origin?: string | undefined;
	/** The tab and the frame that it is in. */
	readonly tabId?: number | undefined;
	readonly frameId?: number | undefined;
}

/** What carries messages between an owner and its followers: texts, in the order in which they were sent. */
export interface Transport {
	/**
	 * The owner's end: `send` reaches every follower, `reply` at least the one that was heard. A transport that says nothing of a sender
	 * vouches for it.
	 */
	serve(
		channel: string,
		hear: (
			text: unknown,
			reply: (text: string) => void,
			sender?: TransportSender,
		) => void,
	): TransportEnd;
	/** A follower's end. `lost` says that the owner cannot be reached any more and that joining again may help. */
	join(
		channel: string,
		hear: (text: unknown) => void,
		lost: () => void,
	): TransportEnd;
}

/**
 * Over a BroadcastChannel, which reaches every page, worker and service worker of an origin (an extension's too, but for its
 * content scripts). It wakes no service worker. It is of one origin by itself, so no other can be heard.
 */
export function overBroadcastChannel(): Transport {
	const open = (
		name: string,
		hear: (text: unknown, reply: (text: string) => void) => void,
	): TransportEnd => {
		const channel = new BroadcastChannel(name);
		const send = (text: string) => {
			try {
				channel.postMessage(text);
			} catch {} // It was closed.
		};
		channel.addEventListener("message", ({ data }: MessageEvent<unknown>) =>
			hear(data, send),
		);
		return { send, close: () => channel.close() };
	};
	return { serve: open, join: open };
}
