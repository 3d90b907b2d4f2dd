/** Each item goes out with its own credential, or not at all. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { CustomerRelationship } from '../../../nodes/CustomerRelationship/CustomerRelationship.node.ts';
import { useService } from '../actionNode/service';
import { actionNode, breakConnection, fakeService, type FakeService } from '../../support/engine';
import { answer, NODE, numbered, refuse, runAgainst, told } from './setup';

const service = useService();
const contact = { resource: 'contact', operation: 'upsert', name: '={{ $json.name }}' };
const tenants = () => [
	{ name: 'Of A', token: service.sandbox.tokens.manager },
	{ name: 'Of B', token: service.sandbox.tokens.otherAccountManager },
	{ name: 'Of A again', token: service.sandbox.tokens.manager },
];
const ofItem = () => ({
	customerRelationshipApi: { baseUrl: service.sandbox.baseUrl, accessToken: '={{ $json.token }}' },
});
/** Who sent what, by the request log. */
const sent = async () =>
	(await service.requests()).map(({ headers, rawBody }) => ({
		token: headers.authorization?.replace('Bearer ', ''),
		name: rawBody ? (JSON.parse(rawBody) as IDataObject).name : undefined,
	}));

test.each([1, 3])('writes each item to its own account, %d at once', async (parallelRequests) => {
	const run = await service.run(
		{ ...contact, options: { parallelRequests } },
		{ inputData: tenants(), credentials: ofItem() },
	);
	expect(run.error).toBeUndefined();
	const byName = (a: { name?: unknown }, b: { name?: unknown }) =>
		String(a.name).localeCompare(String(b.name));
	expect((await sent()).sort(byName)).toEqual(
		tenants()
			.map(({ name, token }) => ({ token, name }))
			.sort(byName),
	);
});

test('reads and lists each item in its own account', async () => {
	const read = async (parameters: IDataObject) => {
		await service.run(parameters, { inputData: tenants().slice(0, 2), credentials: ofItem() });
		return (await sent()).map(({ token }) => token).slice(-2);
	};
	const expected = tenants()
		.slice(0, 2)
		.map(({ token }) => token);
	const options = { parallelRequests: 1 };
	expect(await read({ resource: 'pipeline', operation: 'getAll', options })).toEqual(expected);
	expect(await read({ resource: 'contact', operation: 'getAll', limit: 1, options })).toEqual(
		expected,
	);
});

test('keeps address and token of an item together when a write is retried', async () => {
	const answers = () =>
		fakeService((_, before) =>
			before === 0
				? refuse(503, 'api_tokens_disabled', { retryAfter: 0 })
				: answer({ id: 'c1', name: 'x' }, 201),
		);
	const [one, two] = [await answers(), await answers()];
	const run = await runAgainst(
		'',
		{ ...contact, options: { maxWaitSeconds: 20 } },
		{
			credentials: {
				customerRelationshipApi: { baseUrl: '={{ $json.url }}', accessToken: '={{ $json.token }}' },
			},
			inputData: [
				{ name: 'First', url: `${one.url}/api/v1`, token: 'one' },
				{ name: 'Second', url: `${two.url}/api/v1`, token: 'two' },
				{ name: 'Third', url: `${two.url}/api/v1`, token: 'three' },
			],
		},
	);
	await Promise.all([one.close(), two.close()]);
	expect(run.error).toBeUndefined();
	const seen = ({ requests }: FakeService) =>
		requests.map(({ headers, body }) => [
			headers.authorization,
			(JSON.parse(body.toString()) as IDataObject).name,
		]);
	const [first, second] = [
		['Bearer one', 'First'],
		['Bearer two', 'Second'],
	];
	expect(seen(one)).toEqual([first, first]);
	expect(seen(two)).toEqual([second, second, ['Bearer three', 'Third']]);
});

test('an unreachable address takes no time from items of another', async () => {
	const met = new Map<string, number>();
	const tries = (name: string) => met.get(name) ?? 0;
	const live = await fakeService(({ body }) => {
		const { name } = JSON.parse(body.toString()) as { name: string };
		met.set(name, tries(name) + 1);
		return tries(name) === 1
			? refuse(503, 'api_tokens_disabled', { retryAfter: 0 })
			: answer({ id: 'c1', name }, 201);
	});
	const dead = await fakeService(() => breakConnection);
	const inputData = [dead, live, dead, live, dead].map(({ url }, n) => ({
		...{ name: `Row ${n}`, url: `${url}/api/v1`, token: `token of ${n}`.replaceAll(' ', '-') },
	}));
	try {
		const run = await runAgainst(
			'',
			{ ...contact, options: { maxWaitSeconds: 2 } },
			{
				...{ inputData, node: { onError: 'continueErrorOutput' } },
				credentials: {
					customerRelationshipApi: {
						...{ baseUrl: '={{ $json.url }}', accessToken: '={{ $json.token }}' },
					},
				},
			},
		);
		expect(run.json(NODE)).toMatchObject([{ name: 'Row 1' }, { name: 'Row 3' }]);
		expect([...met]).toEqual([
			['Row 1', 2],
			['Row 3', 2],
		]);
		// What the live one answers is no word of the dead one, which was waited out for item 0.
		const ofDead = dead.requests.map(
			({ body }) => (JSON.parse(body.toString()) as IDataObject).name,
		);
		const triesOf = (name: string) => ofDead.filter((one) => one === name).length;
		expect(triesOf('Row 0')).toBeGreaterThan(1);
		// Row 0 gives up when its next wait would be too long: what is left of its time may be enough for a second try.
		for (const name of ['Row 2', 'Row 4']) expect([1, 2]).toContain(triesOf(name));
	} finally {
		await live.close();
		await dead.close();
	}
});

test('an item with an empty token fails and uses no other item’s', async () => {
	const [first, second, third] = tenants();
	const run = await service.run(contact, {
		inputData: [first!, { ...second!, token: '' }, third!],
		credentials: ofItem(),
		node: { onError: 'continueErrorOutput' },
	});
	expect(run.json(NODE)).toMatchObject([{ name: 'Of A' }, { name: 'Of A again' }]);
	expect(run.items(NODE, 1)).toMatchObject([{ pairedItem: { item: 1 } }]);
	expect((await sent()).map(({ name }) => name)).toEqual(['Of A', 'Of A again']);
});

/** The node in an n8n that knows the credential of item 0 alone, in whatever way it is asked. */
class WithFirstCredential extends CustomerRelationship {
	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const send = this.helpers.httpRequestWithAuthentication.bind(this);
		this.helpers.httpRequestWithAuthentication = async (type, options) => await send(type, options);
		return await CustomerRelationship.prototype.execute.call(this);
	}
}

test('the other items fail where n8n sends only with the first item’s credential', async () => {
	const run = await service.run(contact, {
		inputData: tenants(),
		credentials: ofItem(),
		nodes: { [actionNode]: new WithFirstCredential() },
		node: { onError: 'continueErrorOutput' },
	});
	for (const { name, token } of await sent()) {
		expect(token).toBe(tenants().find((tenant) => tenant.name === name)?.token);
	}
	expect([...run.items(NODE), ...run.items(NODE, 1)]).toHaveLength(3);
});

test('a failure contains no token', async () => {
	const run = await service.run(contact, {
		inputData: numbered(2).map(({ n }) => ({ name: 'x', token: `secret-of-${String(n)}` })),
		credentials: ofItem(),
	});
	expect(told(run)).not.toContain('secret-of');
	expect(JSON.stringify(run.error)).not.toContain('secret-of');
});
