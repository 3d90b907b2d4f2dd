import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { waitUntil } from '../../playground/waitUntil';
import { sharedN8n } from './support/sharedN8n';
import {
	account,
	ACTION,
	credential,
	itemsOf,
	toItems,
	workflowOf,
	type Credentials,
} from './support/workflow';

const STEP = 'Step';

const n8n = sharedN8n();
let credentials: Credentials;

beforeAll(async () => {
	credentials = await account(n8n);
});
afterEach(async () => {
	await n8n.sandbox.reset();
});

/** A workflow of one operation, with an item for each of `phones`. */
async function stepOf(parameters: object, settings: object = {}, phones = ['']): Promise<string> {
	const step = { name: STEP, type: ACTION, parameters, credentials, ...settings };
	return await workflowOf(
		n8n,
		[...itemsOf('phone', phones), step, { name: 'Failed', type: 'n8n-nodes-base.noOp' }],
		[...toItems, ['Items', STEP], [STEP, 'Failed', 1]],
	);
}

/** Runs a workflow once. */
async function run(workflowId: string) {
	await n8n.runByHand(workflowId, 'Start');
	const [execution] = await n8n.executionsOf(workflowId, 1);
	const { id = '', status } = execution ?? {};
	return { id, status, output: await n8n.outputOf(id, STEP) };
}

const requests = async (method: string, path: string) =>
	(await n8n.sandbox.requests()).filter(
		(one) => one.method === method && one.path.startsWith(`/api/v1${path}`),
	);

describe('the credential’s test', () => {
	const TYPE = 'customerRelationshipApi';
	const test = async (accessToken = n8n.service.tokens.manager) =>
		await n8n.rest.send<{ status: string; message: string }>('POST', '/credentials/test', {
			credentials: {
				...{ ...credentials[TYPE], type: TYPE },
				data: { baseUrl: n8n.service.baseUrl, accessToken },
			},
		});

	it('tells a token that the service knows from one that it does not', async () => {
		expect(await test()).toMatchObject({ status: 'OK' });
		const { status, message } = await test('guessed');
		expect(status).toBe('Error');
		expect(message).toContain('The access token is not valid');
	});
});

it('says in a list that the credential needs an item', async () => {
	const { baseUrl } = n8n.service;
	const ofItems = await credential(n8n, 'customerRelationshipApi', {
		...{ baseUrl, accessToken: '={{ $json.token }}' },
	});
	const asked = n8n.rest.send('POST', '/dynamic-node-parameters/resource-locator-results', {
		...{ path: 'parameters.contactId', methodName: 'searchContacts' },
		nodeTypeAndVersion: { name: ACTION, version: 1 },
		currentNodeParameters: { resource: 'contact', operation: 'get' },
		credentials: ofItems,
	});
	await expect(asked).rejects.toThrow('“Credential” holds an expression that has no value');
});

describe('an operation', () => {
	const contact = {
		resource: 'contact',
		operation: 'upsert',
		name: 'Ana “á” 🙂',
		phone: '(11) 97777-1001',
	};

	it('creates a contact, then updates it, each with a key of its own', async () => {
		const { status, output } = await run(await stepOf(contact));
		expect(status).toBe('success');
		const [created] = output as Array<{ id: string }>;
		const stored = await n8n.sandbox.api<{ name: string }>('GET', `/contacts/${created?.id}`);
		expect(stored).toMatchObject({ name: contact.name });

		const again = await run(
			await stepOf({ ...contact, name: 'Ana', options: { includeResponse: true } }),
		);
		expect(again.output).toMatchObject([
			{ id: created?.id, name: 'Ana', _response: { created: false } },
		]);
		const keys = (await requests('POST', '/contacts')).map(
			({ headers }) => headers['idempotency-key'],
		);
		expect(keys).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
		expect(new Set(keys).size).toBe(2);
	});

	it('reads every page of a list', async () => {
		const names = Array.from({ length: 7 }, (_, index) => `Página ${index}`);
		for (const name of names) {
			await n8n.sandbox.api('POST', '/contacts', { name, email: `${randomUUID()}@example.com` });
		}
		const parameters = { resource: 'contact', operation: 'getAll', returnAll: true };
		const search = { filters: { search: 'Página' }, options: { pageSize: 3 } };
		const { status, output } = await run(await stepOf({ ...parameters, ...search }));
		expect(status).toBe('success');
		expect(output.map((one) => (one as { name: string }).name)).toEqual([...names].reverse());
		expect(await requests('GET', '/contacts')).toHaveLength(3);
	});

	it('starts a conversation with one template message', async () => {
		const { status, output } = await run(
			await stepOf({
				resource: 'conversation',
				operation: 'start',
				phone: '(11) 97777-1002',
				templateName: 'boas_vindas',
				templateLanguage: 'pt_BR',
				templateParams: { param: [{ value: 'Bia' }] },
			}),
		);
		expect(status).toBe('success');
		const [{ contactId }] = output as [{ contactId: string }];
		const messages = await n8n.sandbox.messagesTo(contactId);
		expect(messages.map(({ text }) => text)).toEqual([expect.stringContaining('Bia')]);
		const [start, ...further] = await requests('POST', '/conversations');
		expect(further).toEqual([]);
		expect(start?.headers['idempotency-key']).toMatch(/./);
	});

	it('that the service refuses ends the execution with a text that says what to do, or goes to the error output', async () => {
		const { phones } = await n8n.sandbox.fixtures();
		const ended = await run(await stepOf(refused(phones.optedOut)));
		expect(ended.status).toBe('error');
		const { error } = (await n8n.recordOf(ended.id)).resultData;
		expect(error).toMatchObject({
			message: expect.stringContaining('asked not to receive messages') as string,
			description: expect.stringContaining('recipient_opted_out') as string,
		});

		const onError = { onError: 'continueErrorOutput' };
		const { id, status, output } = await run(await stepOf(refused(phones.optedOut), onError));
		expect(status).toBe('success');
		expect(output).toMatchObject([
			{
				error: expect.any(String) as string,
				details: { status: 422, code: 'recipient_opted_out' },
			},
		]);
		expect(await n8n.outputOf(id, 'Failed')).toEqual(output);
	});
});

