import { DIALECTS, type Unshown } from '../../sandbox/dialects';
import { otherName, type Wording } from '../../sandbox/dialects/wording';
import type { Json } from './harness/client';
import { Receiver } from './harness/receiver';
import { errorOf, gives, useSandbox } from './harness/sandbox';

const under = useSandbox();
const speak = (dialect: number) => under.api.control('PATCH', '/behaviour', { dialect });
const template = { name: 'sem_variaveis', language: 'pt_BR' };

describe.each([1, 2, 3])('dialect %i', (dialect) => {
	const words = DIALECTS[dialect] ?? {};
	const word = (kind: Unshown, own: string) => otherName(words[kind] ?? {}, own);
	let deal: Json;
	beforeEach(async () => {
		const { pipelines } = under.fixtures;
		deal = (await under.api.post('/deals', { title: 'Venda', pipelineId: pipelines.default })).body;
		await speak(dialect);
	});
	const stored = () => under.api.control('GET', `/app/deals/${deal.id}`);

	test('has exactly one word for each name', () => {
		const check = ({ names = {}, parts = {} }: Wording) => {
			const said = Object.values(names).filter((one) => one !== null);
			expect(new Set(said).size).toBe(said.length);
			expect(said.filter((one) => Object.hasOwn(names, one))).toEqual([]);
			Object.values(parts).forEach(check);
		};
		Object.values(words).forEach(check);
	});

	test('uses its words in records, and the specification’s where it shows them', async () => {
		const lists: Array<[Unshown, string, string[]]> = [
			['contact', '/contacts', ['id', 'name', 'phone', 'email', 'tags', 'ownerId']],
			['company', '/companies', ['id', 'isActive', 'cnpj', 'emails', 'phones', 'ownerId']],
			['deal', '/deals', ['id', 'title', 'stageId', 'ownerId', 'status', 'valueCents']],
			['pipeline', '/pipelines', ['id', 'isActive', 'order']],
			['stage', `/pipelines/${deal.pipelineId}/stages`, ['id', 'order']],
			['conversation', '/conversations', ['id']],
			['channel', '/channels', ['id']],
		];
		for (const [kind, path, shown] of lists) {
			const [record] = (await under.api.get(path)).body.data;
			const { names = {}, only } = words[kind] ?? {};
			expect(Object.keys(record)).toEqual(expect.arrayContaining(shown));
			expect(Object.keys(names).filter((name) => Object.hasOwn(record, name))).toEqual([]);
			if (only) expect(Object.keys(record).sort()).toEqual([...only].sort());
			else
				for (const name of Object.values(names))
					if (name !== null) expect(Object.keys(record)).toContain(name);
		}
	});

	test('takes bodies in its words, and does not know the sandbox’s own', async () => {
		const { secondOpen } = under.fixtures.stages;
		const path = `/deals/${deal.id}/move`;
		const refused = await under.api.post(path, { stageId: secondOpen });
		expect(errorOf(refused)).toBe(`400 invalid_parameter ${word('move', 'stageId')}`);
		expect(refused.body.error.message).toContain(word('move', 'stageId'));
		expect(await stored()).toEqual(deal);
		const both = { stageId: 'nothing', [word('move', 'stageId')]: secondOpen };
		await gives(under.api.post(path, both), '200');
		expect((await stored()).stageId).toBe(secondOpen);
		const [logged] = await under.api.control('GET', '/requests?newest=1');
		expect(logged.ignored).toEqual(['stageId']);
		const unknown = { [word('move', 'stageId')]: 'nothing' };
		await gives(under.api.post(path, unknown), `400 stage_not_found ${word('move', 'stageId')}`);
	});

	test('names the parts of a company as the fixtures do', async () => {
		const { companyFields, addressParts } = await under.api.control('GET', '/fixtures');
		const sent = {
			[companyFields.legalName]: 'Casa Clara Ltda.',
			address: { [addressParts[0]]: 'Curitiba' },
		};
		const { id } = (await under.api.post('/companies', sent)).body;
		expect(await under.api.control('GET', `/app/companies/${id}`)).toMatchObject({
			legalName: 'Casa Clara Ltda.',
			address: { city: 'Curitiba' },
		});
		const wrong = addressParts[0] === 'city' ? 'town' : 'city';
		const refused = await under.api.post('/companies', { address: { [wrong]: 'x' } });
		expect(errorOf(refused)).toBe(`400 unknown_parameter address.${wrong}`);
	});

	test('uses its words for texts, pages and events of deals', async () => {
		const receiver = new Receiver();
		const url = await receiver.start();
		await under.api.control('POST', '/webhooks', { url, events: ['deal.created'] });
		const { conversationId } = (
			await under.api.post('/conversations', { phone: '11 97777-0001', template })
		).body;
		await under.api.control('POST', '/customer-messages', { conversationId, text: 'Oi' });
		const path = `/conversations/${conversationId}/messages`;
		const text = word('newMessage', 'text');
		await gives(under.api.post(path, { text: 'Oi' }), `400 invalid_parameter ${text}`);
		await gives(under.api.post(path, { [text]: 'Bom dia' }), '202');
		const messages = await under.api.control('GET', path);
		expect(messages.at(-1).text).toBe('Bom dia');
		await gives(under.api.get('/conversations?limit=1'), '400 unknown_parameter limit');
		const limit = words.conversationQuery?.names?.limit;
		if (limit) expect((await under.api.get(`/conversations?${limit}=1`)).body.data).toHaveLength(1);

		await under.api.post('/deals', { title: 'Venda', pipelineId: deal.pipelineId });
		const [told] = await receiver.of('deal.created');
		await receiver.stop();
		const own = { dealId: expect.any(String), title: 'Venda' };
		expect(told?.body.data).not.toMatchObject(dialect === 3 ? { title: 'Venda' } : own);
	});

	test('the app and the control API keep the sandbox’s own words', async () => {
		const { body } = await under.api.tryControl('POST', `/app/deals/${deal.id}/move`, {
			stageId: under.fixtures.stages.secondOpen,
		});
		expect(body).toEqual({ ...deal, stageId: body.stageId, updatedAt: expect.any(String) });
	});
});

test('refuses a fourth dialect, and resets to the first', async () => {
	await gives(under.api.tryControl('PATCH', '/behaviour', { dialect: 4 }), '400');
	await speak(2);
	await under.api.control('POST', '/reset');
	expect((await under.api.get('/pipelines')).body.data[0].name).toBe('Vendas');
});

test('the minimal dialect shows nothing beyond the specification', async () => {
	const { pipelines } = under.fixtures;
	await speak(3);
	const deal = (await under.api.post('/deals', { title: 'Venda', pipelineId: pipelines.default }))
		.body;
	expect(Object.keys(deal).sort()).toEqual(
		'companyId contactId currency customFields id ownerId pipelineId stageId status tags title valueCents'.split(
			' ',
		),
	);
	const company = (await under.api.post('/companies', { brand: 'Loja' })).body;
	expect(Object.keys(company).sort()).toEqual(
		'address brand cnpj customFields emails id isActive officialName ownerId phones'.split(' '),
	);
	const contact = (await under.api.post('/contacts', { name: 'Ana' })).body;
	expect(Object.keys(contact).sort()).toEqual(
		'companyId customFields email id name ownerId phone tags'.split(' '),
	);
});
