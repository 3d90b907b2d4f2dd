import {
	checkOnlyHints,
	checkOnlyJson,
} from '../../../nodes/CustomerRelationship/execution/report/checkOnly';
import { createSendRules } from '../../../nodes/CustomerRelationship/execution/rules/sendRules';
import type { IntendedMessage } from '../../../nodes/CustomerRelationship/resources/shared/operation';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { contextOf } from './nodeContext';
import { taskOf } from './rules/messageTask';

type Checked = Parameters<typeof checkOnlyHints>[0][number];
const checked = (request: ApiRequest, message?: IntendedMessage): Checked => ({
	kind: 'checked',
	task: taskOf(request, message),
	request,
	record: undefined,
});
const rules = createSendRules(contextOf(), () => Promise.resolve('token'));
const template = (preview?: string, oncePerPhoneId?: string) =>
	checked(
		{ method: 'POST', path: '/conversations', body: { phone: '1' } },
		{
			rules: { oncePerPhone: oncePerPhoneId !== undefined },
			isTemplate: true,
			preview,
			oncePerPhoneId,
		},
	);
const text = (id: string) =>
	checked(
		{ method: 'POST', path: `/conversations/${id}/messages`, body: {} },
		{ rules: {}, isTemplate: false },
	);
const remove: ApiRequest = { method: 'DELETE', path: '/deals/1' };
const win = checked({ method: 'POST', path: '/deals/1/win', body: {} });
const unchanged = { ...win, request: undefined };

const shownOf = (more: Partial<Parameters<typeof checkOnlyJson>[0]>) =>
	checkOnlyJson({ sendsMessage: false, warnings: [], ...more });

test('an item shows its request, a message its phone, its text, and that it would be sent', () => {
	expect(shownOf({})).toEqual({ warnings: [], checkOnly: true, request: null });
	expect(shownOf({ request: remove, warnings: ['w'] })).toEqual({
		warnings: ['w'],
		checkOnly: true,
		request: { method: 'DELETE', path: '/deals/1', body: null },
	});
	const { request } = template();
	expect(shownOf({ phone: '1', preview: 'Olá', sendsMessage: true, request })).toEqual({
		...{ phone: '1', preview: 'Olá', wouldSend: true, warnings: [], checkOnly: true },
		request: { method: 'POST', path: '/conversations', body: { phone: '1' } },
	});
});

test('an item that would not be sent says why', () => {
	const notSent = { reason: 'tagged', reasonText: 'Tagged.' };
	const shown = shownOf({
		sendsMessage: true,
		preview: 'Olá',
		notSent,
		request: template().request,
	});
	expect(shown).toMatchObject({ preview: 'Olá', wouldSend: false, ...notSent });
});

test('a table shows first what a person looks for', () => {
	const current = { name: 'Ana', phone: '1' };
	const request: ApiRequest = { method: 'PATCH', path: '/x', body: { name: 'asdf' }, current };
	const shown = shownOf({
		...{ phone: '1', preview: 'Olá', sendsMessage: true, request, problem: 'No. Look.' },
		notSent: { reason: 'tagged', reasonText: 'Tagged.' },
	});
	expect(Object.keys(shown)).toEqual([
		...['phone', 'preview', 'wouldSend', 'reason', 'reasonText', 'problem', 'replaces'],
		...['warnings', 'checkOnly', 'request'],
	]);
	expect(shown.replaces).toEqual({ name: { from: 'Ana', to: 'asdf' } });
	expect(shown.request).toEqual({ method: 'PATCH', path: '/x', body: { name: 'asdf' } });
	const same = { ...request, body: { name: 'Ana' } };
	expect(shownOf({ request: same })).not.toHaveProperty('replaces');
});

const REAL = ' Nodes behind this one run for real.';
const TEMPLATE =
	'Not checked: what only the service knows (the approved template, who opted out there)';
const TEXT =
	'Not checked: what only the service knows (who opted out there, the 24 hours for free text).';
const NUMBER = 'the number of variables (paste the template’s text into Template Text for that)';
const ONCE = 'who got it in the last 24 hours (Once per Phone sends them nothing)';
const estimated = (from: string, to: string) =>
	`for R$\u00a0${from} (if approved as notices) to R$\u00a0${to} (if approved as advertising) by the API documentation’s estimate`;

// Specification, Cost note: marketing 0.3217, utility 0.0350 BRL per message.
const SAME_PHONE = { reason: 'same_phone', reasonText: 'It is that of item 1.' };
test.each<[Checked[], string[]]>([
	[
		[template('Olá'), template('Olá', 'key'), { ...template('Olá', 'key'), notSent: SAME_PHONE }],
		[
			`Only checked: 2 messages to send, ${estimated('0,07', '0,64')}.${REAL}`,
			`${TEMPLATE}; ${ONCE}.`,
		],
	],
	[[], [`Only checked: no requests to make.${REAL}`]],
	[[win], [`Only checked: 1 request to make.${REAL}`]],
	[[unchanged], [`Only checked: no requests to make.${REAL}`]],
	[[win, checked(remove), unchanged], [`Only checked: 2 requests to make.${REAL}`]],
	[
		[text('1'), text('2')],
		[`Only checked: 2 messages to send.${REAL}`, TEXT],
	],
	[
		[template()],
		[
			`Only checked: 1 message to send, ${estimated('0,04', '0,32')}.${REAL}`,
			`${TEMPLATE}; ${NUMBER}.`,
		],
	],
	[
		[template('Olá'), text('1')],
		[`Only checked: 2 messages to send, ${estimated('0,04', '0,32')}.${REAL}`, `${TEMPLATE}.`],
	],
	[
		[template('Olá', 'once')],
		[
			`Only checked: 1 message to send, ${estimated('0,04', '0,32')}.${REAL}`,
			`${TEMPLATE}; ${ONCE}.`,
		],
	],
	[
		Array.from({ length: 54 }, (_, n) => template(undefined, `once ${n}`)),
		[
			`Only checked: 54 messages to send, ${estimated('1,89', '17,37')}, in about 1 minute through one channel.${REAL}`,
			`${TEMPLATE}; ${NUMBER}; ${ONCE}.`,
		],
	],
])(
	'%#: the hints count requests, and say what messages cost and what was not checked',
	(items, hints) => {
		const sendsMessages = items.some(({ task }) => task.intent.message);
		expect(checkOnlyHints(items, rules, sendsMessages)).toEqual(hints);
	},
);

test('a message that a rule would not let pass is not counted', () => {
	const notSent = { reason: 'tagged', reasonText: 'Tagged.' };
	const [first] = checkOnlyHints([{ ...text('1'), notSent }, text('2')], rules, true);
	expect(first).toContain('Only checked: 1 message to send.');
	const [none] = checkOnlyHints([{ ...text('1'), notSent }], rules, true);
	expect(none).toContain('Only checked: no messages to send.');
});

test.each([
	[30, undefined],
	[31, 'in about 1 minute through one channel.'],
	[300, 'in about 9 minutes through one channel.'],
])('of %d messages the hint says how long they take: %s', (count, said) => {
	const [hint = ''] = checkOnlyHints(Array<Checked>(count).fill(text('1')), rules, true);
	expect(/in about .*?\./.exec(hint)?.[0]).toBe(said);
});
