import type { N8nRest } from './n8nRest';
import { PlaygroundError } from './playgroundError';
import { waitForWebhook } from './provisioning';
import type { ListedWorkflow, SandboxControl } from './sandboxControl';
import { waitUntil } from './waitUntil';

const PUBLISHED_MS = 30_000;

/** Which examples something is tried with, by their ids. */
export interface Needs {
	/** The one that is watched. */
	example: string;
	/** Those that have to be published, called ones first. */
	published: string[];
	/** Those that would act on the same events. */
	unpublished?: string[];
}

/**
 * Publishes the examples that a try needs, and says so. Where a copy with the same webhook is published, it is left
 * alone and watched in place of the example.
 * @param n8n signs in only where something has to be published
 * @param answers resolves once n8n answers a webhook
 * @returns the id of the workflow that stands for an example
 * @throws PlaygroundError when an example is not in n8n
 */
export async function publishFor(
	{ example, published, unpublished = [] }: Needs,
	n8n: () => Promise<N8nRest>,
	sandbox: SandboxControl,
	answers: (webhook: string) => Promise<void> = waitForWebhook,
): Promise<(example: string) => string> {
	const workflows = await sandbox.workflows();
	const find = (id: string): ListedWorkflow => {
		const own = workflows.find((one) => one.id === id);
		if (own) return own;
		throw new PlaygroundError(
			`The workflow ${id} is not in n8n: it was deleted or archived.`,
			'Stop the playground and start it again to have a deleted one back; an archived one is unarchived in n8n.',
		);
	};
	const inPlaceOf = (own: ListedWorkflow): ListedWorkflow =>
		[own, ...workflows].find(
			({ isPublished, webhooks }) =>
				isPublished && webhooks.some((webhook) => own.webhooks.includes(webhook)),
		) ?? own;

	const watched = inPlaceOf(find(example));
	const whose = watched.id === example ? 'the playground’s own' : 'your copy';
	console.log(`Watching “${watched.name}”, ${whose}: ${watched.url}`);
	for (const { id, name, isPublished } of workflows) {
		if (!isPublished || !unpublished.includes(id)) continue;
		await (await n8n()).deactivate(id);
		console.log(`Unpublished “${name}”, which would answer the customer, too.`);
	}
	for (const own of published.map(find)) {
		const { id, name, isPublished, webhooks } = inPlaceOf(own);
		if (isPublished) continue;
		await (await n8n()).activate(id);
		console.log(`Published “${name}”. It stays published until you unpublish it in n8n.`);
		await waitUntil(
			`“${name}” to be published`,
			PUBLISHED_MS,
			async () =>
				(await sandbox.workflows()).some((one) => one.id === id && one.isPublished) || undefined,
		);
		for (const webhook of webhooks) await answers(webhook);
	}
	return (id) => inPlaceOf(find(id)).id;
}
