"use client";

import type { Todo } from "agent-todos";
import { type TodoSource, useTodos } from "agent-todos/react";
import {
	CheckIcon,
	CircleHelpIcon,
	CircleIcon,
	LoaderCircleIcon,
	type LucideIcon,
	MinusIcon,
} from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils";

export type TodoListProps = Omit<ComponentProps<"section">, "onToggle"> & {
	/** A `TodoStore` or what `follow()` returns; undefined while it is being opened. */
	list: TodoSource | undefined;
	title?: string;
	/** Called when the person presses the mark of a todo. Without it, the marks are no buttons. */
	onToggle?: ((todo: Readonly<Todo>) => void) | undefined;
	/** Called when the person skips an open todo. Without it, there is no such button. */
	onSkip?: ((todo: Readonly<Todo>) => void) | undefined;
};

/** Returns the todos of a list, as they change. */
export function TodoList({
	list,
	title = "Todos",
	onToggle,
	onSkip,
	className,
	...props
}: TodoListProps) {
	const todos = useTodos(list);
	const settled = todos.filter(isSettled).length;
	return (
		<section
			className={cn(
				"rounded-xl border bg-card text-card-foreground text-sm shadow-xs",
				className,
			)}
			{...props}
		>
			<header className="flex items-center justify-between border-b px-4 py-2.5">
				<h3 className="font-medium">{title}</h3>
				<span className="text-muted-foreground text-xs tabular-nums">
					{settled} of {todos.length}
				</span>
			</header>
			<ul className="p-1.5">
				{todos.map((todo) => (
					<TodoItem
						key={todo.key}
						onSkip={onSkip}
						onToggle={onToggle}
						todo={todo}
					/>
				))}
			</ul>
		</section>
	);
}

export type TodoItemProps = Pick<TodoListProps, "onToggle" | "onSkip"> & {
	todo: Readonly<Todo>;
};

export function TodoItem({ todo, onToggle, onSkip }: TodoItemProps) {
	const state = stateOf(todo);
	const { icon: Icon, label, color } = looks[state];
	const mark = (
		<Icon
			aria-label={label}
			className={cn(
				"mt-0.5 size-4 shrink-0",
				color,
				state === "doing" && "animate-spin motion-reduce:animate-none",
			)}
		/>
	);
	const note = todo.question ?? todo.reason ?? todo.evidence;
	return (
		<li
			className={cn(
				"group flex items-start gap-2.5 rounded-md px-2.5 py-1.5",
				state === "doing" && "bg-accent font-medium text-accent-foreground",
			)}
			data-state={state}
		>
			{onToggle ? (
				<button
					className="cursor-pointer rounded-full"
					onClick={() => onToggle(todo)}
					type="button"
				>
					{mark}
				</button>
			) : (
				mark
			)}
			<span className="min-w-0 flex-1">
				<span
					className={cn(
						isSettled(todo) && "text-muted-foreground",
						state === "skipped" && "line-through",
					)}
				>
					{state === "doing" ? (todo.activeForm ?? todo.content) : todo.content}
				</span>
				{note && (
					<span className="block text-muted-foreground text-xs">{note}</span>
				)}
			</span>
			{onSkip && !isSettled(todo) && (
				<button
					aria-label={`Skip: ${todo.content}`}
					className="cursor-pointer text-muted-foreground text-xs opacity-0 hover:text-foreground focus-visible:opacity-100 group-hover:opacity-100"
					onClick={() => onSkip(todo)}
					type="button"
				>
					Skip
				</button>
			)}
		</li>
	);
}

type State = "todo" | "doing" | "done" | "skipped" | "waiting";

const looks: Record<State, { icon: LucideIcon; label: string; color: string }> =
	{
		todo: { icon: CircleIcon, label: "To do", color: "text-muted-foreground" },
		doing: {
			icon: LoaderCircleIcon,
			label: "In progress",
			color: "text-primary",
		},
		done: { icon: CheckIcon, label: "Done", color: "text-primary" },
		skipped: {
			icon: MinusIcon,
			label: "Skipped",
			color: "text-muted-foreground",
		},
		waiting: {
			icon: CircleHelpIcon,
			label: "Waits for you",
			color: "text-destructive",
		},
	};

/** What waits for a person, a claim of the agent included, is shown as waiting. */
const stateOf = ({ status, waiting, claimed }: Readonly<Todo>): State =>
	waiting === "user" || claimed ? "waiting" : status;

const isSettled = ({ status }: Readonly<Todo>) =>
	status === "done" || status === "skipped";
