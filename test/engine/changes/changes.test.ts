/** The changes trigger through n8n-core's own poll context, against the sandbox. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { located, useService } from '../actionNode/service';
import { changesNode, listSearch, PollingWorkflow } from '../../support/engine';

const service = useService({ contacts: 260 });
const ALL = [
	...['deal.created', 'deal.moved', 'deal.won', 'deal.lost', 'deal.updated'],
	...['contact.created', 'contact.updated'],
	...['company.created', 'company.updated', 'company.deactivated'],
];

interface Published {
	events?: string[];
	token?: string;
	durable?: boolean;
	options?: INodeParameters;
}
function workflow({ events = ALL, token, durable, options = {} }: Published = {}) {
	const parameters = { events, filters: {}, options };
	const credentials = service.credentials(token);
	return new PollingWorkflow(changesNode, { durable, parameters, credentials });
}
async function published(settings?: Published): Promise<PollingWorkflow> {
	const polling = workflow(settings);
	expect(await polling.activate()).toEqual([]);
	return polling;
}
const write = async (method: string, path: string, body: object = {}) =>
	await service.app(method, path, body);
const create = async (path: string, body: object) => String((await write('POST', path, body)).id);
const createDeal = async () =>
	await create('/deals', { title: 'A deal', pipelineId: service.fixtures.pipelines!.default });
const createContact = async () => await create('/contacts', { name: 'Ana', phone: '11987650001' });
const told = (items: IDataObject[]) =>
	items.map(({ event, data }) => `${String(event)} ${String((data as IDataObject).id)}`);
const stages = () => service.fixtures.stages!;

describe.each([false, true])('with durable cursors: %s', (durable) => {
	test('emits each change once, a deal’s company and contact before the deal', async () => {
		const company = await create('/companies', { emails: ['a@example.com'] });
		const contact = await createContact();
		const moved = await createDeal();
		const won = await createDeal();
		const lost = await createDeal();
		const edited = await createDeal();
		const polling = await published({ durable });
		await write('DELETE', `/companies/${company}`);
		await write('PATCH', `/contacts/${contact}`, { name: 'Bia' });
		await write('POST', `/deals/${moved}/move`, { stageId: stages().secondOpen });
		await write('POST', `/deals/${won}/win`);
		await write('POST', `/deals/${lost}/lose`);
		await write('PATCH', `/deals/${edited}`, { title: 'Edited' });
		const created = await createDeal();
		const items = await polling.poll();
		expect(told(items)).toEqual([
			`company.deactivated ${company}`,
			`contact.updated ${contact}`,
			`deal.moved ${moved}`,
			`deal.won ${won}`,
			`deal.lost ${lost}`,
			`deal.updated ${edited}`,
			`deal.created ${created}`,
		]);
		expect(items[3]).toEqual({
			event: 'deal.won',
			id: expect.stringMatching(/^chg_[0-9a-f]{32}$/),
			data: expect.objectContaining({ id: won, status: 'won', stageId: stages().won }),
			previous: { status: 'open', stageId: stages().firstOpen },
		});
		expect(await polling.poll()).toEqual([]);
		await write('PATCH', `/companies/${company}`, { emails: [] });
		await write('PATCH', `/deals/${won}`, { title: 'An old one' });
		expect(told(await polling.poll())).toEqual([
			`company.updated ${company}`,
			`deal.updated ${won}`,
		]);
	});

	test('emits each change once where two poll times overlap', async () => {
		const deal = await createDeal();
		const polling = await published({ durable, events: ['deal.won'] });
		await write('POST', `/deals/${deal}/win`);
		await service.fault({ kind: 'slow', path: '/deals', ms: 300 });
		const items = (await Promise.all([polling.poll(), polling.poll()])).flat();
		expect(told(items)).toEqual([`deal.won ${deal}`]);
		expect(await polling.poll()).toEqual([]);
	});
});

test('with Include Names a change names the records that it points to', async () => {
	const company = await create('/companies', { tradeName: 'Aurora', legalName: 'Aurora Ltda.' });
	const contact = await createContact();
	const deal = await createDeal();
	const polling = await published({ options: { includeNames: true } });
	await write('PATCH', `/contacts/${contact}`, { companyId: company });
	await write('PATCH', `/deals/${deal}`, { contactId: contact, valueCents: 1298020 });
	await write('POST', `/deals/${deal}/win`);
	const [updated, won] = await polling.poll();
	expect(updated).toMatchObject({
		event: 'contact.updated',
		data: { _names: { company: 'Aurora' } },
	});
	expect(won).toMatchObject({
		event: 'deal.won',
		data: {
			_names: { pipeline: 'Vendas', stage: 'Ganho', company: null, contact: 'Ana' },
			_value: 12980.2,
		},
	});
	const [sample] = await workflow({
		events: ['deal.won'],
		options: { includeNames: true },
	}).fetchTestEvent();
	expect(sample).toMatchObject({ data: { _names: { contact: 'Ana' } } });
});

test('emits after a restart what changed meanwhile, from any saved state', async () => {
	const [first, second] = [await createDeal(), await createDeal()];
	const polling = await published();
	const row = polling.row;
	await write('POST', `/deals/${first}/win`);
	const [won] = await polling.poll();
	await write('PATCH', `/deals/${first}`, { title: 'Edited' });
	await polling.poll();
	await write('POST', `/deals/${second}/move`, { stageId: stages().secondOpen });
	expect(told(await polling.kill())).toEqual([`deal.moved ${second}`]);
	// The oldest state there is: the change of before has its ID of before.
	polling.row = row;
	const again = await polling.kill();
	expect(told(again)).toEqual([`deal.won ${first}`, `deal.moved ${second}`]);
	expect(again[0]!.id).toBe(won!.id);
});

test('n8n records one list’s failure beside another’s changes', async () => {
	const deal = await createDeal();
	const polling = await published({ events: ['deal.won', 'contact.created'] });
	await write('POST', `/deals/${deal}/win`);
	const contact = await createContact();
	const fault = { kind: 'status', path: '/contacts', status: 400, code: 'invalid_parameter' };
	await service.fault(fault);
	expect(told(await polling.poll())).toEqual([`deal.won ${deal}`]);
	expect(polling.errors).toMatchObject([{ httpCode: '400' }]);
	expect(told(await polling.poll())).toEqual([`contact.created ${contact}`]);
});

test('starts a new baseline for another account’s token, and logs it', async () => {
	const polling = await published({ events: ['contact.created'] });
	const other = workflow({ events: ['contact.created'], token: 'otherAccountManager' });
	other.row = polling.row;
	expect(await other.activate()).toEqual([]);
	expect(other.logs).toHaveLength(1);
});

describe('in the editor', () => {
	test('shows the newest record of each selected event, and saves nothing', async () => {
		const won = await createDeal();
		await write('POST', `/deals/${won}/win`);
		const newest = await createDeal();
		const contact = await createContact();
		const events = ['deal.created', 'deal.won', 'deal.moved', 'contact.updated'];
		expect(told(await workflow({ events }).fetchTestEvent())).toEqual([
			`contact.updated ${contact}`,
			`deal.created ${newest}`,
			`deal.won ${won}`,
			`deal.moved ${newest}`,
		]);
	});

	test('fills the filters’ dropdowns', async () => {
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
		expect(results.map(({ value }) => value)).toContain(stages().firstOpen);
		expect(results.every(({ name }) => !name.includes('›'))).toBe(true);
	});
});
