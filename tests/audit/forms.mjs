// The contents of session logs, whichever program wrote them: calls of tools, the tools' answers,
// and compactions.
//
// A log is a series of records, and a record holds blocks: a call, an answer, or something else.
// Their members tell what they are. To read another program's log, add where its blocks are to
// `listBlocks`, and what they look like to `readEvents`.

/** Returns the members of an object; none for any other value. */
export const readFields = (value) =>
	typeof value === "object" && value !== null ? value : {};

/**
 * Returns a word of a log as a text. An object is no word: it may have a `toString` that is no
 * function.
 */
export const writeWord = (value) =>
	typeof value === "object" && value !== null ? "" : `${value}`;

const readArray = (value) => (Array.isArray(value) ? value : []);

/** Yields the events of a record, in order. Sets in `origin` what the record says about it. */
export function* listEvents(value, origin) {
	const record = readFields(value);
	updateOrigin(record, origin);
	const { type, subtype, kind, messages, events } = record;
	if (
		subtype === "compact_boundary" ||
		[type, kind].some((word) =>
			/^(compacted|Condensation)$/.test(writeWord(word)),
		)
	)
		yield { kind: "compacted" };
	for (const inner of readArray(messages ?? events ?? value))
		yield* listEvents(inner, origin);
	for (const block of listBlocks(record))
		yield* readEvents(readFields(block), readFields(record.toolUseResult));
}

function updateOrigin(record, origin) {
	const { type, info, payload, $set, sessionId, agentId, session } = record;
	const { role, id, modelID, model } = readFields(info);
	const ofCodex = readFields(payload);
	origin.session = findName(
		// A sub-agent of Claude Code writes its own list into the same log.
		agentId && `${writeWord(sessionId)} ${writeWord(agentId)}`,
		sessionId ?? session ?? readFields($set).sessionId,
		type === "session_meta" ? ofCodex.id : undefined,
		role === undefined ? id : undefined,
		origin.session,
	);
	origin.model = findName(
		readFields(record.message).model,
		record.model,
		type === "turn_context" ? ofCodex.model : undefined,
		modelID ?? readFields(model).modelID,
		origin.model,
	);
}

/** Returns the first that is a name; Claude Code names itself `<synthetic>`. */
const findName = (...names) =>
	names
		.filter((name) => typeof name === "string")
		.find((name) => /^[^<]/.test(name)) ?? "";

/** Returns the blocks of a record. */
function listBlocks(record) {
	const { type, message, payload, content, parts } = record;
	if (type === "response_item") return [payload];
	return [
		readFields(message).content,
		content,
		parts,
		record.tool_calls,
		record.toolCalls,
		[record],
	].flatMap(readArray);
}

/** `beside` is what Claude Code writes about a result next to the message. */
function* readEvents(block, beside) {
	const { kind, type, id, name, call_id } = block;
	const makeCall = (id, name, input) => ({
		kind: "call",
		id: writeWord(id ?? name),
		name: writeWord(name),
		input,
	});
	const makeResult = (id, isError, of = {}) => ({
		kind: "result",
		id: writeWord(id),
		isError: isError === true,
		todos: of.newTodos ?? of.todos,
		status: readFields(of.statusChange).to,
	});
	// The form of this project's own records.
	if (kind === "call") yield makeCall(id, name, block.input);
	else if (kind === "result") yield makeResult(id, block.isError, block);
	// Anthropic's messages, Claude Code.
	else if (type === "tool_use") yield makeCall(id, name, block.input);
	else if (type === "tool_result")
		yield makeResult(block.tool_use_id, block.is_error, beside);
	// OpenAI's responses, Codex.
	else if (type === "function_call")
		yield makeCall(call_id, name, block.arguments);
	else if (type === "function_call_output")
		yield makeResult(call_id, readFields(block.output).success === false);
	// OpenAI's chat completions.
	else if ("function" in block) {
		const sent = readFields(block.function);
		yield makeCall(id, sent.name, sent.arguments);
	} else if (block.role === "tool") yield makeResult(block.tool_call_id, false);
	// opencode.
	else if (type === "compaction" && id !== undefined)
		yield { kind: "compacted" };
	else if (type === "tool") {
		const { status, input, metadata } = readFields(block.state);
		yield makeCall(block.callID, block.tool, input);
		yield makeResult(block.callID, status === "error", readFields(metadata));
	}
	// Gemini CLI, which writes a message again when its calls have ended.
	else if ("args" in block && "status" in block) {
		if (!/^(success|error|cancelled)$/.test(writeWord(block.status))) return;
		yield makeCall(id, name, block.args);
		yield makeResult(id, block.status !== "success");
	}
	// Gemini's contents.
	else if ("functionCall" in block) {
		const sent = readFields(block.functionCall);
		yield makeCall(sent.id, sent.name, sent.args);
	} else if ("functionResponse" in block) {
		const got = readFields(block.functionResponse);
		yield makeResult(got.id ?? got.name, "error" in readFields(got.response));
	}
	// OpenHands.
	else if (kind === "ActionEvent") {
		const sent = readFields(block.tool_call);
		const input = sent.arguments ?? readFields(sent.function).arguments;
		yield makeCall(block.tool_call_id, block.tool_name, input);
	} else if (kind === "ObservationEvent" || kind === "AgentErrorEvent")
		yield makeResult(block.tool_call_id, kind === "AgentErrorEvent");
}
