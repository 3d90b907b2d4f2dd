/**
 * The examples of a paid order, of the request for a review and of the handover. `npm run e2e:long` has a request for a
 * review wait in an n8n that is killed meanwhile.
 */
import { exampleWorkflows, type ExampleWorkflow } from '../../playground/exampleWorkflows';
import { provision, shopHeader, waitForWebhook } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { DataTable } from './support/dataTable';
import { startRealN8n } from './support/realN8n';
import { sharedN8n, wideLimits } from './support/sharedN8n';

type Parameters = ExampleWorkflow['nodes'][number]['parameters'];

interface Contact {
	id: string;
	name: string;
	phone: string;
	tags: string[];
}

/** A row of the table of orders. */
interface Order {
	orderId: string;
	done: boolean | null;
}

interface Deal {
	id: string;
	title: string;
	status: string;
	valueCents: number;
	ownerId: string;
	contactId: string;
	tags: string[];
}

const n8n = sharedN8n();
const { sandbox } = n8n;
let examples: Map<string, ExampleWorkflow>;

beforeAll(async () => {
	const all = (await exampleWorkflows()).filter(({ id }) =>
		['shopOrderPaid', 'handOverDeals', 'askForAReview'].includes(id),
	);
	examples = new Map(all.map((workflow) => [workflow.id, workflow]));
	await provision(n8n.rest, sandbox, n8n.service, [examples.get('shopOrderPaid')!]);
	await waitForWebhook(`${n8n.url}/webhook/shop-order-paid`);
});
afterEach(async () => {
	expect(await sandbox.faults()).toEqual([]);
});
afterAll(async () => {
	await n8n.rest.deactivate('shopOrderPaid');
	await sandbox.reset();
});

/** A copy of an example with other parameters here and there. @returns its ID */
async function copyOf(
	example: string,
	changes: Record<string, Parameters>,
	to = n8n,
): Promise<string> {
	const workflow = structuredClone(examples.get(example)!);
	for (const [name, parameters] of Object.entries(changes)) {
		Object.assign(workflow.nodes.find((node) => node.name === name)!.parameters, parameters);
	}
	return (await to.rest.createWorkflow({ ...workflow, id: undefined })).id;
}

const everyDeal = async (query: string): Promise<Deal[]> => {
	const deals: Deal[] = [];
	for (let cursor = ''; ;) {
		const page = await sandbox.asTheApp<{ data: Deal[]; nextCursor: string | null }>(
			'GET',
			`/deals?limit=100&${query}${cursor}`,
		);
		deals.push(...page.data);
		if (!page.nextCursor) return deals;
		cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
	}
};

/** A limit, an outage, and an answer that is lost: the node tries each of them again. */
async function breakOnce(method: string, path: string): Promise<void> {
	const refused = { method, path, kind: 'status', retryAfter: 1 };
	await sandbox.addFault({ ...refused, status: 429, code: 'rate_limited' });
	await sandbox.addFault({ ...refused, status: 503, code: 'idempotency_unavailable' });
	await sandbox.addFault({ method, path, kind: 'dropAfter' });
}

/** How often the service has carried out a write; 0 is the status of an answer that was lost. */
const carriedOut = async (method: string, path: string): Promise<number> =>
	(await sandbox.requests()).filter(
		(one) =>
			one.method === method &&
			one.path === `/api/v1${path}` &&
			!one.replayed &&
			[0, 200, 201].includes(one.status),
	).length;

