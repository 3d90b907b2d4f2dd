/** OpenAI's wire formats: `POST /chat/completions`, and `POST /responses`, which n8n's model node uses by default. */
import type { ChatMessage, ChatReply, ChatRequest, Tool, ToolCall } from './chat';

export interface Endpoint {
	/** Below the base URL. */
	path: string;
	read(body: Record<string, unknown>): ChatRequest;
	/** @param id of the answer */
	answer(id: string, model: string, reply: Answer): object;
	/** The same as Server-Sent Events, in as few as a client needs. */
	events(answer: object): object[];
}

/** A reply that is no error. */
export type Answer = Exclude<ChatReply, { status: number }>;

interface Part {
	text?: string;
}

const textOf = (content: unknown): string =>
	Array.isArray(content)
		? (content as Part[]).map(({ text = '' }) => text).join('\n')
		: String(content ?? '');
const argumentsOf = (json: string) => JSON.parse(json || '{}') as Record<string, unknown>;
const roleOf = (role: string) => (role === 'developer' ? 'system' : role) as ChatMessage['role'];

interface CompletionsMessage {
	role: string;
	content: unknown;
	tool_calls?: Array<{ function: { name: string; arguments: string } }>;
}

const completionsCall = ({ name, arguments: given }: ToolCall, id: string, index: number) => ({
	...{ id: `${id}-${index}`, index, type: 'function' },
	function: { name, arguments: JSON.stringify(given) },
});

interface Completion {
	choices: Array<{ finish_reason: string; message: object }>;
}

const completions: Endpoint = {
	path: '/chat/completions',
	read: ({ model, messages, tools }) => ({
		model: String(model),
		messages: (messages as CompletionsMessage[]).map(({ role, content, tool_calls = [] }) => ({
			role: roleOf(role),
			text: textOf(content),
			calls: tool_calls.map(({ function: called }) => ({
				...called,
				arguments: argumentsOf(called.arguments),
			})),
		})),
		tools: ((tools ?? []) as Array<{ function: Tool }>).map((tool) => tool.function),
	}),
	answer: (id, model, reply) => ({
		...{ id, object: 'chat.completion', created: 1, model },
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		choices: [
			{
				index: 0,
				finish_reason: 'calls' in reply ? 'tool_calls' : 'stop',
				message: {
					role: 'assistant',
					...('calls' in reply
						? {
								content: null,
								tool_calls: reply.calls.map((call, at) => completionsCall(call, id, at)),
							}
						: { content: reply.text }),
				},
			},
		],
	}),
	events: (answer) => {
		const { choices, ...head } = answer as Completion;
		const [choice] = choices;
		const chunk = (delta: object, finish_reason: string | null) => ({
			...{ ...head, object: 'chat.completion.chunk', usage: null },
			choices: [{ index: 0, delta, finish_reason }],
		});
		return [chunk(choice!.message, null), chunk({}, choice!.finish_reason)];
	},
};

interface ResponsesItem {
	type?: string;
	role?: string;
	content?: unknown;
	name?: string;
	arguments?: string;
	output?: unknown;
}

function responsesMessage(item: ResponsesItem): ChatMessage[] {
	switch (item.type ?? 'message') {
		case 'message':
			return [{ role: roleOf(item.role!), text: textOf(item.content), calls: [] }];
		case 'function_call': {
			const call = { name: item.name!, arguments: argumentsOf(item.arguments!) };
			return [{ role: 'assistant', text: '', calls: [call] }];
		}
		case 'function_call_output':
			return [{ role: 'tool', text: textOf(item.output), calls: [] }];
		default:
			return [];
	}
}

interface Response {
	output: ResponsesItem[];
}

const responses: Endpoint = {
	path: '/responses',
	read: ({ model, input, tools }) => ({
		model: String(model),
		messages:
			typeof input === 'string'
				? [{ role: 'user', text: input, calls: [] }]
				: (input as ResponsesItem[]).flatMap(responsesMessage),
		tools: (tools ?? []) as Tool[],
	}),
	answer: (id, model, reply) => ({
		...{ id, object: 'response', created_at: 1, model, status: 'completed', error: null },
		usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
		output:
			'calls' in reply
				? reply.calls.map(({ name, arguments: given }, at) => ({
						...{ id: `fc_${id}-${at}`, type: 'function_call', status: 'completed' },
						...{ call_id: `${id}-${at}`, name, arguments: JSON.stringify(given) },
					}))
				: [
						{
							...{ id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed' },
							content: [{ type: 'output_text', text: reply.text, annotations: [] }],
						},
					],
	}),
	events: (answer) => {
		const response = answer as Response;
		const items = response.output.flatMap((item, output_index) => [
			{ type: 'response.output_item.added', output_index, item: { ...item, content: [] } },
			...(item.type === 'message'
				? [
						{
							...{ type: 'response.output_text.delta', output_index, content_index: 0 },
							delta: textOf(item.content),
						},
					]
				: []),
			{ type: 'response.output_item.done', output_index, item },
		]);
		return [
			{ type: 'response.created', response: { ...response, output: [] } },
			...items,
			{ type: 'response.completed', response },
		];
	},
};

export const endpoints: readonly Endpoint[] = [completions, responses];
