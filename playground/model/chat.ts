/** What a chat model is asked and what it answers, whichever of OpenAI's two endpoints carries it. */

export interface ChatMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	/** Empty where an assistant's message only calls tools. */
	text: string;
	/** The tools that an assistant's message calls. */
	calls: ToolCall[];
}

export interface ToolCall {
	name: string;
	arguments: Record<string, unknown>;
}

/** A tool that the model may call. */
export interface Tool {
	name: string;
	description: string;
	/** The JSON schema of its arguments. */
	parameters: { properties?: Record<string, { type?: string; description?: string }> };
}

export interface ChatRequest {
	model: string;
	/** The oldest first. */
	messages: ChatMessage[];
	tools: Tool[];
}

/** A sentence, calls of tools, or an error: its HTTP status. */
export type ChatReply = { text: string } | { calls: ToolCall[] } | { status: number };