describe('A shop order was paid', () => {
	let orders = 0;
	const newOrder = (more: object = {}) => ({
		...{ orderId: `P-${(orders += 1)}`, name: 'Ana Souza', total: '1.234,56' },
		...{ phone: `(11) 97777-21${10 + orders}`, email: `ana${orders}@example.com`, ...more },
	});
	const call = async (order: object, path = 'shop-order-paid', headers = authenticated) => {
		const response = await fetch(`${n8n.url}/webhook/${path}`, {
			...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
			body: JSON.stringify(order),
		});
		return response.status;
	};
	const authenticated: Record<string, string> = { [shopHeader.name]: shopHeader.value };
	const contactsOf = async (phone: string) =>
		(
			await sandbox.asTheApp<{ data: Contact[] }>(
				'GET',
				`/contacts?search=${encodeURIComponent(phone)}`,
			)
		).data;
	const dealsOf = async (orderId: string) =>
		(await everyDeal('')).filter(({ title }) => title === `Order ${orderId}`);
	const isDone = async (orderId: string) =>
		(await (await DataTable.named<Order>(n8n, 'Shop orders')).rows())
			.filter((row) => row.orderId === orderId)
			.map(({ done }) => done === true);
	const reasonOf = async (workflow: string) => {
		const [newest] = await n8n.executionsNow(workflow);
		return (await n8n.recordOf(newest!.id)).resultData.error?.message;
	};

	/** The order is in the service once: contact, won deal with its value, and message. */
	async function expectOnce({ orderId, phone }: { orderId: string; phone: string }) {
		const contacts = await contactsOf(phone);
		expect(contacts).toHaveLength(1);
		expect(await dealsOf(orderId)).toMatchObject([
			{ status: 'won', valueCents: 123456, contactId: contacts[0]!.id },
		]);
		const messages = await sandbox.messagesTo(contacts[0]!.id);
		const thanks = messages.filter(({ text }) => text.includes(`pedido ${orderId}.`));
		expect(thanks.map(({ text }) => text)).toEqual([expect.stringMatching(/^Olá, Ana!/)]);
		expect(await isDone(orderId)).toContain(true);
		expect(await isDone(orderId)).not.toContain(false);
	}

	it('makes a contact, one won deal and one message, though the shop calls again', async () => {
		const order = newOrder();
		expect(await call(order)).toBe(200);
		await expectOnce(order);
		const before = (await sandbox.requests()).length;
		expect(await call(order)).toBe(200);
		expect(await sandbox.requests()).toHaveLength(before);
		await expectOnce(order);
	});

	it('does so once, though the shop calls three times at the same moment', async () => {
		const order = newOrder();
		const calls = [call(order), call(order), call(order)];
		expect(await Promise.all(calls)).toEqual([200, 200, 200]);
		await expectOnce(order);
	});

	it('makes a second deal of a customer’s second order, whose ID is a number', async () => {
		const order = newOrder();
		expect(await call(order)).toBe(200);
		const second = { ...order, orderId: 4711 };
		expect(await call(second)).toBe(200);
		await expectOnce(order);
		await expectOnce({ ...second, orderId: '4711' });
	});

	it('believes nobody without the secret', async () => {
		const order = newOrder();
		expect(await call(order, undefined, {})).toBe(403);
		expect(await contactsOf(order.phone)).toEqual([]);
	});

	it.each([
		['total', { total: 'muito' }, '“Value (BRL)” is not'],
		['phone', { phone: '123' }, '“Phone” has too few digits'],
		['orderId', { orderId: undefined }, '“Idempotency Key”'],
	])('tells the shop of a wrong %s, and does the rest when it is right', async (_, wrong, why) => {
		const order = newOrder();
		expect(await call({ ...order, ...wrong })).toBe(500);
		expect(await reasonOf('shopOrderPaid')).toContain(why);
		expect(await dealsOf(order.orderId)).toEqual([]);
		expect(await isDone(order.orderId)).not.toContain(true);
		expect(await call(order)).toBe(200);
		await expectOnce(order);
	});

	it('goes on where it broke off when the shop calls again', async () => {
		const order = newOrder();
		const fault = { kind: 'status', status: 503, code: 'queue_unavailable' };
		await sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
		expect(await call(order)).toBe(500);
		expect(await isDone(order.orderId)).toEqual([false]);
		expect(await call(order)).toBe(200);
		await expectOnce(order);
	});

	it('survives lost answers, limits and outages, though the shop calls twice', async () => {
		const order = newOrder();
		for (const path of ['/contacts', '/deals', '/conversations']) await breakOnce('POST', path);
		const calls = [call(order), call(order)];
		const deal = await waitUntil(
			'the deal',
			30_000,
			async () => (await dealsOf(order.orderId))[0],
			50,
		);
		await breakOnce('POST', `/deals/${deal.id}/win`);
		expect(await Promise.all(calls)).toEqual([200, 200]);
		await expectOnce(order);
		expect(await carriedOut('POST', `/deals/${deal.id}/win`)).toBe(1);
	});

	it('ends red and writes nothing for an order that was begun too long ago', async () => {
		const order = newOrder();
		expect(await call({ ...order, total: 'muito' })).toBe(500);
		const { parameters } = examples
			.get('shopOrderPaid')!
			.nodes.find(({ name }) => name === 'How far is it?')!;
		const rules = JSON.stringify(parameters.rules).replace('hours: 23', 'hours: 0');
		const late = await copyOf('shopOrderPaid', {
			'When an order is paid': { path: 'shop-order-late' },
			'How far is it?': { rules: JSON.parse(rules) as object },
		});
		await n8n.rest.activate(late);
		await waitForWebhook(`${n8n.url}/webhook/shop-order-late`);
		const before = (await sandbox.requests()).length;
		expect(await call(order, 'shop-order-late')).toBe(500);
		expect(await reasonOf(late)).toMatch(
			new RegExp(`^Order ${order.orderId} was begun more than 23 hours ago and is not done\\.`),
		);
		expect(await sandbox.requests()).toHaveLength(before);
		await n8n.rest.deactivate(late);
	});

	it('leaves its webhook to a copy when it is put in place again', async () => {
		const putInPlace = async () =>
			await provision(n8n.rest, sandbox, n8n.service, [examples.get('shopOrderPaid')!]);
		const isOn = async (id: string) =>
			(await n8n.rest.get<{ active: boolean }>(`/workflows/${id}`)).active;
		await n8n.rest.deactivate('shopOrderPaid');
		const copy = await copyOf('shopOrderPaid', {});
		await n8n.rest.activate(copy);
		await putInPlace();
		expect([await isOn('shopOrderPaid'), await isOn(copy)]).toEqual([false, true]);
		await n8n.rest.deactivate(copy);
		await putInPlace();
		expect(await isOn('shopOrderPaid')).toBe(true);
	});
});

