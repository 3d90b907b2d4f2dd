/**
 * The service may name what the specification does not show otherwise than these nodes assume. In
 * three dialects of the sandbox every operation has to work, with Your Own JSON or Query where a
 * body's own names differ; nothing may be sent to the wrong place, and lists have to show something.
 */
import type { IDataObject } from 'n8n-workflow';
import { DIALECTS, type Unshown } from '../../sandbox/dialects';
import { otherName } from '../../sandbox/dialects/wording';
import { asExpressions, OPERATIONS, judgingParametersOf, plant } from './actionNode/operations';
import { located, NODE, useService } from './actionNode/service';
import { actionNode, listSearch } from '../support/engine';

const names = (isWrite: boolean) =>
	[...OPERATIONS.keys()].filter(
		(name) => (OPERATIONS.get(name)!.operation.kind === 'write') === isWrite,
	);

/** A service of that dialect with two records of each kind, made anew as often as that. */
function speaking(dialect: number, anew: typeof beforeEach) {
	const service = useService({}, anew);
	let planted: Awaited<ReturnType<typeof plant>>;
	anew(async () => {
		planted = await plant(service);
		await service.control('PATCH', '/behaviour', { dialect });
	});
	return {
		service,
		app: async (path: string) => await service.app('GET', path),
		idOf: (n: number, name: string) => (planted[n]?.[name] as { value: string }).value,
		filled: (name: string) =>
			planted.map((values) => judgingParametersOf(OPERATIONS.get(name)!, values)),
		/** Runs an operation for both items. @returns what each gives out */
		async outputs(name: string, items: IDataObject[]): Promise<IDataObject[][]> {
			const [resource, operation] = name.split('.');
			const parameters = { ...(asExpressions(items[0]) as IDataObject), resource, operation };
			const before = (await service.requests()).length;
			const run = await service.run(parameters, { inputData: items });
			expect(run.error).toBeUndefined();
			const sent = (await service.requests()).slice(before);
			expect(sent.filter(({ status }) => !status || status > 299)).toEqual([]);
			return [0, 1].map((n) =>
				run
					.items(NODE)
					.filter(({ pairedItem }) => (pairedItem as { item: number }).item === n)
					.map(({ json }) => json),
			);
		},
	};
}

describe.each([1, 2, 3])('writes in dialect %i', (dialect) => {
	const { service, app, idOf, filled, outputs } = speaking(dialect, beforeEach);
	const word = (kind: Unshown, own: string) => otherName(DIALECTS[dialect]?.[kind] ?? {}, own);
	const cityWord = otherName(DIALECTS[dialect]?.company?.parts?.address ?? {}, 'city');

	/** What a user of that service adds to the panel, by the operation. */
	const additions: Record<string, (n: number) => IDataObject> = {
		'company.create': (n) => ({
			additionalFields: {
				address: { [cityWord]: 'Curitiba' },
				additionalBody: { [word('company', 'legalName')]: `Casa ${n}` },
			},
		}),
		'company.upsert': (n) => ({
			additionalFields: {
				phones: ['+551133334444'],
				additionalBody: { [word('company', 'tradeName')]: `Clara ${n}` },
			},
		}),
		'company.update': (n) => ({
			updateFields: {
				phones: ['+551133334444'],
				additionalBody: { [word('company', 'tradeName')]: `Clara ${n}` },
			},
		}),
		'deal.move': () => ({
			options: {
				additionalBody: { [word('move', 'stageId')]: service.fixtures.stages?.secondOpen },
			},
		}),
		'message.send': (n) => ({
			options: { additionalBody: { [word('newMessage', 'text')]: `Oi ${n}` } },
		}),
	};

	/** What there has to be afterwards, as the service's own app sees it; item by item. */
	const effects: Record<string, (n: number, output: IDataObject) => Promise<unknown>> = {
		'company.create': async (n, { id }) =>
			expect(await app(`/companies/${id}`)).toMatchObject({
				legalName: `Casa ${n}`,
				address: { city: 'Curitiba' },
			}),
		'company.upsert': async (n, { id }) => {
			expect(id).toBe(idOf(n, 'companyId'));
			expect(await app(`/companies/${id}`)).toMatchObject({
				legalName: `Planted ${n}`,
				tradeName: `Clara ${n}`,
			});
		},
		'company.update': async (n) =>
			expect(await app(`/companies/${idOf(n, 'companyId')}`)).toMatchObject({
				legalName: `Planted ${n}`,
				tradeName: `Clara ${n}`,
				phones: ['+551133334444'],
			}),
		'contact.upsert': async (n, { id }) =>
			expect(await app(`/contacts/${id}`)).toMatchObject({
				name: `Ana ${n}`,
				tags: ['a', `b${n}`],
				customFields: { origem: 'X' },
			}),
		'contact.update': async (n) =>
			expect(await app(`/contacts/${idOf(n, 'contactId')}`)).toMatchObject({
				name: `Ana ${n}`,
				email: `ana${n}@example.com`,
			}),
		'company.deactivate': async (n) =>
			expect(await app(`/companies/${idOf(n, 'companyId')}`)).toMatchObject({ isActive: false }),
		'deal.create': async (n, { id }) =>
			expect(await app(`/deals/${id}`)).toMatchObject({
				title: `Sofá ${n}`,
				stageId: service.fixtures.stages?.secondOpen,
				valueCents: 100_050 + n * 100,
			}),
		'deal.update': async (n) =>
			expect(await app(`/deals/${idOf(n, 'dealId')}`)).toMatchObject({ title: `Sofá ${n}` }),
		'deal.delete': async (n) =>
			await expect(app(`/deals/${idOf(n, 'dealId')}`)).rejects.toThrow('resource_not_found'),
		'deal.move': async (n) =>
			expect(await app(`/deals/${idOf(n, 'dealId')}`)).toMatchObject({
				status: 'open',
				stageId: service.fixtures.stages?.secondOpen,
			}),
		'deal.win': async (n) =>
			expect(await app(`/deals/${idOf(n, 'dealId')}`)).toMatchObject({ status: 'won' }),
		'deal.lose': async (n) =>
			expect(await app(`/deals/${idOf(n, 'dealId')}`)).toMatchObject({
				status: 'lost',
				lostReasonId: service.fixtures.lostReasons?.valid,
			}),
		'conversation.start': async (n, { conversationId }) =>
			expect((await messagesOf(conversationId)).map(({ text }) => text)).toEqual([
				expect.stringContaining(`Ana ${n}`),
			]),
		'message.send': async (n) =>
			expect((await messagesOf(idOf(n, 'conversationId'))).at(-1)?.text).toBe(`Oi ${n}`),
	};
	const messagesOf = async (id: unknown) =>
		await service.control<IDataObject[]>('GET', `/conversations/${id}/messages`);

	test.each(names(true))('%s', async (name) => {
		const items = filled(name).map((item, n) => ({ ...item, ...additions[name]?.(n) }));
		for (const [n, [output]] of (await outputs(name, items)).entries()) {
			expect(output).toBeDefined();
			await effects[name]?.(n, output!);
		}
	});

	test.each([
		['deal.move', 'move', 'stageId'],
		['message.send', 'newMessage', 'text'],
	] as const)(
		'%s without it is refused with an explanation, and does nothing',
		async (name, kind, own) => {
			const [parameters = {}] = filled(name);
			const there = async () => [
				await app(`/deals/${idOf(0, 'dealId')}`),
				// A message that was sent before goes on being delivered meanwhile.
				(await service.control<IDataObject[]>('GET', '/messages')).map(({ id }) => id),
			];
			const before = await there();
			const { details } = await service.refusal(parameters);
			expect(details).toMatchObject({
				status: 400,
				code: 'invalid_parameter',
				param: word(kind, own),
			});
			expect(await there()).toEqual(before);
		},
	);
});

