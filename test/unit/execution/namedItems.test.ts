/** Items that are named by their input, which strangers may have written. */
import { answer, execution, start } from './execution';

test('a name takes no longer than the item is wide, however many of its columns are odd', async () => {
	const columns = Array.from({ length: 400 }, (_, n) => [`customFields.f${n}`, 'JoÃ£o']);
	const item = {
		...{ resource: 'contact', operation: 'upsert', dataMode: 'columns' },
		columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
		options: { checkOnly: true },
		...{ phone: '11987654321', ...Object.fromEntries(columns) },
	};
	const began = performance.now();
	const { output } = execution({
		...{ items: [item], raw: item },
		service: () => answer({ data: [], hasMore: false, nextCursor: null }),
	});
	const [only] = await output;
	expect(JSON.stringify(only?.json.warnings)).toContain('395 more fields');
	// A tenth of a second without names; several seconds if each column has the item named anew.
	expect(performance.now() - began).toBeLessThan(1_000);
});

test.each(['<img src=https://example.com/a.png>', '<a href=https://example.com>Ver</a>'])(
	'the name %s is text in a hint, which n8n shows as HTML',
	async (name) => {
		const options = { checkOnly: true };
		const items = [start({ name, options }), start({ name: 'Bia', options })];
		const { output, context } = execution({ items, raw: { options } });
		await output;
		const hints = context.hints.map(({ message }) => message).join(' ');
		expect(hints).toContain('Bia');
		expect(hints).not.toMatch(/<(img|a) /);
	},
);
