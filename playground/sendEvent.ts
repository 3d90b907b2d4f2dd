/**
 * Sends one signed event to a URL, as the service would (specification: Events), for trying a
 * workflow: npm run send-event -- --url … --secret … --event message.failed
 */
import { createHmac, randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { SAMPLE_DATA, sampleEvent } from './sampleEvents';

interface Flags {
	url: string;
	secret: string;
	event: string;
	id: string;
	data?: Record<string, unknown>;
	age: number;
	timeout: number;
}

function jsonObject(text: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
			return value as Record<string, unknown>;
		}
	} catch {
		// told below, like every other text that is not a JSON object
	}
	throw new InvalidArgumentError('It has to be a JSON object.');
}

function wholeSeconds(text: string): number {
	if (/^-?\d+$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It has to be a whole number of seconds.');
}

function httpUrl(text: string): string {
	if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
	throw new InvalidArgumentError('It has to be an http or https address.');
}

const known = Object.keys(SAMPLE_DATA).join(', ');
const program = new Command('send-event')
	.description('Send one signed event to a URL, as the service would.')
	.requiredOption('--url <url>', 'test or production URL of the trigger', httpUrl)
	.requiredOption(
		'--secret <secret>',
		'signing secret; several, separated by commas, sign one each',
	)
	.option('--event <kind>', `any kind; sample data for ${known}`, 'contact.created')
	.option(
		'--id <id>',
		'id of the event, the same again for a resend (default: a new one)',
		`evt_${randomUUID()}`,
	)
	.option('--data <json>', 'data of the event instead of the sample', jsonObject)
	.option('--age <seconds>', 'how old the signature is to look (negative: ahead)', wholeSeconds, 0)
	.option('--timeout <seconds>', 'how long to wait for the answer', wholeSeconds, 60);

async function main(): Promise<void> {
	const flags = program.parse().opts<Flags>();
	const { event, id, data } = flags;
	const body = Buffer.from(JSON.stringify({ ...sampleEvent(event, id), ...(data && { data }) }));
	const t = Math.floor(Date.now() / 1000) - flags.age;
	const signatures = flags.secret
		.split(',')
		.map((secret) =>
			createHmac('sha256', secret.trim()).update(`${t}.`).update(body).digest('hex'),
		);

	const answer = await fetch(flags.url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'svc-signature': [`t=${t}`, ...signatures.map((v1) => `v1=${v1}`)].join(','),
		},
		body,
		signal: AbortSignal.timeout(flags.timeout * 1000),
	});
	console.log(
		`${event} ${id} was answered ${answer.status} ${(await answer.text()).trim()}`.trim(),
	);
	if (!answer.ok) process.exitCode = 1;
}

main().catch((error: unknown) => {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	console.error(`No answer: ${cause instanceof Error ? cause.message : String(cause)}`);
	process.exitCode = 1;
});
