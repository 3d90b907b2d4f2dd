/** What an expression leaves empty widens no list and makes no half sentence. */
import type { IDataObject } from 'n8n-workflow';
import { located, useService } from '../actionNode/service';
import { told } from './setup';

const service = useService();
const nothing = '={{ $json.missing }}';
const FILTERS: Record<string, Record<string, string>> = {
	contact: { search: 'Search' },
	company: { search: 'Search', includeInactive: 'Include Inactive' },
	deal: {
		pipelineId: 'Pipeline',
		stageId: 'Stage',
		ownerId: 'Owner ID',
		contactId: 'Contact',
		companyId: 'Company',
		status: 'Status',
	},
	pipeline: { includeInactive: 'Include Inactive' },
	conversation: { contactId: 'Contact' },
};
const rows = Object.entries(FILTERS).flatMap(([resource, filters]) =>
	Object.entries(filters).map(([name, label]) => [resource, name, label] as const),
);

describe('a filter that is there but empty is refused', () => {
	test.each(rows)('%s: %s', async (resource, name, label) => {
		for (const empty of [nothing, '={{ "" }}', '={{ null }}', '={{ "  " }}', '']) {
			const filters = {
				[name]: name.endsWith('Id') && name !== 'ownerId' ? located(empty) : empty,
			};
			const run = await service.run({ resource, operation: 'getAll', filters });
			expect(told(run)).toContain(label);
		}
		expect(await service.requests()).toEqual([]);
	});

	test('for one item of several, before anything is asked', async () => {
		const run = await service.run(
			{ resource: 'contact', operation: 'getAll', filters: { search: '={{ $json.search }}' } },
			{ inputData: [{ search: 'Ana' }, {}] },
		);
		expect(told(run)).toContain('Search');
		expect(await service.requests()).toEqual([]);
	});
});

test.each(['contact', 'company', 'deal'])(
	'%s: an empty Updated Since is a sync that has not run yet',
	async (resource) => {
		for (const updatedSince of [nothing, '']) {
			await service.records({ resource, operation: 'getAll', filters: { updatedSince } });
		}
		for (const { path } of await service.requests()) expect(path).not.toContain('updatedSince');
	},
);

describe('template variables', () => {
	const start = (params: unknown[], more: IDataObject = {}) => ({
		...{ resource: 'conversation', operation: 'start', phone: '(11) 91111-0001' },
		...{ templateName: 'lembrete_pagamento', templateLanguage: 'pt_BR' },
		templateParams: { param: params.map((value) => ({ value })) } as IDataObject,
		...more,
	});

	test.each([nothing, '', '={{ null }}', '={{ "" }}', '={{ "  " }}', '   '])(
		'%j is refused before anything is sent, with its place',
		async (empty) => {
			const run = await service.run(start(['Ana', empty]));
			expect(told(run)).toContain('Template Variables');
			expect(told(run)).toContain('{{2}}');
			expect(await service.requests()).toEqual([]);
		},
	);

	test('one empty variable among many items sends nothing at all', async () => {
		const run = await service.run(start(['={{ $json.name }}', 'amanhã']), {
			inputData: [{ name: 'Ana' }, { name: 'Bia' }, {}],
		});
		expect(told(run)).toContain('{{1}}');
		expect(await service.requests()).toEqual([]);
	});

	test('that may be empty keep their places', async () => {
		await service.record(start(['Ana', nothing], { options: { allowEmptyVariables: true } }));
		const { rawBody } = await service.request();
		expect(JSON.parse(rawBody)).toMatchObject({ template: { params: ['Ana', ''] } });
	});
});
