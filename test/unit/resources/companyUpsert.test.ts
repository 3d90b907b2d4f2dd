import type { IDataObject } from 'n8n-workflow';
import { refusalOf } from '../fields/refusals';
import { carriedOut, lost, refusal } from './requests';

const CNPJ = '11.222.333/0001-81';
const DIGITS = '11222333000181';
const LOOK = `GET /companies?search=${DIGITS}&includeInactive=true`;
const page = (...data: IDataObject[]) => ({ data, hasMore: false });

/** A service that holds the companies; `looks` are what the searches find, one after the other. */
function upsert(
	additionalFields: object,
	looks: IDataObject[][],
	created: IDataObject | Error = {},
) {
	let look = 0;
	return carriedOut('company.upsert', { cnpj: CNPJ, additionalFields }, ({ method, body }) => {
		if (method === 'GET') return page(...(looks[look++] ?? []));
		return method === 'POST'
			? created instanceof Error
				? created
				: { id: 'new', ...body }
			: { id: 'old', ...body };
	});
}
const existing = { id: 'co/1', cnpj: DIGITS, isActive: false };

test('a company that is not there is created, with the CNPJ as typed', () => {
	const { lines, records, steps } = upsert({ tradeName: 'Casa' }, []);
	expect(lines).toEqual([LOOK, `POST /companies {"cnpj":"${CNPJ}","tradeName":"Casa"}`]);
	expect(records).toEqual([{ id: 'new', cnpj: CNPJ, tradeName: 'Casa' }]);
	expect(steps.map(({ part }) => part)).toEqual([undefined, 'create']);
	expect(steps[0]?.intent).toEqual({ cnpj: DIGITS, tradeName: 'Casa' });
	expect(steps[0]?.request.recordKeys).toEqual([`companies/${DIGITS}`]);
});

test('one that is there gets what is given, deactivated or not; its CNPJ is not sent', () => {
	const { lines, steps, records } = upsert({ tradeName: 'Casa' }, [[existing]]);
	expect(lines).toEqual([LOOK, 'PATCH /companies/co%2F1 {"tradeName":"Casa"}']);
	expect(steps[1]?.part).toBe('update');
	expect(records).toEqual([{ id: 'old', tradeName: 'Casa' }]);
});

test('one that is there is given out as it is when there is nothing to change', () => {
	const { lines, records } = upsert({ tradeName: '', emails: null }, [[existing]]);
	expect([lines, records]).toEqual([[LOOK], [existing]]);
});

describe('lists of a company that is there', () => {
	const listed = {
		...existing,
		emails: [' Ana@example.com', 7],
		phones: ['+55 (11) 3333-4444', 9],
	};

	test.each<[string, object, string | undefined, IDataObject?]>([
		[
			'grow by what is given, each once',
			{ emails: 'b@example.com; B@example.com', phones: ['1199', '11 9-9'] },
			'{"emails":[" Ana@example.com",7,"b@example.com"],"phones":["+55 (11) 3333-4444",9,"1199"]}',
		],
		[
			'are left out where all is there: a colleague may add to them meanwhile',
			{ emails: ' ana@EXAMPLE.com', tradeName: 'Casa' },
			'{"tradeName":"Casa"}',
		],
		[
			'take two e-mails for one only where they differ in nothing but capitals',
			{ emails: 'STRASSE@x.example' },
			'{"emails":["straße@x.example","STRASSE@x.example"]}',
			{ ...existing, emails: ['straße@x.example'] },
		],
		['stay where all is there', { emails: 'ana@example.com', phones: '1133334444' }, undefined],
		[
			'are added to by Additional Body without a list, too',
			{ additionalBody: '{"emails":"b@example.com"}' },
			'{"emails":[" Ana@example.com",7,"b@example.com"]}',
		],
		['are never shortened', { additionalBody: '{"emails":[],"phones":null}' }, undefined],
	])('%s', (_, fields, body, there = listed) => {
		const { lines, records } = upsert(fields, [[there]]);
		expect(lines).toEqual([LOOK, ...(body ? [`PATCH /companies/co%2F1 ${body}`] : [])]);
		if (!body) expect(records).toEqual([listed]);
	});

	test('are not written where the company comes without them', () => {
		expect(() => upsert({ phones: '1133334444' }, [[existing]])).toThrow(
			'the company in it comes without its phones',
		);
	});
});

