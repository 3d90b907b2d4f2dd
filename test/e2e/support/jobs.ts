/** What the tests of jobs that send have in common: one row or contact each, and the faults of the service. */
import { exampleWorkflows, type ExampleWorkflow } from '../../../playground/exampleWorkflows';
import { provision } from '../../../playground/provisioning';
import type { RealN8n } from './realN8n';

/** Faults of the service that the node rides out: the message is there once, and the job knows. */
export const RIDDEN_OUT: Array<[string, Record<string, unknown>]> = [
	['an answer that is lost after the message was queued', { kind: 'dropAfter' }],
	['429', { kind: 'status', status: 429, code: 'rate_limited', retryAfter: 1 }],
	['503', { kind: 'status', status: 503, code: 'template_check_unavailable', retryAfter: 1 }],
];

/** Puts one example in place. @returns it with its ID in n8n */
export async function putExample(n8n: RealN8n, id: string): Promise<ExampleWorkflow> {
	const file = (await exampleWorkflows()).find((example) => example.id === id)!;
	const [workflow] = await provision(n8n.rest, n8n.sandbox, n8n.service, [file]);
	return workflow!;
}

/** The texts of the messages to a phone that hold some words, whoever sent them. */
export async function textsTo(n8n: RealN8n, phone: string, words: string): Promise<string[]> {
	const search = encodeURIComponent(phone);
	const { data } = await n8n.sandbox.asTheApp<{ data: Array<{ id: string }> }>(
		'GET',
		`/contacts?search=${search}`,
	);
	const messages = await Promise.all(data.map(({ id }) => n8n.sandbox.messagesTo(id)));
	return messages.flatMap((all) =>
		all.map(({ text }) => text).filter((text) => text.includes(words)),
	);
}
