import type { PromptMessage, PromptSession } from "agent-todos/prompt-api";

declare const wllama: {
  createChatCompletion(
    options: object,
  ): Promise<{ choices: { message: { content?: string | null } }[] }>;
};

const messages: PromptMessage[] = [];
const add = (input: string | PromptMessage[]) =>
  messages.push(
    ...(typeof input === "string"
      ? [{ role: "user", content: input }]
      : input),
  );
export const session: PromptSession = {
  async prompt(input, { responseConstraint: schema } = {}) {
    add(input);
    const response_format = schema && {
      type: "json_schema",
      json_schema: { name: "answer", schema },
    };
    const { choices } = await wllama.createChatCompletion({
      messages,
      max_tokens: 200,
      response_format,
    });
    const content = choices[0]?.message.content ?? "";
    messages.push({ role: "assistant", content });
    return content;
  },
  async append(input) {
    add(input);
  },
};
