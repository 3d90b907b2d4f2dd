/** The changes trigger through n8n-core's own poll context, against the sandbox. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
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
			previous: { status: 'open', stageId: null },
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
});

describe('when something goes wrong', () => {
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

describe('another token', () => {
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
			{ status: 'open', stageId: null },
			{ status: 'open', stageId: null },
		]);
		expect(new Set(items.map(({ id }) => id)).size).toBe(4);
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
