import {
	located,
	pinned,
	refused,
	unmoved,
	operationOf,
	parametersOf,
	type Values,
} from './requests';

const started = {
	phone: '(11) 98765-4321',
	templateName: 'boas_vindas',
	templateLanguage: located('pt_BR', 'list'),
	templateParams: { param: [{ value: 'Ana' }, { value: '' }] },
};
const template = '"template":{"name":"boas_vindas","language":"pt_BR","params":["Ana",""]}';

describe('Conversation: Start', () => {
	const line = 'POST /conversations';
	pinned('conversation.start', [
		[
			'the least',
			{ ...started, templateParams: undefined },
			line,
			'{"phone":"(11) 98765-4321","template":{"name":"boas_vindas","language":"pt_BR","params":[]}}',
		],
		[
			'every field',
			{
				...started,
				phone: 5511987654321,
				additionalFields: {
					name: 'Ana',
					channelId: located('ch1'),
					assignToSelf: 'true',
					templateText: 'Olá, {{1}} {{2}}',
					additionalBody: '{"source":"n8n"}',
				},
				options: { includePreview: true, waitForOutcome: 5 },
			},
			line,
			`{"phone":"5511987654321",${template},"name":"Ana","channelId":"ch1","assignToSelf":true,"source":"n8n"}`,
		],
		[
			'not assigned',
			{ ...started, additionalFields: { assignToSelf: false } },
			line,
			`{"phone":"(11) 98765-4321",${template},"assignToSelf":false}`,
		],
		[
			'what is merged last wins',
			{ ...started, additionalFields: { additionalBody: { phone: '1' } } },
			line,
			`{"phone":"1",${template}}`,
		],
		...unmoved(
			(value) => ({
				...started,
				additionalFields: {
					name: value,
					channelId: located(value),
					assignToSelf: value,
					templateText: value,
					additionalBody: value,
				},
				options: { includePreview: value, waitForOutcome: value },
			}),
			line,
			`{"phone":"(11) 98765-4321",${template}}`,
		),
	]);
	refused('conversation.start', [
		[{ ...started, phone: '' }, '“Phone” is empty'],
		[{ ...started, phone: undefined }, '“Phone” is empty'],
		[{ ...started, phone: '123' }, '“Phone” has too few digits for a phone'],
		[{ ...started, templateName: null }, '“Template Name” is empty'],
		[{ ...started, templateLanguage: located('') }, '“Template Language” is empty'],
		[
			{ ...started, templateParams: { param: [{ value: {} }] } },
			'“Template Variables: {{1}}” takes a text, but got an object',
		],
		[
			{ ...started, additionalFields: { templateText: '{{1}}' } },
			'“Template Variables” has 2 entries, but the template’s text has 1 variable',
		],
		[
			{ ...started, additionalFields: { assignToSelf: 'me' } },
			'“Assign to Self” is neither true nor false',
		],
		[{ ...started, additionalFields: { channelId: [1] } }, '“Channel” takes an ID, but got a list'],
		// Otherwise the message would be out before this is noticed.
		[
			{ ...started, options: { waitForOutcome: 'long' } },
			'“Wait for Outcome (Seconds)” is not a whole number of at least 1',
		],
		[
			{ ...started, options: { waitForOutcome: -1 } },
			'“Wait for Outcome (Seconds)” is not a whole number of at least 1',
		],
		[
			{ ...started, options: { includePreview: 'please' } },
			'“Include Preview” is neither true nor false',
		],
	]);

	const start = operationOf('conversation', 'start');
	const record = (values: Values) =>
		start.record?.({ conversationId: 'k' }, parametersOf({ ...started, ...values }));
	const text = { templateText: 'Olá, {{1}}!{{2}}' };

	test('shows a preview when asked, and has a text to make it of', () => {
		expect(record({ additionalFields: text, options: { includePreview: true } })).toEqual({
			conversationId: 'k',
			_preview: 'Olá, Ana!',
		});
		expect(record({ additionalFields: text })).toEqual({ conversationId: 'k' });
		expect(record({ options: { includePreview: true } })).toEqual({ conversationId: 'k' });
	});

	const followUp = (waitForOutcome: unknown, answer: object) =>
		start.followUp?.(parametersOf({ ...started, options: { waitForOutcome } }), answer as never);
	const answer = { conversationId: 'k/1', message: { id: 'm 1', status: 'pending' } };

	test.each([0, '0', ''])('does not wait for the outcome within %j s', (seconds) => {
		expect(followUp(seconds, answer)).toBeUndefined();
	});

	test('looks at the message until it is no longer pending', () => {
		const look = followUp('30', answer);
		expect(look).toMatchObject({
			request: { method: 'GET', path: '/conversations/k%2F1/messages/m%201' },
			withinMs: 30_000,
		});
		for (const status of ['sent', 'delivered', 'read', 'failed', 'unheard_of']) {
			expect(look?.settled({ status })).toBe(true);
		}
		expect(look?.settled({ status: 'pending' })).toBe(false);
		expect(look?.merge(answer, { id: 'm 1', status: 'sent' })).toEqual({
			conversationId: 'k/1',
			message: { id: 'm 1', status: 'sent' },
		});
	});

	test.each<[unknown, object]>([
		[0, answer],
		[undefined, answer],
		[30, {}],
		[30, { conversationId: 'k' }],
		[30, { message: { id: 'm' } }],
	])('waiting %p with %j looks at nothing', (seconds, body) => {
		expect(followUp(seconds, body)).toBeUndefined();
	});

	test('counts as a send of its channel, and as one that opens a conversation', () => {
		const request = start.request(
			parametersOf({ ...started, additionalFields: { channelId: 'ch1' } }),
		);
		expect(request.send).toEqual({ via: 'channel:ch1', opensConversation: true });
		expect(request.records).toEqual(
			start.request(parametersOf({ ...started, phone: '+55 11 98765-4321' })).records,
		);
	});
});

