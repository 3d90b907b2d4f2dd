/** Once per Phone: who has the message is passed by, and holds nobody up. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import { answer, cut, execution, refusal, start } from './execution';
import type { Told } from './nodeContext';

const PHONE = '11987654321';
const once = (phone: string, word = 'Olá', more: object = {}) =>
	start({
		...{ phone, oncePerPhone: true, templateParams: { param: [{ value: word }] } },
		...{ options: { maxWaitSeconds: 0 }, ...more },
	});
const queued = () => answer({ conversationId: 'k', message: { id: 'm' } }, 202);
const replayed = () => ({
	...queued(),
	headers: { 'request-id': 'req_2', 'idempotent-replayed': 'true' },
});
/** What an item gives out whose key is taken. */
const passedBy = {
	...{ sentNow: false, reason: 'already_tried', phone: PHONE },
	reasonText:
		'This node has sent this template to this phone in the last 24 hours, or tried to and was refused. The conversation shows whether it arrived.',
};
const reused = () => refusal(409, 'idempotency_key_reused');

/** What the items give out: sentNow and phone, or the code and outcome of a failure. */
async function outcomes(given: Partial<Told>) {
	const { output, context, asked } = execution({ continueOnFail: true, ...given });
	const told = (await output).map(({ json }) => {
		const details = json.details as { code: string; outcome: string } | undefined;
		return details ? `${details.code} ${details.outcome}` : json.sentNow;
	});
	return { told, output: await output, hints: context.hints, sends: asked.length };
}
/** Answers one request after the other; the last answer is given again. */
const answering =
	(...answers: Array<() => unknown>) =>
	() =>
		(answers.length > 1 ? answers.shift()! : answers[0]!)();

test('an item without the switch has no sentNow', async () => {
	const { output } = execution({ items: [start()], service: queued });
	expect((await output)[0]?.json).not.toHaveProperty('sentNow');
});

test.each<[string, () => unknown, object]>([
	['was queued', queued, { sentNow: true }],
	[
		'is a stored answer',
		replayed,
		{
			...{ sentNow: false, reason: 'already_sent' },
			reasonText:
				'The service has taken this very message before, and gives that answer again. The conversation shows whether it arrived.',
		},
	],
])('an item whose message %s says so', async (_, service, told) => {
	const { output } = execution({ items: [once(PHONE)], service });
	expect((await output)[0]?.json).toEqual({ conversationId: 'k', message: { id: 'm' }, ...told });
});

test('a stored answer after an attempt that broke counts as sent now', async () => {
	jest.useFakeTimers({ doNotFake: ['setImmediate'] });
	const items = [once(PHONE, 'Olá', { options: { maxWaitSeconds: 30 } })];
	const { output } = execution({ items, service: answering(cut, replayed) });
	await jest.advanceTimersByTimeAsync(5_000);
	jest.useRealTimers();
	expect((await output)[0]?.json).toMatchObject({ sentNow: true });
});

test.each<[boolean, string, string | undefined, string]>([
	[true, '2020-01-01T00:00:00.000Z', 'Wed, 01 Jan 2020 00:05:00 GMT', 'the service’s Date'],
	[false, '2020-01-01T00:00:00.000Z', 'Wed, 01 Jan 2020 00:06:00 GMT', 'the service’s Date'],
	[true, new Date().toISOString(), undefined, 'n8n’s clock'],
	[false, new Date(Date.now() - 3_600_000).toISOString(), undefined, 'n8n’s clock'],
	[true, 'yesterday', undefined, 'n8n’s clock, where the message has no time'],
])(
	'sentNow after an attempt that broke: %s for a message of %s, %s, by %s',
	async (sentNow, createdAt, date) => {
		jest.useFakeTimers({ doNotFake: ['setImmediate'] });
		const items = [once(PHONE, 'Olá', { options: { maxWaitSeconds: 30 } })];
		const { headers } = replayed();
		const stored = () => ({
			...answer({ conversationId: 'k', message: { id: 'm', createdAt } }, 202),
			headers: { ...headers, ...(date && { date }) },
		});
		const { output } = execution({ items, service: answering(cut, stored) });
		await jest.advanceTimersByTimeAsync(5_000);
		jest.useRealTimers();
		expect((await output)[0]?.json).toMatchObject({ sentNow });
	},
);

