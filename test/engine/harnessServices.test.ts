import type { ICredentialTestRequest, INodeType } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import {
	breakAnswer,
	breakConnection,
	credentialTest,
	fakeService,
	hang,
	listSearch,
	loadOptions,
} from './harness';
import type { FakeService, Reply } from './harness';
import { listNode, probeApi, probes } from './harnessProbes';

/** The dropdown's node with a field that its method reads. */
const boardNode: INodeType = {
	...listNode,
	description: {
		...listNode.description,
		properties: [
			{
				displayName: 'Board',
				name: 'board',
				type: 'resourceLocator',
				default: {},
				modes: [{ displayName: 'List', name: 'list', type: 'list' }],
			},
		],
	},
};

let service: FakeService;
beforeEach(async () => {
	service = await fakeService(({ url, headers }) =>
		url.startsWith('/fails')
			? { status: 418, json: { teapot: true } }
			: { json: { word: headers['x-word'] } },
	);
});
afterEach(async () => await service.close());

describe('credentialTest', () => {
	const types = { ...probes, type: 'probeApi', testedIn: ['test.list'] };
	const withTest = (rules: ICredentialTestRequest['rules']) => ({
		type: 'probeApi',
		credentialTypes: [
			{
				...probeApi,
				test: { request: { baseURL: '={{ $credentials.url }}', url: '/fails' }, rules },
			},
		],
	});
	const tested = (on: boolean) => ({
		...types,
		nodes: {
			'test.list': {
				...listNode,
				description: {
					...listNode.description,
					credentials: [{ name: 'probeApi', ...(on ? { testedBy: 'probeTest' } : {}) }],
				},
			},
		},
	});

	test('runs a node’s test function', async () => {
		expect(await credentialTest({ url: service.url }, tested(true))).toEqual({
			status: 'OK',
			message: 'Fine, by default',
		});
	});

	test('runs a test request, authenticated, and judges by its rules', async () => {
		const message = 'That is a teapot';
		const rules = [
			{ type: 'responseCode' as const, properties: { value: 401, message: 'Wrong key' } },
			{ type: 'responseCode' as const, properties: { value: 418, message } },
		];
		expect(await credentialTest({ url: service.url }, withTest(rules))).toEqual({
			status: 'Error',
			message,
		});
		expect(service.requests[0]?.headers['x-word']).toBe('by default');
		expect((await credentialTest({ url: service.url }, withTest([]))).message).toBe("I'm a Teapot");

		const body = {
			type: 'responseSuccessBody' as const,
			properties: { key: 'word', value: 'by default', message: 'Wrong word' },
		};
		const fine = withTest([body]);
		fine.credentialTypes[0]!.test!.request.url = '/fine';
		expect((await credentialTest({ url: service.url }, fine)).message).toBe('Wrong word');
		expect(await credentialTest({ url: service.url, word: 'other' }, fine)).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
	});

	test('says what kept a request from its service', async () => {
		const result = await credentialTest({ url: 'http://127.0.0.1:1' }, withTest([]));
		expect(result).toEqual({ status: 'Error', message: 'ECONNREFUSED' });
	});

	test('a credential without a test says so', async () => {
		expect((await credentialTest({}, tested(false))).status).toBe('Error');
	});
});

describe('dropdowns', () => {
	test('listSearch gets the filter, the page, the parameters and the credential', async () => {
		const options = {
			...probes,
			credentials: { probeApi: { url: service.url, word: 'w' } },
			parameters: { board: { __rl: true, mode: 'list', value: 'b1' } },
		};
		const typed = { ...options, nodes: { 'test.list': boardNode } };
		expect(await listSearch('test.list', 'find', { ...typed, filter: 'ana' })).toEqual({
			results: [{ name: 'b1 ana w', value: 0 }],
			paginationToken: '1',
		});
		expect(await listSearch('test.list', 'find', { ...typed, paginationToken: '1' })).toEqual({
			results: [{ name: 'b1 - w', value: 1 }],
			paginationToken: '2',
		});
		expect(service.requests.map(({ url }) => url)).toEqual([
			'/list/0?via=credential',
			'/list/1?via=credential',
		]);
	});

	test('loadOptions, and what goes wrong', async () => {
		expect(await loadOptions('test.list', 'colours', { ...probes, instanceId: 'i' })).toEqual([
			{ name: 'Red', value: 'red-i' },
		]);
		await expect(listSearch('test.list', 'find', probes)).rejects.toThrow('any credentials set');
		await expect(listSearch('test.list', 'nothing', probes)).rejects.toThrow(
			'no listSearch method',
		);
	});
});

describe('fakeService', () => {
	test('hangs, breaks, sends pages, and closes with a request in the air', async () => {
		const replies: Reply[] = [
			{ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad</h1>' },
			breakConnection,
			breakAnswer,
			hang,
		];
		const odd = await fakeService((_request, before) => replies[before]!);
		const page = await fetch(odd.url, { method: 'POST', body: 'bytes' });
		expect([page.status, await page.text()]).toEqual([502, '<h1>Bad</h1>']);
		expect(odd.requests[0]).toMatchObject({ method: 'POST', url: '/', body: Buffer.from('bytes') });
		await expect(fetch(odd.url)).rejects.toThrow('fetch failed');
		await expect(fetch(odd.url).then(async (answer) => await answer.text())).rejects.toThrow();
		const hanging = fetch(odd.url).catch((error: Error) => error.message);
		while (odd.requests.length < 4) await sleep(5);
		await odd.close();
		expect(await hanging).toBe('fetch failed');
	});
});
