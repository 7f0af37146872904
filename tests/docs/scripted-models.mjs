// Models for programs of the pages that name a model of a provider: the programs run as they stand.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { programPatience } from "../../www/browsers/patience.mjs";

/**
 * A model that says what it is asked, one line of JSON each, and answers from a list: with a text,
 * or with a call, `[tool, arguments]`. Where it has `null`, the request fails, and where the list
 * ends, it never answers.
 */
const scripted = `
const answers = JSON.parse(process.env.ANSWERS);
const next = (asked) => {
  process.stdout.write(JSON.stringify(asked) + "\\n");
  if (answers.length === 0) return new Promise(() => setInterval(() => {}, 1000));
  const answer = answers.shift();
  if (answer === null) throw new Error("The connection broke.");
  return answer;
};`;

/** What is loaded before a program, by its host: it stands in the place of the provider. */
export const scriptedModels = {
	"ai-sdk": `${scripted}
import { customProvider } from "ai";
import { MockLanguageModelV4 } from "ai/test";
const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } };
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const answer = await next(prompt.map(({ role, content }) => [role, typeof content === "string" ? content : content.map(({ text = "" }) => text).join("")]));
    return typeof answer === "string"
      ? { content: [{ type: "text", text: answer }], finishReason: { unified: "stop", raw: undefined }, usage, warnings: [] }
      : { content: [{ type: "tool-call", toolCallId: String(prompt.length), toolName: answer[0], input: JSON.stringify(answer[1]) }], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
  },
});
globalThis.AI_SDK_DEFAULT_PROVIDER = customProvider({ languageModels: { "openai/gpt-5": model } });
`,
	"openai-agents": `${scripted}
import { setDefaultModelProvider, setTracingDisabled, Usage } from "@openai/agents";
setTracingDisabled(true);
setDefaultModelProvider({ getModel: () => ({
  async getResponse({ input }) {
    const answer = await next(input.map(({ type, role = type === "function_call" ? "assistant" : "tool", content, output }) => [role, typeof content === "string" ? content : JSON.stringify(content ?? output ?? "")]));
    const output = typeof answer === "string"
      ? [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: answer }] }]
      : [{ type: "function_call", callId: String(input.length), name: answer[0], status: "completed", arguments: JSON.stringify(answer[1]) }];
    return { usage: new Usage(), output };
  },
}) });
`,
	langchain: `${scripted}
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import { deserialize, serialize } from "node:v8";
import { MemorySaver } from "@langchain/langgraph";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "langchain";
export class ChatOpenAI extends BaseChatModel {
  _llmType() { return "scripted"; }
  bindTools() { return this; }
  async _generate(messages) {
    const answer = await next(messages.map((message) => [message.getType(), message.text]));
    const message = typeof answer === "string"
      ? new AIMessage(answer)
      : new AIMessage({ content: "", tool_calls: [{ name: answer[0], args: answer[1], id: String(messages.length), type: "tool_call" }] });
    return { generations: [{ text: message.text, message }] };
  }
}
// The program's own: it keeps the threads in a file.
class FileSaver extends MemorySaver {
  constructor(path) {
    super();
    this.path = path;
    if (existsSync(path)) Object.assign(this, deserialize(readFileSync(path)));
  }
  async put(...step) {
    const config = await super.put(...step);
    this.save();
    return config;
  }
  async putWrites(...writes) {
    await super.putWrites(...writes);
    this.save();
  }
  save() {
    writeFileSync(this.path + ".new", serialize({ storage: this.storage, writes: this.writes }));
    renameSync(this.path + ".new", this.path); // whole or not at all
  }
}
globalThis.checkpointer = new FileSaver("threads");
const hooks = \`export const resolve = (name, context, next) => name === "@langchain/openai" ? { url: \${JSON.stringify(import.meta.url)}, shortCircuit: true } : next(name, context);\`;
register("data:text/javascript," + encodeURIComponent(hooks));
`,
};

/**
 * Runs a program of a page with a list `store`, and a scripted model in the place of the host's.
 * Returns what the model was asked, message by message as `[role, text]`, and the list in the end,
 * as lines of Markdown.
 */
export function runScripted(folder, host, code, answers) {
	const ending = "console.log(store.markdown().trimEnd());";
	const { code: program } = transformSync(`${code}\n${ending}`, {
		loader: "ts",
		format: "esm",
		target: "es2022",
	});
	writeFileSync(join(folder, "program.mjs"), program);
	writeFileSync(join(folder, "model.mjs"), scriptedModels[host]);
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		["--import", "./model.mjs", "program.mjs"],
		{
			cwd: folder,
			env: { ...process.env, ANSWERS: JSON.stringify(answers) },
			encoding: "utf8",
			timeout: programPatience,
		},
	);
	if (status !== 0) throw new Error(stdout + stderr);
	const lines = stdout.trimEnd().split("\n");
	const isAsked = (line) => line.startsWith("[");
	return {
		asked: lines.filter(isAsked).map((line) => JSON.parse(line)),
		list: lines.filter((line) => !isAsked(line)),
	};
}
