import { get } from '../control.js';
import { clockTime } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { addressOf } from '../route.js';

const WORDS = {
	contact: 'Contact',
	company: 'Company',
	deal: 'Deal',
	conversation: 'Conversation',
};

/**
 * When a record changed since the sandbox's start, and by which request, newest first.
 * @param {{ id: string, type: 'contact' | 'company' | 'deal' | 'conversation' }} props
 */
export function Changes({ id, type }) {
	const { data: changes } = useLive(
		() => get(`/changes?${new URLSearchParams({ id })}`),
		[type],
		[id],
	);
	if (!changes) return null;
	const title = `${WORDS[type]} changes`;
	return html`
		<details class="changes" open=${type !== 'conversation'}>
			<summary>${title}</summary>
			${
				changes.length === 0
					? html`<p class="empty">None since the sandbox’s start.</p>`
					: html`
							<ol aria-label=${title}>
								${changes.map(
									({ at, by }, index) => html`
										<li key=${changes.length - index}>
											<time datetime=${at}>${clockTime(at)}</time> ${cause(by)}
										</li>
									`,
								)}
							</ol>
						`
			}
		</details>
	`;
}

function cause(by) {
	if (by === null) return 'by the sandbox itself';
	if (by.requestId === null) {
		const call = `${by.method} ${by.path.replace('/_sandbox/app', '')}`;
		return html`in the app: <span class="address">${call}</span>`;
	}
	return html`by${' '}
		<a class="address" href=${addressOf('requests', by.requestId)}>${by.method} ${by.path}</a>${' '}
		<code>${by.requestId}</code>`;
}
