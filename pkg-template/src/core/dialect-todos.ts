// The todos in the form of each dialect's original tool, as `conversation.todos()` returns them.

/** The statuses of most tools. */
type Progress = "pending" | "in_progress" | "completed";

/**
 * The todos of each dialect, in the form of the original tool. Ids are those that its calls,
 * answers and reminders have.
 */
export interface DialectTodos {
	todo_manager: {
		id: number;
		content: string;
		status: "todo" | "doing" | "done" | "skipped";
	};
	merge: { id: string; content: string; status: Progress | "cancelled" };
	xml_call: {
		id: string;
		content: string;
		status: Progress | "cancelled";
		priority: "low" | "medium" | "high";
	};
	TodoWrite: { content: string; status: Progress; activeForm: string };
	update_plan: { step: string; status: Progress };
	/** A todo has an id if the model gave it one. */
	write_todos: {
		id?: string;
		description: string;
		status: Progress | "cancelled" | "blocked";
	};
	langchain: { content: string; status: Progress };
	manage_todo_list: {
		id: number;
		title: string;
		description?: string;
		status: "not-started" | "in-progress" | "completed";
	};
	/** The tool itself takes Markdown. */
	update_todo_list: { content: string; status: Progress };
	todo_write: { id: string; content: string; status: Progress | "cancelled" };
	Task: {
		id: string;
		subject: string;
		owner?: string;
		activeForm?: string;
		description: string;
		status: Progress;
		blocks: string[];
		blockedBy: string[];
	};
	task_write: {
		id: string;
		content: string;
		status: Progress;
		activeForm: string;
	};
	todowrite: {
		content: string;
		status: Progress | "cancelled";
		priority: "low" | "medium" | "high";
	};
	qwen: {
		id: string;
		content: string;
		status: Progress;
		blockedBy?: string[];
	};
	/** A todo has an id if the model gave it one. */
	task_tracker: {
		id?: string;
		title: string;
		notes?: string;
		status: "todo" | "in_progress" | "done";
	};
	SetTodoList: { title: string; status: "pending" | "in_progress" | "done" };
	kiro: { id: string; task_description: string; completed: boolean };
	todos: { content: string; status: Progress; active_form: string };
	/** The tool itself takes Markdown. */
	goose: { content: string; status: Progress };
	snapshot: string;
	zed: {
		content: string;
		status: Progress;
		priority: "low" | "medium" | "high";
	};
	chrome_plan: string;
}
