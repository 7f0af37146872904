import { createServer } from "node:http";
import { Conversation, openLists, overSockets } from "agent-todos";
import { todoPrepareStep, todoTools } from "agent-todos/ai-sdk";
import { fileStorage } from "agent-todos/storage/file";
import {
  convertToModelMessages,
  isStepCount,
  streamText,
  type UIMessage,
} from "ai";
import { WebSocketServer } from "ws";
import { model } from "./model.ts";

/** Replace it: who sent the request, and whose chat is it? */
function readAccess(url = "/", _cookie?: string) {
  const chat = new URL(url, "http://localhost").searchParams.get("chat");
  return chat ? { chat, mayWrite: true } : undefined;
}

const sockets = overSockets();
const storage = fileStorage("lists");
const conversations = new Map<string, Conversation>();
const lists = openLists({
  over: sockets,
  open: (name) => ({
    storage,
    opened({ store, persistence }) {
      const { conversation: saved } = persistence.saved;
      const conversation = saved
        ? Conversation.fromCheckpoint(store, saved)
        : new Conversation(store, { dialect: "update_plan" });
      persistence.keep({ conversation });
      conversations.set(name, conversation);
    },
  }),
});

/** Answers a request of `useChat`. */
async function answer(chat: string, messages: UIMessage[]) {
  const owner = lists.get(chat);
  await owner.open();
  const conversation = conversations.get(chat);
  if (!conversation) throw new Error(`chat ${chat} is closed`);
  owner.conversation = conversation; // for the panel
  const result = streamText({
    model,
    messages: await convertToModelMessages(messages),
    tools: todoTools(conversation),
    prepareStep: todoPrepareStep(conversation),
    stopWhen: isStepCount(20),
  });
  return result.toUIMessageStreamResponse();
}

const server = createServer(async (request, response) => {
  const access = readAccess(request.url, request.headers.cookie);
  if (!access?.mayWrite) return response.writeHead(403).end();
  let body = "";
  for await (const piece of request) body += piece;
  const answered = await answer(access.chat, JSON.parse(body).messages);
  for await (const piece of answered.body ?? []) response.write(piece);
  response.end();
});

const connections = new WebSocketServer({ server, path: "/live" });
connections.on("connection", (socket, { url, headers }) => {
  const access = readAccess(url, headers.cookie);
  if (!access) return socket.close();
  const as = access.mayWrite ? "user" : undefined;
  sockets.accept(socket, { name: access.chat, as });
});
server.listen(3000);
