import { gzipSync } from 'node:zlib';
import { CREDENTIAL_BLANKING_VALUE } from 'n8n-workflow';
import {
	activated,
	closeServers,
	deliver,
	event,
	runsOf,
	SECRET,
	signature,
	started,
	statusOf,
	TEST_SECRET,
	trigger,
	warnings,
} from './triggerDeliveries';
import type { Delivery } from './triggerDeliveries';

afterEach(closeServers);

describe('a verified event', () => {
	const everyTime = { events: ['*'], options: { skipDuplicates: false } };

	it('starts the workflow with the envelope as received', async () => {
		const server = await activated();
		expect(await deliver(server.url)).toEqual({ status: 200, text: '' });
		const [run] = await server.executions();
		expect(run!.status).toBe('success');
		expect(run!.json(trigger)).toEqual([event]);
		expect(warnings(server)).toEqual([]);
	});

	it('starts the workflow when its kind was typed in, too', async () => {
		const parameters = { events: ['deal.created'], otherEvents: 'deal.won, contact.created' };
		const server = await activated({ parameters });
		expect(await statusOf(server.url)).toBe(200);
		expect(await runsOf(server)).toBe(1);
	});

	it('brings the headers on request, without those that carry logins', async () => {
		const parameters = { events: ['*'], options: { includeHeaders: true } };
		const server = await activated({ parameters });
		const logins = { authorization: 'Basic abc', cookie: 'a=b' };
		await deliver(server.url, { headers: { ...logins, 'x-trace': '7' } });
		const [run] = await server.executions();
		const { headers, ...envelope } = run!.json(trigger)[0]!;
		expect(envelope).toEqual(event);
		expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-trace': '7' });
		expect(headers).not.toHaveProperty('authorization');
		expect(headers).not.toHaveProperty('cookie');
	});

	it('is read from the bytes, whatever content type nobody signed', async () => {
		const server = await activated({ parameters: everyTime });
		const types = [
			'text/plain',
			'application/x-www-form-urlencoded',
			'application/octet-stream',
			'application/cloudevents+json',
			'',
		];
		for (const type of types) {
			const status = await statusOf(server.url, { headers: { 'content-type': type } });
			expect([type, status]).toEqual([type, 200]);
		}
		const all = await server.executions();
		expect(all.map((run) => run.json(trigger))).toEqual(types.map(() => [event]));
	});

	it('may come compressed, signed before that', async () => {
		const server = await activated();
		const plain = Buffer.from(JSON.stringify(event));
		const headers = { 'content-encoding': 'gzip', 'svc-signature': signature(plain) };
		expect(await statusOf(server.url, { body: gzipSync(plain), headers })).toBe(200);
		expect((await server.executions())[0]!.json(trigger)).toEqual([event]);
	});

	it('may be a megabyte long', async () => {
		const server = await activated();
		const data = { text: '🙂'.repeat(260_000) };
		expect(await statusOf(server.url, { body: { ...event, data } })).toBe(200);
		expect((await server.executions())[0]!.json(trigger)[0]!.data).toEqual(data);
	});

	it('may be signed with any configured secret', async () => {
		const server = await activated({ parameters: everyTime });
		expect(await statusOf(server.url, { secret: SECRET })).toBe(200);
		expect(await statusOf(server.url, { secret: TEST_SECRET })).toBe(200);
		expect(await runsOf(server)).toBe(2);
	});

	it('may be as old as the tolerance allows', async () => {
		const options = { ...everyTime.options, toleranceSeconds: 900 };
		const server = await activated({ parameters: { ...everyTime, options } });
		expect(await statusOf(server.url, { ageSeconds: 890 })).toBe(200);
		expect(await statusOf(server.url, { ageSeconds: 910 })).toBe(401);
	});
});

describe('a delivery that is not believed', () => {
	const borrowed = { 'svc-signature': signature(Buffer.from(JSON.stringify(event))) };
	it.each<[string, Delivery, RegExp]>([
		['without a header', { headers: { 'svc-signature': '' } }, /does not read t=/],
		['with a malformed header', { headers: { 'svc-signature': 'v1=1' } }, /does not read t=/],
		['signed with another secret', { secret: 'guessed' }, /does not hold with any/],
		['that is old', { ageSeconds: 310 }, /310 s behind|311 s behind/],
		['from the future', { ageSeconds: -310 }, /(310|309) s ahead of/],
		[
			'with another body',
			{ body: { ...event, id: 'evt_forged' }, headers: borrowed },
			/does not hold with any/,
		],
		[
			'that is multipart',
			{ headers: { 'content-type': 'multipart/form-data; boundary=x' } },
			/multipart/,
		],
		[
			'that is empty',
			{ body: '', headers: { 'svc-signature': `t=1,v1=${'0'.repeat(64)}` } },
			/does not hold either/,
		],
	])('%s is answered 401 and starts nothing', async (_, sent, words) => {
		const server = await activated({ parameters: { events: ['*'] } });
		const text = '{"message":"Signature not accepted"}';
		expect(await deliver(server.url, sent)).toEqual({ status: 401, text });
		expect(await runsOf(server)).toBe(0);
		expect(warnings(server)).toEqual([expect.stringMatching(words)]);
		expect(warnings(server)[0]).toMatch(/^customerRelationshipTrigger, workflow “/);
		expect(JSON.stringify(server.logs)).not.toMatch(/secret-for-tests|contactId|evt_/);
		expect(server.staticData).toEqual({});
	});

	it('for want of any header is answered 401', async () => {
		const server = await activated();
		const answer = await fetch(server.url, { method: 'POST', body: JSON.stringify(event) });
		expect(answer.status).toBe(401);
		expect(await runsOf(server)).toBe(0);
		expect(warnings(server)).toEqual([expect.stringMatching(/carries no Svc-Signature/)]);
	});

	it('that is no JSON never starts anything: n8n itself refuses it', async () => {
		const server = await activated({ parameters: { events: ['*'] } });
		expect(await statusOf(server.url, { body: '{"event"' })).toBe(422);
		expect(await runsOf(server)).toBe(0);
	});
});