describe('n8n’s Retry On Fail', () => {
	it('sends nothing twice, even if the key changes from try to try', async () => {
		const { phones } = await n8n.sandbox.fixtures();
		const sent = '(11) 97777-1003';
		const parameters = {
			...refused('={{ $json.phone }}'),
			options: { idempotencyKey: '={{ $itemIndex + "-" + $now.toMillis() }}', parallelRequests: 1 },
		};
		const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 20 };
		const { id, status } = await run(await stepOf(parameters, retries, [sent, phones.optedOut]));
		expect(status).toBe('error');
		const { error } = (await n8n.recordOf(id)).resultData;
		expect(error).toMatchObject({
			description: expect.stringContaining(
				'Of the 2 items in this run of the node (the first item is 0), 1 was carried out ((11) 97777-1003 [item 0]) and 1 was not (+5511900000001 [item 1]).',
			) as string,
		});
		const starts = await requests('POST', '/conversations');
		expect(starts.map(({ status: of }) => of)).toEqual([202, 422, 422, 422]);
		expect(new Set(starts.map(({ headers }) => headers['idempotency-key'])).size).toBe(4);
	});
});

describe('an execution that is stopped by hand', () => {
	it('is reported in n8n’s log, with what was carried out', async () => {
		await n8n.sandbox.addFault({ path: '/contacts', kind: 'slow', ms: 4_000, count: 10 });
		const parameters = { resource: 'contact', operation: 'upsert', phone: '={{ $json.phone }}' };
		const phones = [1, 2, 3, 4].map((n) => `(11) 97777-100${n}`);
		const workflowId = await stepOf(
			{ ...parameters, options: { parallelRequests: 1 } },
			{},
			phones,
		);
		await n8n.runByHand(workflowId, 'Start');
		await waitUntil('the second contact', 30_000, async () =>
			(await requests('POST', '/contacts')).length > 1 ? true : undefined,
		);
		const [execution] = await n8n.executionsNow(workflowId);
		await n8n.rest.send('POST', `/executions/${execution?.id}/stop`, {});
		const told = new RegExp(
			`Execution ${execution?.id}, "${STEP}": The execution was cancelled\\. Of the 4 items in this run of the node \\(the first item is 0\\), 1 was carried out \\(item 0\\), 1 may have been \\(item 1\\) and 2 were not`,
		);
		await waitUntil('the line in the log', 30_000, async () =>
			told.test(await readFile(n8n.logFile, 'utf8')) ? true : undefined,
		);
		expect((await requests('POST', '/contacts')).length).toBeLessThan(4);
		await n8n.executionsOf(workflowId, 1);
		const log = await readFile(n8n.logFile, 'utf8');
		expect(log.slice(log.search(told))).not.toContain('dist/bundle.js');
	});
});

const refused = (phone: string) => ({
	...{ resource: 'conversation', operation: 'start', phone },
	...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
});
