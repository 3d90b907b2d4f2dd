import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchor, filled, table } from './markdown';
import { shownOperations, shownResources } from './operations';

/** The index of the resources' pages. */
export const indexPage = (): string =>
	filled('index', {
		resources: shownResources.map(({ name, value }) => `[${name}](${value}.md)`).join(' · '),
	});

/** The README with its table of operations as the panel has them. */
export function readme(): string {
	const operations = table(
		['Resource', 'Operations'],
		shownResources.map(({ name, value }) => {
			const page = `docs/reference/resources/${value}.md`;
			const links = shownOperations(value).map(
				(one) => `[${one.name}](${page}#${anchor(one.name)})`,
			);
			return [`[${name}](${page})`, links.join(', ')];
		}),
	);
	const written = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');
	return written.replace(/^\| Resource \|[^]*?\n\n/m, () => `${operations}\n\n`);
}