describe('a verified delivery that starts nothing', () => {
	it.each<[string, object, unknown]>([
		['of a kind not selected', { events: ['deal.created'], otherEvents: 'deal.won' }, event],
		['without a kind', { events: ['contact.created'] }, { id: 'evt_1' }],
		['that is an array', { events: ['*'] }, [event]],
		['that is a text', { events: ['*'] }, '"contact.created"'],
	])('%s is answered 200 and not remembered', async (_, parameters, body) => {
		const server = await activated({ parameters });
		const { status, text } = await deliver(server.url, { body });
		expect([status, text]).toEqual([200, expect.stringMatching(/Ignored/)]);
		expect(await runsOf(server)).toBe(0);
		expect(server.staticData).toEqual({});
	});

	it('is ignored by content even with other content types', async () => {
		const server = await activated({ parameters: { events: ['*'] } });
		const headers = { 'content-type': 'text/plain' };
		expect(await statusOf(server.url, { body: 'no json', headers })).toBe(200);
		expect(await runsOf(server)).toBe(0);
		expect(warnings(server)).toEqual([expect.stringMatching(/not a JSON object/)]);
	});
});

describe('activation', () => {
	it.each(['', '  ', ' , '])('is refused without a signing secret: %j', async (signingSecret) => {
		const server = await started({ parameters: { events: ['*'] }, signingSecret });
		await expect(server.activate()).rejects.toThrow(
			'No signing secret: open the credential and fill in “Signing Secret”',
		);
		await expect(server.activate('init')).rejects.toThrow(/No signing secret/);
		await expect(server.listen()).rejects.toThrow(
			/^No signing secret.* “Signing Secret \(Test URL\)”$/,
		);
		expect(await statusOf(server.url)).toBe(404);
	});

	it('takes the test URL’s secret from its own field, and n8n’s placeholder for none', async () => {
		const credential = { signingSecret: CREDENTIAL_BLANKING_VALUE, testSigningSecret: '' };
		const server = await started({ parameters: { events: ['*'] }, credential });
		await expect(server.activate()).rejects.toThrow(/No signing secret/);
		credential.testSigningSecret = SECRET;
		await server.activate();
		expect(await statusOf(server.url)).toBe(200);
		expect(await statusOf(server.url, { secret: CREDENTIAL_BLANKING_VALUE })).toBe(401);
	});

	it('is refused when no event is selected', async () => {
		const server = await started({ parameters: { events: [], otherEvents: ' , ' } });
		await expect(server.activate()).rejects.toThrow(/No event selected/);
	});

	it('is refused when an expression is to say when to answer: n8n would always answer at once', async () => {
		const options = { answer: '={{ "whenFinished" }}' };
		const server = await started({ parameters: { events: ['*'], options } });
		await expect(server.activate()).rejects.toThrow(
			'“Answer” can’t be an expression: choose from its list',
		);
	});

	it('ends with deactivation, and remembers across it', async () => {
		const server = await activated();
		await deliver(server.url);
		await server.deactivate();
		expect(await statusOf(server.url)).toBe(404);
		await server.activate();
		expect(await statusOf(server.url)).toBe(200);
		expect(await runsOf(server)).toBe(1);
	});

	it('does not help once the secret is gone: 401', async () => {
		const credential = { signingSecret: SECRET };
		const server = await activated({ credential });
		credential.signingSecret = '';
		expect(await statusOf(server.url)).toBe(401);
		expect(await runsOf(server)).toBe(0);
		expect(warnings(server)).toEqual([expect.stringMatching(/holds no signing secret/)]);
	});
});

describe('the test URL', () => {
	it('verifies, keeps listening after what starts nothing, and runs an event seen before', async () => {
		const server = await activated();
		await deliver(server.url);
		await server.listen();
		const url = server.testUrl;
		expect(await statusOf(url, { secret: 'guessed' })).toBe(401);
		expect(await statusOf(url, { body: { event: 'deal.created', id: 'evt_9' } })).toBe(200);
		expect(await runsOf(server)).toBe(1);
		expect(await statusOf(url, { secret: TEST_SECRET })).toBe(200);
		expect(await runsOf(server)).toBe(2);
		expect((await server.executions())[1]!.json(trigger)).toEqual([event]);
		expect(await statusOf(url)).toBe(404);
	});
});
