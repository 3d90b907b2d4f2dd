import { Command, InvalidArgumentError, Option } from 'commander';
import { startSandbox } from '.';
import { banner } from './banner';
import { DIALECTS } from './dialects';
import { DEFAULT_OPTIONS } from './options';
import { whenParentDies } from './parentProcess';
import { readingsOf, type Reading } from './rules/readings';

function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Not a whole number.');
	return Number(text);
}

function dialect(text: string): number {
	if (!DIALECTS[wholeNumber(text)]) throw new InvalidArgumentError('There is no such dialect.');
	return Number(text);
}

function readings(text: string): readonly Reading[] {
	try {
		return readingsOf(text);
	} catch (error) {
		throw new InvalidArgumentError((error as Error).message);
	}
}

async function main(): Promise<void> {
	const { json, ...options } = new Command('sandbox')
		.description('A stand-in for the customer relationship service, for trying and testing.')
		.option('--host <address>', 'address to listen on', DEFAULT_OPTIONS.host)
		.option('--port <number>', 'port, 0 takes a free one', wholeNumber, 4010)
		.option('--contacts <number>', 'generated contacts', wholeNumber, DEFAULT_OPTIONS.contacts)
		.option('--seed <number>', 'same seed, same data', wholeNumber, DEFAULT_OPTIONS.seed)
		.option('--rate-window-ms <ms>', 'sliding window', wholeNumber, DEFAULT_OPTIONS.rateWindowMs)
		.option('--token-limit <number>', 'requests a token', wholeNumber, DEFAULT_OPTIONS.tokenLimit)
		.option(
			'--account-limit <number>',
			'requests an account',
			wholeNumber,
			DEFAULT_OPTIONS.accountLimit,
		)
		.option(
			'--channel-limit <number>',
			'sends a channel',
			wholeNumber,
			DEFAULT_OPTIONS.channelLimit,
		)
		.option('--max-page-size <number>', 'largest limit', wholeNumber, DEFAULT_OPTIONS.maxPageSize)
		.option('--dialect <number>', 'names where none are shown, 0 to 3', dialect, 0)
		.addOption(
			new Option('--readings <names>', 'chosen, other, or names to turn, with commas')
				.argParser(readings)
				.default([], 'chosen'),
		)
		.option('--latency-ms <ms>', 'round trip', wholeNumber, DEFAULT_OPTIONS.latencyMs)
		.option(
			'--latency-jitter-ms <ms>',
			'at most so much more',
			wholeNumber,
			DEFAULT_OPTIONS.latencyJitterMs,
		)
		.option(
			'--receiver-timeout-ms <ms>',
			"wait for the answer to a webhook's delivery",
			wholeNumber,
			DEFAULT_OPTIONS.receiverTimeoutMs,
		)
		.option('--json', 'print one line of JSON when ready', false)
		.parse()
		.opts<Omit<typeof DEFAULT_OPTIONS, 'time'> & { json: boolean }>();
	const sandbox = await startSandbox(options);
	const { baseUrl, controlUrl, tokens } = sandbox;
	console.log(json ? JSON.stringify({ baseUrl, controlUrl, tokens }) : banner(sandbox));
	const stop = () => void sandbox.stop().then(() => process.exit(0));
	process.once('SIGTERM', stop);
	process.once('SIGINT', stop);
	if (process.env.npm_lifecycle_event === 'sandbox') whenParentDies(stop);
}

main().catch((error: NodeJS.ErrnoException) => {
	console.error(
		error.code === 'EADDRINUSE' ? 'The port is in use; choose another with --port.' : error,
	);
	process.exit(1);
});