test('whoever has the message is passed by, and the run goes on', async () => {
	const service = ({ body }: IHttpRequestOptions) =>
		String(body).includes(PHONE) ? reused() : queued();
	const includeResponse = { options: { maxWaitSeconds: 0, includeResponse: true } };
	const items = [PHONE, '11987654322'].map((phone) => once(phone, 'Olá', includeResponse));
	const { output, context } = execution({ items, service });
	expect((await output).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect((await output).map(({ json }) => json)).toEqual([
		passedBy,
		expect.objectContaining({
			sentNow: true,
			_response: expect.objectContaining({ written: true }),
		}),
	]);
	expect(context.hints).toEqual([
		{
			message:
				'Nothing was sent for 11987654321 [item 0] (the first item is 0): this node has sent this template to them in the last 24 hours, or tried to. The service may have refused it then, as without a subscription or a permission, and keeps that. The conversation in the service shows whether it arrived. If not, run these items and nobody else, one for each phone, with Once per Phone off.',
			...{ type: 'warning', location: 'outputPane' },
		},
	]);
});

test('items that were passed by stand in carriedOut when another one ends the run', async () => {
	const { failure } = execution({
		items: [once(PHONE), once('11987654322')],
		service: answering(reused, () => refusal(404, 'resource_not_found')),
	});
	expect((await failure()).context.data).toEqual({
		...{ carriedOut: [0], unknown: [], notCarriedOut: [1] },
		output: [passedBy],
	});
});

test.each([
	['arrived', 'Oi', [replayed]],
	['arrived', 'Olá', [replayed]],
	['did not arrive', 'Oi', [queued]],
	['did not arrive', 'Olá', [queued]],
	['may have arrived', 'Oi', [cut]],
])(
	'if a message %s in an earlier try, its item is sent again, and one before it (%s) is not',
	async (fate, word, service) => {
		const flow = {};
		const items = [once(PHONE), once(PHONE, word)];
		const attempt = (...answers: Array<() => unknown>) =>
			execution({
				...{
					items,
					flow,
					accessToken: `${fate}-${word}`.replaceAll(/[^a-z]/gi, '-'),
					continueOnFail: true,
				},
				service: answering(...answers),
			});
		await attempt(() => refusal(503, 'idempotency_unavailable'), cut).output;
		const { output, asked } = attempt(...service);
		const [first, second] = (await output).map(({ json }) => json);
		expect(first).toMatchObject({ sentNow: false, reason: 'same_phone' });
		expect(second).toMatchObject(
			service[0] === cut ? { details: { outcome: 'unknown' } } : { sentNow: true },
		);
		expect(asked).toHaveLength(1);
	},
);

test('a message that an earlier try sent is told as sent, though an earlier item meets its key', async () => {
	const flow = {};
	const options = { waitForOutcome: 5, maxWaitSeconds: 0, parallelRequests: 2 };
	const items = [
		...[once(PHONE, 'Olá', { options }), once(PHONE, 'Oi', { options })],
		once('11987654322', 'Olá', { options: { ...options, countsAs: 'word' } }),
	];
	const attempt = (service: Told['service']) =>
		execution({ items, flow, service, accessToken: 'queued', continueOnFail: true }).output;
	const pending: Told['service'] = ({ method, body }) => {
		if (method === 'GET') return answer({ id: 'm', status: 'pending' });
		if (String(body).includes('11987654322')) return refusal(402, 'subscription_inactive');
		if (String(body).includes('Olá')) return refusal(503, 'idempotency_unavailable');
		return queued();
	};
	const [, sent] = await attempt(pending);
	expect(sent?.json.details).toMatchObject({ outcome: 'carriedOut' });
	const [, told] = await attempt(({ method, body }) => {
		if (method === 'GET') return answer({ id: 'm', status: 'sent' });
		return String(body).includes('Oi') ? replayed() : reused();
	});
	expect(told?.json).toMatchObject({ sentNow: true });
});

describe('a later item for the same phone', () => {
	const items = [once(PHONE, 'Olá'), once('+55 (11) 98765-4321', 'Oi')];

	test.each<[string, Array<() => unknown>, unknown[], number]>([
		['is passed by after one that was queued', [queued], [true, false], 1],
		['is passed by after a stored answer', [replayed], [false, false], 1],
		['is passed by after one whose key is taken', [reused], [false, false], 1],
		[
			'is passed by after one that may have been sent',
			[cut],
			['connection_failed unknown', false],
			1,
		],
		[
			'is passed by after an internal error',
			[() => refusal(500, 'internal_error')],
			['internal_error unknown', false],
			1,
		],
		[
			'is sent after one that was refused',
			[() => refusal(422, 'recipient_opted_out'), queued],
			['recipient_opted_out notCarriedOut', true],
			2,
		],
		...[402, 403].map((status): [string, Array<() => unknown>, unknown[], number] => [
			`fails with the same after a ${status}, which the service may keep with the key`,
			[() => refusal(status, 'subscription_inactive'), queued],
			Array(2).fill('subscription_inactive notCarriedOut'),
			1,
		]),
		[
			'fails with the same after queue_unavailable',
			[() => refusal(503, 'queue_unavailable'), queued],
			Array(2).fill('queue_unavailable notCarriedOut'),
			1,
		],
	])('%s', async (_, answers, told, sends) => {
		expect(await outcomes({ items, service: answering(...answers) })).toMatchObject({
			...{ told, sends },
		});
	});

	test('looks at the earlier one when that has ended, also with parallel requests', async () => {
		const options = { options: { maxWaitSeconds: 0, parallelRequests: 2 } };
		const both = ['Olá', 'Oi'].map((word) => once(PHONE, word, options));
		const service = answering(() => refusal(403, 'permission_denied'), queued);
		expect(await outcomes({ items: both, service })).toMatchObject({
			told: Array(2).fill('permission_denied notCarriedOut'),
			sends: 1,
		});
	});

	test('sends nothing after one whose key was taken, even if the key is free by then', async () => {
		const { output, lines } = execution({ items, service: answering(reused, queued) });
		expect((await output).map(({ json }) => json.reason)).toEqual([
			...['already_tried', 'already_tried'],
		]);
		expect(lines()).toHaveLength(1);
	});

	test('says that another item has its phone', async () => {
		const { output } = execution({ items, service: queued });
		expect((await output)[1]?.json).toEqual({
			...{ sentNow: false, reason: 'same_phone', phone: '+55 (11) 98765-4321' },
			reasonText:
				'This phone is also that of 11987654321 [item 0] (the first item is 0). Once per Phone sends one message to it.',
		});
	});

	test('is counted in one hint', async () => {
		const { hints } = await outcomes({ items: [...items, items[0]!], service: queued });
		expect(hints.map(({ message, type }) => [type, message])).toContainEqual([
			'info',
			'Nothing was sent for 2 items whose phone another item has: Once per Phone sends one message to it.',
		]);
		const both = await outcomes({
			items: [once('11987654322'), ...items],
			service: answering(reused, queued),
		});
		expect(both.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^Nothing was sent for 11987654322 \[item 0\] \(the first item is 0\): this node/,
			),
			expect.stringMatching(
				/^11987654321 \[item 1\] and \+55 \(11\) 98765-4321 \[item 2\] \(the first item is 0\) have the same phone, 11987654321: /,
			),
			expect.stringMatching(/^Nothing was sent for 1 item whose phone another item has/),
		]);
	});

	test('counts once for Max Messages, and for Check Only', async () => {
		const most = { options: { maxMessages: 1, maxWaitSeconds: 0 } };
		const limited = ['Olá', 'Oi'].map((word) => once(PHONE, word, most));
		expect((await outcomes({ items: limited, service: queued })).told).toEqual([true, false]);
		const checkOnly = { options: { checkOnly: true } };
		const checked = ['Olá', 'Oi'].map((word) => once(PHONE, word, checkOnly));
		const { hints } = await outcomes({ items: checked });
		expect(hints.map(({ message }) => message).join()).toContain(
			'Only checked: 1 message to send, ',
		);
	});
});

