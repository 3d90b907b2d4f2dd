import type { N8nRest } from '../../../playground/n8nRest';
import { publishFor, type Needs } from '../../../playground/publishing';
import type { ListedWorkflow, SandboxControl } from '../../../playground/sandboxControl';

let said: string[];
/** Webhooks whose answer was awaited. */
const awaited: string[] = [];

beforeEach(() => {
	said = [];
	jest.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
	awaited.length = 0;
});
afterEach(() => jest.restoreAllMocks());

function workflow(id: string, isPublished: boolean, webhookOf = id): ListedWorkflow {
	const [url, webhooks] = [`http://n8n/workflow/${id}`, [`http://n8n/webhook/${webhookOf}`]];
	return { id, name: `Name of ${id}`, url, isPublished, webhooks, command: null, recipe: null };
}

/** Publishes for a try. @returns what was asked of n8n, and whose run is looked at for the example */
async function publish(workflows: ListedWorkflow[], needs: Partial<Needs> = {}) {
	const asked: string[] = [];
	const set = (verb: string, isPublished: boolean) => async (id: string) => {
		asked.push(`${verb} ${id}`);
		workflows.find((one) => one.id === id)!.isPublished = isPublished;
	};
	const n8n = { activate: set('publish', true), deactivate: set('unpublish', false) };
	const sandbox = { workflows: async () => structuredClone(workflows) };
	let signIns = 0;
	const watched = await publishFor(
		{ example: 'a', published: ['a'], ...needs },
		async () => {
			signIns++;
			return n8n as unknown as N8nRest;
		},
		sandbox as unknown as SandboxControl,
		async (webhook) => void awaited.push(webhook),
	);
	return { asked, signIns, watched: watched('a') };
}

test('signs in to n8n only to publish something', async () => {
	expect(await publish([workflow('a', true)])).toEqual({ asked: [], signIns: 0, watched: 'a' });
	expect(said).toEqual(['Watching “Name of a”, the playground’s own: http://n8n/workflow/a']);
});

test('publishes what is needed, in order, and says so', async () => {
	const { asked, watched } = await publish([workflow('a', false), workflow('called', false)], {
		published: ['called', 'a'],
	});
	expect([asked, watched]).toEqual([['publish called', 'publish a'], 'a']);
	expect(said).toContain(
		'Published “Name of a”. It stays published until you unpublish it in n8n.',
	);
	expect(awaited).toContain('http://n8n/webhook/a');
});

test('watches a published copy with the same webhook, and leaves the example alone', async () => {
	const { asked, watched } = await publish([workflow('a', false), workflow('copy', true, 'a')]);
	expect([asked, watched]).toEqual([[], 'copy']);
	expect(said).toEqual(['Watching “Name of copy”, your copy: http://n8n/workflow/copy']);
});

test('unpublishes what would answer, too, where it is published', async () => {
	const needs = { unpublished: ['bot'] };
	expect((await publish([workflow('a', true), workflow('bot', true)], needs)).asked).toEqual([
		'unpublish bot',
	]);
	expect((await publish([workflow('a', true), workflow('bot', false)], needs)).asked).toEqual([]);
});

test('says that a workflow is not in n8n any more', async () => {
	await expect(publish([])).rejects.toThrow('The workflow a is not in n8n');
});
