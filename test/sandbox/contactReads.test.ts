import { errorOf, gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const post = (body: unknown, as?: string) => under.api.post('/contacts', body, { as });
const patch = async (id: string, body: unknown) => await under.api.patch(`/contacts/${id}`, body);

describe('GET /contacts', () => {
	rule(
		['GET /contacts', 'Visibility 1', 'Visibility 2'],
		'a seller sees own contacts and those of own deals, a manager all',
		async () => {
			const { seller } = under.fixtures.users;
			const unowned = (await post({ name: 'Sem dono' })).body;
			const before = (await under.api.all('/contacts', 'seller')).map(({ id }) => id);
			expect(before).not.toContain(unowned.id);
			await under.api.post('/deals', {
				title: 'Venda',
				pipelineId: under.fixtures.pipelines.default,
				ownerId: seller,
				contactId: unowned.id,
			});
			const seen = await under.api.all('/contacts', 'seller');
			expect(seen.map(({ id }) => id)).toEqual([unowned.id, ...before]);
			const all = await under.api.all('/contacts');
			const dealContacts = (await under.api.all('/deals'))
				.filter(({ ownerId }) => ownerId === seller)
				.map(({ contactId }) => contactId);
			expect(new Set(before)).toEqual(
				new Set(
					all
						.filter(({ id, ownerId }) => ownerId === seller || dealContacts.includes(id))
						.map(({ id }) => id)
						.filter((id) => id !== unowned.id),
				),
			);
			expect(all.length).toBeGreaterThan(seen.length);
		},
	);

	rule(
		'GET /contacts',
		'search finds parts of name, e-mail and phone, with and without mask and accents',
		async () => {
			const { id } = (
				await post({ name: 'João Antônio', phone: '(85) 93333-2211', email: 'JA@Loja.example' })
			).body;
			for (const term of [
				'joao ant',
				'ANTÔNIO',
				'ja@loja',
				'(85) 93333',
				'33332211',
				'+55 85 9',
				'93333-2211',
			]) {
				const found = await under.api.all(`/contacts?search=${encodeURIComponent(term)}`);
				expect([term, found.map((contact) => contact.id)]).toEqual([term, [id]]);
			}
			expect(await under.api.all('/contacts?search=joao%201')).toEqual([]);
		},
	);

	rule(
		['GET /contacts', 'Versioning 6', 'Format 2'],
		'updatedSince gives what changed at or after that time',
		async () => {
			const [first] = (await under.api.get('/contacts?limit=1')).body.data;
			const { updatedAt } = (await patch(first.id, { name: 'Mudou' })).body;
			expect(updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
			const changed = await under.api.all(`/contacts?updatedSince=${updatedAt}`);
			expect(changed.map(({ id }) => id)).toEqual([first.id]);
			const later = new Date(Date.parse(updatedAt) + 1).toISOString();
			expect(await under.api.all(`/contacts?updatedSince=${later}`)).toEqual([]);
			await gives(
				under.api.get('/contacts?updatedSince=yesterday'),
				'400 invalid_parameter updatedSince',
			);
		},
	);

	rule('Limit search', 'search has 1 to 200 characters', async () => {
		await gives(under.api.get('/contacts?search='), '400 invalid_parameter search');
		await gives(
			under.api.get(`/contacts?search=${'x'.repeat(201)}`),
			'400 invalid_parameter search',
		);
		await gives(under.api.get(`/contacts?search=${'x'.repeat(200)}`), '200');
	});
});

describe('GET /contacts/{id}', () => {
	rule(
		['GET /contacts/{id}', 'Visibility 3', 'Error resource_not_found'],
		'another company’s, another seller’s and no contact answer alike',
		async () => {
			const [foreign] = (await under.api.get('/contacts', 'otherAccountManager')).body.data;
			const [theirs] = await under.api.all('/contacts?search=11900000003');
			const replies = [
				await under.api.get(`/contacts/${foreign.id}`),
				await under.api.get(`/contacts/${theirs.id}`, 'seller'),
				await under.api.get('/contacts/nobody'),
			];
			expect(replies.map(errorOf)).toEqual(Array(3).fill('404 resource_not_found'));
			expect(new Set(replies.map(({ body }) => body.error.message)).size).toBe(1);
			expect((await under.api.get(`/contacts/${theirs.id}`, 'otherSeller')).body).toEqual(theirs);
		},
	);
});
