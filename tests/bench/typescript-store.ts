// What agent-todos is measured against: the original agent's store and tool in TypeScript, line by
// line, with what the original leaves to the reader filled in as the page that uses it needs it:
//   - text and attributes are escaped in getXml();
//   - zod 4 checks what comes in, by the original's TodoSchema and TodoInputSchema; the caller
//     passes `z`;
//   - the action enum has both spellings of the original, that of its schema and that of its
//     switch;
//   - skip takes exactly one of `ids`, as the original's note says;
//   - abort() and reset(), which the original only describes;
//   - skip() and replaceAll(), which nothing here calls, are left out;
//   - a second tool, TodoWrite: its call contains the whole list with statuses, and its reminder
//     uses the tool's words for them;
//   - the tool gives its answer and its reminder back, with the list, instead of writing into an
//     agent, and is not `async`, which spares it a promise per call.
// It has no cap, no keys, no history, no frozen snapshots, no notes, and a write that fails
// half-way stays half done: it does less than agent-todos. That is how the original is.

type Zod = typeof import("zod").z;

export interface SeedTodo {
	id: number;
	content: string;
	status: "todo" | "doing" | "done" | "skipped";
	activeForm?: string;
}

/** What a tool calls each status. */
type Words = Record<SeedTodo["status"], string>;

const ownWords: Words = {
	todo: "todo",
	doing: "doing",
	done: "done",
	skipped: "skipped",
};

export function makeTypeScript(z: Zod) {
	const TodoSchema = z.object({
		id: z.number().int().positive(),
		content: z.string(),
		status: z.enum(["todo", "doing", "done", "skipped"]),
	});
	const { id: IdSchema, content: ContentSchema } = TodoSchema.shape;
	const IdsSchema = z.array(IdSchema);
	const ContentsSchema = z.array(ContentSchema);

	const TodoInputSchema = z.object({
		action: z.enum([
			"list",
			"add_multiple",
			"complete_multiple",
			"skip",
			"replace_all",
			"list_todos",
			"add_multiple_todos",
			"complete_multiple_todos",
			"skip_todo",
			"replace_all_todos",
		]),
		todos: z.array(z.object({ content: z.string() })).optional(),
		ids: z.array(z.number().int()).optional(),
	});

	class SeedStore {
		private todos: SeedTodo[] = [];

		getAll(): SeedTodo[] {
			return this.todos;
		}

		addMultiple(newTodos: string[]): void {
			ContentsSchema.parse(newTodos);
			this.append(newTodos);
		}

		completeMultiple(ids: number[]): void {
			IdsSchema.parse(ids);
			this.markDone(ids);
		}

		markDoing(id: number): void {
			IdSchema.parse(id);
			if (this.todos.some((t) => t.status === "doing"))
				throw new Error("One doing only");
			const t = this.todos.find((t) => t.id === id);
			if (t) t.status = "doing";
		}

		getCurrentDoing(): SeedTodo | null {
			return this.todos.find((t) => t.status === "doing") || null;
		}

		abort(): void {
			const doing = this.getCurrentDoing();
			if (doing) doing.status = "todo";
		}

		reset(): void {
			this.todos = [];
		}

		getXml(words: Words = ownWords): string {
			return `<todos>${this.todos.map((t) => `<todo id="${t.id}" status="${words[t.status]}">${escapeXml(t.content)}</todo>`).join("")}</todos>`;
		}

		/** Not in the original: what a host would write to keep the list. */
		checkpoint(): string {
			return JSON.stringify(this.todos);
		}

		// The tool's input is checked by TodoInputSchema already: these two do not check it a second
		// time.

		append(newTodos: string[]): void {
			const startId = this.todos.length + 1;
			newTodos.forEach((content, i) => {
				this.todos.push({ id: startId + i, content, status: "todo" });
			});
		}

		markDone(ids: number[]): void {
			ids.forEach((id) => {
				const t = this.todos.find((t) => t.id === id);
				if (t) t.status = "done";
			});
		}

		replace(newTodos: string[]): void {
			this.todos = [];
			this.append(newTodos);
		}

		write(todos: SeedTodo[]): void {
			this.todos = todos;
		}

		drop(id: number): void {
			this.todos = this.todos.filter((t) => t.id !== id);
			this.todos.forEach((t, i) => {
				t.id = i + 1;
			});
		}
	}

	const reminderOf = (store: SeedStore, words?: Words) =>
		`<browser-state>TODO list updated. Current state:\n${store.getXml(words)}</browser-state>`;

	/** the original's `func`, from the model's JSON text to all that an agent needs of the answer. */
	function callTool(store: SeedStore, json: string) {
		let reminder: string | undefined;
		const text = answer();
		return { text, reminder, todos: store.getAll() };

		function answer(): string {
			try {
				const args = TodoInputSchema.parse(JSON.parse(json));
				let resultMessage = "Success";
				switch (args.action) {
					case "list":
					case "list_todos":
						return JSON.stringify({ ok: true, output: store.getXml() });

					case "add_multiple":
					case "add_multiple_todos":
						if (!args.todos || args.todos.length === 0)
							throw new Error("Todos required");
						store.append(args.todos.map((t) => t.content));
						resultMessage = `Added ${args.todos.length} TODOs`;
						break;

					case "complete_multiple":
					case "complete_multiple_todos":
						if (!args.ids || args.ids.length === 0)
							throw new Error("IDs required");
						store.markDone(args.ids);
						resultMessage = `Completed TODOs: ${args.ids.join(", ")}`;
						break;

					case "skip":
					case "skip_todo":
						if (args.ids?.[0] === undefined || args.ids.length !== 1)
							throw new Error("ID required");
						store.drop(args.ids[0]);
						resultMessage = `Skipped TODO: ${args.ids[0]}`;
						break;

					case "replace_all":
					case "replace_all_todos":
						if (!args.todos) throw new Error("Todos required");
						store.replace(args.todos.map((t) => t.content));
						resultMessage = `Replaced all TODOs with ${args.todos.length} new items`;
						break;
				}
				reminder = reminderOf(store);
				return JSON.stringify({ ok: true, output: resultMessage });
			} catch (error) {
				return JSON.stringify({ ok: false, error: (error as Error).message });
			}
		}
	}

	const TodoWriteSchema = z.object({
		todos: z.array(
			z.object({
				content: z.string(),
				status: z.enum(["pending", "in_progress", "completed"]),
				activeForm: z.string(),
			}),
		),
	});
	const statuses = {
		pending: "todo",
		in_progress: "doing",
		completed: "done",
	} as const;
	const todoWriteWords: Words = {
		todo: "pending",
		doing: "in_progress",
		done: "completed",
		skipped: "cancelled",
	};

	/** As callTool, for a tool that is sent the whole list. */
	function callTodoWrite(store: SeedStore, json: string) {
		try {
			const args = TodoWriteSchema.parse(JSON.parse(json));
			store.write(
				args.todos.map(({ content, status, activeForm }, i) => ({
					id: i + 1,
					content,
					status: statuses[status],
					activeForm,
				})),
			);
			const text = `Saved ${args.todos.length} todos`;
			const reminder = reminderOf(store, todoWriteWords);
			return { text, reminder, todos: store.getAll() };
		} catch (error) {
			const text = (error as Error).message;
			return { text, reminder: undefined, todos: store.getAll() };
		}
	}

	return { SeedStore, callTool, callTodoWrite };
}

const entities: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
};

function escapeXml(text: string): string {
	return text.replace(
		/[&<>]/g,
		(character) => entities[character] ?? character,
	);
}
