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
	{ title: 'Try it', cell: howToTry },
];

function howToTry({ command, recipe }) {
	if (command) return html`<code>${command}</code>`;
	return recipe ? html`<a href=${recipe} target="_blank" rel="noreferrer">Its recipe</a>` : '–';
}

/** What runs comes first, then what can be tried. */
const rank = ({ isPublished, command }) => (isPublished ? 0 : command ? 1 : 2);

/** What there is in the n8n beside the sandbox, and how to try it. */
export function Workflows() {
	return html`
		<p>
			A published workflow starts by itself and writes to the customers of this sandbox. One that
			begins with a click runs in n8n’s editor. A command publishes what it needs, and makes
			something happen; a recipe says under <i>Try it</i> what to do.
		</p>
		<${Table}
			caption="Workflows"
			columns=${columns}
			rows=${useWorkflows().toSorted((one, other) => rank(one) - rank(other))}
			keyOf=${({ id }) => id}
			empty="No workflows."
		/>
	`;
}
