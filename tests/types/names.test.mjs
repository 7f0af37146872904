// The names of each entry, types included: few enough to be read. Ask of each new one who would look for it. Options that nobody builds up
// separately are written where they are taken. TypeDoc reads the names, and refuses a signature whose types cannot be imported
// (pkg-template/reference/build.mjs).

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { exportedNames } from "../../pkg-template/reference/build.mjs";
import { expect } from "../setup/snapshot.mjs";

const names = new Map();
for (const { entry, name } of await exportedNames())
	names.set(entry, [...(names.get(entry) ?? []), name].sort());

test("each entry exports these names, and no others", () => {
	const lines = [...names]
		.filter(([entry]) => entry !== "agent-todos/inline")
		.map(([entry, names]) => `${entry}\n  ${names.join(" ")}`);
	expect(lines.sort().join("\n")).toMatchInlineSnapshot(`
		"agent-todos
		  AgentRun AgentTool Author ConnectOptions Conversation ConversationOptions Decision DialectName DialectTodos ExecuteStep ExecutionResult FollowerCall OpenList OpenListOptions OpenedList Outcome Owner PersistOptions Persistence PlanStep PreviewTodo Reporting RunAgentOptions RunEvent RunResult Snapshot Status StorageError StorageErrorCode StoreChange Todo TodoEdit TodoError TodoErrorCode TodoRun TodoStorage TodoStore TodoStoreOptions Transport TransportSender ValidateStep Validation VerifyStep connect init memoryStorage openList overBroadcastChannel overRuntime persist reporting runAgent tools
		agent-todos/acp
		  AcpPlan AcpPlanEntry AcpPlanOptions Priority Status Todo TodoError TodoErrorCode acpPlan
		agent-todos/ag-ui
		  ActivityDelta ActivityOptions ActivitySnapshot ActivityTodo Priority Status Todo TodoError TodoErrorCode TodoInterrupt TodoInterruptAnswer TodoInterruptOptions TodoResumeEntry activityDelta activitySnapshot resumeTodos todoInterrupts
		agent-todos/ai-sdk
		  DialectTools TodoDataTypes TodoPrepareStep TodoPrepareStepOptions TodosPart reportingTools todoPrepareStep todoTools writeTodos
		agent-todos/element
		  AgentTodosElement AgentTodosEventMap ConversationLike Labels PlanApproval PlanChanges RunLike TodoList TodoOpen TodoSource TodosMode WaitingChange renderTodos
		agent-todos/follow
		  Author ConversationLike Decision DialectName FollowOptions FollowedRun Follower FollowerMethod Outcome PreviewTodo Priority RunEvent RunResult Status StoreChange Todo TodoError TodoErrorCode Transport TransportSender follow overBroadcastChannel overRuntime
		agent-todos/langchain
		  AgentTodosMiddleware AgentTodosMiddlewareOptions OwnTool PreviewCallbacks agentTodosMiddleware reportingTools todoPreviews todoTools
		agent-todos/mcp
		  CreateMcpServerOptions McpCall StorageError StorageErrorCode StoredTodoMcpServerOptions TaskMcpServerOptions TodoError TodoErrorCode TodoMcpServerOptions createMcpServer
		agent-todos/openai-agents
		  OwnTool TodoInputFilterOptions reportingTools todoInputFilter todoPreviews todoTools
		agent-todos/prompt-api
		  PromptContent PromptMessage PromptSession PromptTool PromptToolOptions PromptWithToolsOptions promptToolOptions promptWithTools reportingTools
		agent-todos/react
		  AgentTodos AgentTodosAttributes AgentTodosProps TodoSource useTodos
		agent-todos/scribe
		  Ask Scribe ScribeCall ScribeListSchema ScribeOptions ScribeReply ScribeReport ScribeSchema ScribeSession ScribeStep ScribeTrouble ScribeUsage aiSdk promptApi scribe
		agent-todos/storage/chrome
		  ChromeStorageOptions chromeStorage
		agent-todos/storage/conformance
		  StorageTest StoredText storageConformance
		agent-todos/storage/file
		  fileStorage
		agent-todos/storage/indexeddb
		  IndexedDbStorageOptions indexedDbStorage
		agent-todos/storage/postgres
		  PostgresQueries PostgresStorage PostgresStorageOptions postgresStorage
		agent-todos/tasks
		  InitInput JsonSchema Priority StorageError StorageErrorCode StoredTaskTool Task TaskFields TaskOutcome TaskStatus TaskStorage TaskStorageOptions TaskStore TaskTool TaskToolsOptions TodoError TodoErrorCode init taskStorage tools
		agent-todos/webmcp
		  TaskWebMcpOptions WebMcpOptions WebMcpRegistration registerWebMcp"
	`);
});

test("agent-todos/inline has the names of the main entry", () =>
	assert.deepEqual(names.get("agent-todos/inline"), names.get("agent-todos")));
