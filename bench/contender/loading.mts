/**
 * Loads a package's nodes and credentials as n8n does at its start, and prints how long that took, in
 * ms. n8n-workflow is loaded first and not counted, since n8n has loaded it long before.
 * Run it with Node alone: a loader such as tsx would be measured, too.
 *
 *   node loading.mts <folder of the package> <file below it> …
 */
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const [folder = '', ...files] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
load('n8n-workflow');

const began = performance.now();
for (const file of files) {
	const [name = ''] = basename(file).split('.');
	new (load(`./${file}`) as Record<string, new () => unknown>)[name]!();
}
console.log(performance.now() - began);
