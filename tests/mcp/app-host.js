// The page of a client: the official host of MCP Apps around a client of the server, with the App
// in a frame that may run scripts and nothing else.

import {
	Client,
	StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import {
	AppBridge,
	PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

const mimeTypes = ["text/html;profile=mcp-app"];
const client = new Client(
	{ name: "host", version: "1.0.0" },
	{
		capabilities: {
			extensions: { "io.modelcontextprotocol/ui": { mimeTypes } },
		},
		// Over HTTP a server without sessions knows what a client can do by the newest protocol alone.
		versionNegotiation: { mode: "auto" },
	},
);
let bridge, context;

globalThis.host = {
	async connect(url) {
		await client.connect(new StreamableHTTPClientTransport(new URL(url)));
		return (await client.listTools()).tools;
	},
	/** A call of the model. The App hears of its result. */
	async call(name, args) {
		const result = await globalThis.host.callUnseen(name, args);
		await bridge?.sendToolResult(result);
		return result;
	},
	/** A call of a model elsewhere, of which the App does not hear. */
	callUnseen: (name, args) => client.callTool({ name, arguments: args }),
	async show(uri) {
		const { contents } = await client.readResource({ uri });
		const [{ text, mimeType, _meta }] = contents;
		const frame = document.createElement("iframe");
		frame.sandbox = "allow-scripts";
		frame.style = "width: 100%; height: 600px";
		document.body.append(frame);
		const isReady = new Promise((resolve) => {
			bridge = new AppBridge(
				client,
				{ name: "host", version: "1.0.0" },
				{ serverTools: {}, updateModelContext: {} },
				{ hostContext: { theme: "dark", locale: "en" } },
			);
			bridge.oninitialized = resolve;
		});
		bridge.onupdatemodelcontext = async ({ content }) => {
			context = content[0].text;
			return {};
		};
		bridge.onsizechange = ({ height }) => {
			frame.style.height = `${height}px`;
		};
		await bridge.connect(
			new PostMessageTransport(frame.contentWindow, frame.contentWindow),
		);
		frame.srcdoc = text;
		await isReady;
		return { mimeType, _meta };
	},
	/** What the next request of the model begins with. */
	context: () => context,
	height: () => document.querySelector("iframe").clientHeight,
};
globalThis.result = true;
