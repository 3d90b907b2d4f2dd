const { readdirSync } = require('node:fs');
const { join, relative } = require('node:path');

const tests = join(__dirname, '..');

/** Snapshots are named after the file, and the build takes long. */
const ALONE = ['unit/resources/contract', 'package/package'].map((name) =>
	join(tests, `${name}.test.ts`),
);

/**
 * Declares the tests of a folder's files as those of one file. They load n8n's modules once, which takes longer than
 * most of them.
 * @param part of the files, which are dealt out to so many parts
 */
function together(folder, { part = 1, of = 1 } = {}) {
	const files = readdirSync(join(tests, folder), { recursive: true })
		.map((name) => join(tests, folder, name))
		.filter((file) => /\.test\.ts$/.test(file) && !/\/sandbox\/page\//.test(file))
		.filter((file) => !ALONE.includes(file))
		.sort()
		.filter((_, index) => index % of === part - 1);
	for (const file of files) {
		describe(relative(tests, file), () => {
			afterAll(() => {
				jest.useRealTimers();
				jest.restoreAllMocks();
			});
			require(file);
		});
	}
}

module.exports = { together, ALONE };
