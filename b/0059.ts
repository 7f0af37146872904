import {
  type AgentContext,
  type CreateElicitationRequest,
  methods,
} from "@agentclientprotocol/sdk";
import type { TodoStore } from "agent-todos";
import { resumeTodos, todoInterrupts } from "agent-todos/ag-ui";

/** Asks the person about each todo that waits, and writes their answers. */
export async function askPerson(
  client: AgentContext,
  sessionId: string,
  store: TodoStore,
) {
  for (const {
    id,
    message,
    responseSchema: requestedSchema,
  } of todoInterrupts(store)) {
    const form: CreateElicitationRequest = {
      sessionId,
      mode: "form",
      message,
      requestedSchema,
    };
    const reply = await client.request(
      methods.client.elicitation.create,
      form,
    );
    const status = reply.action === "accept" ? "resolved" : "cancelled";
    const payload = "content" in reply ? reply.content : undefined;
    resumeTodos(store.as("user"), [{ interruptId: id, status, payload }]);
  }
}
