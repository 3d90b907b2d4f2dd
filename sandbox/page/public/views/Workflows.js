import { html } from '../html.js';
import { Badge } from '../parts/Badge.js';
import { Table } from '../parts/Table.js';
import { useWorkflows, WorkflowLink } from '../parts/workflows.js';

const columns = [
	{ title: 'Workflow', cell: (workflow) => html`<${WorkflowLink} workflow=${workflow} />` },
	{
		title: 'State',
		cell: ({ isPublished }) =>
			isPublished ? html`<${Badge} tone="good">published<//>` : html`<${Badge}>not published<//>`,
	},
	{ title: 'Try it', cell: ({ command }) => (command ? html`<code>${command}</code>` : '–') },
];

/** What there is in the n8n beside the sandbox, and how to try it. */
export function Workflows() {
	return html`
		<p>
			The workflows in n8n. A published one starts by itself and writes to the customers of this
			sandbox. Publish the others in n8n, or with the command, which also makes something happen.
		</p>
		<${Table}
			caption="Workflows"
			columns=${columns}
			rows=${useWorkflows()}
			keyOf=${({ id }) => id}
			empty="No workflows."
		/>
	`;
}
