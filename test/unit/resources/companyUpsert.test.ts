import type { IDataObject } from 'n8n-workflow';
import { carriedOut, lost, refusal, rejectionOf } from './requests';

const CNPJ = '11.222.333/0001-81';
const DIGITS = '11222333000181';
const LOOK = `GET /companies?search=${DIGITS}&includeInactive=true`;
const page = (...data: IDataObject[]) => ({ data, hasMore: false });

/** A service that holds the companies; `looks` are what the searches find, one after the other. */
async function upsert(
	additionalFields: object,
	looks: IDataObject[][],
	created: IDataObject | Error = {},
	options: object = {},
) {
	let look = 0;
	return await carriedOut(
		'company.upsert',
		{ cnpj: CNPJ, additionalFields, options },
		({ method, body }) => {
			if (method === 'GET') return page(...(looks[look++] ?? []));
			return method === 'POST'
				? created instanceof Error
					? created
					: { id: 'new', ...body }
				: { id: 'old', ...body };
		},
	);
}
const existing = { id: 'co/1', cnpj: DIGITS, isActive: false };

test('creates a company that does not exist, with the CNPJ as typed', async () => {
	const { lines, records, steps, intent } = await upsert({ tradeName: 'Casa' }, []);
	expect(lines).toEqual([LOOK, `POST /companies {"cnpj":"${CNPJ}","tradeName":"Casa"}`]);
	expect(records).toEqual([{ id: 'new', cnpj: CNPJ, tradeName: 'Casa' }]);
	expect(steps.map(({ options }) => options.part)).toEqual([undefined, 'create']);
	expect(intent.fingerprint).toEqual({ cnpj: DIGITS, tradeName: 'Casa' });
	expect(intent.locks).toEqual([`companies/${DIGITS}`]);
});

test('updates an existing company, deactivated or not, without sending its CNPJ', async () => {
	const { lines, steps, records } = await upsert({ tradeName: 'Casa' }, [[existing]]);
	expect(lines).toEqual([LOOK, 'PATCH /companies/co%2F1 {"tradeName":"Casa"}']);
	expect(steps[1]?.options.part).toBe('update');
	expect(records).toEqual([{ id: 'old', tradeName: 'Casa' }]);
});

test('returns an existing company as it is when nothing changes', async () => {
	const { lines, records } = await upsert({ tradeName: '', emails: null }, [[existing]]);
	expect([lines, records]).toEqual([[LOOK], [existing]]);
});

describe('lists of an existing company', () => {
	const listed = {
		...existing,
		emails: [' Ana@example.com', 7],
		phones: ['+55 (11) 3333-4444', 9],
	};

	test.each<[string, object, string | undefined, IDataObject?]>([
		[
			'get the given entries appended, each once',
			{ emails: 'b@example.com; B@example.com', phones: ['1199', '11 9-9'] },
			'{"emails":[" Ana@example.com",7,"b@example.com"],"phones":["+55 (11) 3333-4444",9,"1199"]}',
		],
		[
			'are left out where nothing is new: a colleague may add to them meanwhile',
			{ emails: ' ana@EXAMPLE.com', tradeName: 'Casa' },
			'{"tradeName":"Casa"}',
		],
		[
			'take two e-mails for one only where they differ in nothing but capitals',
			{ emails: 'STRASSE@x.example' },
			'{"emails":["straße@x.example","STRASSE@x.example"]}',
			{ ...existing, emails: ['straße@x.example'] },
		],
		[
			'are not written where nothing is new',
			{ emails: 'ana@example.com', phones: '1133334444' },
			undefined,
		],
		[
			'are added to by Your Own JSON without a list, too',
			{ additionalBody: '{"emails":"b@example.com"}' },
			'{"emails":[" Ana@example.com",7,"b@example.com"]}',
		],
		['are never shortened', { additionalBody: '{"emails":[],"phones":null}' }, undefined],
	])('%s', async (_, fields, body, there = listed) => {
		const { lines, records } = await upsert(fields, [[there]]);
		expect(lines).toEqual([LOOK, ...(body ? [`PATCH /companies/co%2F1 ${body}`] : [])]);
		if (!body) expect(records).toEqual([listed]);
	});

	test('are not written where the company comes without them', async () => {
		await expect(upsert({ phones: '1133334444' }, [[existing]])).rejects.toThrow(
			'the company in it comes without its phones',
		);
	});
});

