/** What the README and package.json promise is what the end-to-end tests run on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { newest, oldest, type N8nRelease } from '../support/n8nReleases';

const root = join(__dirname, '..', '..');
const json = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const versionsOf = ({ template }: N8nRelease) =>
	json<{ dependencies: { n8n: string; node: string } }>(join(template, 'package.json'))
		.dependencies;
const compatibility = /\n## Compatibility\n(.*?)\n## /s.exec(
	readFileSync(join(root, 'README.md'), 'utf8'),
)?.[1];

it.each([
	['Oldest', oldest],
	['Newest tested', newest],
])('the README’s row “%s” is what is tested', (label, release) => {
	const { n8n, node } = versionsOf(release);
	expect(compatibility?.split('\n')).toContain(`| ${label} | ${n8n} | ${node} |`);
});

it.each([oldest, newest])('the lock of $template holds those versions, exactly', (release) => {
	const { packages } = json<{ packages: Record<string, { version: string }> }>(
		join(release.template, 'package-lock.json'),
	);
	const wanted = versionsOf(release);
	const locked = Object.keys(wanted).map((name) => [
		name,
		packages[`node_modules/${name}`]?.version,
	]);
	expect(Object.fromEntries(locked)).toEqual(wanted);
});

it('the oldest Node that package.json allows is the one that the oldest n8n is tried with', () => {
	const { engines, peerDependencies } = json<{ engines: object; peerDependencies: object }>(
		join(root, 'package.json'),
	);
	const [major, minor] = versionsOf(oldest).node.split('.');
	expect(engines).toEqual({ node: `>=${major}.${minor}` });
	// n8n's scanner takes no other range.
	expect(peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

it('package.json’s scripts run the oldest by name', () => {
	const { scripts } = json<{ scripts: Record<string, string> }>(join(root, 'package.json'));
	expect(scripts['e2e:oldest']).toMatch(/^E2E_N8N=oldest jest --config jest\.e2e\.config\.js /);
	expect(scripts.e2e).not.toContain('E2E_N8N');
});
