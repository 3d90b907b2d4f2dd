/** Output: Row, as n8n routes it: a sheet goes in, and the same sheet with its outcome comes out. */
import type { IDataObject } from 'n8n-workflow';
import { NODE, useService } from './actionNode/service';

const service = useService();
const PHONES = ['(11) 97777-0501', '(11) 97777-0502', '(11) 97777-0503', 'none'];
const sheet = (): IDataObject[] =>
	PHONES.map((telefone, n) => ({ Nome: `Cliente ${n}`, telefone, result_status: 'old' }));

const send = (more: IDataObject = {}): IDataObject => ({
	...{ resource: 'conversation', operation: 'start', phone: '={{ $json.telefone }}' },
	...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR', oncePerPhone: true },
	options: { output: 'row', ...more },
});
const refuseSecond = async () => {
	await service.fault({ kind: 'slow', ms: 0, method: 'POST', path: '/conversations' });
	await service.fault({
		...{ kind: 'status', status: 422, code: 'recipient_opted_out' },
		...{ method: 'POST', path: '/conversations' },
	});
};
const statuses = (rows: IDataObject[]) => rows.map(({ result_status: status }) => status);

test('with Continue every row of the sheet comes out once, in its order, with its outcome', async () => {
	await refuseSecond();
	const rows = await service.records(send(), {
		...{ inputData: sheet(), node: { onError: 'continueRegularOutput' } },
	});
	expect(rows.map(({ Nome }) => Nome)).toEqual(sheet().map(({ Nome }) => Nome));
	expect(statuses(rows)).toEqual(['queued', 'failed', 'queued', 'failed']);
	expect(rows[0]).toMatchObject({ result_id: expect.stringMatching(/./), result_reason: '' });
	expect(rows[1]!.result_reason).toContain('asked not to');
	expect(rows[3]!.result_reason).toContain('“Phone”');
});

test('n8n’s Retry On Fail does not try failed rows again', async () => {
	await refuseSecond();
	const node = {
		onError: 'continueRegularOutput',
		retryOnFail: true,
		waitBetweenTries: 10,
	} as const;
	const rows = await service.records(send(), { inputData: sheet(), node });
	expect(statuses(rows)).toEqual(['queued', 'failed', 'queued', 'failed']);
	expect(await service.requests()).toHaveLength(3);
});

test('with the error output, failed items leave there as ever, with their row beside the error', async () => {
	await refuseSecond();
	const run = await service.run(send(), {
		...{ inputData: sheet(), node: { onError: 'continueErrorOutput' } },
	});
	expect(statuses(run.json(NODE))).toEqual(['queued', 'queued']);
	const failed = run.items(NODE, 1).map(({ json }) => json);
	expect(failed).toMatchObject([
		{ Nome: 'Cliente 1', error: expect.any(String), details: expect.anything() },
		{ Nome: 'Cliente 3', error: expect.any(String) },
	]);
	expect(statuses(failed)).toEqual(['old', 'old']);
});

test('what comes out goes in again: only rows without an outcome, failed or only checked are to be sent', async () => {
	const checked = await service.records(send({ checkOnly: true }), { inputData: sheet() });
	expect(statuses(checked)).toEqual(Array(4).fill('only checked'));
	expect(await service.requests()).toEqual([]);
	await refuseSecond();
	const node = { onError: 'continueRegularOutput' } as const;
	const first = await service.records(send(), { inputData: checked, node });
	const again = first.filter(({ result_status: status }) => status === 'failed');
	const second = await service.records(send(), { inputData: again, node });
	expect(statuses(second)).toEqual(['queued', 'failed']);
	expect(Object.keys(second[0]!)).toEqual(Object.keys(first[0]!));
});

test('a message that was queued is not failed, whatever comes after it', async () => {
	const rememberIn = service.fixtures.customFields!.contactNumber!;
	const whoGetsIt = {
		...{ unknownContacts: 'send', daysBetween: { rule: { days: 7, rememberIn } } },
	};
	const [row] = await service.records(
		{ ...send(), oncePerPhone: false, whoGetsIt },
		{ inputData: sheet().slice(0, 1), node: { onError: 'continueRegularOutput' } },
	);
	expect(row).toMatchObject({ result_status: 'queued', result_id: expect.stringMatching(/./) });
	expect(row!.result_reason).toMatch(/\S/);
});

test('with Continue a row whose option can’t be resolved keeps its columns as well', async () => {
	const inputData = [
		{ Nome: 'Ana', telefone: PHONES[0], data: '2026-11-25' },
		{ Nome: 'Bia', telefone: PHONES[1], data: 'a combinar' },
	];
	const rows = await service.records(
		{
			...send({
				idempotencyKey: "={{ $json.Nome }}-{{ $json.data.toDateTime().toFormat('yyyy') }}",
			}),
			oncePerPhone: false,
		},
		{ inputData, node: { onError: 'continueRegularOutput' } },
	);
	expect(rows.map(({ Nome }) => Nome)).toEqual(['Ana', 'Bia']);
	expect(statuses(rows)).toEqual(['queued', 'failed']);
});
