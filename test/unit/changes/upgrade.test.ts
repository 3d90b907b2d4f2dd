/**
 * A workflow whose static data an earlier version of the node saved, poll after poll
 * (savedByEarlierVersion.json), goes on with this version.
 */
import type { IDataObject } from 'n8n-workflow';
import { EVENTS, MINUTE, PollingNode, open } from './pollingNode';
import savedByEarlierVersion from './savedByEarlierVersion.json';

/** What each poll of the earlier version gave out, and what was saved after it. */
const POLLS = savedByEarlierVersion as unknown as Array<{
	told: IDataObject[];
	saved: IDataObject;
}>;

/** A node beside a service as it was when the earlier version first polled. */
function nodeOf(staticData: IDataObject): PollingNode {
	const node = new PollingNode({ parameters: { events: Object.values(EVENTS).flat() } });
	const { service } = node;
	node.token = 'a-token';
	node.staticData = structuredClone(staticData);
	service.pageSize = 2;
	for (const legalName of ['Casa Azul', 'Casa Verde']) service.create('companies', { legalName });
	for (const name of ['Ana', 'Bia']) service.create('contacts', { name });
	for (const title of ['Sofa', 'Mesa', 'Cama']) service.create('deals', { title, ...open });
	service.now += 10 * MINUTE;
	return node;
}

/** What happened before each poll. */
const HISTORY: ReadonlyArray<(node: PollingNode) => void> = [
	({ service }) => {
		service.now += MINUTE;
		service.change('companies-1', { isActive: false });
		service.change('deals-5', { stageId: 's2' });
		service.create('contacts', { name: 'Cris' });
	},
	({ service }) => {
		service.now += MINUTE;
		service.change('deals-5', { stageId: 's1' });
		service.change('deals-6', { status: 'won' });
	},
	(node) => {
		const { service } = node;
		service.now += MINUTE;
		service.change('contacts-3', { name: 'Ana Souza' });
		service.change('deals-5', { stageId: 's2' });
		service.change('deals-6', { title: 'Mesa nova' });
		service.create('deals', { title: 'Rede', ...open });
		// The poll ends after the first of two pages.
		let pages = 0;
		node.fails = (path) => (path === '/deals' && (pages += 1) > 1 ? 'internal' : undefined);
	},
	(node) => {
		node.fails = () => undefined;
	},
];

/** The node after an upgrade: n8n starts anew with what the earlier version saved after this many polls. */
function upgradedAfter(polls: number): PollingNode {
	const node = nodeOf(POLLS[polls - 1]!.saved);
	for (const happens of HISTORY.slice(0, polls)) happens(node);
	return node;
}

test.each([1, 2])('tells nothing twice, upgraded after poll %i', async (polls) => {
	const node = upgradedAfter(polls);
	expect(await node.activate({ activation: 'init' })).toBeNull();
	node.service.now += MINUTE;
	expect(await node.poll()).toBeNull();
	expect(node.warnings).toEqual([]);
});

test.each([
	[1, 'with a record that moved'],
	[2, 'with a deal that was won'],
	[3, 'in the middle of a list'],
])(
	'loses nothing, upgraded after poll %i, %s: changes, their IDs and static data are the same',
	async (polls) => {
		const node = upgradedAfter(polls);
		for (const [index, { told, saved }] of [...POLLS.entries()].slice(polls)) {
			HISTORY[index]!(node);
			const items = await (index === polls ? node.activate({ activation: 'init' }) : node.poll());
			expect(items).toEqual(told);
			// So the earlier version could go on from here as well.
			expect(node.staticData).toEqual(saved);
		}
		expect(node.warnings).toEqual([]);
	},
);

test('finds the same change with the same ID again from an older state', async () => {
	const node = upgradedAfter(2);
	node.staticData = structuredClone(POLLS[0]!.saved);
	expect(await node.activate({ activation: 'init' })).toEqual(POLLS[1]!.told);
});
