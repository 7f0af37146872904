"use client";

import { type TodoSource, useTodos } from "agent-todos/react";
import {
  Queue,
  QueueItem,
  QueueItemContent,
  QueueItemIndicator,
  QueueList,
  QueueSection,
  QueueSectionContent,
  QueueSectionLabel,
  QueueSectionTrigger,
} from "@/components/ai-elements/queue";

export function TodoQueue({ list }: { list: TodoSource | undefined }) {
  const todos = useTodos(list);
  const isSettled = ({ status }: (typeof todos)[number]) =>
    status === "done" || status === "skipped";
  const sections = [
    {
      label: "to do",
      completed: false,
      items: todos.filter((todo) => !isSettled(todo)),
    },
    { label: "settled", completed: true, items: todos.filter(isSettled) },
  ];
  return (
    <Queue>
      {sections.map(({ label, completed, items }) => (
        <QueueSection defaultOpen={!completed} key={label}>
          <QueueSectionTrigger>
            <QueueSectionLabel count={items.length} label={label} />
          </QueueSectionTrigger>
          <QueueSectionContent>
            <QueueList>
              {items.map((todo) => (
                <QueueItem key={todo.key}>
                  <div className="flex items-center gap-2">
                    <QueueItemIndicator completed={completed} />
                    <QueueItemContent completed={completed}>
                      {todo.content}
                    </QueueItemContent>
                  </div>
                </QueueItem>
              ))}
            </QueueList>
          </QueueSectionContent>
        </QueueSection>
      ))}
    </Queue>
  );
}
