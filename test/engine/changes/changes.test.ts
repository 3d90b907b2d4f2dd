/** The changes trigger through n8n-core's own poll context, against the sandbox. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout } from 'node:timers/promises';
import { located, useService } from '../actionNode/service';
import { changesNode, listSearch, PollingWorkflow } from '../harness';

const service = useService({ contacts: 260 });
const DEALS = ['deal.created', 'deal.moved', 'deal.won', 'deal.lost', 'deal.updated'];

interface Published {
	events?: string[];
	filters?: IDataObject;
	options?: IDataObject;
	token?: string;
	durable?: boolean;
	budgetMs?: number;
}
function workflow({ events = DEALS, filters = {}, options = {}, token, ...rest }: Published = {}) {
	const parameters = { events, filters, options } as INodeParameters;
	return new PollingWorkflow(changesNode, {
		...rest,
		parameters,
		credentials: service.credentials(token),
	});
}
async function published(settings?: Published): Promise<PollingWorkflow> {
	const polling = workflow(settings);
	expect(await polling.activate()).toEqual([]);
	return polling;
}
const write = async (method: string, path: string, body: object = {}) =>
	await service.app(method, path, body);
const createDeal = async (more: object = {}) =>
	String(
		(
			await write('POST', '/deals', {
				title: 'A deal',
				pipelineId: service.fixtures.pipelines!.default,
				...more,
			})
		).id,
	);
const told = (items: IDataObject[]) =>
	items.map(({ event, data }) => `${String(event)} ${String((data as IDataObject).id)}`);
const stages = () => service.fixtures.stages;

describe('in a published workflow', () => {
	test('the first poll gives out nothing, however much there is', async () => {
		const polling = workflow({
			events: [...DEALS, 'contact.created', 'contact.updated', 'company.created'],
		});
		expect(await polling.activate()).toEqual([]);
		expect(await polling.poll()).toEqual([]);
		expect(await polling.poll()).toEqual([]);
	});

	test.each([false, true])('each change is told once; durable cursors: %s', async (durable) => {
		const [moved, won, lost, edited] = [
			await createDeal(),
			await createDeal(),
			await createDeal(),
			await createDeal(),
		];
		const polling = await published({ durable });
		await write('POST', `/deals/${moved}/move`, { stageId: stages()!.secondOpen });
		await write('POST', `/deals/${won}/win`);
		await write('POST', `/deals/${lost}/lose`);
		await write('PATCH', `/deals/${edited}`, { title: 'Edited' });
		const created = await createDeal();
		const items = await polling.poll();
		expect(told(items)).toEqual([
			`deal.moved ${moved}`,
			`deal.won ${won}`,
			`deal.lost ${lost}`,
			`deal.updated ${edited}`,
			`deal.created ${created}`,
		]);
		expect(items[1]).toEqual({
			event: 'deal.won',
			id: expect.stringMatching(/^chg_[0-9a-f]{32}$/),
			data: expect.objectContaining({ id: won, status: 'won', stageId: stages()!.won }),
			previous: { status: 'open', stageId: stages()!.firstOpen },
		});
		expect(await polling.poll()).toEqual([]);
		await write('PATCH', `/deals/${won}`, { title: 'An old one' });
		expect(told(await polling.poll())).toEqual([`deal.updated ${won}`]);
	});

	test('contacts and companies', async () => {
		const { id: contact } = await write('POST', '/contacts', { name: 'Ana', phone: '11987650001' });
		const { id: company } = await write('POST', '/companies', { emails: ['a@example.com'] });
		const polling = await published({
			events: [
				'contact.created',
				'contact.updated',
				'company.created',
				'company.updated',
				'company.deactivated',
			],
		});
		await write('PATCH', `/contacts/${String(contact)}`, { name: 'Bia' });
		await write('DELETE', `/companies/${String(company)}`);
		const { id: other } = await write('POST', '/companies', { emails: ['b@example.com'] });
		const { id: caio } = await write('POST', '/contacts', { name: 'Caio', phone: '11987650002' });
		expect(told(await polling.poll())).toEqual([
			`company.deactivated ${String(company)}`,
			`company.created ${String(other)}`,
			`contact.updated ${String(contact)}`,
			`contact.created ${String(caio)}`,
		]);
		await write('PATCH', `/companies/${String(company)}`, { emails: [] });
		expect(told(await polling.poll())).toEqual([`company.updated ${String(company)}`]);
	});

	test('an idle poll is one request for each watched list', async () => {
		const polling = await published({ events: ['deal.won', 'contact.created', 'company.updated'] });
		await polling.poll();
		const before = (await service.requests()).length;
		expect(await polling.poll()).toEqual([]);
		const paths = (await service.requests()).slice(before).map(({ path }) => path);
		expect(paths).toEqual([
			expect.stringMatching(/\/companies\?includeInactive=true&updatedSince=[^&]+&limit=100$/),
			expect.stringMatching(/\/contacts\?updatedSince=[^&]+&limit=100$/),
			expect.stringMatching(/\/deals\?updatedSince=[^&]+&limit=100$/),
		]);
	});

	test('only what is chosen and what the filters let through', async () => {
		const [in1, in2, out] = [await createDeal(), await createDeal(), await createDeal()];
		const polling = await published({
			events: ['deal.moved', 'deal.won'],
			filters: {
				stageId: located(stages()!.secondOpen!),
				pipelineId: service.fixtures.pipelines!.default!,
			},
			options: { includePrevious: false },
		});
		for (const id of [in1, in2])
			await write('POST', `/deals/${id}/move`, { stageId: stages()!.secondOpen });
		await write('POST', `/deals/${out}/win`);
		await write('PATCH', `/deals/${in2}`, { title: 'Edited, too' });
		const items = await polling.poll();
		expect(told(items)).toEqual([`deal.moved ${in1}`, `deal.moved ${in2}`]);
		expect(Object.keys(items[0]!)).toEqual(['event', 'id', 'data']);
	});

	test('kinds that are chosen later begin with what is there then', async () => {
		const deal = await createDeal();
		const polling = await published({ events: ['deal.won'] });
		await polling.poll();
		await createDeal({ title: 'Before it was chosen' });
		polling.edit({ events: ['deal.won', 'contact.created'] });
		expect(await polling.activate('update')).toEqual([]);
		const { id } = await write('POST', '/contacts', { name: 'Ana', phone: '11987650001' });
		await write('POST', `/deals/${deal}/win`);
		expect(told(await polling.poll())).toEqual([
			`contact.created ${String(id)}`,
			`deal.won ${deal}`,
		]);
	});
});

describe('when two poll times meet', () => {
	test.each([false, true])('each change is told once; durable cursors: %s', async (durable) => {
		const deal = await createDeal();
		const polling = await published({ durable, events: ['deal.won'] });
		await write('POST', `/deals/${deal}/win`);
		await service.fault({ kind: 'slow', path: '/deals', ms: 300 });
		const items = (await Promise.all([polling.poll(), polling.poll()])).flat();
		expect(told(items)).toEqual([`deal.won ${deal}`]);
		expect(await polling.poll()).toEqual([]);
	});

	test('a workflow that is published meanwhile begins at once', async () => {
		const polling = await published({ events: ['deal.won'] });
		await service.fault({ kind: 'slow', path: '/deals', ms: 300 });
		const meanwhile = polling.poll();
		const other = await published({ events: ['deal.won'] });
		const deal = await createDeal();
		await write('POST', `/deals/${deal}/win`);
		await meanwhile;
		expect(told(await other.poll())).toEqual([`deal.won ${deal}`]);
	});
});

describe('when something goes wrong', () => {
	test.each([
		[
			{ status: 429, code: 'rate_limited', retryAfter: 60 },
			'A limit per minute leaves no room for this request',
			'If it happens often, spread the work',
		],
		[
			{ status: 503, code: 'api_tokens_disabled', retryAfter: 60 },
			'The service has suspended access by token for the moment',
			's more (api_tokens_disabled)',
		],
		[
			{ status: 400, code: 'invalid_parameter', param: 'updatedSince' },
			'The service does not accept the value of “updatedSince”',
			'Correct the value',
		],
	])('a poll that fails advances nothing: %j', async (fault, message, remedy) => {
		// A token of its own: after a 429 none of its requests leaves for a minute.
		const token = fault.status === 429 ? 'crmOnly' : 'manager';
		for (const durable of [false, true]) {
			const deal = await createDeal();
			const polling = await published({ durable, events: ['deal.won'], budgetMs: 2_500, token });
			const row = JSON.stringify(polling.row);
			await write('POST', `/deals/${deal}/win`);
			await service.fault({ kind: 'status', path: '/deals', ...fault });
			const failure: Error & { description?: string } = await polling.poll().then(
				() => new Error('It did not fail'),
				(error: Error) => error,
			);
			expect(failure.message).toBe(message);
			expect(failure.description).toContain('Nothing is lost: the next poll asks again');
			expect(failure.description).toContain(remedy);
			expect(failure.description).not.toContain('Max Wait');
			expect(JSON.stringify(polling.row)).toBe(row);
			if (fault.status === 429) return;
			expect(told(await polling.poll())).toEqual([`deal.won ${deal}`]);
		}
	});

	test('what changed while nobody polled comes after a restart, from whatever state was saved', async () => {
		const [first, second] = [await createDeal(), await createDeal()];
		const polling = await published();
		const row = polling.row;
		await write('POST', `/deals/${first}/win`);
		const [won] = await polling.poll();
		await write('PATCH', `/deals/${first}`, { title: 'Edited' });
		await polling.poll();
		await write('POST', `/deals/${second}/move`, { stageId: stages()!.secondOpen });
		expect(told(await polling.kill())).toEqual([`deal.moved ${second}`]);
		// The oldest state there is: the change of before has its ID of before.
		polling.row = row;
		const again = await polling.kill();
		expect(told(again)).toEqual([`deal.won ${first}`, `deal.moved ${second}`]);
		expect(again[0]!.id).toBe(won!.id);
	});

	test('one list’s failure keeps back no other’s changes, and is told', async () => {
		const deal = await createDeal();
		const polling = await published({ events: ['deal.won', 'contact.created'] });
		await write('POST', `/deals/${deal}/win`);
		const { id } = await write('POST', '/contacts', { name: 'Ana', phone: '11987650001' });
		const fault = { kind: 'status', path: '/contacts', status: 400, code: 'invalid_parameter' };
		await service.fault(fault);
		expect(told(await polling.poll())).toEqual([`deal.won ${deal}`]);
		expect(polling.errors.map(({ message }) => message)).toEqual([
			'The service does not accept the value of one of the fields',
		]);
		await service.fault(fault);
		await expect(polling.poll()).rejects.toThrow('The service does not accept');
		expect(told(await polling.poll())).toEqual([`contact.created ${String(id)}`]);
	});

	test('a refused page size is no failure', async () => {
		const polling = await published({ events: ['deal.created'] });
		await service.fault({
			kind: 'status',
			path: '/deals',
			status: 400,
			code: 'invalid_parameter',
			param: 'limit',
		});
		const deal = await createDeal();
		expect(told(await polling.poll())).toEqual([`deal.created ${deal}`]);
	});

	test('a workflow without events, or with a token that is not valid, can’t be published', async () => {
		await expect(workflow({ events: [] }).activate()).rejects.toThrow('“Events” is empty');
		await expect(workflow({ events: ['deal.sold'] }).activate()).rejects.toThrow(
			'“Events” holds “deal.sold”, which is none',
		);
		await expect(workflow({ token: 'expired' }).activate()).rejects.toThrow(
			'The access token is not valid',
		);
		await expect(workflow({ filters: { ownerId: '' } }).activate()).rejects.toThrow(
			'“Owner ID” is empty',
		);
		await expect(workflow({ options: { overlapSeconds: -1 } }).activate()).rejects.toThrow(
			'“Overlap (Seconds)” is not a number of seconds',
		);
	});
});

describe('published again', () => {
	test('what changed meanwhile is told, unless it is to start afresh', async () => {
		const deal = await createDeal();
		for (const [whenPublished, expected] of [
			['goOn', [`deal.won ${deal}`]],
			['startAfresh', []],
		] as const) {
			await service.control('POST', '/reset');
			const id = await createDeal();
			const polling = await published({ options: { whenPublished } });
			await write('POST', `/deals/${id}/win`);
			expect(told(await polling.activate('activate'))).toEqual(
				expected.map((line) => line.replace(deal, id)),
			);
			await write('PATCH', `/deals/${id}`, { title: 'Edited' });
			// Later polls of the same publication go on.
			expect(told(await polling.poll())).toEqual([`deal.updated ${id}`]);
			expect(told(await polling.kill())).toEqual([]);
		}
	});
});

describe('another token', () => {
	test('of the same account goes on', async () => {
		const deal = await createDeal();
		const polling = await published({ events: ['deal.won'] });
		const state = polling.row;
		const other = workflow({ events: ['deal.won'], token: 'readOnly' });
		other.row = state;
		await write('POST', `/deals/${deal}/win`);
		expect(told(await other.activate())).toEqual([`deal.won ${deal}`]);
		expect(other.logs).toEqual([]);
	});

	test('of a user who sees more takes nothing old for new', async () => {
		const { seller, otherSeller } = service.fixtures.users!;
		const own = await createDeal({ ownerId: seller });
		const others = await createDeal({ ownerId: otherSeller });
		await write('POST', `/deals/${others}/win`);
		await setTimeout(1_100);
		const options = { overlapSeconds: 0 };
		const polling = await published({ token: 'seller', options });
		const other = workflow({ options });
		other.row = polling.row;
		expect(await other.activate()).toEqual([]);
		for (const id of [own, others]) await write('PATCH', `/deals/${id}`, { title: 'Edited' });
		expect(told(await other.poll())).toEqual([`deal.updated ${own}`, `deal.updated ${others}`]);
		expect(other.logs).toEqual([]);
	});

	test('of another account begins anew, and says so', async () => {
		const polling = await published({ events: ['contact.created', 'contact.updated'] });
		const other = workflow({
			events: ['contact.created', 'contact.updated'],
			token: 'otherAccountManager',
		});
		other.row = polling.row;
		expect(await other.activate()).toEqual([]);
		expect(await other.poll()).toEqual([]);
		expect(other.logs.map(({ message }) => message)).toEqual([
			expect.stringContaining('taken for another account'),
		]);
	});
});

describe('in the editor', () => {
	test('the newest record of each chosen kind is shown, and nothing remembered', async () => {
		const won = await createDeal();
		await write('POST', `/deals/${won}/win`);
		const newest = await createDeal();
		const contact = await write('POST', '/contacts', { name: 'Ana', phone: '11987650001' });
		const items = await workflow({
			events: ['deal.created', 'deal.won', 'deal.moved', 'contact.updated'],
		}).fetchTestEvent();
		expect(told(items)).toEqual([
			`contact.updated ${String(contact.id)}`,
			`deal.created ${newest}`,
			`deal.won ${won}`,
			`deal.moved ${newest}`,
		]);
		expect(items.map(({ previous }) => previous)).toEqual([
			null,
			null,
			{ status: 'open', stageId: stages()!.won },
			{ status: 'open', stageId: stages()!.firstOpen },
		]);
		expect(new Set(items.map(({ id }) => id)).size).toBe(4);
	});

	test('where there is none, it says so', async () => {
		const polling = workflow({ events: ['company.deactivated'], token: 'otherAccountManager' });
		await expect(polling.fetchTestEvent()).rejects.toThrow('“Events” has no sample');
	});

	test('the filters’ dropdowns are filled', async () => {
		const credentials = service.credentials();
		const pipelines = await listSearch(changesNode, 'searchPipelines', { credentials });
		expect(pipelines.results.map(({ value }) => value)).toContain(
			service.fixtures.pipelines!.default,
		);
		const { results } = await listSearch(changesNode, 'searchStages', {
			credentials,
			parameters: {
				filters: { pipelineId: located(service.fixtures.pipelines!.default) },
			} as INodeParameters,
		});
		expect(results.map(({ value }) => value)).toContain(stages()!.firstOpen);
		expect(results.every(({ name }) => !name.includes('›'))).toBe(true);
	});
});