it('stays archived when the examples are put in place again, and nobody waits for its webhook', async () => {
	const welcome = (await exampleWorkflows()).find(({ id }) => id === 'welcomeNewContact')!;
	await provision(n8n.rest, sandbox, n8n.service, [welcome]);
	const path = `/workflows/${welcome.id}`;
	await n8n.rest.send('POST', `${path}/archive`, {});
	await provision(n8n.rest, sandbox, n8n.service, [welcome]);
	expect(await n8n.rest.get(path)).toMatchObject({ isArchived: true, active: false });
	await n8n.rest.send('POST', `${path}/unarchive`, {});
});

/** A deal, and behind its own fields what became of it. */
interface HandedOver extends Deal {
	result_status: string;
	result_reason: string;
}

describe('Hand over the open deals of one owner', () => {
	const FORM = 'Who hands over to whom';
	/** The example with its form filled in; run once. */
	const run = async (fromOwnerId: string, toOwnerId: string, onlyLook: boolean, times = 1) => {
		const { nodes } = examples.get('handOverDeals')!;
		const given: Record<string, unknown> = { fromOwnerId, toOwnerId, onlyLook };
		const { assignments } = nodes.find(({ name }) => name === FORM)!.parameters.assignments as {
			assignments: Array<{ name: string }>;
		};
		const filledIn = assignments.map((one) => ({ ...one, value: given[one.name] }));
		const id = await copyOf('handOverDeals', {
			[FORM]: { assignments: { assignments: filledIn } },
		});
		const click = async () => await n8n.runByHand(id, 'When you click Execute workflow');
		await Promise.all(Array.from({ length: times }, click));
		const [execution] = await n8n.executionsOf(id, times);
		const { error } = (await n8n.recordOf(execution!.id)).resultData;
		const rows = error
			? []
			: ((await n8n.outputOf(execution!.id, 'Give the deal its new owner')) as HandedOver[]);
		const [stayed, handedOver] = [true, false].map((stays) =>
			rows.filter(({ result_status }) => ['failed', 'unknown'].includes(result_status) === stays),
		);
		return { error, handedOver: handedOver!, stayed: stayed! };
	};
	const openDeals = async (ownerId: string) => await everyDeal(`ownerId=${ownerId}&status=open`);
	let seller: string;
	let other: string;

	beforeAll(async () => {
		const { users } = await sandbox.fixtures();
		[seller, other] = [users.seller, users.otherSeller];
	});

	it('shows which would change, and changes nothing', async () => {
		const before = await everyDeal('');
		const theirs = await openDeals(seller);
		expect(theirs.length).toBeGreaterThan(3);
		const { handedOver, stayed } = await run(seller, other, true);
		expect(handedOver.map(({ id }) => id)).toEqual(theirs.map(({ id }) => id));
		expect(handedOver[0]).toMatchObject({
			...{ result_status: 'only checked', title: theirs[0]!.title },
			_names: { contact: expect.any(String) },
		});
		expect(stayed).toEqual([]);
		expect(await everyDeal('')).toEqual(before);
	});

	it('hands over, says what stayed and why, and the next run takes only what stayed', async () => {
		const theirs = await openDeals(seller);
		const closed = (await everyDeal(`ownerId=${seller}`)).filter(({ status }) => status !== 'open');
		const [first, second, ...rest] = theirs.map(({ id }) => id);
		await breakOnce('PATCH', `/deals/${rest[0]!}`);
		for (const [id, status, code] of [
			[first, 403, 'permission_denied'],
			[second, 500, 'internal_error'],
		] as const) {
			const fault = { kind: 'status', status, code, method: 'PATCH', path: `/deals/${id}` };
			await sandbox.addFault(fault);
		}
		const { handedOver, stayed } = await run(seller, other, false);
		expect(handedOver.map(({ id }) => id).sort()).toEqual([...rest].sort());
		expect(stayed).toMatchObject([
			{ id: first, result_status: 'failed', result_reason: expect.stringContaining('role') },
			{ id: second, result_status: 'unknown', result_reason: expect.stringMatching(/\.$/) },
		]);
		expect((await openDeals(seller)).map(({ id }) => id)).toEqual([first, second]);
		for (const id of rest) expect(await carriedOut('PATCH', `/deals/${id}`)).toBe(1);

		const again = await run(seller, other, false);
		expect(again.handedOver.map(({ id }) => id)).toEqual([first, second]);
		expect(again.stayed).toEqual([]);
		expect(await openDeals(seller)).toEqual([]);
		for (const id of rest) expect(await carriedOut('PATCH', `/deals/${id}`)).toBe(1);
		const now = (await everyDeal(`ownerId=${seller}`)).filter(({ status }) => status !== 'open');
		expect(now).toEqual(closed);
	});

	it('ends the same where two runs meet', async () => {
		const theirs = await openDeals(other);
		const { stayed } = await run(other, seller, false, 2);
		expect(stayed).toEqual([]);
		expect(await openDeals(other)).toEqual([]);
		expect((await openDeals(seller)).map(({ id }) => id)).toEqual(theirs.map(({ id }) => id));
	});

	it('refuses an owner that is missing, and names the deals whose new owner is unknown', async () => {
		expect((await run('', other, true)).error?.message).toContain('“Owner ID” is empty');
		const theirs = await openDeals(seller);
		for (const [wrong, reason] of [
			['', /nothing to/i],
			['usr_nobody', /owner/i],
		] as const) {
			const { handedOver, stayed } = await run(seller, wrong, false);
			expect(handedOver).toEqual([]);
			expect(stayed).toHaveLength(theirs.length);
			expect(stayed[0]!.result_reason).toMatch(reason);
		}
		expect(await openDeals(seller)).toEqual(theirs);
	});
});

