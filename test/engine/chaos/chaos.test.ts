/**
 * Never twice, never lost: whole workflows over a network that ill-treats a fifth of the requests.
 * CHAOS_ITEMS and CHAOS_SEEDS make it longer (`npm run test:chaos`).
 */
import { startSandbox, type RunningSandbox } from '../../../sandbox';
import { runWorkflow } from '../harness';
import { defaultPipeline, outboundMessages, records, tally } from './sandboxState';
import { startUnrulyNetwork, troubles, type UnrulyNetwork } from './unrulyNetwork';
import { customers, mixedWrites, templateSends } from './workflows';

const ITEMS = Number(process.env.CHAOS_ITEMS ?? 250);
const SEEDS = (process.env.CHAOS_SEEDS ?? '1,2').split(',').map(Number);
const SHARE = 0.2;

jest.setTimeout(30 * 60_000);

describe.each(SEEDS)('with a fifth of the requests ill-treated (seed %d)', (seed) => {
	let sandbox: RunningSandbox;
	let network: UnrulyNetwork;
	const credentials = () => ({
		customerRelationshipApi: {
			baseUrl: network.baseUrl,
			accessToken: sandbox.tokens.manager as string,
			signingSecret: '',
		},
	});

	beforeEach(async () => {
		sandbox = await startSandbox({
			contacts: 0,
			rateWindowMs: 1_000,
			tokenLimit: 60,
			accountLimit: 600,
			channelLimit: 30,
		});
		network = await startUnrulyNetwork(sandbox.baseUrl, { seed, share: SHARE });
	});

	afterEach(async () => {
		await network.stop();
		await sandbox.stop();
	});

	const strikesEnough = () => {
		const all = [...network.struck.values()].reduce((sum, count) => sum + count, 0);
		expect(all).toBeGreaterThan(ITEMS * SHARE * 0.6);
		expect([...network.struck.keys()].sort()).toEqual([...troubles].sort());
	};

	it('sends each template message exactly once', async () => {
		const before = (await outboundMessages(sandbox)).length;
		const run = await runWorkflow(templateSends(), {
			inputData: customers(ITEMS),
			credentials: credentials(),
		});

		expect(run.error).toBeUndefined();
		expect(run.json('Send')).toHaveLength(ITEMS);
		const messages = await outboundMessages(sandbox);
		expect(messages).toHaveLength(before + ITEMS);
		const sent = tally(messages.map(({ text }) => /n\. (\d+)/.exec(text)?.[1] ?? ''));
		for (let index = 0; index < ITEMS; index += 1) expect(sent.get(String(index))).toBe(1);
		strikesEnough();
	});

	it('makes each record exactly once', async () => {
		const each = Math.ceil(ITEMS / 3);
		const run = await runWorkflow(mixedWrites(await defaultPipeline(sandbox)), {
			inputData: customers(each),
			credentials: credentials(),
		});

		expect(run.error).toBeUndefined();
		const written = ['Companies', 'Deals', 'Contacts'].flatMap((node) => run.json(node));
		expect(written.filter(({ error }) => error !== undefined)).toEqual([]);
		const names = [
			...(await records(sandbox, 'companies')).map(({ legalName }) => String(legalName)),
			...(await records(sandbox, 'deals')).map(({ title }) => String(title)),
			...(await records(sandbox, 'contacts')).map(({ name }) => String(name)),
		];
		const made = tally(names.filter((name) => /^(Company|Deal|Contact) \d+$/.test(name)));
		expect(made.size).toBe(3 * each);
		expect([...made.values()].every((count) => count === 1)).toBe(true);
		strikesEnough();
	});
});
