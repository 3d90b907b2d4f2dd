import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../../sandbox';
import { Client, type Json, type Reply } from './client';

/** A sandbox for the tests of one file, as fresh as after its start before each of them. */
export interface SandboxUnderTest {
	api: Client;
	fixtures: Json;
	sandbox: RunningSandbox;
}

/** Limits are wide unless a test is about them. */
const WIDE = { tokenLimit: 100_000, accountLimit: 100_000, channelLimit: 100_000, contacts: 20 };

export function useSandbox(options: Partial<SandboxOptions> = {}): SandboxUnderTest {
	const under = {} as SandboxUnderTest;
	beforeAll(async () => {
		under.sandbox = await startSandbox({ ...WIDE, ...options });
		under.api = new Client(under.sandbox);
		under.fixtures = await under.api.control('GET', '/fixtures');
	});
	beforeEach(async () => {
		await under.api.control('POST', '/reset');
	});
	afterAll(async () => {
		await under.api.close();
		await under.sandbox.stop();
	});
	return under;
}

/** The error row of a reply: status, code and, when there is one, param. */
export function errorOf(reply: Reply): string {
	const { code, param } = reply.body?.error ?? {};
	return [reply.status, code, param].filter((part) => part !== undefined).join(' ');
}

/**
 * That a request is answered so: by the error row, or by its status alone.
 * @param tried what is told beside it when it is not
 */
export async function gives(reply: Promise<Reply>, row: string, tried?: unknown): Promise<void> {
	expect([errorOf(await reply), tried]).toEqual([row, tried]);
}

/** Asks until the answer fits, for at most 20 s. */
export async function eventually<T>(
	ask: () => Promise<T>,
	fits: (answer: T) => boolean,
): Promise<T> {
	const end = Date.now() + 20_000;
	for (;;) {
		const answer = await ask();
		if (fits(answer)) return answer;
		if (Date.now() > end) throw new Error(`Still ${JSON.stringify(answer)}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
