"use client";

import { useChat } from "@ai-sdk/react";
import type { TodoDataTypes } from "agent-todos/ai-sdk";
import { AgentTodos } from "agent-todos/react";
import type { UIMessage } from "ai";
import { useState } from "react";

export function Chat() {
  const { messages, sendMessage } =
    useChat<UIMessage<unknown, TodoDataTypes>>();
  const [text, setText] = useState("");
  return (
    <main>
      {messages.map(({ id, parts }) => (
        <article key={id}>
          {parts.map((part, place) => {
            if (part.type === "text") return <p key={place}>{part.text}</p>;
            if (part.type === "data-todos")
              return <AgentTodos key={place} todos={part.data} />;
            return null;
          })}
        </article>
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