describe.each([1, 2, 3])('reads in dialect %i', (dialect) => {
	const { service, app, idOf, filled, outputs } = speaking(dialect, beforeAll);

	test.each(names(false))('%s', async (name) => {
		const limit = DIALECTS[dialect]?.conversationQuery?.names?.limit;
		const options =
			name === 'conversation.getAll' && limit ? { additionalQuery: { [limit]: 1 } } : {};
		const all = await outputs(
			name,
			filled(name).map((item) => ({ ...item, options })),
		);
		expect(all.map(({ length }) => length > 0)).toEqual([true, true]);
		for (const { id } of all.flat()) expect(id).toEqual(expect.any(String));
	});

	const unchosen = () => ({});
	const lists: Array<[method: string, path: string, parameters: () => IDataObject]> = [
		['searchContacts', '/contacts', unchosen],
		['searchCompanies', '/companies?includeInactive=true', unchosen],
		['searchDeals', '/deals', unchosen],
		['searchPipelines', '/pipelines?includeInactive=true', unchosen],
		[
			'searchStages',
			`/pipelines/{default}/stages`,
			() => ({
				operation: 'create',
				pipelineId: located(service.fixtures.pipelines?.default),
			}),
		],
		[
			'searchStages',
			`/pipelines/{default}/stages`,
			() => ({
				operation: 'move',
				dealId: located(idOf(0, 'dealId')),
			}),
		],
		['searchStages', `/pipelines/{default}/stages`, unchosen],
		['searchConversations', '/conversations', unchosen],
		['searchChannels', '/channels', unchosen],
	];

	test.each(lists)('%s shows names or IDs of %s', async (method, path, parameters) => {
		const listed = await app(
			path.replace('{default}', String(service.fixtures.pipelines?.default)),
		);
		// A deal is put into open stages alone: the won and the lost one, the last two, may be left out.
		const left = 'operation' in parameters() ? -2 : undefined;
		const ids = (listed.data as IDataObject[]).map(({ id }) => id).slice(0, left);
		const shown = async (filter?: string) =>
			(
				await listSearch(actionNode, method, {
					credentials: service.credentials(),
					parameters: parameters() as never,
					filter,
				})
			).results;
		const all = await shown();
		expect(all.map(({ value }) => value)).toEqual(expect.arrayContaining(ids));
		for (const { name } of all) expect(name).toMatch(/^(?!.*(undefined|null|\[object)).*\S/);
		expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
		const searched = { searchContacts: 'Planted 1', searchCompanies: 'Planted 1' }[method];
		const found = await shown(searched ?? String(ids[0]));
		// One without a value says that there is more.
		const values = found.flatMap(({ value }) => value || []);
		expect(values).toEqual([searched ? expect.anything() : ids[0]]);
	});
});
