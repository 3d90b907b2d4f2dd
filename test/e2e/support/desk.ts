import { startRealN8n, type OwnN8n } from './realN8n';
import { Editor } from '../../support/editor/editor';

/** A real n8n without workflows, and somebody who has signed in to its editor. */
export interface Desk {
	n8n: OwnN8n;
	editor: Editor;
}

/** One from before the first test of the file until after its last. */
export function useDesk(): Desk {
	const desk: Partial<Desk> = {};
	beforeAll(async () => {
		desk.n8n = await startRealN8n();
		desk.editor = await Editor.signIn(desk.n8n.url);
	});
	afterAll(async () => {
		await desk.editor?.close();
		await desk.n8n?.stop();
	});
	return desk as Desk;
}
