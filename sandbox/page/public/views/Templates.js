import { get, inPath, send } from '../control.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Loading } from '../parts/Loading.js';
import { Switch } from '../parts/Switch.js';
import { Table } from '../parts/Table.js';

/** The template catalogue; the messaging platform's approval is given or taken here. */
export function Templates() {
	const { data: templates, error, reload } = useLive(() => get('/templates'), ['template']);
	if (!templates) return html`<${Loading} error=${error} />`;
	const approve = async (id, isApproved) => {
		await send('PATCH', `/templates/${inPath(id)}`, { isApproved });
		await reload();
	};
	const columns = [
		{
			title: 'Template',
			cell: ({ name, language }) =>
				html`<strong>${name}</strong> <span class="faint">${language}</span>`,
		},
		{ title: 'Body', cell: ({ body }) => body },
		{ title: 'Other parts', cell: otherParts },
		{
			title: 'Approval',
			cell: ({ id, name, isApproved }) => html`
				<${Switch}
					label="Approved"
					of=${name}
					isOn=${isApproved}
					onChange=${(value) => approve(id, value)}
				/>
			`,
		},
	];
	return html`
		<p>
			The service looks at the templates at most every five minutes: one that was just approved may
			be refused as <code>422 template_not_found</code> until then.
		</p>
		<${Table}
			caption="Templates"
			columns=${columns}
			rows=${templates}
			keyOf=${({ id }) => id}
			empty="The account has no templates."
		/>
	`;
}

function otherParts({ header, buttons }) {
	const parts = buttons.map(({ text, url }) => `Button “${text}”${url ? `: ${url}` : ''}`);
	if (header.format !== 'none')
		parts.unshift(header.text ? `Header “${header.text}”` : `Header: ${header.format}`);
	return parts.length === 0 ? '–' : parts.join(' · ');
}
