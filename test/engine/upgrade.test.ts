/**
 * Executions whose data an earlier version of the node wrote (savedByEarlierVersion.json), as those that wait
 * while n8n is upgraded, go on with this version.
 */
import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import {
	actionNode,
	fakeService,
	line,
	runWorkflow,
	startNode,
	type FakeService,
} from '../support/engine';
import savedByEarlierVersion from './savedByEarlierVersion.json';

interface Saved {
	executionId: string | null;
	/** The execution's own data, after two messages. */
	flow: IDataObject;
	/** The keys of these. */
	keys: string[];
}
const SAVED: Saved[] = savedByEarlierVersion;
const byId = SAVED.map((saved) => [saved.executionId, saved] as const);

let service: FakeService;
beforeEach(async () => {
	service = await fakeService(() => ({
		headers: { 'request-id': 'request-1' },
		json: { conversationId: 'c1', message: { id: 'm1' } },
	}));
});
afterEach(async () => await service.close());

/** Puts the execution's own data back, as n8n does when a Wait is over. */
const restoring = (flow: IDataObject): INodeType => ({
	description: {
		...{ displayName: 'Restore', name: 'restore', group: [], version: 1, description: '' },
		...{ defaults: {}, inputs: ['main'], outputs: ['main'], properties: [] },
	},
	execute(this: IExecuteFunctions) {
		Object.assign(this.getContext('flow'), flow);
		return Promise.resolve([this.getInputData()]);
	},
});

/** Sends one more message for each phone. */
async function resume({ executionId, flow }: Saved, phones: string[], maxMessages: number) {
	const parameters = {
		...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
		...{ templateName: 'boas_vindas', templateLanguage: 'pt_BR', options: { maxMessages } },
	};
	const workflow = line([
		{ type: startNode, name: 'Start' },
		{ type: 'test.restore' },
		{ type: actionNode, id: 'node-1', name: 'Send', parameters },
	]);
	return await runWorkflow(
		{ ...workflow, id: 'workflow-1' },
		{
			...{ instanceId: 'instance-1', executionId },
			inputData: phones.map((phone) => ({ phone })),
			nodes: { 'test.restore': restoring(structuredClone(flow)) },
			credentials: {
				customerRelationshipApi: { baseUrl: `${service.url}/api/v1`, accessToken: 'token-1' },
			},
		},
	);
}

const [ONE, ANOTHER] = ['(11) 92222-0000', '(11) 92222-0001'] as const;

test.each(byId)(
	'Max Messages counts those that were sent before, in the execution with the ID %j',
	async (_, saved) => {
		const refused = await resume(saved, [ONE, ANOTHER], 3);
		expect(refused.error?.message).toContain('and this execution already has 2');
		expect(service.requests).toEqual([]);
		const sent = await resume(saved, [ONE], 3);
		expect(sent.error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
		expect(sent.record.data.executionData?.contextData.flow).toMatchObject({
			customerRelationshipMessages: { messages: { Send: 3 } },
		});
	},
);

test.each(byId)('a write keeps its key in the execution with the ID %j', async (_, saved) => {
	const { error } = await resume(saved, [ONE, ANOTHER], 10);
	expect(error).toBeUndefined();
	expect(service.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(saved.keys);
});

test('messages of another execution do not count, as after n8n’s Retry', async () => {
	const { error } = await resume({ ...SAVED[0]!, executionId: '4712' }, [ONE, ANOTHER], 3);
	expect(error).toBeUndefined();
});