test('if the item that an earlier try may have sent is refused now, one before it is sent', async () => {
	const given = {
		...{ flow: {}, accessToken: 'refused-now', continueOnFail: true },
		items: [once(PHONE), once(PHONE, 'Oi')],
	};
	await execution({
		...given,
		service: answering(() => refusal(503, 'idempotency_unavailable'), cut),
	}).output;
	const service: Told['service'] = ({ body }) =>
		String(body).includes('Oi') ? refusal(422, 'template_params_mismatch') : queued();
	expect((await execution({ ...given, service }).output).map(({ json }) => json)).toMatchObject([
		{ sentNow: true },
		{ details: { outcome: 'notCarriedOut' } },
	]);
});

test('without the switch, another try sends the messages in their order', async () => {
	const given = {
		...{ flow: {}, accessToken: 'in-order', continueOnFail: true },
		items: ['Olá', 'Oi'].map((word) => once(PHONE, word, { oncePerPhone: false })),
	};
	await execution({
		...given,
		service: answering(() => refusal(503, 'idempotency_unavailable'), cut),
	}).output;
	const { output, asked } = execution({ ...given, service: queued });
	await output;
	expect(asked.map(({ body }) => String(body).includes('Olá'))).toEqual([true, false]);
});

test('an item of another token is not sent if a later one may have been, in an earlier try', async () => {
	const given = {
		...{ flow: {}, tokens: ['earlier-a', 'earlier-b'], items: [once(PHONE), once(PHONE)] },
		continueOnFail: true,
	};
	const refusedForA: Told['service'] = (_, token) =>
		token === 'earlier-a' ? refusal(503, 'idempotency_unavailable') : cut();
	await execution({ ...given, service: refusedForA }).output;
	const { output, asked } = execution({ ...given, service: replayed });
	expect((await output).map(({ json }) => json)).toMatchObject([
		{ sentNow: false, reason: 'same_phone' },
		{ sentNow: true },
	]);
	expect(asked).toHaveLength(1);
});

