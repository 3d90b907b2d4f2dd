/** Rules about the receiver over the tries of one execution; against the service: `test/engine/whoGetsIt.test.ts`. */
import { DaysBetweenRule } from '../../../../nodes/CustomerRelationship/execution/rules/daysBetween';
import { readReceivers } from '../../../../nodes/CustomerRelationship/execution/rules/receiver';
import { UnknownContactsRule } from '../../../../nodes/CustomerRelationship/execution/rules/unknownContacts';
import type { Answer } from '../../../../nodes/CustomerRelationship/transport/answer';
import type { ApiRequest } from '../../../../nodes/CustomerRelationship/transport/request';
import { answer, cut, execution, pending, refusal, start } from '../execution';
import type { Told } from '../nodeContext';
import { messageTask } from './messageTask';

const PHONE = '11987654321';
const WHO = { daysBetween: { rule: { days: 7, rememberIn: 'last' } } };

/** A service with one contact. What it answers to a message, and to a read of the contact by its ID, is given. */
function serviceWith(given: { message: () => unknown; contact?: () => unknown }) {
	const customFields: Record<string, unknown> = { last: '2020-01-01' };
	const contact = { id: 'c', phone: PHONE, tags: [], customFields };
	const service: Told['service'] = ({ method, url, body }) => {
		if (url.endsWith('/conversations')) return given.message();
		if (method === 'PATCH') {
			Object.assign(customFields, (JSON.parse(String(body)) as typeof contact).customFields);
			return answer(contact);
		}
		if (url.endsWith('/contacts/c')) return given.contact?.() ?? answer(contact);
		return answer({ data: [contact], hasMore: false, nextCursor: null });
	};
	return { service, customFields };
}

/** Tries of one execution. */
const tries = (whoGetsIt: object = WHO) => {
	const flow = {};
	return (service: Told['service']) =>
		execution({
			...{ items: [start({ phone: PHONE, whoGetsIt, options: { maxWaitSeconds: 0 } })] },
			...{ flow, service, continueOnFail: true, accessToken: 'one' },
		});
};
/** The service, with a search that finds nobody. */
const findingNobody =
	(service: Told['service']): Told['service'] =>
	(request, index) =>
		request.url.includes('search=')
			? answer({ data: [], hasMore: false, nextCursor: null })
			: service(request, index);
const hintsOf = ({ context }: ReturnType<typeof execution>) =>
	context.hints.map(({ message }) => message).join(' ');

test('what could not be taken back is told, but no longer once a later try may have sent', async () => {
	const attempt = tries();
	const first = serviceWith({
		message: () => refusal(422, 'template_not_found'),
		contact: () => refusal(403, 'permission_denied'),
	});
	const refused = attempt(first.service);
	expect((await refused.output)[0]?.json.details).toMatchObject({ outcome: 'notCarriedOut' });
	expect(hintsOf(refused)).toMatch(
		/^Nothing was sent for item 0 .* may hold a day that this item wrote/,
	);

	const { service, customFields } = serviceWith({ message: () => refusal(500, 'internal_error') });
	customFields.last = first.customFields.last;
	const unknown = attempt(service);
	expect((await unknown.output)[0]?.json.details).toMatchObject({ outcome: 'unknown' });
	expect(hintsOf(unknown)).not.toContain('Nothing was sent');
	expect(unknown.lines().at(-1)).toBe('POST /conversations');
});

test('the day that an earlier try has written does not keep the item from its message', async () => {
	const attempt = tries();
	const first = serviceWith({
		message: () => refusal(422, 'template_not_found'),
		contact: () => refusal(403, 'permission_denied'),
	});
	await attempt(first.service).output;
	const { service, customFields } = serviceWith({ message: () => answer(pending, 202) });
	customFields.last = first.customFields.last;
	const sent = attempt(service);
	expect((await sent.output)[0]?.json).toMatchObject({ sentNow: true });
	expect(sent.lines()).toEqual(['GET /contacts?search=87654321', 'POST /conversations']);
});

