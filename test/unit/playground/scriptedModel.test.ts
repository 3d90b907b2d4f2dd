import type { ChatMessage, ChatReply, Tool } from '../../../playground/model/chat';
import { conduct } from '../../../playground/model/conduct';
import { startScriptedModel, type ScriptedModel } from '../../../playground/model/scriptedModel';

const message = (role: ChatMessage['role'], text: string): ChatMessage => ({
	...{ role, text, calls: [] },
});
const tool = (name: string, properties = {}): Tool => ({
	...{ name, description: '', parameters: { properties } },
});
const TOOLS = [tool('Look_up_the_deals'), tool('Hand_over_to_a_person')];
const called = (name: string): ChatMessage => ({
	...{ role: 'assistant', text: '', calls: [{ name, arguments: {} }] },
});

describe('what it does by itself', () => {
	test.each<[string, ChatMessage[], ChatReply]>([
		[
			'quotes all that was written since its last answer',
			[message('user', 'Antes'), message('assistant', 'Olá!'), message('user', 'Oi\ntudo bem?')],
			{ text: 'Olá! Li tudo de uma vez: “Oi” e “tudo bem?”. Sou um modelo de demonstração.' },
		],
		[
			'hands over when asked for a person',
			[message('user', 'Quero falar com um atendente')],
			{ calls: [{ name: 'Hand_over_to_a_person', arguments: {} }] },
		],
		[
			'closes after the hand-over',
			[
				message('user', 'Quero falar com um atendente'),
				called('Hand_over_to_a_person'),
				message('tool', 'whatever'),
			],
			{ text: 'Claro! Já chamei uma pessoa da equipe, que responde por aqui.' },
		],
		[
			'looks deals up',
			[message('user', 'Como está meu orçamento?')],
			{ calls: [{ name: 'Look_up_the_deals', arguments: {} }] },
		],
		[
			'names the deals that it was given',
			[
				message('user', 'Como está meu orçamento?'),
				called('Look_up_the_deals'),
				message('tool', '[{"id":"d","title":"Sofá \\"Azul\\""},{"title": "Mesa"}]'),
			],
			{ text: 'Encontrei em seu nome: “Sofá "Azul"” e “Mesa”.' },
		],
	])('%s', (_, messages, expected) => {
		expect(conduct({ model: 'm', messages, tools: TOOLS })).toEqual(expected);
	});

	test('fills the texts that a tool wants with what was written, and answers where no tool fits', () => {
		const messages = [message('user', 'Uma pessoa, por favor')];
		const withReason = [
			tool('person', { reason: { type: 'string' }, urgency: { type: 'number' } }),
		];
		expect(conduct({ model: 'm', messages, tools: withReason })).toEqual({
			calls: [{ name: 'person', arguments: { reason: 'Uma pessoa, por favor' } }],
		});
		expect(conduct({ model: 'm', messages, tools: [] })).toMatchObject({
			text: expect.stringContaining('Uma pessoa, por favor'),
		});
	});
});

describe('its two endpoints', () => {
	let model: ScriptedModel;
	beforeEach(async () => {
		model = await startScriptedModel();
	});
	afterEach(async () => await model.close());

	const post = async (path: string, body: object) =>
		await fetch(model.url + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ model: 'm', ...body }),
		});
	const chat = [
		{ role: 'system', content: 'Be kind.' },
		{ role: 'user', content: [{ type: 'text', text: 'Oi' }] },
		{
			role: 'assistant',
			content: null,
			tool_calls: [{ id: '1', type: 'function', function: { name: 't', arguments: '{"a":1}' } }],
		},
		{ role: 'tool', tool_call_id: '1', content: 'found' },
	];
	const input = [
		{ type: 'message', role: 'developer', content: 'Be kind.' },
		{ role: 'user', content: [{ type: 'input_text', text: 'Oi' }] },
		{ type: 'function_call', call_id: '1', name: 't', arguments: '{"a":1}' },
		{ type: 'function_call_output', call_id: '1', output: 'found' },
	];
	const declared = { name: 't', description: 'd', parameters: {} };
	const asked = [
		['/chat/completions', { messages: chat, tools: [{ type: 'function', function: declared }] }],
		['/responses', { input, tools: [{ type: 'function', ...declared }] }],
	] as const;

	test.each(asked)('%s: reads the chat and the tools', async (path, body) => {
		await post(path, body);
		expect(model.requests).toMatchObject([
			{
				model: 'm',
				messages: [
					message('system', 'Be kind.'),
					message('user', 'Oi'),
					{ role: 'assistant', calls: [{ name: 't', arguments: { a: 1 } }] },
					message('tool', 'found'),
				],
				tools: [declared],
			},
		]);
	});

	test.each(asked)('%s: follows its script, which may change', async (path, body) => {
		const statuses: number[] = [];
		model.script = (_, before) => (before === 0 ? { status: 503 } : undefined);
		for (const stream of [false, false, true])
			statuses.push((await post(path, { ...body, stream })).status);
		expect(statuses).toEqual([503, 200, 200]);
		model.script = () => ({ calls: [{ name: 't', arguments: { _contact: 'other' } }] });
		expect(await (await post(path, body)).text()).toContain('_contact');
		model.script = () => {
			throw new Error('A mistake of the test');
		};
		const failed = await post(path, body);
		expect([failed.status, await failed.text()]).toEqual([
			500,
			expect.stringContaining('A mistake of the test'),
		]);
	});
});
