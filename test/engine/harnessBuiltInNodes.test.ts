import { line, runWorkflow } from './harness';
import type { NodeJson } from './harness';
import { probes } from './harnessProbes';

const start: NodeJson = { type: 'n8n-nodes-base.manualTrigger', name: 'Start' };
const see: NodeJson = { type: 'test.see', name: 'See' };
const assign = (name: string, values: Record<string, string>): NodeJson => ({
	type: 'n8n-nodes-base.set',
	name,
	parameters: {
		assignments: {
			assignments: Object.entries(values).map(([key, value]) => ({
				id: key,
				name: key,
				type: 'string',
				value,
			})),
		},
	},
});

describe('the stand-ins', () => {
	const condition = (leftValue: string, rightValue: string) => ({
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			conditions: [
				{ id: '1', leftValue, rightValue, operator: { type: 'string', operation: 'equals' } },
			],
			combinator: 'and',
		},
	});

	test('If sends items to true and false', async () => {
		const result = await runWorkflow(
			line([
				start,
				{
					type: 'n8n-nodes-base.if',
					name: 'If',
					typeVersion: 2.2,
					parameters: condition('={{ $json.kind }}', 'a'),
				},
			]),
			{ inputData: [{ kind: 'a' }, { kind: 'b' }, { kind: 'a' }] },
		);
		expect(result.json('If', 0)).toEqual([{ kind: 'a' }, { kind: 'a' }]);
		expect(result.json('If', 1)).toEqual([{ kind: 'b' }]);
	});

	test('Switch follows its rules, its fallback and an expression', async () => {
		const node = (parameters: NodeJson['parameters']): NodeJson => ({
			type: 'n8n-nodes-base.switch',
			name: 'Switch',
			typeVersion: 3.2,
			parameters,
		});
		const inputData = [{ code: 'x' }, { code: 'y' }, { code: 'z' }];
		const values = ['x', 'y'].map((code) => condition('={{ $json.code }}', code));
		const rules = await runWorkflow(
			line([start, node({ rules: { values }, options: { fallbackOutput: 'extra' } })]),
			{ inputData },
		);
		expect([0, 1, 2].map((output) => rules.json('Switch', output))).toEqual([
			[{ code: 'x' }],
			[{ code: 'y' }],
			[{ code: 'z' }],
		]);
		const expression = await runWorkflow(
			line([start, node({ mode: 'expression', numberOutputs: 3, output: '={{ $itemIndex }}' })]),
			{ inputData },
		);
		expect(expression.items('Switch', 2)).toEqual([
			{ json: { code: 'z' }, pairedItem: { item: 2 } },
		]);
	});

	test('Edit Fields sets, includes, excludes, converts, writes JSON', async () => {
		const set = async (parameters: NodeJson['parameters']) =>
			(
				await runWorkflow(line([start, { type: 'n8n-nodes-base.set', name: 'Set', parameters }]), {
					inputData: [{ a: 1, b: { c: 2, d: 3 } }],
				})
			).json('Set');
		const assignments = {
			assignments: [
				{ id: '1', name: 'b.e', type: 'number', value: '={{ "4" }}' },
				{ id: '2', name: 'f', type: 'string', value: '={{ $json.a }}' },
			],
		};
		expect(await set({ assignments })).toEqual([{ b: { e: 4 }, f: '1' }]);
		expect(await set({ assignments, includeOtherFields: true })).toEqual([
			{ a: 1, b: { c: 2, d: 3, e: 4 }, f: '1' },
		]);
		expect(
			await set({
				assignments: { assignments: [] },
				includeOtherFields: true,
				include: 'except',
				excludeFields: 'a, b.c',
			}),
		).toEqual([{ b: { d: 3 } }]);
		expect(
			await set({ mode: 'raw', jsonOutput: '={ "n": {{ $json.a }}, "s": "{{ $json.b.c }}" }' }),
		).toEqual([{ n: 1, s: '2' }]);
	});

	test('the loop runs batch by batch; items stay paired with the first input', async () => {
		const json = line(
			[
				start,
				assign('Before', { path: '=/{{ $json.n }}' }),
				{ type: 'n8n-nodes-base.splitInBatches', name: 'Loop', parameters: { batchSize: 2 } },
				assign('Done', { from: '={{ $("Before").item.json.path }}' }),
			],
			[
				{ from: 'Loop', output: 1, to: 'Work' },
				{ from: 'Work', to: 'See' },
				{ from: 'See', to: 'Loop' },
			],
		);
		json.nodes.push(assign('Work', { path: '={{ $("Before").item.json.path }}' }), see);
		const result = await runWorkflow(json, {
			...probes,
			inputData: [{ n: 1 }, { n: 2 }, { n: 3 }],
		});
		expect(result.status).toBe('success');
		expect(result.json('Work')).toEqual([{ path: '/1' }, { path: '/2' }, { path: '/3' }]);
		expect(result.runs('Work')).toHaveLength(2);
		expect(result.json('See').map(({ runIndex }) => runIndex)).toEqual([0, 0, 1]);
		expect(result.json('Done')).toEqual([{ from: '/1' }, { from: '/2' }, { from: '/3' }]);
	});

	test('the schedule trigger emits its date in the workflow’s time zone', async () => {
		const json = line([{ type: 'n8n-nodes-base.scheduleTrigger', name: 'Daily' }]);
		json.settings = { timezone: 'America/Sao_Paulo' };
		const [item] = (await runWorkflow(json)).json('Daily');
		expect(item).toMatchObject({ Timezone: 'America/Sao_Paulo (UTC-03:00)' });
		expect(item?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT.*-03:00$/);
	});
});
