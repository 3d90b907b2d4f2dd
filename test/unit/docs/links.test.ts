/** Links between the repository's Markdown files, and to headings in them, lead somewhere. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

it('has no link to a file or a heading that does not exist', () => {
	const { status, stderr } = spawnSync('npm', ['run', '--silent', 'docs:links'], {
		cwd: root,
		encoding: 'utf8',
	});
	expect({ status, found: status === 0 ? '' : stderr }).toEqual({ status: 0, found: '' });
});
