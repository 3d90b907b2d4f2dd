/** Items that are named by their input, which strangers may have written. */
import type { IDataObject } from 'n8n-workflow';
import { lazyName } from '../../../nodes/CustomerRelationship/execution/itemName';
import { execution, start } from './execution';

test('the name of an item is read once, however many sentences name it', () => {
	let reads = 0;
	const json = Object.defineProperty({}, 'nome', {
		enumerable: true,
		get: () => `Ana ${(reads += 1)}`,
	});
	const nameOf = lazyName(json as IDataObject);
	expect([nameOf(), nameOf(), reads]).toEqual(['Ana 1', 'Ana 1', 1]);
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
