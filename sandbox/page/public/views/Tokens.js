import { useRef, useState } from 'preact/hooks';
import { attempt } from '../announce.js';
import { get, inPath, send } from '../control.js';
import { when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Badge } from '../parts/Badge.js';
import { Confirmation } from '../parts/Dialog.js';
import { textOf, useForm } from '../parts/useForm.js';
import { Loading } from '../parts/Loading.js';
import { ShownOnce } from '../parts/ShownOnce.js';
import { Table } from '../parts/Table.js';

const SCOPES = [
	['crm:read', 'Read contacts, companies, pipelines and deals'],
	['crm:write', 'Write contacts, companies and deals'],
	['inbox:read', 'Read conversations, messages and channels'],
	['inbox:send', 'Send messages'],
];

async function load() {
	const [tokens, users, { now }] = await Promise.all([
		get('/tokens'),
		get('/users'),
		get('/clock'),
	]);
	return { tokens: tokens.toReversed(), users, now };
}

/** Personal tokens: made, shown once, revoked. */
export function Tokens() {
	const { data, error } = useLive(load, ['token', 'user', 'clock']);
	const [made, setMade] = useState(undefined);
	const [revoking, setRevoking] = useState(undefined);
	// Takes the focus when what had it is gone.
	const heading = useRef(null);
	if (!data) return html`<${Loading} error=${error} />`;
	const { tokens, users, now } = data;
	const revoke = ({ id, name }) =>
		attempt(() => send('DELETE', `/tokens/${inPath(id)}`), `The token ${name} was revoked.`);
	return html`
		<section class="stack" aria-labelledby="tokens">
			<h3 id="tokens" ref=${heading} tabindex="-1">Tokens</h3>
			<p>A token acts in the name of its user and sees what that user sees.</p>
			${
				made &&
				html`
					<${ShownOnce}
						title=${`Token ${made.name}`}
						label="Access Token"
						value=${made.token}
						hint="Put it into the credential's Access Token."
						onClosed=${() => {
							setMade(undefined);
							heading.current.focus();
						}}
					/>
				`
			}
			<${TokenForm} users=${users} onMade=${setMade} />
			<${Table}
				caption="Tokens"
				columns=${columnsFor(users, now, setRevoking)}
				rows=${tokens}
				keyOf=${({ id }) => id}
				empty="No tokens yet."
			/>
			${
				revoking &&
				html`
					<${Confirmation}
						title=${`Revoke the token ${revoking.name}?`}
						text="Requests with this token will be answered with 401 invalid_api_token. It cannot be used again."
						action="Revoke token"
						onConfirmed=${() => revoke(revoking)}
						onClosed=${(isConfirmed) => {
							setRevoking(undefined);
							if (isConfirmed) heading.current.focus();
						}}
					/>
				`
			}
		</section>
	`;
}

function columnsFor(users, now, onRevoke) {
	const userOf = ({ userId }) => users.find(({ id }) => id === userId);
	return [
		{ title: 'Token', cell: ({ name }) => html`<strong>${name}</strong>` },
		{ title: 'User', cell: (token) => describeUser(userOf(token)) },
		{ title: 'Scopes', cell: ({ scopes }) => scopes.join(', ') || 'None' },
		{
			title: 'Status',
			cell: (token) => html`<${TokenStatus} token=${token} user=${userOf(token)} now=${now} />`,
		},
		{
			title: 'Actions',
			cell: (token) =>
				token.revokedAt === null &&
				html`
					<button
						type="button"
						aria-label=${`Revoke ${token.name}`}
						onClick=${() => onRevoke(token)}
					>
						Revoke
					</button>
				`,
		},
	];
}

function TokenStatus({ token: { revokedAt, expiresAt }, user, now }) {
	if (revokedAt !== null) return html`<${Badge} tone="bad">revoked<//>`;
	if (expiresAt !== null && expiresAt <= now) return html`<${Badge} tone="bad">expired<//>`;
	if (!user?.isActive) return html`<${Badge} tone="bad">user has no access<//>`;
	return html`<${Badge} tone="good">active<//> ${expiresAt && `until ${when(expiresAt)}`}`;
}

const describeUser = (user) =>
	user && `${user.name} (${user.role}${user.isActive ? '' : ', no access'})`;

function TokenForm({ users, onMade }) {
	const { isBusy, problem, onSubmit } = useForm(async (values) => {
		const { body } = await send('POST', '/tokens', {
			name: textOf(values, 'name'),
			userId: textOf(values, 'userId'),
			scopes: values.getAll('scopes'),
		});
		onMade(body);
	});
	return html`
		<form class="stacked boxed" aria-label="New token" onSubmit=${onSubmit}>
			<div class="pair">
				<label>Name <input name="name" required autocomplete="off" /></label>
				<label>
					User
					<select name="userId">
						${users
							.filter((user) => user.isActive)
							.map(
								(user) =>
									html`<option key=${user.id} value=${user.id}>${describeUser(user)}</option>`,
							)}
					</select>
				</label>
			</div>
			<fieldset>
				<legend>Scopes</legend>
				${SCOPES.map(
					([scope, text]) => html`
						<label key=${scope} class="check">
							<input type="checkbox" name="scopes" value=${scope} defaultChecked=${true} />
							<span><code>${scope}</code> <span class="faint">${text}</span></span>
						</label>
					`,
				)}
			</fieldset>
			${problem}
			<button type="submit" class="primary" aria-busy=${String(isBusy)}>Create token</button>
		</form>
	`;
}