describe('Conversation: Get Many', () => {
	pinned('conversation.getAll', [
		['without filters', {}, 'GET /conversations'],
		[
			'of a contact',
			{ filters: { contactId: located('c/1') } },
			'GET /conversations?{"contactId":"c/1"}',
		],
		[
			'more query',
			{ options: { additionalQuery: '{"limit":10,"open":true}' } },
			'GET /conversations?{"limit":"10","open":"true"}',
		],
		...unmoved((value) => ({ options: { additionalQuery: value } }), 'GET /conversations'),
	]);
	refused('conversation.getAll', [
		[{ filters: { contactId: located('') } }, '“Contact” is empty'],
		[{ options: { additionalQuery: '[]' } }, '“Additional Query” is not a JSON object'],
	]);
});

describe('Message', () => {
	pinned('message.get', [
		[
			'by IDs',
			{ conversationId: located('k/1'), messageId: 'm/1' },
			'GET /conversations/k%2F1/messages/m%2F1',
		],
		['numbers', { conversationId: 1, messageId: 2 }, 'GET /conversations/1/messages/2'],
	]);
	refused('message.get', [
		[{ messageId: 'm' }, '“Conversation” is empty'],
		[{ conversationId: 'k', messageId: '' }, '“Message ID” is empty'],
	]);
	pinned('message.send', [
		[
			'a text, as written',
			{ conversationId: located('k/1'), text: ' Olá\n' },
			'POST /conversations/k%2F1/messages',
			'{"text":" Olá\\n"}',
		],
		[
			'a number',
			{ conversationId: 'k', text: 5 },
			'POST /conversations/k/messages',
			'{"text":"5"}',
		],
		[
			'with more',
			{
				conversationId: 'k',
				text: 'a',
				options: { additionalBody: '{"text":"b","internal":true}' },
			},
			'POST /conversations/k/messages',
			'{"text":"b","internal":true}',
		],
		...unmoved(
			(value) => ({ conversationId: 'k', text: 'a', options: { additionalBody: value } }),
			'POST /conversations/k/messages',
			'{"text":"a"}',
		),
	]);
	refused('message.send', [
		[{ text: 'a' }, '“Conversation” is empty'],
		[{ conversationId: 'k', text: '' }, '“Text” is empty'],
		[{ conversationId: 'k', text: ' \n' }, '“Text” is empty'],
		[{ conversationId: 'k', text: undefined }, '“Text” is empty'],
		[{ conversationId: 'k', text: { a: 1 } }, '“Text” takes a text, but got an object'],
	]);

	test('counts as a send within a conversation', () => {
		const { send } = operationOf('message', 'send').request(
			parametersOf({ conversationId: 'k', text: 'a' }),
		);
		expect(send).toEqual({ via: 'conversation:k', opensConversation: false });
	});
});

describe('Channel', () => {
	pinned('channel.getAll', [
		['all of them', {}, 'GET /channels'],
		['no filter is known', { filters: { status: 'open', search: 'x' } }, 'GET /channels'],
		[
			'more query',
			{ options: { additionalQuery: { kind: 'official' } } },
			'GET /channels?{"kind":"official"}',
		],
		...unmoved((value) => ({ options: { additionalQuery: value } }), 'GET /channels'),
	]);
	refused('channel.getAll', [
		[
			{ options: { additionalQuery: 'x' } },
			'“Additional Query” is not valid JSON at line 1, column 1',
		],
	]);
});
