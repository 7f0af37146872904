import type { CallModelInputFilter } from "@openai/agents";
import { Conversation, TodoStore } from "agent-todos";

const conversation = new Conversation(new TodoStore());
export const callModelInputFilter: CallModelInputFilter = ({
  modelData,
}) => {
  const content = conversation.reminder();
  if (content !== undefined)
    modelData.input.push({ role: "user", content });
  return modelData;
};
