import { errorOf, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const since = async (list: string, date: string) =>
	errorOf(await under.api.get(`${list}?updatedSince=${encodeURIComponent(date)}`));

rule(
	['Format 2 sent', 'Error invalid_parameter'],
	'updatedSince takes UTC with milliseconds, and nothing that only looks like a date',
	async () => {
		for (const list of ['/contacts', '/companies', '/deals']) {
			expect(await since(list, '2025-01-01T00:00:00.000Z')).toBe('200');
			for (const date of [
				'2025-01-01T00:00:00.000+99:99',
				'9999-12-31T23:59:59.999-12:00',
				'2025-01-01T00:00:00.000-03:00',
				'2025-01-01T00:00:00.000+00:00',
				'2025-01-01T00:00:00Z',
				'2025-01-01T00:00:00.0Z',
				'2025-01-01T00:00:00.000000Z',
				'2025-01-01T00:00:00.000',
				'2025-02-30T00:00:00.000Z',
				'2025-01-01T24:00:00.000Z',
				'2025-01-01',
				'1735689600000',
				'',
			]) {
				expect([date, await since(list, date)]).toEqual([
					date,
					'400 invalid_parameter updatedSince',
				]);
			}
		}
	},
);

rule(
	['Format 2 sent', 'Error invalid_custom_field_value'],
	'a date field takes a day, or UTC with milliseconds',
	async () => {
		const write = async (aniversario: string) =>
			errorOf(await under.api.post('/contacts', { name: 'x', customFields: { aniversario } }));
		expect(await write('1990-02-28')).toBe('201');
		expect(await write('1990-02-28T12:00:00.000Z')).toBe('201');
		for (const date of [
			'1990-02-30',
			'1990-02-28T12:00:00-03:00',
			'1990-02-28Tmidday',
			'28/02/1990',
		])
			expect([date, await write(date)]).toEqual([
				date,
				'400 invalid_custom_field_value customFields.aniversario',
			]);
	},
);
