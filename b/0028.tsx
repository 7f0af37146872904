import { useChat } from "@ai-sdk/react";
import { type Follower, follow, overWebSocket } from "agent-todos/follow";
import { AgentTodos } from "agent-todos/react";
import { DefaultChatTransport } from "ai";
import { useEffect, useState } from "react";

export function Chat({ chat }: { chat: string }) {
  const api = `/chat?chat=${chat}`;
  const [transport] = useState(() => new DefaultChatTransport({ api }));
  const { messages, sendMessage } = useChat({ id: chat, transport });
  const [list, setList] = useState<Follower>();
  const [text, setText] = useState("");
  useEffect(() => {
    const over = overWebSocket(`/live?chat=${chat}`);
    const following = follow({ name: chat, over });
    following.then(setList, console.error);
    return () => void following.then((follower) => follower.stop());
  }, [chat]);
  return (
    <main>
      <AgentTodos list={list} />
      {messages.map(({ id, parts }) => (
        <p key={id}>
          {parts.map((part) => (part.type === "text" ? part.text : ""))}
        </p>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
          setText("");
        }}
      >
        <input
          aria-label="Message"
          onChange={(event) => setText(event.target.value)}
          value={text}
        />
      </form>
    </main>
  );
}