test('what the field held is written back where the message was refused', async () => {
	const { service, customFields } = serviceWith({
		message: () => refusal(422, 'template_not_found'),
	});
	const refused = tries()(service);
	await refused.output;
	expect(customFields.last).toBe('2020-01-01');
	expect(refused.lines()).toEqual([
		...['GET /contacts?search=87654321', 'PATCH /contacts/c', 'POST /conversations'],
		...['GET /contacts/c', 'PATCH /contacts/c'],
	]);
});

test('a day that may have been taken back is written again by the next try', async () => {
	const attempt = tries();
	let patches = 0;
	const first = serviceWith({ message: () => refusal(422, 'template_not_found') });
	await attempt((request, index) => {
		const told = first.service(request, index);
		if (request.method === 'PATCH') patches += 1;
		return patches === 2 ? cut() : told;
	}).output;
	expect(first.customFields.last).toBe('2020-01-01');
	const { service, customFields } = serviceWith({ message: () => answer(pending, 202) });
	expect((await attempt(service).output)[0]?.json).toMatchObject({ sentNow: true });
	expect(customFields.last).not.toBe('2020-01-01');
});

test('a day that may have been taken back is written again after a message to nobody known', async () => {
	const attempt = tries({ ...WHO, unknownContacts: 'send' });
	let patches = 0;
	const { service, customFields } = serviceWith({
		message: () =>
			patches < 2
				? refusal(503, 'idempotency_unavailable')
				: answer({ ...pending, contactId: 'c', contactCreated: false }, 202),
	});
	await attempt((request, index) => {
		const told = service(request, index);
		return request.method === 'PATCH' && (patches += 1) === 2 ? cut() : told;
	}).output;
	expect(customFields.last).toBe('2020-01-01');
	expect((await attempt(findingNobody(service)).output)[0]?.json).toMatchObject({ sentNow: true });
	expect(customFields.last).not.toBe('2020-01-01');
});

/** Leaves the first write of a day without an answer, and gives it to `late` instead of the service. */
const loseFirstDay = (
	service: Told['service'],
	late: (write: () => unknown) => void = () => {},
) => {
	let isLost = false;
	const losing: Told['service'] = (request, token) => {
		if (request.method !== 'PATCH' || isLost) return service(request, token);
		isLost = true;
		late(() => service(request, token));
		return cut();
	};
	return losing;
};

test('a day whose write arrives between two tries is told in both', async () => {
	const attempt = tries();
	const { service } = serviceWith({ message: () => answer(pending, 202) });
	let arrive: (() => unknown) | undefined;
	const failed = attempt(loseFirstDay(service, (write) => (arrive = write)));
	expect((await failed.output)[0]?.json.details).toMatchObject({ outcome: 'notCarriedOut' });
	expect(hintsOf(failed)).toMatch(
		/^Nothing was sent for item 0 .* may hold a day that this item wrote/,
	);
	arrive?.();
	for (let n = 2; n <= 3; n += 1) {
		const further = attempt(service);
		expect((await further.output)[0]?.json).toMatchObject({ sentNow: false, reason: 'too_soon' });
		expect(hintsOf(further)).toMatch(
			/Nothing was sent for item 0 .* may hold a day that this item wrote/,
		);
	}
});

test.each([408, 503])(
	'a day whose write met the JSON %i of a gateway may still arrive',
	async (statusCode) => {
		const { service } = serviceWith({ message: () => answer(pending, 202) });
		const error = { code: 'upstream_timeout', message: 'The upstream did not answer in time' };
		const failed = tries()((request, token) =>
			request.method === 'PATCH'
				? { statusCode, headers: {}, body: { error } }
				: service(request, token),
		);
		await failed.output;
		expect(hintsOf(failed)).toContain('may hold a day that this item wrote');
	},
);

test('a contact that can’t be read does not keep the day of another one', async () => {
	const contacts = ['a', 'b'].map((id) => ({
		...{ id, phone: PHONE, tags: [] },
		customFields: { last: '2020-01-01' },
	}));
	const refused = tries()(({ method, url, body }) => {
		if (url.endsWith('/conversations')) return refusal(422, 'template_not_found');
		const contact = contacts.find(({ id }) => url.endsWith(`/contacts/${id}`));
		if (!contact) return answer({ data: contacts, hasMore: false, nextCursor: null });
		if (method === 'PATCH') Object.assign(contact, JSON.parse(String(body)));
		else if (contact.id === 'a') return refusal(404, 'resource_not_found');
		return answer(contact);
	});
	await refused.output;
	expect(contacts[0]!.customFields.last).not.toBe('2020-01-01');
	expect(contacts[1]!.customFields.last).toBe('2020-01-01');
	expect(hintsOf(refused)).toContain('may hold a day that this item wrote');
});

