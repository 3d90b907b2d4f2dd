import type { IDataObject } from 'n8n-workflow';
import { refusalOf } from '../fields/refusals';
import {
	carriedOut,
	firstRequest,
	lineOf,
	prepared,
	refused,
	type Values,
	typed,
} from './requests';

const phone = '(11) 98765-4321';
const email = 'ana@example.com';
const BY_PHONE = 'GET /contacts?search=87654321';
const BY_EMAIL = 'GET /contacts?search=ana%40example.com';
const contact = (more: IDataObject = {}): IDataObject => ({
	...{ id: 'c1', name: 'Ana Souza', phone: '+5511987654321', email: null },
	...{ tags: ['vip'], customFields: { origem: 'Feira' }, companyId: null },
	...more,
});

/** A service that holds the contacts, with *Only Fill Empty Fields*; it writes the first of them. */
const fill = async (
	values: Values,
	contacts: IDataObject[],
	written: IDataObject = { id: 'c1' },
	writeStatus = 200,
) =>
	await carriedOut(
		'contact.upsert',
		{ options: { onlyFillEmpty: true }, ...values },
		({ method }) => (method === 'GET' ? { data: contacts, hasMore: false } : written),
		{ writeStatus },
	);

describe('Only Fill Empty Fields', () => {
	test('writes what is empty, with the phone as the record has it', async () => {
		const additionalFields = {
			tags: 'site',
			customFields: typed('string', { origem: 'Site', cor: 'azul' }),
		};
		const given = { name: 'asdf', phone, email, additionalFields };
		const { lines, steps, intent } = await fill(given, [contact()]);
		expect(lines).toEqual([
			BY_PHONE,
			'POST /contacts {"email":"ana@example.com","customFields":{"cor":"azul"},"tags":["site"],"phone":"+5511987654321"}',
		]);
		expect(steps.map(({ options }) => options.part)).toEqual([undefined, 'update']);
		expect(intent).toMatchObject({
			...{ readsBeforeWriting: true, startsWithWrite: false, onlyFillsEmpty: true },
			...{ locks: ['contacts/87654321', 'contacts/ana@example.com'], phone, email },
		});
	});

	test('gives the contact out as it is where nothing is empty and no tag is new', async () => {
		const given = { name: 'asdf', phone, additionalFields: { tags: 'VIP' } };
		const { lines, records } = await fill(given, [contact()]);
		expect([lines, records]).toEqual([[BY_PHONE], [contact()]]);
	});

	test('creates with everything that is given where there is none', async () => {
		const { lines, steps } = await fill({ name: 'Ana', phone, email }, []);
		expect(lines).toEqual([
			...[BY_PHONE, BY_EMAIL],
			`POST /contacts {"name":"Ana","phone":"${phone}","email":"${email}"}`,
		]);
		expect(steps.at(-1)?.options.part).toBe('create');
	});

	test.each<[what: string, values: Values, there: IDataObject, body: object | undefined]>([
		['a phone with its ninth digit alone', { phone }, contact({ phone: '1187654321' }), { phone }],
		['a phone without country code', { phone: '11987654321' }, contact(), undefined],
		[
			'a phone that Your Own JSON gives as a number',
			{ phone, additionalFields: { additionalBody: { phone: 11987654321 } } },
			contact(),
			undefined,
		],
		[
			'an email in any case, if its contact has no phone: the phone is added',
			{ phone, email },
			contact({ phone: null, email: 'ANA@example.com' }),
			{ phone, email: 'ANA@example.com' },
		],
		[
			'no email whose contact has another phone',
			{ phone, email },
			contact({ phone: '+551133334444', email }),
			{ phone, email },
		],
		['an email alone, whatever the phone', { email }, contact({ email }), undefined],
		['no part of an email', { email }, contact({ email: `mari${email}` }), { email }],
	])('looks as the service does, by %s', async (_, values, there, body) => {
		const { lines, steps } = await fill(values, [there]);
		const written = steps.filter(({ request }) => request.method === 'POST');
		expect(written.map(({ request }) => lineOf(request))).toEqual(
			body ? [`POST /contacts ${JSON.stringify(body)}`] : [],
		);
		expect(lines[0]).toBe('phone' in values ? BY_PHONE : BY_EMAIL);
	});

	test('writes over none of several contacts with the email', async () => {
		const contacts = [
			contact({ id: 'c1', name: null, email }),
			contact({ id: 'c2', companyId: 'co1', email }),
		];
		const additionalFields = { companyId: 'co2', customFields: typed('string', { cor: 'azul' }) };
		const { lines } = await fill({ name: 'asdf', email, additionalFields }, contacts);
		expect(lines[1]).toBe(
			'POST /contacts {"customFields":{"cor":"azul"},"email":"ana@example.com"}',
		);
	});

	test.each<[what: string, tags: string[], body: string]>([
		['that one of several contacts lacks', ['vip'], '{"tags":["VIP"],"email":"ana@example.com"}'],
		['that each has not', ['vip', 'VIP'], '{"email":"ana@example.com"}'],
	])('leaves it to the service which contact is written: tags %s', async (_, tags, body) => {
		const contacts = [
			['vip', 'c1'],
			[tags[1] ?? 'novo', 'c2'],
		].map(([tag, id]) => contact({ id, email, tags: [tag] as string[] }));
		const { lines, remark } = await fill({ email, additionalFields: { tags: 'VIP' } }, contacts);
		expect(lines[1]).toBe(`POST /contacts ${body}`);
		// The answer is one of the two.
		expect(remark).toBeUndefined();
	});

	test('sends no tags along that the contact has', async () => {
		const { lines } = await fill({ phone, email, additionalFields: { tags: 'VIP' } }, [contact()]);
		expect(lines[1]).toBe('POST /contacts {"email":"ana@example.com","phone":"+5511987654321"}');
	});

	test('writes no contact without an ID', async () => {
		await expect(fill({ phone }, [contact({ id: '' })])).rejects.toThrow(
			'the contact in it has no ID',
		);
	});

	test('does not look without phone and email', async () => {
		const { lines, intent } = await fill({ name: 'Ana' }, []);
		expect(lines).toEqual(['POST /contacts {"name":"Ana"}']);
		expect(intent.onlyFillsEmpty).toBeUndefined();
	});

	test('tells of a contact that the service took for another', async () => {
		expect((await fill({ phone, email }, [contact()])).remark).toBeUndefined();
		const { remark } = await fill({ phone, email }, [contact()], { id: 'c2' });
		expect(remark).toMatch(/^The service wrote another contact/);
		const created = await fill({ phone, email }, [contact()], { id: 'c2' }, 201);
		expect(created.remark).toMatch(
			/^The service did not take the contact that the node had found, but created another one/,
		);
		// `carriedOut` answers 200: what was to be created was there.
		expect((await fill({ phone }, [])).remark).toMatch(/^The service found a contact/);
	});

	test('off, writes without a look', async () => {
		const { lines } = await fill({ name: 'asdf', phone, options: { onlyFillEmpty: false } }, []);
		expect(lines).toEqual([`POST /contacts {"name":"asdf","phone":"${phone}"}`]);
	});
});

refused('contact.upsert', [
	[{ phone, options: { onlyFillEmpty: '' } }, '“Only Fill Empty Fields” is empty'],
	[
		{ phone, options: { onlyFillEmpty: true, idempotencyKey: 'k'.repeat(249) } },
		'“Idempotency Key” has 249 characters',
	],
]);

test('a key without room for its suffix is refused by the suffixes, and taken where there is none', () => {
	const first = (onlyFillEmpty: boolean) => () =>
		firstRequest('contact.upsert', {
			...{ phone, options: { onlyFillEmpty, idempotencyKey: 'k'.repeat(249) } },
		});
	expect(refusalOf(first(true)).remedy).toContain('“:create” or “:update”');
	expect(first(false)().method).toBe('POST');
});

test('phone and email of Your Own JSON are locked as texts, and told if they are some', () => {
	const intentOf = (additionalBody: object) =>
		prepared('contact.upsert', { name: 'Ana', additionalFields: { additionalBody } }).intent;
	expect(intentOf({ email: ' Ana@Example.com ' }).locks).toEqual(['contacts/ana@example.com']);
	expect(intentOf({ phone: { a: 1 } }).phone).toBeUndefined();
});
