import type { EditorSession } from './editorSession';

/** The first step of this file that failed. Later steps depend on it and would fail, too. */
let failed: string | undefined;

/**
 * Defines a test that is one step of the user journey in this file. If it fails, a picture and the HTML of every tab
 * are saved, the error contains what the editor showed, and the steps after it fail at once.
 */
export function journeyStep(name: string, session: EditorSession, walk: () => Promise<void>): void {
	it(name, async () => {
		if (failed !== undefined) throw new Error(`Not run, since an earlier step failed: ${failed}`);
		try {
			await walk();
		} catch (error) {
			failed = name;
			// Report the original error, even if the browser is gone as well.
			const shown = await (session as Partial<EditorSession>).editor
				?.keepEvidence(name)
				.catch(() => undefined);
			throw shown === undefined
				? error
				: new Error(`${String(error)}\n\nThe editor showed:\n${shown}`, { cause: error });
		}
	});
}