test('a day that never arrived is written by the next try', async () => {
	const attempt = tries();
	const { service, customFields } = serviceWith({ message: () => answer(pending, 202) });
	await attempt(loseFirstDay(service)).output;
	const sent = attempt(service);
	expect((await sent.output)[0]?.json).toMatchObject({ sentNow: true });
	expect([customFields.last, hintsOf(sent)]).toEqual([expect.stringMatching(/^20[2-9]/), '']);
	expect(customFields.last).not.toBe('2020-01-01');
});

test.each([
	['has lost its answer', cut],
	['was turned away', () => refusal(503, 'api_tokens_disabled')],
])(
	'after a try whose write %s, the day of another run is not taken for one’s own',
	async (_, first) => {
		let sends = 0;
		const { service, customFields } = serviceWith({
			message: () => ((sends += 1), answer(pending, 202)),
		});
		const attempt = tries();
		await attempt((request, token) =>
			request.method === 'PATCH' ? first() : service(request, token),
		).output;
		const { output } = execution({ items: [start({ phone: PHONE, whoGetsIt: WHO })], service });
		expect((await output)[0]?.json).toMatchObject({ sentNow: true });
		jest.useFakeTimers({ advanceTimers: 100 });
		expect((await attempt(service).output)[0]?.json).toMatchObject({ reason: 'too_soon' });
		jest.useRealTimers();
		expect([sends, customFields.last]).toEqual([1, expect.not.stringMatching('2020-01-01')]);
	},
);

test('after a try that could not even read the contact, only a confirmed day is one’s own', async () => {
	let sends = 0;
	const { service } = serviceWith({ message: () => ((sends += 1), answer(pending, 202)) });
	const attempt = tries();
	const losing = loseFirstDay(service);
	await attempt((request, token) =>
		request.url.endsWith('/c') && request.method === 'GET'
			? refusal(403, 'permission_denied')
			: losing(request, token),
	).output;
	await execution({ items: [start({ phone: PHONE, whoGetsIt: WHO })], service }).output;
	expect((await attempt(service).output)[0]?.json).toMatchObject({ reason: 'too_soon' });
	expect(sends).toBe(1);
});

test('a day whose write was lost is written after a message to nobody known', async () => {
	const attempt = tries({ ...WHO, unknownContacts: 'send' });
	const { service, customFields } = serviceWith({
		message: () => answer({ ...pending, contactId: 'c', contactCreated: false }, 202),
	});
	await attempt(loseFirstDay(service)).output;
	expect((await attempt(findingNobody(service)).output)[0]?.json).toMatchObject({ sentNow: true });
	expect(customFields.last).not.toBe('2020-01-01');
});

test('what was certainly not written is not said to stay', async () => {
	jest.useFakeTimers({ advanceTimers: 100 });
	const { service } = serviceWith({ message: () => answer(pending, 202) });
	const suspended = execution({
		items: [start({ phone: PHONE, whoGetsIt: WHO, options: { maxWaitSeconds: 4 } })],
		continueOnFail: true,
		service: (request, token) =>
			request.method === 'PATCH' ? refusal(503, 'api_tokens_disabled') : service(request, token),
	});
	await suspended.output;
	jest.useRealTimers();
	expect(suspended.lines().filter((line) => line.startsWith('PATCH')).length).toBeGreaterThan(1);
	expect(hintsOf(suspended)).not.toContain('may hold');
});

