import { gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const CNPJ = '11.222.333/0001-81';
const DIGITS = '11222333000181';
const post = (body: unknown, as?: string) => under.api.post('/companies', body, { as });
const patch = (id: string, body: unknown, as?: string) =>
	under.api.patch(`/companies/${id}`, body, { as });
const ids = (records: Array<{ id: string }>) => records.map(({ id }) => id);

describe('GET /companies', () => {
	rule(
		['GET /companies', 'Companies 4', 'Visibility 2'],
		'a seller sees owned ones, those of own deals and of contacts they see',
		async () => {
			const { users, pipelines } = under.fixtures;
			const own = (await post({ tradeName: 'Própria', ownerId: users.seller })).body;
			const main = (await post({ tradeName: 'Do negócio' })).body;
			const participant = (await post({ tradeName: 'Participante' })).body;
			const ofContact = (await post({ tradeName: 'Do contato' })).body;
			const hidden = (await post({ tradeName: 'De ninguém' })).body;
			const mine = { ownerId: users.seller };
			await under.api.post('/deals', {
				title: 'A',
				pipelineId: pipelines.default,
				companyId: main.id,
				participantCompanyIds: [participant.id],
				...mine,
			});
			await under.api.post('/contacts', { name: 'Cliente', companyId: ofContact.id, ...mine });
			const seen = ids(await under.api.all('/companies', 'seller'));
			expect(seen.slice(0, 4)).toEqual(ids([ofContact, participant, main, own]));
			expect(seen).not.toContain(hidden.id);
			expect(ids(await under.api.all('/companies'))).toContain(hidden.id);
			for (const { id } of [own, main, participant, ofContact]) {
				await gives(under.api.get(`/companies/${id}`, 'seller'), '200');
			}
			await gives(under.api.get(`/companies/${hidden.id}`, 'seller'), '404 resource_not_found');
			await gives(patch(hidden.id, { tradeName: 'x' }, 'seller'), '404 resource_not_found');
			await gives(
				under.api.get(`/companies/${own.id}`, 'otherAccountManager'),
				'404 resource_not_found',
			);
		},
	);

	rule(
		'GET /companies',
		'search finds parts of both names and the CNPJ, with and without mask',
		async () => {
			const { id } = (
				await post({ legalName: 'Comércio Água Ltda.', tradeName: 'Fonte Límpida', cnpj: CNPJ })
			).body;
			for (const term of ['comercio agua', 'límpida', '11.222.333', '3330001']) {
				expect(ids(await under.api.all(`/companies?search=${encodeURIComponent(term)}`))).toEqual([
					id,
				]);
			}
		},
	);
});

describe('POST /companies', () => {
	rule(
		['POST /companies', 'Fields Company', 'Company cnpj', 'Companies 1'],
		'201; a manager’s has no owner, a seller’s is their own',
		async () => {
			const { customFields, users } = under.fixtures;
			const sent = {
				legalName: 'Loja Ltda.',
				tradeName: 'Loja',
				cnpj: CNPJ,
				address: { city: 'São Paulo', street: 'Rua A' },
				emails: ['a@loja.example'],
				phones: ['1130000000'],
				customFields: { [customFields.companyText]: 'médio' },
			};
			const reply = await post(sent);
			expect(reply.status).toBe(201);
			expect(reply.body).toMatchObject({ ...sent, cnpj: DIGITS, isActive: true, ownerId: null });
			expect((await post({ tradeName: 'Do vendedor' }, 'seller')).body.ownerId).toBe(users.seller);
			expect((await post({ ownerId: users.seller }, 'seller')).body.ownerId).toBe(users.seller);
			await gives(post({ ownerId: users.otherSeller }, 'seller'), '403 permission_denied ownerId');
			expect((await post({ ownerId: users.otherSeller })).body.ownerId).toBe(users.otherSeller);
			await gives(post({ ownerId: users.inactive }), '400 owner_not_found ownerId');
			await gives(post({ address: { planet: 'Marte' } }), '400 unknown_parameter address.planet');
		},
	);

	rule(
		['Companies 2', 'Company cnpj', 'Error cnpj_already_in_use'],
		'check digits count; one CNPJ is one company, deactivated ones counted',
		async () => {
			for (const cnpj of ['11222333000180', '123', '00000000000000', '12.ABC.345/01DE-35']) {
				await gives(post({ cnpj }), '400 invalid_parameter cnpj');
			}
			const { id } = (await post({ cnpj: DIGITS })).body;
			await gives(post({ cnpj: CNPJ }), '409 cnpj_already_in_use cnpj');
			await under.api.delete(`/companies/${id}`);
			await gives(post({ cnpj: CNPJ }), '409 cnpj_already_in_use cnpj');
			const other = (await post({ tradeName: 'Outra' })).body;
			await gives(patch(other.id, { cnpj: CNPJ }), '409 cnpj_already_in_use cnpj');
			await gives(patch(id, { cnpj: CNPJ }), '200');
			await gives(
				under.api.post('/companies', { cnpj: CNPJ }, { as: 'otherAccountManager' }),
				'201',
			);
		},
	);
});

describe('PATCH /companies/{id}', () => {
	rule(
		['PATCH /companies/{id}', 'Companies 3'],
		'address part by part, lists whole, null clears',
		async () => {
			const { companyText } = under.fixtures.customFields;
			const company = (
				await post({
					cnpj: CNPJ,
					tradeName: 'Loja',
					address: { city: 'Recife', street: 'Rua A' },
					emails: ['a@x.example', 'b@x.example'],
					phones: ['1'],
					customFields: { [companyText]: 'médio' },
				})
			).body;
			const { body } = await patch(company.id, {
				address: { street: 'Rua B' },
				emails: ['c@x.example'],
			});
			expect(body).toMatchObject({
				address: { city: 'Recife', street: 'Rua B' },
				emails: ['c@x.example'],
				phones: ['1'],
				cnpj: DIGITS,
			});
			const cleared = (
				await patch(company.id, {
					address: { city: null },
					phones: [],
					cnpj: null,
					customFields: { [companyText]: null },
				})
			).body;
			expect(cleared).toMatchObject({
				address: { street: 'Rua B', city: null },
				phones: [],
				cnpj: null,
				customFields: {},
			});
			await gives(
				patch(company.id, { customFields: { nope: 1 } }),
				'400 unknown_custom_field customFields.nope',
			);
		},
	);

	rule(
		['PATCH /companies/{id}', 'Authentication 5'],
		'only a manager may change the owner',
		async () => {
			const { seller, otherSeller } = under.fixtures.users;
			const { id } = (await post({ tradeName: 'Loja' }, 'seller')).body;
			expect(
				(await patch(id, { tradeName: 'Nova', ownerId: seller }, 'seller')).body.tradeName,
			).toBe('Nova');
			await gives(patch(id, { ownerId: otherSeller }, 'seller'), '403 permission_denied ownerId');
			await gives(patch(id, { ownerId: null }, 'seller'), '403 permission_denied ownerId');
			expect((await patch(id, { ownerId: otherSeller })).body.ownerId).toBe(otherSeller);
			expect((await patch(id, { ownerId: null })).body.ownerId).toBe(null);
		},
	);
});

describe('DELETE /companies/{id}', () => {
	rule(
		[
			'DELETE /companies/{id}',
			'State company deactivated',
			'GET /companies',
			'GET /companies/{id}',
		],
		'out of lists, readable by id, still linked, repeatable',
		async () => {
			const { id } = (await post({ tradeName: 'Loja' })).body;
			const contact = (await under.api.post('/contacts', { name: 'Cliente', companyId: id })).body;
			const first = await under.api.delete(`/companies/${id}`);
			expect([first.status, first.body.isActive]).toEqual([200, false]);
			expect((await under.api.delete(`/companies/${id}`)).body).toEqual(first.body);
			expect(ids(await under.api.all('/companies'))).not.toContain(id);
			expect(ids(await under.api.all('/companies?includeInactive=true'))).toContain(id);
			expect((await under.api.get(`/companies/${id}`)).body).toEqual(first.body);
			expect((await under.api.get(`/contacts/${contact.id}`)).body.companyId).toBe(id);
			await gives(under.api.delete('/companies/nothing'), '404 resource_not_found');
			await gives(
				under.api.get('/companies?includeInactive=yes'),
				'400 invalid_parameter includeInactive',
			);
		},
	);
});
