/** The pages of `docs/` that are made from the nodes' descriptions say what the nodes say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownResources } from '../../../scripts/docs/operations';
import { pages } from '../../../scripts/docs/pages';
import { remarks } from '../../../scripts/docs/remarks';
import { EXPLAINED_BY_CODE } from '../../../nodes/CustomerRelationship/errors/catalogue';
import { CONTRACT } from '../resources/contract';

const folder = join(__dirname, '..', '..', '..', 'docs');
const made = pages();

it.each(Object.entries(made))('docs/%s is up to date: else run npm run docs', (path, text) => {
	const file = join(folder, path);
	const written = existsSync(file)
		? readFileSync(file, 'utf8')
		: 'There is no such file: run npm run docs';
	expect(written).toBe(text);
});

it('keeps no page of a resource that is gone', () => {
	const written = readdirSync(join(folder, 'resources')).map((file) => `resources/${file}`);
	expect(written.filter((path) => made[path] === undefined)).toEqual([]);
});

it('remarks on every operation and on nothing else', () => {
	const remarked = Object.entries(remarks).flatMap(([resource, { operations }]) =>
		Object.keys(operations).map((operation) => `${resource}.${operation}`),
	);
	expect(remarked.sort()).toEqual(Object.keys(CONTRACT).sort());
});

it('tells each request as it goes out', () => {
	for (const [name, { request }] of Object.entries(CONTRACT)) {
		const [resource = ''] = name.split('.');
		// The contract's ids are `a` and `b`; the page names the field.
		const pattern = request.replace(/\/[ab](?=\/|$)/g, '/\\{\\w+\\}').replace(/[.]/g, '\\.');
		expect(made[`resources/${resource}.md`]).toMatch(new RegExp(`^\`${pattern}\` · scope`, 'm'));
	}
});

it('names only error codes that are explained', () => {
	const named = Object.values(remarks).flatMap(({ operations }) =>
		Object.values(operations).flatMap(({ refusals = [] }) => refusals),
	);
	expect(named.filter((code) => !EXPLAINED_BY_CODE.has(code))).toEqual([]);
});

it('shows a picture of every resource', () => {
	for (const { value } of shownResources) {
		expect(readFileSync(join(folder, 'images', 'panels', `${value}.png`)).length).toBeLessThan(
			80_000,
		);
	}
});

it('leaves no HTML and no unescaped bar in the pages', () => {
	for (const text of Object.values(made)) {
		expect(text.replace(/^<!--.*-->$/m, '')).not.toMatch(/<\/?[a-z]+[^>]*>/);
		for (const row of text.split('\n').filter((line) => line.startsWith('| '))) {
			expect(row.replaceAll('\\|', '').split('|').length).toBeLessThanOrEqual(5);
		}
	}
});
