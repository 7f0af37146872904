// The names of each entry, types included: few enough to be read. Ask of each new one who would
// look for it. Options that nobody builds up separately are written where they are taken. TypeDoc
// reads the names, and refuses a signature whose types cannot be imported
// (www/reference/typescript.mjs).

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { exportedNames } from "../../www/reference/typescript.mjs";
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
		  AgentRun AgentTool ApproveStep Author ConnectOptions Conversation ConversationLike ConversationOptions Decision DialectName DialectTodos ExecuteStep ExecutionResult ExecutionStatus FollowerCall FollowerMethod InitInput InputSchema JsonSchema ObjectSchema OpenList OpenListOptions OpenLists OpenListsOptions OpenedList Outcome Owner PersistOptions Persistence PlanReason PlanStep PreviewTodo Priority Reporting RestoredOptions RunAgentOptions RunBriefing RunDriver RunEvent RunFailure RunFailureKind RunLike RunResult RunStart RunStep RunStepAction RunSubject ServerSocket Snapshot SocketOptions SocketTransport StandardJsonSchema Status StepContext StorageError StorageErrorCode StoreChange StoredText Todo TodoEdit TodoError TodoErrorCode TodoRun TodoRunOptions TodoStorage TodoStore TodoStoreOptions ToolsOptions Transport TransportSender ValidateStep Validation VerifyStep XmlOptions connect init memoryStorage openList openLists overBroadcastChannel overRuntime overSockets overWebSocket persist reporting runAgent tools
		agent-todos/acp
		  AcpPlan AcpPlanEntry AcpPlanOptions Priority Status Todo TodoError TodoErrorCode acpPlan
		agent-todos/ag-ui
		  ActivityDelta ActivityOptions ActivitySnapshot ActivityTodo AnswerSchema Priority Status Todo TodoError TodoErrorCode TodoInterrupt TodoInterruptAnswer TodoInterruptOptions TodoResumeEntry activityDelta activitySnapshot resumeTodos todoInterrupts
		agent-todos/ai-sdk
		  DialectTools TodoDataTypes TodoPrepareStep TodoPrepareStepOptions TodosPart reportingTools todoPrepareStep todoTools writeTodos
		agent-todos/element
		  AgentTodosElement AgentTodosEventMap Author ConversationLike Decision DialectName EventfulElement FollowedRun Follower FollowerMethod FollowerMethods Labels ListMethod Outcome PlainTodo PlanApproval PlanChanges PreviewTodo RunEvent RunFailure RunFailureKind RunLike RunResult Snapshot Status StoreChange Todo TodoEdit TodoList TodoOpen TodoSource TodoStore TodoStoreOptions TodosMode TodosState WaitingChange renderTodos
		agent-todos/follow
		  Author ConversationLike Decision DialectName FollowOptions FollowedRun Follower FollowerMethod FollowerMethods Outcome PreviewTodo Priority RunEvent RunFailure RunFailureKind RunResult Snapshot Status StoreChange Todo TodoEdit TodoError TodoErrorCode TodoStore TodoStoreOptions Transport TransportSender follow overBroadcastChannel overRuntime overWebSocket
		agent-todos/langchain
		  AgentTodosMiddleware AgentTodosMiddlewareOptions OwnTool PreviewCallbacks agentTodosMiddleware reportingTools todoPreviews todoTools
		agent-todos/mcp
		  CreateMcpServerOptions McpCall ServerIdentity StorageError StorageErrorCode StoredTodoMcpServerOptions Task TaskFields TaskMcpServerOptions TaskOutcome TaskStatus TaskStorage TaskStore TaskToolsOptions TodoError TodoErrorCode TodoMcpOptions TodoMcpServerOptions createMcpServer
		agent-todos/openai-agents
		  OwnTool TodoInputFilterOptions reportingTools todoInputFilter todoPreviews todoTools
		agent-todos/prompt-api
		  OfferOptions PromptContent PromptMessage PromptOptions PromptSession PromptTool PromptToolOptions PromptWithToolsOptions StreamingSession promptToolOptions promptWithTools reportingTools
		agent-todos/react
		  AgentTodos AgentTodosAttributes AgentTodosElement AgentTodosProps FollowedRun Follower FollowerMethods Labels ListMethod PlainTodo PlanApproval PlanChanges Todo TodoList TodoOpen TodoSource TodoStore TodosMode TodosState WaitingChange useTodos
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
		  AgentTool InitInput InputSchema JsonSchema Outcome Priority Status StorageError StorageErrorCode StoredTaskTool StoredText Task TaskFields TaskOutcome TaskStatus TaskStorage TaskStorageOptions TaskStore TaskTool TaskToolsOptions Todo TodoError TodoErrorCode TodoStorage init taskStorage tools
		agent-todos/webmcp
		  RegistrationOptions Task TaskFields TaskOutcome TaskStatus TaskStore TaskToolsOptions TaskWebMcpOptions WebMcpOptions WebMcpRegistration registerWebMcp"
	`);
});

test("agent-todos/inline has the names of the main entry", () =>
	assert.deepEqual(names.get("agent-todos/inline"), names.get("agent-todos")));