describe('Ask for a review', () => {
	const TRIGGER = 'When a deal is won';
	const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
	let customers = 0;
	const newContact = async (more: object = {}, on = sandbox): Promise<Contact> =>
		await on.asTheApp('POST', '/contacts', {
			...{ name: 'Bia Reis', phone: `(11) 97777-22${(customers += 1) + 10}` },
			...more,
		});
	const newDeal = async (contactId?: string, isWon = true, on = sandbox): Promise<Deal> => {
		const { pipelines } = await on.fixtures();
		const body = { title: 'Cozinha', pipelineId: pipelines.default, contactId };
		const deal = await on.asTheApp<Deal>('POST', '/deals', body);
		if (isWon) await on.asTheApp('POST', `/deals/${deal.id}/win`, {});
		return deal;
	};
	const requestsTo = async (contactId: string, on = sandbox) =>
		(await on.messagesTo(contactId)).filter(({ text }) => text.includes('Como foi a sua compra?'));
	const tagsOf = async ({ id }: Deal, on = sandbox) =>
		(await on.asTheApp<Deal>('GET', `/deals/${id}`)).tags;

	/** At any hour, after some seconds instead of three days. */
	const soon = (seconds: number): Record<string, Parameters> => {
		const send = examples
			.get('askForAReview')!
			.nodes.find(({ name }) => name === 'Ask for a review')!;
		const sendHours = { hours: { from: '00:00', to: '24:00', days } };
		return {
			'Nine in the morning': { dateTime: `={{ $now.plus({ seconds: ${seconds} }) }}` },
			'Ask for a review': { options: { ...(send.parameters.options as object), sendHours } },
		};
	};

	/** The example, which is given wins as after a crash: by hand, and as often as a test likes. */
	async function givenAgain(deals: Deal[]): Promise<{ run: (times?: number) => Promise<string> }> {
		const workflow = structuredClone(examples.get('askForAReview')!);
		const trigger = workflow.nodes.find(({ name }) => name === TRIGGER)!;
		const changes = deals.map((data) => ({ event: 'deal.won', id: `chg_${data.id}`, data }));
		Object.assign(trigger, {
			...{ type: 'n8n-nodes-base.set', typeVersion: 3.4, credentials: undefined },
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ changes }), options: {} },
			name: 'Changes',
		});
		const { parameters } = workflow.nodes.find(({ name }) => name === 'Nine in the morning')!;
		Object.assign(parameters, soon(1)['Nine in the morning']);
		const send = workflow.nodes.find(({ name }) => name === 'Ask for a review')!;
		Object.assign(send.parameters, soon(1)['Ask for a review']);
		const place = { typeVersion: 1, position: [0, 0] };
		const nodes = [
			...workflow.nodes,
			{
				...place,
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				parameters: {},
			},
			{
				...{ ...place, id: 'split', name: TRIGGER, type: 'n8n-nodes-base.splitOut' },
				parameters: { fieldToSplitOut: 'changes', options: {} },
			},
		];
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		const connections = {
			...(workflow.connections as object),
			...{ Start: to('Changes'), Changes: to(TRIGGER) },
		};
		const { id } = await n8n.rest.createWorkflow({
			...workflow,
			id: undefined,
			nodes,
			connections,
		});
		let runs = 0;
		const run = async (times = 1) => {
			await Promise.all(
				Array.from({ length: times }, async () => await n8n.runByHand(id, 'Start')),
			);
			const executions = await n8n.executionsOf(id, (runs += times));
			const { error } = (await n8n.recordOf(executions[0]!.id)).resultData;
			return error?.message ?? executions[0]!.status;
		};
		return { run };
	}

	it('asks the contact of a deal that is won, and leaves the others alone', async () => {
		const id = await copyOf('askForAReview', soon(5));
		const looks = async () =>
			(await sandbox.requests()).filter(
				({ method, path }) => method === 'GET' && path.startsWith('/api/v1/deals'),
			).length;
		const before = await looks();
		await n8n.rest.activate(id);
		try {
			// What changes before the first look is not reported.
			await waitUntil('the first look', 30_000, async () =>
				(await looks()) > before ? true : undefined,
			);
			const asked = await newContact();
			const complains = await newContact({ tags: ['Complaint'] });
			const deals = [await newDeal(asked.id), await newDeal(complains.id), await newDeal()];
			await n8n.rest.deactivate(id);
			await n8n.rest.activate(id);
			const [execution] = await n8n.executionsOf(id, 1);
			expect(execution?.status).toBe('success');
			const told = (await n8n.outputOf(execution!.id, TRIGGER)) as Array<{ data: Deal }>;
			expect(told.map(({ data }) => data.id).sort()).toEqual(deals.map((deal) => deal.id).sort());
			expect(await requestsTo(asked.id)).toHaveLength(1);
			expect(await requestsTo(complains.id)).toEqual([]);
			expect(await Promise.all(deals.map(async (deal) => await tagsOf(deal)))).toEqual([
				...[['review-asked'], [], []],
			]);
		} finally {
			await n8n.rest.deactivate(id);
		}
	});

	it('asks once, though n8n gives the win out twice at the same moment, and again days later', async () => {
		const contact = await newContact();
		const { run } = await givenAgain([await newDeal(contact.id)]);
		expect(await run(2)).toBe('success');
		expect(await requestsTo(contact.id)).toHaveLength(1);
		await sandbox.advanceClock(25 * 3_600_000);
		expect(await run()).toBe('success');
		expect(await requestsTo(contact.id)).toHaveLength(1);
	});

	it('leaves a deal alone that is no longer won', async () => {
		const contact = await newContact();
		const { run } = await givenAgain([await newDeal(contact.id, false)]);
		expect(await run()).toBe('success');
		expect(await requestsTo(contact.id)).toEqual([]);
	});

	it('asks the others, then ends red and names those who were not asked', async () => {
		const { phones } = await sandbox.fixtures();
		const asked = await newContact();
		const optedOut = await newContact({ name: 'Saiu', phone: phones.optedOut }).catch(
			async () =>
				(
					await sandbox.asTheApp<{ data: Contact[] }>(
						'GET',
						`/contacts?search=${encodeURIComponent(phones.optedOut)}`,
					)
				).data[0]!,
		);
		const deals = [await newDeal(optedOut.id), await newDeal(asked.id)];
		const gone = { ...(await newDeal(asked.id)), title: 'Sala' };
		await sandbox.asTheApp('DELETE', `/deals/${gone.id}`);
		const { run } = await givenAgain([...deals, gone]);
		const message = await run();
		expect(message).toMatch(
			/^2 of the deals are without a request for a review, or it is not known/,
		);
		expect(message).toMatch(/ Sala: .+ Cozinha: /);
		expect(await requestsTo(asked.id)).toHaveLength(1);
	});

	it('survives lost answers, limits and outages where two runs meet', async () => {
		const contact = await newContact();
		const deal = await newDeal(contact.id);
		await breakOnce('POST', '/conversations');
		await breakOnce('PATCH', `/deals/${deal.id}`);
		const { run } = await givenAgain([deal]);
		expect(await run(2)).toBe('success');
		expect(await requestsTo(contact.id)).toHaveLength(1);
		expect(await carriedOut('PATCH', `/deals/${deal.id}`)).toBe(1);
	});

	if (process.env.E2E_LONG !== undefined) {
		it('goes on after n8n was killed while it waited', async () => {
			const own = await startRealN8n({}, wideLimits);
			try {
				await provision(own.rest, own.sandbox, own.service, []);
				const id = await copyOf('askForAReview', soon(100), own);
				await own.rest.activate(id);
				await waitUntil('the first look', 30_000, async () =>
					(await own.sandbox.requests()).length > 0 ? true : undefined,
				);
				const contact = await newContact({}, own.sandbox);
				await newDeal(contact.id, true, own.sandbox);
				await own.rest.deactivate(id);
				await own.rest.activate(id);
				await waitUntil('it to wait', 90_000, async () =>
					(await own.executionsNow(id))[0]?.status === 'waiting' ? true : undefined,
				);
				await own.stopN8n('kill');
				await own.startN8n();
				await waitUntil('the message', 240_000, async () =>
					(await requestsTo(contact.id, own.sandbox)).length > 0 ? true : undefined,
				);
				await own.executionsOf(id, 1);
				expect(await requestsTo(contact.id, own.sandbox)).toHaveLength(1);
			} finally {
				await own.stop();
			}
		});
	}
});