describe('a later item for the same phone, with another token', () => {
	const items = ['Olá', 'Oi', 'E aí'].map((word) => once(PHONE, word));

	test.each<[string, Array<() => unknown>, unknown[], string[]]>([
		['is passed by after one that was queued', [queued], [true, false, false], ['a']],
		[
			'is passed by after one that may have been sent',
			[cut],
			['connection_failed unknown', false, false],
			['a'],
		],
		[
			'is sent where the earlier one’s token was refused',
			[() => refusal(403, 'permission_denied'), queued],
			['permission_denied notCarriedOut', true, false],
			['a', 'b'],
		],
		['is passed by after one whose key is taken', [reused], [false, false, false], ['a']],
		[
			'leaves the refusal of its token to the next one with that',
			[
				() => refusal(402, 'subscription_inactive'),
				() => refusal(422, 'recipient_opted_out'),
				queued,
			],
			[
				'subscription_inactive notCarriedOut',
				'recipient_opted_out notCarriedOut',
				'subscription_inactive notCarriedOut',
			],
			['a', 'b'],
		],
		[
			'fails with the same after queue_unavailable',
			[() => refusal(503, 'queue_unavailable'), queued],
			Array(3).fill('queue_unavailable notCarriedOut'),
			['a'],
		],
	])('%s', async (name, answers, told, sentWith) => {
		const tokens = ['a', 'b', 'a'].map((token) => `${name.replaceAll(/\W/g, '-')}-${token}`);
		const asked: string[] = [];
		const service = answering(...answers);
		const given = {
			items,
			tokens,
			service: (_: unknown, token: string) => (asked.push(token), service()),
		};
		expect((await outcomes(given)).told).toEqual(told);
		expect(asked.map((token) => token.slice(-1))).toEqual(sentWith);
	});

	test('is told as “same phone” if its own token has not met a taken key', async () => {
		const tokens = ['first', 'second', 'first'].map((token) => `taken-once-${token}`);
		const items = [once(PHONE), once(PHONE), once(PHONE)];
		const { output } = execution({ items, tokens, service: answering(reused) });
		expect((await output).map(({ json }) => json.reason)).toEqual([
			...['already_tried', 'same_phone', 'already_tried'],
		]);
	});

	test.each([
		['a', 'a', 'a'],
		['a', 'b', 'a'],
	])(
		'is told in another try as in the first, if its key was taken (tokens %s, %s, %s)',
		async (...names) => {
			const tokens = names.map((name) => `taken-${names.join('')}-${name}`);
			const flow = {};
			const items = [once(PHONE), once('11987654322'), once(PHONE, 'Oi')];
			const first = execution({
				...{ items, flow, tokens },
				service: answering(reused, () => refusal(404, 'resource_not_found')),
			});
			await first.failure();
			const { output } = execution({ items, flow, tokens, service: answering(queued, reused) });
			expect((await output).map(({ json }) => json.reason)).toEqual([
				...['already_tried', undefined, 'already_tried'],
			]);
		},
	);

	test('is passed by in another try, too, and with it one that comes before', async () => {
		const flow = {};
		const tokens = ['try-a', 'try-b', 'try-a'];
		const other = once('11987654322');
		const attempt = async (service: Told['service']) =>
			await outcomes({ items: [items[0]!, items[1]!, other], flow, tokens, service });
		const service: Told['service'] = ({ body }, token) => {
			if (String(body).includes('11987654322')) return refusal(404, 'resource_not_found');
			return token === 'try-a' ? refusal(422, 'recipient_opted_out') : queued();
		};
		const failed = ['recipient_opted_out notCarriedOut', true, 'resource_not_found notCarriedOut'];
		expect((await attempt(service)).told).toEqual(failed);
		expect(await attempt(queued)).toMatchObject({ told: [false, true, true], sends: 1 });
	});
});

