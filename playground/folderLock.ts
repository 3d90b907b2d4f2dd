import { lock } from 'proper-lockfile';

import { PlaygroundError } from './playgroundError';

/**
 * Two n8n on one folder would spoil its database, two installations each other. A lock whose holder died is taken over
 * after ten seconds.
 * @param advice what to do while another holds it
 * @returns what gives the folder free again
 * @throws PlaygroundError with the advice when another holds it
 */
export async function holdFolder(folder: string, advice: string): Promise<() => Promise<void>> {
	try {
		return await lock(folder, { lockfilePath: `${folder}.lock`, realpath: false, stale: 10_000 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
		throw new PlaygroundError(
			`Another playground is using ${folder}.`,
			`${advice} If it was killed a moment ago, wait ten seconds.`,
		);
	}
}