test('a contact that refuses the day is not said to hold it, and the others lose theirs again', async () => {
	const contacts = ['a', 'b'].map((id) => ({
		...{ id, phone: PHONE, tags: [] },
		customFields: { last: '2020-01-01' },
	}));
	const refused = tries()(({ method, url, body }) => {
		const contact = contacts.find(({ id }) => url.endsWith(`/contacts/${id}`));
		if (!contact) return answer({ data: contacts, hasMore: false, nextCursor: null });
		if (method === 'PATCH' && contact.id === 'b')
			return refusal(422, 'missing_required_custom_fields');
		if (method === 'PATCH') Object.assign(contact, JSON.parse(String(body)));
		return answer(contact);
	});
	expect((await refused.output)[0]?.json.details).toMatchObject({ outcome: 'notCarriedOut' });
	expect(hintsOf(refused)).not.toContain('may hold');
	expect(contacts.map(({ customFields }) => customFields.last)).toEqual([
		'2020-01-01',
		'2020-01-01',
	]);
});

test('a day whose write was lost is taken back; one that was written twice may still arrive', async () => {
	jest.useFakeTimers({ advanceTimers: 100 });
	const hintsIf = async (isSearchStale: boolean) => {
		const { service, customFields } = serviceWith({
			message: () => refusal(422, 'template_not_found'),
		});
		let patches = 0;
		const stale = { id: 'c', phone: PHONE, tags: [], customFields: { last: '2020-01-01' } };
		const refused = execution({
			...{ items: [start({ phone: PHONE, whoGetsIt: WHO })], continueOnFail: true },
			service: (request, index) => {
				const told = service(request, index);
				if (request.method === 'PATCH' && (patches += 1) === 1) return cut();
				return isSearchStale && request.url.includes('search=')
					? answer({ data: [stale], hasMore: false, nextCursor: null })
					: told;
			},
		});
		await refused.output;
		expect(customFields.last).toBe('2020-01-01');
		return hintsOf(refused);
	};
	expect(await hintsIf(false)).not.toContain('may hold');
	expect(await hintsIf(true)).toContain('may hold a day that this item wrote');
	jest.useRealTimers();
});

test.each([500, 503])(
	'a day whose write was answered with %d is not said to stay where the field does not hold it',
	async (status) => {
		jest.useFakeTimers({ advanceTimers: 100 });
		const { service } = serviceWith({ message: () => refusal(422, 'template_not_found') });
		let patches = 0;
		const failed = execution({
			...{ items: [start({ phone: PHONE, whoGetsIt: WHO })], continueOnFail: true },
			service: (request, token) =>
				request.method === 'PATCH' && (patches += 1) === 1
					? answer({ error: { type: 'api_error', code: 'overloaded', message: '' } }, status)
					: service(request, token),
		});
		await failed.output;
		jest.useRealTimers();
		expect([patches > 1, hintsOf(failed)]).toEqual([
			status === 503,
			expect.not.stringContaining('may hold'),
		]);
	},
);

/** A service that refuses the first message, and the first undo as given. */
function refusingOnce(undo: (late: () => unknown) => unknown) {
	let [sends, patches] = [0, 0];
	const { service, customFields } = serviceWith({
		message: () => ((sends += 1) === 1 ? refusal(422, 'template_not_found') : answer(pending, 202)),
	});
	const refusing: Told['service'] = (request, token) =>
		request.method === 'PATCH' && (patches += 1) === 2
			? undo(() => service(request, token))
			: service(request, token);
	return { service: refusing, customFields };
}

test('an undo without an answer is not repeated, since the first attempt might overwrite the day of another run', async () => {
	let late: (() => unknown) | undefined;
	const { service, customFields } = refusingOnce((write) => ((late = write), cut()));
	const refused = execution({
		...{ items: [start({ phone: PHONE, whoGetsIt: WHO })], service, continueOnFail: true },
	});
	await refused.output;
	expect(refused.lines().at(-1)).toBe('PATCH /contacts/c');
	expect(hintsOf(refused)).toContain('may hold a day that this item wrote');
	const other = execution({ items: [start({ phone: PHONE, whoGetsIt: WHO })], service });
	expect((await other.output)[0]?.json).toMatchObject({ reason: 'too_soon' });
	late?.();
	expect(customFields.last).toBe('2020-01-01');
});

test('an undo that was turned away is repeated while there is time', async () => {
	jest.useFakeTimers({ advanceTimers: 100 });
	const { service, customFields } = refusingOnce(() => refusal(503, 'api_tokens_disabled'));
	const refused = execution({
		...{ items: [start({ phone: PHONE, whoGetsIt: WHO })], service, continueOnFail: true },
	});
	await refused.output;
	jest.useRealTimers();
	expect([customFields.last, hintsOf(refused)]).toEqual(['2020-01-01', '']);
});

