"use client";

import { type TodoSource, useTodos } from "agent-todos/react";
import {
  Plan,
  PlanContent,
  PlanHeader,
  PlanTitle,
  PlanTrigger,
} from "@/components/ai-elements/plan";

export function TodoPlan({
  list,
  isWriting = false,
}: {
  list: TodoSource | undefined;
  isWriting?: boolean;
}) {
  const todos = useTodos(list);
  return (
    <Plan defaultOpen isStreaming={isWriting}>
      <PlanHeader>
        <PlanTitle>{`${todos.length} steps`}</PlanTitle>
        <PlanTrigger />
      </PlanHeader>
      <PlanContent>
        <ol>
          {todos.map(({ key, content }) => (
            <li key={key}>{content}</li>
          ))}
        </ol>
      </PlanContent>
    </Plan>
  );
}