test('what is there already is not written, part by part', () => {
	const full = { ...existing, tradeName: 'Casa', address: { city: 'Curitiba', zipCode: '80000' } };
	const same = { tradeName: 'Casa', address: '{"city":"Curitiba"}' };
	expect(upsert(same, [[full]]).records).toEqual([full]);
	expect(upsert({ ...same, address: '{"city":"Londrina"}' }, [[full]]).lines[1]).toBe(
		'PATCH /companies/co%2F1 {"tradeName":"Casa","address":{"city":"Londrina"}}',
	);
});

test('only the very same digits count', () => {
	const others = [
		{ id: 'a', cnpj: `9${DIGITS}` },
		{ id: 'b', cnpj: null, legalName: DIGITS },
		{ id: 'c' },
	];
	expect(upsert({}, [others]).lines[1]).toBe(`POST /companies {"cnpj":"${CNPJ}"}`);
	expect(upsert({}, [[...others, { id: 'd', cnpj: CNPJ }]]).records[0]?.id).toBe('d');
});

test.each([undefined, null, '', {}, ['co/1']])(
	'one that has no ID is neither written nor given out: %j',
	(id) => {
		for (const fields of [{}, { tradeName: 'Casa' }]) {
			const found = { ...existing, id } as IDataObject;
			expect(() => upsert(fields, [[found]])).toThrow('the company in it has no ID');
		}
	},
);

test('the search goes on until it finds the company, and no further', () => {
	const pages = [
		{ data: [{ id: 'a' }], hasMore: true, nextCursor: '2' },
		{ data: [{ id: 'b' }, existing], hasMore: true, nextCursor: '3' },
	];
	let next = 0;
	const { lines } = carriedOut('company.upsert', { cnpj: CNPJ }, () => pages[next++] ?? {});
	expect(lines).toEqual([LOOK, `${LOOK}&cursor=2`]);
});

describe('when somebody was quicker', () => {
	const taken = refusal(409, 'cnpj_already_in_use');

	test('looks again and updates', () => {
		const { lines } = upsert({ tradeName: 'Casa' }, [[], [existing]], taken);
		expect(lines).toEqual([
			LOOK,
			expect.stringMatching(/^POST/),
			LOOK,
			'PATCH /companies/co%2F1 {"tradeName":"Casa"}',
		]);
		expect(upsert({}, [[], [existing]], taken).records).toEqual([existing]);
	});

	test('and the company is out of sight, fails with that', () => {
		expect(() => upsert({}, [[], []], taken)).toThrow(taken);
	});

	test.each([refusal(400, 'owner_not_found'), lost()])(
		'any other failure is told as it is',
		(other) => {
			expect(() => upsert({}, [[], [existing]], other)).toThrow(other);
		},
	);
});

test('the CNPJ is given at one place', () => {
	const additionalBody = '{"cnpj":"1"}';
	expect(refusalOf(() => upsert({ additionalBody }, [])).message).toBe(
		'“Additional Body” holds “cnpj”',
	);
});

test('the types of custom fields that are left open are those of other companies', () => {
	const field = [{ slug: 'visits', type: 'automatic', value: '3' }];
	expect(upsert({ customFields: { field } }, []).lines[0]).toBe('GET /companies?limit=100');
});

test('a key may be as long as leaves room for what is put behind it', () => {
	const run = (length: number) => {
		const values = { cnpj: CNPJ, options: { idempotencyKey: 'k'.repeat(length) } };
		return carriedOut('company.upsert', values, () => page(existing)).records;
	};
	expect(run(248)).toEqual([existing]);
	expect(refusalOf(() => run(249))).toMatchObject({
		message: '“Idempotency Key” has 249 characters',
		remedy: 'Use at most 248 here: the node puts “:create” or “:update” behind it.',
	});
});
