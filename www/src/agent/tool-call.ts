/** A call as the model wrote it. */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	/** Its arguments as JSON text. */
	readonly args: string;
}
