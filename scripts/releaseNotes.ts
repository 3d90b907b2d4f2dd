import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { Command } from 'commander';
import { parser } from 'keep-a-changelog';

/** Why a version cannot be released yet; the message says what to do. */
class NotReady extends Error {}

/**
 * The notes of the version in package.json: its section of the changelog, as Markdown, without its heading.
 * @param folder holds package.json and CHANGELOG.md
 * @param tag if given, it must be that version's, `v1.2.3`, and the section must have a date
 * @throws NotReady
 */
function releaseNotes(folder: string, tag?: string): string {
	const read = (name: string) => readFileSync(join(folder, name), 'utf8');
	const { version } = JSON.parse(read('package.json')) as { version: string };
	if (tag !== undefined && tag !== `v${version}`) {
		throw new NotReady(
			`The tag is ${tag}, but package.json's version is ${version}: tag v${version}, or set the version first.`,
		);
	}
	const release = parser(read('CHANGELOG.md')).findRelease(version);
	if (!release || release.isEmpty()) {
		throw new NotReady(
			`CHANGELOG.md has no section for ${version}: add "## [${version}]" and what has changed.`,
		);
	}
	if (tag !== undefined && !release.date) {
		throw new NotReady(
			`CHANGELOG.md gives ${version} no date: write the day after its heading, "- YYYY-MM-DD".`,
		);
	}
	const [, ...notes] = release.toString().trim().split('\n');
	return notes.join('\n').trim();
}

const { tag, folder } = new Command('release-notes')
	.description("Prints the changelog's section of the version in package.json")
	.option('--tag <tag>', 'the tag that is to be released')
	.option('--folder <folder>', 'where package.json and CHANGELOG.md are', resolve(__dirname, '..'))
	.parse()
	.opts<{ tag?: string; folder: string }>();
try {
	console.log(releaseNotes(folder, tag));
} catch (error) {
	if (!(error instanceof NotReady)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