test('with Only Fill Empty Fields writes what is empty, and adds to lists', async () => {
	const full = {
		...existing,
		tradeName: 'Casa',
		address: { city: 'Curitiba' },
		emails: ['a@x.com'],
	};
	const { lines } = await upsert(
		{ tradeName: 'asdf', legalName: 'B', address: '{"city":"X","zip":"1"}', emails: 'b@x.com' },
		[[full]],
		{},
		{ onlyFillEmpty: true },
	);
	expect(lines[1]).toBe(
		'PATCH /companies/co%2F1 {"legalName":"B","address":{"zip":"1"},"emails":["a@x.com","b@x.com"]}',
	);
});

test('compares the parts of an object one by one, and writes nothing unchanged', async () => {
	const full = { ...existing, tradeName: 'Casa', address: { city: 'Curitiba', zipCode: '80000' } };
	const same = { tradeName: 'Casa', address: '{"city":"Curitiba"}' };
	expect((await upsert(same, [[full]])).records).toEqual([full]);
	expect((await upsert({ ...same, address: '{"city":"Londrina"}' }, [[full]])).lines[1]).toBe(
		'PATCH /companies/co%2F1 {"tradeName":"Casa","address":{"city":"Londrina"}}',
	);
});

test('matches a company only by exactly the same digits', async () => {
	const others = [
		{ id: 'a', cnpj: `9${DIGITS}` },
		{ id: 'b', cnpj: null, legalName: DIGITS },
		{ id: 'c' },
	];
	expect((await upsert({}, [others])).lines[1]).toBe(`POST /companies {"cnpj":"${CNPJ}"}`);
	expect((await upsert({}, [[...others, { id: 'd', cnpj: CNPJ }]])).records[0]?.id).toBe('d');
});

test.each([undefined, null, '', {}, ['co/1']])(
	'neither updates nor returns a company without an ID: %j',
	async (id) => {
		for (const fields of [{}, { tradeName: 'Casa' }]) {
			const found = { ...existing, id } as IDataObject;
			await expect(upsert(fields, [[found]])).rejects.toThrow('the company in it has no ID');
		}
	},
);

test('searches page by page until it finds the company', async () => {
	const pages = [
		{ data: [{ id: 'a' }], hasMore: true, nextCursor: '2' },
		{ data: [{ id: 'b' }, existing], hasMore: true, nextCursor: '3' },
	];
	let next = 0;
	const { lines } = await carriedOut('company.upsert', { cnpj: CNPJ }, () => pages[next++] ?? {});
	expect(lines).toEqual([LOOK, `${LOOK}&cursor=2`]);
});

describe('when another execution created the company first', () => {
	const taken = refusal(409, 'cnpj_already_in_use');

	test('searches again and updates it', async () => {
		const { lines } = await upsert({ tradeName: 'Casa' }, [[], [existing]], taken);
		expect(lines).toEqual([
			LOOK,
			expect.stringMatching(/^POST/),
			LOOK,
			'PATCH /companies/co%2F1 {"tradeName":"Casa"}',
		]);
		expect((await upsert({}, [[], [existing]], taken)).records).toEqual([existing]);
	});

	test('fails with that refusal where the company is not visible', async () => {
		await expect(upsert({}, [[], []], taken)).rejects.toThrow(taken);
	});

	test.each([refusal(400, 'owner_not_found'), lost()])(
		'passes any other failure on',
		async (other) => {
			await expect(upsert({}, [[], [existing]], other)).rejects.toThrow(other);
		},
	);
});

test('refuses a second CNPJ in Your Own JSON', async () => {
	const additionalBody = '{"cnpj":"1"}';
	expect((await rejectionOf(upsert({ additionalBody }, []))).message).toBe(
		'“Your Own JSON” holds “cnpj”',
	);
});

test('reads open custom field types from other companies', async () => {
	const field = [{ slug: 'visits', type: 'automatic', value: '3' }];
	expect((await upsert({ customFields: { field } }, [])).lines[0]).toBe('GET /companies?limit=100');
});

test('refuses a key that leaves no room for its suffix', async () => {
	const run = async (length: number) => {
		const values = { cnpj: CNPJ, options: { idempotencyKey: 'k'.repeat(length) } };
		return (await carriedOut('company.upsert', values, () => page(existing))).records;
	};
	expect(await run(248)).toEqual([existing]);
	expect(await rejectionOf(run(249))).toMatchObject({
		message: '“Idempotency Key” has 249 characters',
		remedy: 'Use at most 248 here: the node puts “:create” or “:update” behind it.',
	});
});
