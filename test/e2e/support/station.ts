import type { Desk } from './desk';

/** The first station of this file that failed: those after it would only fail for its sake. */
let failed: string | undefined;

/**
 * A test of what a user does and sees, on the way through the test file. When it fails, a picture
 * and the HTML of every tab are kept, the error tells what the editor showed, and the stations after it are not walked.
 */
export function station(name: string, desk: Desk, walk: () => Promise<void>): void {
	it(name, async () => {
		if (failed !== undefined) throw new Error(`Not walked, since this failed before: ${failed}`);
		try {
			await walk();
		} catch (error) {
			failed = name;
			// What went wrong counts, not that the browser may be gone as well.
			const shown = await (desk as Partial<Desk>).editor?.keepEvidence(name).catch(() => undefined);
			throw shown === undefined
				? error
				: new Error(`${String(error)}\n\nThe editor showed:\n${shown}`, { cause: error });
		}
	});
}