test('whoever was passed by does not count towards Max Messages in later runs of the execution', async () => {
	const flow = {};
	const items = [once(PHONE, 'Olá', { options: { maxMessages: 1, maxWaitSeconds: 0 } })];
	const loop = (run: number, service: () => unknown) =>
		outcomes({ items, flow, run, service, accessToken: 'token-of-loop' });
	expect((await loop(0, reused)).told).toEqual([false]);
	expect((await loop(1, queued)).told).toEqual([true]);
	expect((await loop(2, queued)).told).toEqual(['too_many_messages notCarriedOut']);
});

test('a try with another text whose end is not known leaves a reused key unknown', async () => {
	const flow = {};
	const attempt = (word: string, service: () => unknown) =>
		outcomes({ items: [once(PHONE, word)], flow, service, accessToken: 'token-of-tries' });
	expect((await attempt('a', cut)).told).toEqual(['connection_failed unknown']);
	expect((await attempt('b', reused)).told).toEqual(['idempotency_key_reused unknown']);
	expect((await attempt('a', reused)).told).toEqual([false]);
});

test('an agent reads in _hints that nothing was sent', async () => {
	const { output } = execution({ items: [once(PHONE)], isTool: true, service: reused });
	const pairedItem = { item: 0 };
	const _hints = [
		expect.stringMatching(/^Nothing was sent for 11987654321 \[item 0\] \(the first item is 0\)/),
	];
	expect(await output).toEqual([
		{ json: passedBy, pairedItem },
		{ json: { _hints }, pairedItem },
	]);
});

test('a key of the user’s own beside the switch is refused', async () => {
	const items = [once(PHONE, 'Olá', { options: { idempotencyKey: 'k' } })];
	const { message, description } = await execution({ items, service: queued }).failure();
	expect(message).toContain('“Idempotency Key” is given while Once per Phone is on');
	expect(description).toContain('Take the key out, or turn Once per Phone off');
});
