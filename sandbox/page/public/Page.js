import { useEffect, useRef } from 'preact/hooks';
import { useNotice } from './announce.js';
import { Banner } from './Banner.js';
import { html } from './html.js';
import { addressOf, useRoute } from './route.js';
import { views } from './views/index.js';

/** The frame around every view: banner, navigation, notices. */
export function Page() {
	const { view, id } = useRoute();
	const { name, title, View } = views.find((one) => one.name === view) ?? views[0];
	const main = useRef(null);
	const former = useRef({ name, id });

	useEffect(() => {
		document.title = `${title} · Sandbox`;
		// A new view, or a list come back to, is read from its top.
		const isLeft = former.current.id !== '' && id === '';
		if (former.current.name !== name || isLeft) main.current.focus();
		former.current = { name, id };
	}, [name, id]);

	const skip = (event) => {
		event.preventDefault();
		main.current.focus();
	};
	return html`
		<a class="skip-link" href="#main" onClick=${skip}>Skip to the content</a>
		<${Banner} />
		<nav aria-label="Views">
			<ul>
				${views.map(
					(one) => html`
						<li key=${one.name}>
							<a href=${addressOf(one.name)} aria-current=${one.name === name ? 'page' : undefined}>
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
