import { get } from '../control.js';
import { html } from '../html.js';
import { useLive } from '../live.js';

/** The workflows of the n8n beside the sandbox; none where the sandbox runs alone. */
export const useWorkflows = () => useLive(() => get('/workflows'), ['workflow']).data ?? [];

/** Opens a workflow in n8n. */
export function WorkflowLink({ workflow }) {
	return html`<a href=${workflow.url} target="_blank" rel="noreferrer">${workflow.name}</a>`;
}

/** Where events are delivered: the address, and the workflow that has it, where that is known. */
export function Receiver({ url, workflows }) {
	const receivers = workflows.filter(({ webhooks }) => webhooks.includes(productionUrl(url)));
	// A copy has the address of its original; one of the two is published at most.
	const workflow = receivers.find(({ isPublished }) => isPublished) ?? receivers[0];
	return html`
		<span class="receiver">
			${workflow && html`<${WorkflowLink} workflow=${workflow} />`}
			${workflow && !isListening(url, workflow) && html`<span class="faint">not published</span>`}
			<span class=${workflow ? 'faint' : undefined}>${url}</span>
		</span>
	`;
}

const productionUrl = (url) => url.replace('/webhook-test/', '/webhook/');

/** A test URL listens when the editor says so, which nobody here knows. */
const isListening = (url, { isPublished }) => isPublished || url !== productionUrl(url);
