export class PlainList {
	todos: { text: string; status: "todo" | "done" }[] = [];

	add(...texts: string[]) {
		for (const text of texts) this.todos.push({ text, status: "todo" });
	}
	complete(id: number) {
		const todo = this.todos[id - 1];
		if (todo) todo.status = "done";
	}
	remove(id: number) {
		this.todos.splice(id - 1, 1);
	}
	replace(...texts: string[]) {
		this.todos = [];
		this.add(...texts);
	}
	move(from: number, to: number) {
		this.todos.splice(to - 1, 0, ...this.todos.splice(from - 1, 1));
	}
	reminder() {
		const todos = this.todos.map(
			({ text, status }, at) =>
				`<todo id="${at + 1}" status="${status}">${text}</todo>`,
		);
		return `<browser-state>TODO list updated. Current state:\n<todos>${todos.join("")}</todos></browser-state>`;
	}
}
