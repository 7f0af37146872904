import {
  existsSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { deserialize, serialize } from "node:v8";
import { MemorySaver } from "@langchain/langgraph";
import { agentTodosMiddleware } from "agent-todos/langchain";
import { createAgent } from "langchain";

class FileSaver extends MemorySaver {
  constructor(readonly path: string) {
    super();
    if (existsSync(path))
      Object.assign(this, deserialize(readFileSync(path)));
  }
  override async put(...step: Parameters<MemorySaver["put"]>) {
    const config = await super.put(...step);
    this.save();
    return config;
  }
  override async putWrites(
    ...writes: Parameters<MemorySaver["putWrites"]>
  ) {
    await super.putWrites(...writes);
    this.save();
  }
  save() {
    writeFileSync(
      `${this.path}.new`,
      serialize({ storage: this.storage, writes: this.writes }),
    );
    renameSync(`${this.path}.new`, this.path); // whole or not at all
  }
}

const agent = createAgent({
  model: "openai:gpt-5",
  middleware: [agentTodosMiddleware()],
  checkpointer: new FileSaver("threads"),
});
const thread = { configurable: { thread_id: "ann" } };
// The next steps, if a call was interrupted.
const { next } = await agent.graph.getState(thread);
const { todos } = await agent.invoke(
  next.length > 0 ? null : { messages: "Buy a kettle" },
  thread,
);
console.log(
  todos.map(({ content, status }) => `${content}: ${status}`).join(", "),
);
