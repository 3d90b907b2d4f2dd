/** Writes the pages that are made from the nodes' descriptions: `npm run docs`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { pages } from './pages';

const repository = join(__dirname, '..', '..');

async function write(): Promise<void> {
	for (const [path, text] of Object.entries(pages())) {
		const file = join(repository, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, await text);
		console.log(path);
	}
}

write().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
