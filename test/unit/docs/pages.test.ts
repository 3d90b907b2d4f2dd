/** The pages that are made from the nodes' descriptions say what the nodes say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyOperation } from '../../../scripts/docs/operations';
import { MORE_ABOUT } from '../../../scripts/docs/moreAbout';
import { SCHEMAS } from '../../../scripts/docs/outputSchemas';
import { pages } from '../../../scripts/docs/pages';
import { ANSWER_IS_NOT_SHOWN } from '../../../scripts/docs/records';

const repository = join(__dirname, '..', '..', '..');
/** The folder of pages that scripts write; nobody else does. */
const REFERENCE = 'docs/reference';
const made = pages();

it.each(Object.entries(made))('%s is up to date: else run npm run docs', async (path, text) => {
	const file = join(repository, path);
	const written = existsSync(file)
		? readFileSync(file, 'utf8')
		: 'There is no such file: run npm run docs';
	expect(written).toBe(await text);
});

it('keeps no page that nothing writes any more', () => {
	const written = readdirSync(join(repository, REFERENCE), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `${REFERENCE}/${file}`);
	expect(written.filter((path) => made[path] === undefined)).toEqual([]);
});

it('keeps no description of an output that is none any more', () => {
	const written = readdirSync(join(repository, SCHEMAS), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.map((file) => `${SCHEMAS}/${file}`);
	expect(written.filter((path) => made[path] === undefined)).toEqual([]);
});

it('says of no operation that its answer is not shown where there is no such operation', () => {
	const there = everyOperation().map(({ resource, value }) => `${resource}.${value}`);
	expect(there).toEqual(expect.arrayContaining([...ANSWER_IS_NOT_SHOWN]));
});

it('uses what the pages say beyond descriptions', async () => {
	const all = (await Promise.all(Object.values(made))).join('\n');
	expect(Object.values(MORE_ABOUT).filter((text) => !all.includes(text))).toEqual([]);
});

it('leaves no HTML and no unescaped bar in the pages', async () => {
	for (const text of await Promise.all(Object.values(made))) {
		expect(text.replace(/^<!--.*-->$/m, '')).not.toMatch(/<\/?[a-z]+[^>]*>/);
		for (const row of text.split('\n').filter((line) => line.startsWith('| '))) {
			expect(row.replaceAll('\\|', '').split('|').length).toBeLessThanOrEqual(5);
		}
	}
});
