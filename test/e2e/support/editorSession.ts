import { startRealN8n, type OwnN8n } from './realN8n';
import { quickN8n } from './sharedN8n';
import { Editor } from '../../support/editor/editor';

/** A real n8n without workflows, and a browser that is signed in to its editor. */
export interface EditorSession {
	n8n: OwnN8n;
	editor: Editor;
}

/** Starts a session before the first test of the file and ends it after the last. */
export function useEditorSession(): EditorSession {
	const session: Partial<EditorSession> = {};
	beforeAll(async () => {
		session.n8n = await startRealN8n(quickN8n);
		session.editor = await Editor.signIn(session.n8n.url);
	});
	afterAll(async () => {
		await session.editor?.close();
		await session.n8n?.stop();
	});
	return session as EditorSession;
}
