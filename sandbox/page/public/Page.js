import { useEffect, useRef } from 'preact/hooks';
import { useNotice } from './announce.js';
import { Banner } from './Banner.js';
import { html } from './html.js';
import { useWorkflows } from './parts/workflows.js';
import { addressOf, useRoute } from './route.js';
import { Inbox } from './views/Inbox.js';
import { Records } from './views/Records.js';
import { Requests } from './views/Requests.js';
import { Webhooks } from './views/Webhooks.js';
import { Workflows } from './views/Workflows.js';

/** By their part of the address; the first one is shown at the start. */
const views = [
	{ name: 'inbox', title: 'Inbox', View: Inbox },
	{ name: 'requests', title: 'Requests', View: Requests },
	{ name: 'webhooks', title: 'Webhooks', View: Webhooks },
	{ name: 'records', title: 'Records', View: Records },
	{ name: 'workflows', title: 'Workflows', View: Workflows },
];

/** The frame around every view: banner, navigation, notices. */
export function Page() {
	const { view, id } = useRoute();
	const hasWorkflows = useWorkflows().length > 0;
	const { name, title, View } = views.find((one) => one.name === view) ?? views[0];
	const main = useRef(null);
	const former = useRef(name);

	useEffect(() => {
		document.title = `${title} · Sandbox`;
		// A new view is read from its top.
		if (former.current !== name) main.current.focus();
		former.current = name;
	}, [name]);

	const skip = (event) => {
		event.preventDefault();
		main.current.focus();
	};
	return html`
		<a class="skip-link" href="#main" onClick=${skip}>Skip to the content</a>
		<${Banner} />
		<nav aria-label="Views">
			<ul>
				${views
					.filter((one) => one.name !== 'workflows' || hasWorkflows)
					.map(
						(one) => html`
							<li key=${one.name}>
								<a
									href=${addressOf(one.name)}
									aria-current=${one.name === name ? 'page' : undefined}
								>
									${one.title}
								</a>
							</li>
						`,
					)}
			</ul>
		</nav>
		<main id="main" ref=${main} tabindex="-1" aria-label=${title}>
			<h1>${title}</h1>
			<${View} key=${name} id=${id} />
		</main>
		<${Notices} />
	`;
}

function Notices() {
	const [notice, dismiss] = useNotice();
	return html`
		<div class="notices">
			<div role="status">
				${notice?.kind === 'done' && html`<p class="notice">${notice.text}</p>`}
			</div>
			<div role="alert">
				${
					notice?.kind === 'failed' &&
					html`
						<p class="notice failed">
							${notice.text}
							<button type="button" class="quiet" aria-label="Dismiss" onClick=${dismiss}>✕</button>
						</p>
					`
				}
			</div>
		</div>
	`;
}
