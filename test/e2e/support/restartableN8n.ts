import { ReadinessProxy } from './readinessProxy';
import { startRealN8n, type OwnN8n } from './realN8n';

/** A real n8n that tests may stop and start, behind a proxy that keeps its address while it is away. */
export interface RestartableN8n {
	n8n: OwnN8n;
	proxy: ReadinessProxy;
}

/** Starts one before the first test of the file and stops it after the last; resets its sandbox after each. */
export function useRestartableN8n(): RestartableN8n {
	const session: Partial<RestartableN8n> = {};
	beforeAll(async () => {
		session.n8n = await startRealN8n();
		session.proxy = await ReadinessProxy.open(session.n8n.url);
	});
	afterEach(async () => {
		await session.n8n?.sandbox.reset();
	});
	afterAll(async () => {
		await session.proxy?.close();
		await session.n8n?.stop();
	});
	return session as RestartableN8n;
}
