/** Counts As: what nodes, templates and workflows share under one word, as the service keeps it. */
import type { IDataObject } from 'n8n-workflow';
import { actionNode, runWorkflow, startNode, toolNode, connect } from '../support/engine';
import { NODE, useService } from './actionNode/service';

const service = useService();
const PHONE = '(11) 97777-0401';
const start = (countsAs: unknown, more: IDataObject = {}): IDataObject => ({
	...{ resource: 'conversation', operation: 'start', phone: PHONE, oncePerPhone: true },
	...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
	options: { countsAs } as IDataObject,
	...more,
});

/** Runs a node of its own in a workflow of its own. */
async function run(parameters: IDataObject, id: string, inputData: IDataObject[] = [{}]) {
	const nodes = [
		{ type: startNode, name: 'Start' },
		{ type: actionNode, name: NODE, id: `node-${id}`, parameters: parameters as never },
	];
	return await runWorkflow(
		{ id: `workflow-${id}`, nodes, connections: connect([{ from: 'Start', to: NODE }]) },
		{ credentials: service.credentials(), inputData, instanceId: `instance-${id}` },
	);
}
const messages = async () =>
	(await service.requests()).filter(({ status }) => status === 202).map(({ rawBody }) => rawBody);

test('nodes, templates and workflows that give one word share one message', async () => {
	const another = {
		...{ templateName: 'boas_vindas', templateParams: { param: [{ value: 'Ana' }] } },
		phone: '+55 11 7777-0401',
	};
	const [first, second, third] = [
		await run(start('Reminder'), 'a'),
		await run(start(' reminder', another), 'b'),
		await run(start('other', another), 'b'),
	].map((one) => one.json(NODE)[0]);
	expect(first).toMatchObject({ sentNow: true });
	expect(second).toMatchObject({ sentNow: false, reason: 'already_tried' });
	expect(third).toMatchObject({ sentNow: true });
	expect(await messages()).toHaveLength(2);
});

test('eight runs at once, whose messages differ, send one', async () => {
	const runs = await Promise.all(
		Array.from({ length: 8 }, async (_, n) => {
			const templateParams = { param: [{ value: `Ana ${n}` }] };
			return await run(start('at once', { templateName: 'boas_vindas', templateParams }), `${n}`);
		}),
	);
	const sentNow = runs.map((one) => one.json(NODE)[0]?.sentNow);
	expect(sentNow.sort()).toEqual([...Array(7).fill(false), true]);
	expect(await messages()).toHaveLength(1);
});

test('the day in the word makes it daily', async () => {
	const word = '=reminder-{{ $today.toISODate() }}';
	expect((await run(start(word), 'a')).json(NODE)[0]).toMatchObject({ sentNow: true });
	expect((await run(start(word), 'b')).json(NODE)[0]).toMatchObject({ sentNow: false });
});

test.each([
	['=reminder-{{ $json.nothing }}', '“Counts As” holds {{ $json.nothing }}, which gives nothing'],
	['={{ $json.nothing }}', '“Counts As” is empty'],
	['={{ "reminder-" + $json.nothing }}', '“Counts As” holds “undefined”'],
	['=reminder-{{ $json }}', '“Counts As” holds '],
	['={{ 2 ** 60 }}', '“Counts As” holds a number with too many digits'],
	['', '“Counts As” is empty'],
])('the word %j sends nothing', async (word, message) => {
	const { error } = await run(start(word), 'a');
	expect(error?.message).toContain(message);
	expect(await service.requests()).toEqual([]);
});

test('a tool has it, too', async () => {
	const nodes = [
		{ type: startNode, name: 'Start' },
		{
			...{ type: toolNode, name: NODE, id: 'tool' },
			parameters: { ...start('from a tool'), oncePerPhone: undefined } as never,
		},
	];
	const workflow = { id: 'w', nodes, connections: connect([{ from: 'Start', to: NODE }]) };
	const tool = await runWorkflow(workflow, {
		...{ credentials: service.credentials(), inputData: [{}] },
	});
	expect(tool.json(NODE)[0]).toMatchObject({ sentNow: true });
	const inNode = await run(
		start('from a tool', {
			templateName: 'boas_vindas',
			templateParams: { param: [{ value: 'Ana' }] },
		}),
		'a',
	);
	expect(inNode.json(NODE)[0]).toMatchObject({ sentNow: false, reason: 'already_tried' });
});
