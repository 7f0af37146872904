import { init, TodoStore } from "agent-todos";
import { AgentTodos } from "agent-todos/react";
import { createRoot } from "react-dom/client";

const root = createRoot(document.body);
void init().then(() => root.render(<AgentTodos list={new TodoStore()} />));
