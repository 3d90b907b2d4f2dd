import { lock } from 'proper-lockfile';

import { PlaygroundError } from './playgroundError';

/**
 * Two n8n on one folder would spoil its database. A lock whose holder died is taken over after ten seconds.
 * @returns what gives the folder free again
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
	try {
		return await lock(folder, { lockfilePath: `${folder}.lock`, realpath: false, stale: 10_000 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
		throw new PlaygroundError(
			`Another playground is using ${folder}.`,
			'Stop it first, or start this one beside it with --data and other ports. If it was killed a moment ago, wait ten seconds.',
		);
	}
}
