/** Companies created or updated by their CNPJ, though others do the same. */
import { cnpj } from 'cpf-cnpj-validator';
import type { IDataObject } from 'n8n-workflow';
import { useService } from './actionNode/service';

const service = useService();
const CNPJ = '11.222.333/0001-81';
const upsert = (more: object = {}) =>
	({ resource: 'company', operation: 'upsert', cnpj: '={{ $json.cnpj }}', ...more }) as IDataObject;
const one = { inputData: [{ cnpj: CNPJ }] };
const writes = async () => (await service.requests()).filter(({ method }) => method !== 'GET');

test('creates a company, then updates it, even when it is deactivated', async () => {
	const options = { includeResponse: true, idempotencyKey: 'row-1' };
	const named = (tradeName: string) => upsert({ additionalFields: { tradeName }, options });
	const created = await service.record(named('Casa'), one);
	expect(created).toMatchObject({ tradeName: 'Casa', _response: { created: true } });
	await service.app('DELETE', `/companies/${String(created.id)}`);
	expect(await service.record(named('Casa Nova'), one)).toMatchObject({
		...{ id: created.id, tradeName: 'Casa Nova', isActive: false },
		_response: { created: false },
	});
	expect((await writes()).map(({ headers }) => headers['idempotency-key'])).toEqual([
		...['row-1:create', 'row-1:update'],
	]);
});

test('explains a CNPJ of a company that the seller does not see', async () => {
	await service.app('POST', '/companies', { legalName: 'Casa', cnpj: CNPJ });
	const item = await service.refusal(upsert(), { ...one, token: 'seller' });
	expect(item).toMatchObject({
		error: expect.stringContaining(
			'The CNPJ belongs to a company that the access token’s user does not see',
		),
		details: { code: 'cnpj_already_in_use' },
	});
});

const rows = () => Array.from({ length: 20 }, (_, n) => ({ cnpj: numbered(n) }));
/** A valid CNPJ for each number. */
function numbered(n: number): string {
	const base = `${String(10_000_000 + n)}0001`;
	for (let check = 0; check < 100; check += 1) {
		const whole = base + String(check).padStart(2, '0');
		if (cnpj.isValid(whole)) return whole;
	}
	throw new Error(base);
}

test.each([
	['in one n8n', '127.0.0.1'],
	// Another address for the same service: nothing in this process holds one back for the other.
	['as if in two', 'localhost'],
])(
	'two racing executions make no duplicates of 20 companies and no errors, %s',
	async (_, host) => {
		const node = upsert({
			additionalFields: { tradeName: 'Corrida' },
			options: { parallelRequests: 10 },
		});
		const run = async (baseUrl: string) => {
			const { customerRelationshipApi } = service.credentials();
			const credentials = { customerRelationshipApi: { ...customerRelationshipApi, baseUrl } };
			return await service.records(node, { inputData: rows(), credentials });
		};
		const { baseUrl } = service.sandbox;
		const [first, second] = await Promise.all([
			run(baseUrl),
			run(baseUrl.replace('127.0.0.1', host)),
		]);
		expect(first.map(({ id }) => id)).toEqual(second.map(({ id }) => id));
		const numbers = first.map((company) => company.cnpj);
		expect(new Set(numbers).size).toBe(20);
		const created = (await writes()).filter(({ status }) => status === 201);
		expect(created).toHaveLength(20);
	},
);

test('two items with one CNPJ make one company', async () => {
	const options = { parallelRequests: 10, includeResponse: true };
	const inputData = [{ cnpj: CNPJ }, { cnpj: '11222333000181' }, { cnpj: CNPJ }];
	const records = await service.records(upsert({ options }), { inputData });
	expect(new Set(records.map(({ id }) => id)).size).toBe(1);
	expect(records.map(({ _response }) => (_response as IDataObject).created)).toEqual([
		...[true, false, false],
	]);
});
