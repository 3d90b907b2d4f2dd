import { get, inPath, send } from '../control.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Loading } from '../parts/Loading.js';
import { Switch } from '../parts/Switch.js';
import { Table } from '../parts/Table.js';

const TYPES = {
	official_messaging: 'Official business messaging',
	qr_messaging: 'QR-code messaging',
	photo_social: 'Photo-sharing social',
	professional_social: 'Professional social',
	email: 'E-mail',
};

/** The account's channels; a channel may lose its connection or its send queue here. */
export function Channels() {
	const { data, error, reload } = useLive(
		async () => ({ channels: await get('/channels'), users: await get('/users') }),
		['channel', 'user'],
	);
	if (!data) return html`<${Loading} error=${error} />`;
	const change = async (id, changes) => {
		await send('PATCH', `/channels/${inPath(id)}`, changes);
		await reload();
	};
	const availableTo = ({ availableTo: ids }) =>
		ids === null
			? 'Everybody'
			: ids.map((id) => data.users.find((user) => user.id === id)?.name).join(', ');
	const columns = [
		{
			title: 'Channel',
			cell: ({ name, phoneNumber }) =>
				html`<strong>${name}</strong> <span class="faint">${phoneNumber}</span>`,
		},
		{ title: 'Type', cell: ({ type }) => TYPES[type] },
		{ title: 'Available to', cell: availableTo },
		{
			title: 'Connection',
			cell: ({ id, name, isConnected, needsReconnecting }) => html`
				<${Switch}
					label="Connected"
					of=${name}
					isOn=${isConnected}
					onChange=${(value) => change(id, { isConnected: value })}
				/>
				<${Switch}
					label="Needs reconnecting"
					of=${name}
					isOn=${needsReconnecting}
					onChange=${(value) => change(id, { needsReconnecting: value })}
				/>
			`,
		},
		{
			title: 'Send queue',
			cell: ({ id, name, isQueueOn }) => html`
				<${Switch}
					label="Queue on"
					of=${name}
					isOn=${isQueueOn}
					onChange=${(value) => change(id, { isQueueOn: value })}
				/>
			`,
		},
		{ title: 'ID', cell: ({ id }) => html`<code>${id}</code>` },
	];
	return html`
		<p>
			A send through a channel that is not connected gives <code>409 channel_disconnected</code>;
			one that needs reconnecting is still listed. With its queue off a send gives${' '}
			<code>503 queue_unavailable</code>.
		</p>
		<${Table}
			caption="Channels"
			columns=${columns}
			rows=${data.channels}
			keyOf=${({ id }) => id}
			empty="The account has no channels."
		/>
	`;
}
