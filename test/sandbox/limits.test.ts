import { startSandbox, type RunningSandbox } from '../../sandbox';
import { Client, type Reply } from './harness/client';
import { errorOf, gives } from './harness/sandbox';
import { rule } from './traceability/rule';

/** The specification's own limits, on a clock that stands still unless a test moves it. */
const START_MS = Date.UTC(2026, 0, 1);
let now: number;
let sandbox: RunningSandbox;
let api: Client;

beforeAll(async () => {
	now = START_MS;
	sandbox = await startSandbox({ contacts: 0, time: () => now });
	api = new Client(sandbox);
});
beforeEach(async () => {
	now = START_MS;
	await api.control('POST', '/reset');
});
afterAll(async () => {
	await api.close();
	await sandbox.stop();
});

const headers = ({ headers: all }: Reply) =>
	['limit', 'remaining', 'reset'].map((name) => Number(all[`ratelimit-${name}`]));
async function times(count: number, ask: () => Promise<Reply>): Promise<Reply[]> {
	const replies: Reply[] = [];
	for (let at = 0; at < count; at++) replies.push(await ask());
	return replies;
}

rule(
	['Limit token', 'Error rate_limited', 'Limit Retry-After', 'Start error rate_limited'],
	'120 requests a minute and token, then 429 with the seconds to wait',
	async () => {
		const replies = await times(120, () => api.get('/pipelines'));
		expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
		now += 20_500;
		const reply = await api.post('/conversations', {});
		expect(errorOf(reply)).toBe('429 rate_limited');
		expect(reply.headers['retry-after']).toBe('40');
		expect(headers(reply)).toEqual([120, 0, 40]);
		await gives(api.get('/pipelines', 'seller'), '200');
		now += 39_499;
		await gives(api.get('/pipelines'), '429 rate_limited');
		now += 1;
		await gives(api.get('/pipelines'), '200');
	},
);

rule('Limit company', '600 requests a minute and company over all its tokens', async () => {
	const { manager } = (await api.control('GET', '/fixtures')).users;
	const tokens = [];
	for (let at = 0; at < 6; at++) {
		tokens.push(
			(await api.control('POST', '/tokens', { userId: manager, scopes: ['crm:read'] })).token,
		);
	}
	for (const token of tokens.slice(0, 5)) await times(119, () => api.get('/pipelines', token));
	const last = tokens[5];
	const five = await times(5, () => api.get('/pipelines', last));
	expect(five.map(headers)).toEqual([4, 3, 2, 1, 0].map((left) => [600, left, 60]));
	const refused = await api.get('/pipelines', last);
	expect([errorOf(refused), refused.headers['retry-after']]).toEqual(['429 rate_limited', '60']);
	await gives(api.get('/pipelines', 'otherAccountManager'), '200');
});

rule(
	['Limit window', 'Limit headers'],
	'the window slides: each request frees its slot after 60 seconds',
	async () => {
		expect(headers(await api.get('/pipelines'))).toEqual([120, 119, 60]);
		now += 10_000;
		await times(119, () => api.get('/pipelines'));
		now += 49_999;
		await gives(api.get('/pipelines'), '429 rate_limited');
		now += 1;
		expect(headers(await api.get('/pipelines'))).toEqual([120, 0, 10]);
		await gives(api.get('/pipelines'), '429 rate_limited');
		now += 10_000;
		expect(headers(await api.get('/pipelines'))).toEqual([120, 118, 50]);
	},
);

rule(
	['Limit headers', 'Common 7'],
	'six headers on every authenticated answer, errors included',
	async () => {
		for (const reply of [
			await api.get('/pipelines'),
			await api.get('/contacts/nobody'),
			await api.get('/pipelines?x=1'),
			await api.get('/channels', 'crmOnly'),
		]) {
			for (const name of ['limit', 'remaining', 'reset']) {
				expect(reply.headers[`ratelimit-${name}`]).toMatch(/^\d+$/);
				expect(reply.headers[`x-ratelimit-${name}`]).toBe(reply.headers[`ratelimit-${name}`]);
			}
		}
	},
);

rule(
	['Limit channel', 'Start 10', 'Start error rate_limited'],
	'30 sends a minute and number, templates and free text together; the 31st creates nothing',
	async () => {
		const template = { name: 'sem_variaveis', language: 'pt_BR' };
		const start = (last: number) =>
			api.post('/conversations', { phone: `11 9777${String(last).padStart(5, '0')}`, template });
		const first = await start(0);
		const conversationId = first.body.conversationId;
		await api.control('POST', '/customer-messages', { conversationId, text: 'Oi' });
		const say = () => api.post(`/conversations/${conversationId}/messages`, { text: 'Oi' });
		await times(14, say);
		for (let at = 1; at <= 15; at++) await gives(start(at), '202');
		now += 100;
		const contacts = (await api.all('/contacts')).length;
		const refused = await start(99);
		expect([errorOf(refused), refused.headers['retry-after']]).toEqual(['429 rate_limited', '60']);
		expect(headers(refused)[1]).toBeGreaterThan(0);
		await gives(say(), '429 rate_limited');
		expect(await api.all('/contacts')).toHaveLength(contacts);
		const { secondOfficial } = (await api.control('GET', '/fixtures')).channels;
		await gives(
			api.post('/conversations', {
				phone: '11 97777-0099',
				template,
				channelId: secondOfficial,
			}),
			'202',
		);
		now += 59_900;
		await gives(start(99), '202');
	},
);
