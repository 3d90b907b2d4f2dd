import { get, send } from '../control.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { CopyField } from '../parts/CopyField.js';
import { Loading } from '../parts/Loading.js';
import { Switch } from '../parts/Switch.js';
import { Tokens } from './Tokens.js';
import { Webhooks } from './Webhooks.js';

/** Account settings: the account's switches, and its integrations: address, tokens, webhooks. */
export function Settings() {
	return html`
		<${Account} />
		<section class="stack" aria-labelledby="integrations">
			<h2 id="integrations">Integrations</h2>
			<${CopyField} label="Base URL" value=${new URL('/api/v1', location.href).href} />
			<${Tokens} />
			<${Webhooks} />
		</section>
	`;
}

function Account() {
	const { data: settings, error, reload } = useLive(() => get('/settings'), ['settings']);
	if (!settings) return html`<${Loading} error=${error} />`;
	const change = async (changes) => {
		await send('PATCH', '/settings', changes);
		await reload();
	};
	return html`
		<section class="stack" aria-labelledby="account">
			<h2 id="account">${settings.name}</h2>
			<div class="actions">
				<${Switch}
					label="Subscription active"
					isOn=${settings.subscriptionActive}
					onChange=${(value) => change({ subscriptionActive: value })}
				/>
				<${Switch}
					label="Lead round-robin"
					isOn=${settings.leadRoundRobin}
					onChange=${(value) => change({ leadRoundRobin: value })}
				/>
			</div>
			<p class="faint">
				Without a subscription every request gives <code>402 subscription_inactive</code>. The
				round-robin gives deals that a manager creates without an owner to the sellers in turn.
			</p>
		</section>
	`;
}