test('a day whose write met a proxy’s 500 may still arrive', async () => {
	const { service } = serviceWith({ message: () => answer(pending, 202) });
	const failed = tries()((request, token) =>
		request.method === 'PATCH'
			? { statusCode: 500, headers: {}, body: '<h1>Oops</h1>' }
			: service(request, token),
	);
	await failed.output;
	expect(hintsOf(failed)).toContain('may hold a day that this item wrote');
});

test('an undo that was turned away leaves the day to the next try of the item', async () => {
	const { service } = refusingOnce(() => refusal(503, 'api_tokens_disabled'));
	const attempt = tries();
	await attempt(service).output;
	expect((await attempt(service).output)[0]?.json).toMatchObject({ sentNow: true });
});

test('of two equal calls of an agent the one that sends does not tell what the other could not undo', async () => {
	const { service } = refusingOnce((write) => write());
	const flow = {};
	let reads = 0;
	const call = () =>
		execution({
			items: [start({ phone: PHONE, whoGetsIt: WHO, options: { maxWaitSeconds: 0 } })],
			...{ flow, continueOnFail: true, accessToken: 'agent', isTool: true },
			service: (request, token) =>
				request.url.endsWith('/c') && request.method === 'GET' && (reads += 1) === 1
					? refusal(403, 'permission_denied')
					: service(request, token),
		}).output;
	const [, sent] = await Promise.all([call(), call()]);
	expect(JSON.stringify(sent)).toContain('"sentNow":true');
	expect(JSON.stringify(sent)).not.toContain('may hold a day that this item wrote');
});

test('a day that another run takes back between two turns is written again', async () => {
	jest.useFakeTimers({ advanceTimers: 100 });
	let sends = 0;
	const { service, customFields } = serviceWith({
		message: () => {
			if ((sends += 1) > 1) return answer(pending, 202);
			customFields.last = '2020-01-01';
			return refusal(503, 'idempotency_unavailable');
		},
	});
	const { output } = execution({ items: [start({ phone: PHONE, whoGetsIt: WHO })], service });
	expect((await output)[0]?.json).toMatchObject({ sentNow: true });
	expect(customFields.last).not.toBe('2020-01-01');
	jest.useRealTimers();
});

test('a day of before midnight, between two turns, is the item’s own', async () => {
	jest.useFakeTimers({ now: new Date('2026-11-28T02:59:59.500Z'), advanceTimers: 100 });
	let sends = 0;
	let patches = 0;
	const { service } = serviceWith({
		message: () =>
			(sends += 1) === 1 ? refusal(503, 'idempotency_unavailable') : answer(pending, 202),
	});
	const { output } = execution({
		items: [start({ phone: PHONE, whoGetsIt: WHO })],
		service: (request, index) =>
			request.method === 'PATCH' && (patches += 1) === 2
				? refusal(503, 'api_tokens_disabled')
				: service(request, index),
	});
	expect((await output)[0]?.json).toMatchObject({ sentNow: true });
	expect(patches).toBe(3);
	jest.useRealTimers();
});

test('the day is written after a message, even if the contact comes without custom fields', async () => {
	const { service, customFields } = serviceWith({
		message: () => answer({ ...pending, contactId: 'c', contactCreated: false }, 202),
		contact: () => answer({ id: 'c' }),
	});
	const findingNobody: Told['service'] = (request, index) =>
		request.url.includes('search=')
			? answer({ data: [], hasMore: false, nextCursor: null })
			: service(request, index);
	const whoGetsIt = { ...WHO, unknownContacts: 'send' };
	const items = [start({ phone: PHONE, whoGetsIt })];
	expect((await execution({ items, service: findingNobody }).output)[0]?.json).toMatchObject({
		sentNow: true,
	});
	expect(customFields.last).not.toBe('2020-01-01');
});

