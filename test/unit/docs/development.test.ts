/** The pages for engineers name files and functions that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..', '..');
const folder = 'docs/development';
const pages = [
	'CONTRIBUTING.md',
	...readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
];

/** Where paths in the pages' texts begin. */
const BASES = ['.', 'nodes/CustomerRelationship'];
const PATH = /`([\w./-]+\.(?:ts|js|mjs|yml|md))`/g;
/** A name in code type that is linked to a source file. */
const LINKED_NAME = /\[`([A-Za-z]\w*)`\]\(([^)#]+\.ts)\)/g;
/** A row of a walk: its number, its file, and what happens there. */
const WALK_ROW = /^\| \d+ \| \[`[^`]+`\]\(([^)]+)\)[^|]*\| (.*)$/gm;

const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

it.each(pages)('%s names files that exist', (page) => {
	const paths = [...textOf(page).matchAll(PATH)].map(([, path = '']) => path);
	const bases = [dirname(page), ...BASES];
	const exists = (path: string) =>
		path.includes('/') ? bases.some((base) => existsSync(join(root, base, path))) : true;
	expect(paths.filter((path) => !exists(path))).toEqual([]);
});

it.each(pages)('%s names what exists in the files that it links to', (page) => {
	const text = textOf(page);
	const named = [
		...[...text.matchAll(LINKED_NAME)].map(([, name = '', file = '']) => ({ name, file })),
		...[...text.matchAll(WALK_ROW)].flatMap(([, file = '', what = '']) =>
			// A sentence of a row that begins with a name says what that function of the row's file does.
			[...what.matchAll(/(?:^|\. )`([A-Za-z]\w+)` /g)].map(([, name = '']) => ({ name, file })),
		),
	];
	const missing = named.filter(
		({ name, file }) => !new RegExp(`\\b${name}\\b`).test(textOf(join(dirname(page), file))),
	);
	expect(missing).toEqual([]);
});
