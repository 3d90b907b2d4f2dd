/**
 * The n8n that most test files share: one for each of jest's workers, so that files that run at the same time do not
 * share one. Jest's global set-up starts them.
 */
import { N8nRest, type N8nSession } from '../../../playground/n8nRest';
import type { SandboxAddresses } from '../../../playground/sandboxProcess';
import { RealN8n, startRealN8n } from './realN8n';

interface Shared {
	session: N8nSession;
	service: SandboxAddresses;
	logFile: string;
}

/** As docs/reference/trigger.md advises: a delivery then takes a quarter of the time. */
export const quickN8n = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

/** Flags of a sandbox whose limits are never reached: tests send more in a minute than any user. */
export const wideLimits = ['--token-limit', '--account-limit', '--channel-limit'].flatMap(
	(flag) => [flag, '100000'],
);

const variableOf = (worker: number | string) => `E2E_N8N_SHARED_${worker}`;

/** Starts one for each worker. @returns a function that stops them */
export async function startSharedN8n(workers: number): Promise<() => Promise<void>> {
	const numbers = Array.from({ length: workers }, (_, index) => index + 1);
	const started = await Promise.all(
		numbers.map(async (worker) => {
			const { rest, service, logFile, stop } = await startRealN8n(quickN8n, wideLimits);
			const shared: Shared = { session: rest.session, service, logFile };
			process.env[variableOf(worker)] = JSON.stringify(shared);
			return stop;
		}),
	);
	return async () => void (await Promise.all(started.map(async (stop) => await stop())));
}

/** This worker's n8n. Leave it as you found it: workflows inactive, the sandbox reset. */
export function sharedN8n(): RealN8n {
	const { session, service, logFile } = JSON.parse(
		process.env[variableOf(process.env.JEST_WORKER_ID!)]!,
	) as Shared;
	return new RealN8n(N8nRest.resume(session), service, logFile);
}