test('the day of somebody new is written before hidden contacts are looked for', async () => {
	const service: Told['service'] = ({ method, url }) => {
		if (url.endsWith('/conversations')) {
			return answer({ ...pending, contactId: 'c', contactCreated: false }, 202);
		}
		if (method === 'PATCH' || url.endsWith('/contacts/c')) {
			return answer({ id: 'c', customFields: {} });
		}
		return answer({ data: [], hasMore: false, nextCursor: null });
	};
	const whoGetsIt = { ...WHO, unknownContacts: 'send' };
	const { output, lines } = execution({ items: [start({ phone: PHONE, whoGetsIt })], service });
	expect((await output)[0]?.json).toMatchObject({ sentNow: true });
	expect(lines()).toEqual([
		...['GET /contacts?search=87654321', 'POST /conversations'],
		...['GET /contacts/c', 'PATCH /contacts/c', 'GET /contacts/c'],
	]);
});

test('a birthday of somebody who looked unknown is not overwritten', async () => {
	const contact = { id: 'c', customFields: { last: '1985-03-02' } };
	const service: Told['service'] = ({ url }) => {
		if (url.endsWith('/conversations')) {
			return answer({ ...pending, contactId: 'c', contactCreated: false }, 202);
		}
		if (url.endsWith('/contacts/c')) return answer(contact);
		return answer({ data: [], hasMore: false, nextCursor: null });
	};
	const whoGetsIt = { ...WHO, unknownContacts: 'send' };
	const { failure, lines } = execution({ items: [start({ phone: PHONE, whoGetsIt })], service });
	expect((await failure()).message).toContain('which holds “1985-03-02”');
	expect(lines().filter((line) => line.startsWith('PATCH'))).toEqual([]);
});

test('a day that can’t be written says what that means, also after it was tried again', async () => {
	const { service } = serviceWith({ message: () => answer(pending, 202) });
	const failing: Told['service'] = (request, index) =>
		request.method === 'PATCH' ? refusal(503, 'api_tokens_disabled') : service(request, index);
	const given = { phone: PHONE, whoGetsIt: WHO, options: { maxWaitSeconds: 0 } };
	const { failure, lines } = execution({ items: [start(given)], service: failing });
	expect((await failure()).description).toContain('Days Between writes the day into the contact');
	expect(lines()).not.toContain('POST /conversations');
});

test('what could not be taken back after the user’s stop names nobody in n8n’s log', async () => {
	const stop = new AbortController();
	const { service } = serviceWith({ message: () => answer(pending, 202) });
	const stopping: Told['service'] = (options, token) => {
		if (options.method === 'PATCH') stop.abort();
		return service(options, token);
	};
	const { context, failure } = execution({
		...{ items: [start({ name: 'Ana Souza', phone: PHONE, whoGetsIt: WHO })] },
		...{ service: stopping, signal: stop.signal },
	});
	await failure();
	const log = context.logged.join(' ');
	expect(log).toContain('may hold a day that this item wrote');
	expect(log).not.toMatch(/Ana Souza|11987654321/);
});

test('an operation whose message has no phone can’t have rules about the receiver', async () => {
	const task = messageTask({ notIfTagged: ['vip'] });
	const ask = () => Promise.reject(new Error('Nothing was to be read'));
	await expect(readReceivers(task, ask)).rejects.toThrow(
		'conversation.start has rules about the receiver, but no phone',
	);
});

test('what follows a message to somebody new is done once, whatever the number of tries', async () => {
	const setting = { days: 7, field: 'last', timezone: 'UTC' };
	const task = messageTask({ daysBetween: setting, unknownContacts: 'send' }, { phone: PHONE });
	const asked: string[] = [];
	const ask = ({ method, path }: ApiRequest) => {
		asked.push(`${method} ${path}`);
		return Promise.resolve({
			body: { data: [], hasMore: false, customFields: {} },
		} as unknown as Answer);
	};
	const sent = { body: { contactId: 'c', contactCreated: false } } as unknown as Answer;
	await readReceivers(task, ask);
	for (const rule of [new DaysBetweenRule(), new UnknownContactsRule()]) {
		for (let tries = 0; tries < 2; tries += 1) await rule.afterMessage(task, sent, ask, 0);
	}
	expect(asked).toEqual([
		...['GET /contacts', 'GET /contacts/c', 'PATCH /contacts/c', 'GET /contacts/c'],
	]);
});
