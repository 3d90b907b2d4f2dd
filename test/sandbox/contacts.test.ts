import { Receiver } from './harness/receiver';
import { gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const post = (body: unknown) => under.api.post('/contacts', body);
const patch = async (id: string, body: unknown) => await under.api.patch(`/contacts/${id}`, body);

describe('POST /contacts', () => {
	rule(
		['POST /contacts', 'Fields Contact', 'Format 1', 'Format 4'],
		'201 with the contact, at least one of name, phone, email',
		async () => {
			const { users, customFields } = under.fixtures;
			const [company] = (await under.api.get('/companies?limit=1')).body.data;
			const sent = {
				name: 'Cliente',
				phone: '11 98888-0001',
				email: 'cliente@loja.example',
				tags: ['vip'],
				customFields: { [customFields.contactText]: 'feira', [customFields.contactNumber]: 7 },
				companyId: company.id,
				ownerId: users.seller,
			};
			const reply = await post(sent);
			expect(reply.status).toBe(201);
			expect(reply.headers['content-type']).toMatch('application/json');
			expect(reply.body).toMatchObject({
				...sent,
				phone: '+5511988880001',
				id: expect.any(String),
			});
			expect((await under.api.get(`/contacts/${reply.body.id}`)).body).toEqual(reply.body);
			expect((await post({ phone: '11 98888-0002' })).body).toMatchObject({
				name: '',
				email: null,
				tags: [],
				companyId: null,
				ownerId: null,
			});
			await gives(post({ tags: ['vip'] }), '400 invalid_parameter');
		},
	);

	rule(
		['Contacts POST 1', 'Contact phone'],
		'one number is one contact, whatever its mask',
		async () => {
			const { id } = (await post({ name: 'Cliente', phone: '(11) 98888-0001' })).body;
			for (const phone of [
				'11988880001',
				'5511988880001',
				'+55 11 98888-0001',
				'0 11 98888.0001',
			]) {
				const again = await post({ phone, email: 'outro@loja.example' });
				expect([again.status, again.body.id]).toEqual([200, id]);
			}
			const abroad = await post({ phone: '+351 912 345 678' });
			expect([abroad.status, abroad.body.phone]).toEqual([201, '+351912345678']);
			for (const phone of ['98888-0001', '123', 'abc', '+999 12', '11 98888-00011']) {
				await gives(post({ phone }), '400 invalid_parameter phone');
			}
		},
	);

	rule(
		['Contacts POST 2', 'Contact email'],
		'by e-mail only without a phone on either side',
		async () => {
			const { id } = (await post({ name: 'Cliente', email: 'Cliente@Loja.example' })).body;
			expect((await post({ email: 'cliente@loja.EXAMPLE', name: 'Novo nome' })).body).toMatchObject(
				{ id, name: 'Novo nome' },
			);
			const gained = await post({ email: 'cliente@loja.example', phone: '11 98888-0001' });
			expect([gained.status, gained.body.id, gained.body.phone]).toEqual([
				200,
				id,
				'+5511988880001',
			]);
			const different = await post({ email: 'cliente@loja.example', phone: '11 98888-0002' });
			expect(different.status).toBe(201);
			expect((await under.api.get(`/contacts/${id}`)).body.phone).toBe('+5511988880001');
			const byEmail = await post({ email: 'cliente@loja.example', name: 'Sem telefone enviado' });
			expect([byEmail.status, byEmail.body.id]).toEqual([200, id]);
		},
	);

	rule('Contacts POST 3', 'null and empty fields are ignored', async () => {
		const { id } = (
			await post({ name: 'Cliente', phone: '11 98888-0001', email: 'a@loja.example' })
		).body;
		const { contactText } = under.fixtures.customFields;
		await post({ phone: '11 98888-0001', customFields: { [contactText]: 'site' } });
		const reply = await post({
			phone: '11 98888-0001',
			name: '',
			email: null,
			ownerId: '',
			tags: null,
			customFields: { [contactText]: null },
		});
		expect(reply.body).toMatchObject({
			id,
			name: 'Cliente',
			email: 'a@loja.example',
			customFields: { [contactText]: 'site' },
		});
	});

	rule(
		'Contacts POST 4',
		'fields replace, tags are added, custom fields are written one by one',
		async () => {
			const { contactText, contactNumber } = under.fixtures.customFields;
			await post({
				name: 'Cliente',
				phone: '11 98888-0001',
				tags: ['a', 'b'],
				customFields: { [contactText]: 'site', [contactNumber]: 1 },
			});
			const { body } = await post({
				name: 'Outro',
				phone: '11 98888-0001',
				tags: ['b', 'c'],
				customFields: { [contactNumber]: 2 },
			});
			expect(body).toMatchObject({
				name: 'Outro',
				tags: ['a', 'b', 'c'],
				customFields: { [contactText]: 'site', [contactNumber]: 2 },
			});
		},
	);

	rule(
		[
			'Contacts POST 5',
			'Error company_not_found',
			'Error owner_not_found',
			'Error unknown_custom_field',
			'Error invalid_custom_field_value',
		],
		'references and custom fields are checked, nothing is created',
		async () => {
			const { users, customFields } = under.fixtures;
			const [foreign] = (await under.api.get('/companies', 'otherAccountManager')).body.data;
			const [company] = (await under.api.get('/companies?limit=1')).body.data;
			await under.api.delete(`/companies/${company.id}`);
			const name = 'Nunca criado';
			const refusals: Array<[unknown, string]> = [
				[{ name, companyId: 'nothing' }, '400 company_not_found companyId'],
				[{ name, companyId: foreign.id }, '400 company_not_found companyId'],
				[{ name, companyId: company.id }, '400 company_not_found companyId'],
				[{ name, ownerId: users.inactive }, '400 owner_not_found ownerId'],
				[{ name, ownerId: users.ofAnotherAccount }, '400 owner_not_found ownerId'],
				[{ name, customFields: { nope: 1 } }, '400 unknown_custom_field customFields.nope'],
				[
					{ name, customFields: { [customFields.contactNumber]: '1' } },
					`400 invalid_custom_field_value customFields.${customFields.contactNumber}`,
				],
				[
					{ name, customFields: { aniversario: 'ontem' } },
					'400 invalid_custom_field_value customFields.aniversario',
				],
				[
					{ name, customFields: { aceita_novidades: 'sim' } },
					'400 invalid_custom_field_value customFields.aceita_novidades',
				],
				[
					{ name, customFields: { interesses: ['jardim'] } },
					'400 invalid_custom_field_value customFields.interesses',
				],
				[{ name, email: 'not an address' }, '400 invalid_parameter email'],
				[{ name: 5 }, '400 invalid_parameter name'],
			];
			for (const [body, error] of refusals) await gives(post(body), error);
			expect(await under.api.all('/contacts?search=Nunca')).toEqual([]);
		},
	);

	rule(
		['Contacts POST 5', 'Contact phone'],
		'the same new number at the same time ends in one contact',
		async () => {
			const replies = await Promise.all(
				Array.from({ length: 5 }, () => post({ phone: '11 98888-0009' })),
			);
			expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
			expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
		},
	);

	rule(
		['Contacts POST 6', 'Event contact.created', 'Webhook envelope'],
		'contact.created tells of a new contact, not of an update',
		async () => {
			const receiver = new Receiver();
			await under.api.control('POST', '/webhooks', {
				url: await receiver.start(),
				events: ['contact.created'],
			});
			const { id } = (await post({ name: 'Cliente', phone: '11 98888-0001' })).body;
			await post({ name: 'Outro', phone: '11 98888-0001' });
			const second = (await post({ email: 'b@loja.example' })).body;
			const events = (await receiver.of('contact.created', 2)).map(({ body }) => body);
			await receiver.stop();
			expect(events).toEqual(
				expect.arrayContaining([
					{
						event: 'contact.created',
						id: expect.any(String),
						data: { contactId: id, name: 'Cliente', phoneNumber: '+5511988880001', email: '' },
					},
					{
						event: 'contact.created',
						id: expect.any(String),
						data: { contactId: second.id, name: '', phoneNumber: '', email: 'b@loja.example' },
					},
				]),
			);
			expect(events).toHaveLength(2);
			expect(events[0].id).not.toBe(events[1].id);
		},
	);
});

describe('PATCH /contacts/{id}', () => {
	const existing = async () => {
		const { users, customFields } = under.fixtures;
		const [company] = (await under.api.get('/companies?limit=1')).body.data;
		return (
			await post({
				name: 'Cliente',
				phone: '11 98888-0001',
				email: 'a@loja.example',
				tags: ['a', 'b'],
				customFields: { [customFields.contactText]: 'site', [customFields.contactNumber]: 1 },
				companyId: company.id,
				ownerId: users.seller,
			})
		).body;
	};

	rule(
		['PATCH /contacts/{id}', 'Contacts PATCH 1'],
		'only sent fields change, null and empty text clear',
		async () => {
			const contact = await existing();
			expect((await patch(contact.id, { name: 'Novo' })).body).toEqual({
				...contact,
				name: 'Novo',
				updatedAt: expect.any(String),
			});
			const cleared = await patch(contact.id, {
				phone: null,
				email: '',
				companyId: null,
				ownerId: null,
				name: '',
			});
			expect(cleared.body).toMatchObject({
				name: '',
				phone: null,
				email: null,
				companyId: null,
				ownerId: null,
				tags: ['a', 'b'],
			});
		},
	);

	rule('PATCH /contacts/{id}', '404 outside', async () => {
		await gives(patch('nobody', { name: 'x' }), '404 resource_not_found');
	});

	rule('Contacts PATCH 2', 'tags replaces the whole list', async () => {
		const { id } = await existing();
		expect((await patch(id, { tags: ['c'] })).body.tags).toEqual(['c']);
		expect((await patch(id, { tags: [] })).body.tags).toEqual([]);
	});

	rule('Contacts PATCH 3', 'custom fields one by one, null clears', async () => {
		const { id } = await existing();
		const { contactText, contactNumber } = under.fixtures.customFields;
		const { body } = await patch(id, { customFields: { [contactText]: null } });
		expect(body.customFields).toEqual({ [contactNumber]: 1 });
		await gives(
			patch(id, { customFields: { nope: null } }),
			'400 unknown_custom_field customFields.nope',
		);
	});

	rule(
		['Contacts PATCH 4', 'Error phone_already_in_use', 'Contact phone'],
		'a phone of another contact is refused, one’s own is not',
		async () => {
			const { id } = await existing();
			const other = (await post({ phone: '11 98888-0002' })).body;
			await gives(
				patch(other.id, { phone: '+55 (11) 98888-0001' }),
				'409 phone_already_in_use phone',
			);
			await gives(patch(id, { phone: '11988880001' }), '200');
			await gives(
				patch(id, { ownerId: under.fixtures.users.inactive }),
				'400 owner_not_found ownerId',
			);
			await gives(patch(id, { phone: '12' }), '400 invalid_parameter phone');
		},
	);
});
