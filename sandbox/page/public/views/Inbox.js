import { get } from '../control.js';
import { titleOf, when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Badge } from '../parts/Badge.js';
import { Loading } from '../parts/Loading.js';
import { addressOf } from '../route.js';
import { Conversation } from './Conversation.js';

/** Conversations, the one that moved last on top, and one of them in full. */
export function Inbox({ id }) {
	const { data, error } = useLive(
		() => get('/conversations'),
		['conversation', 'message', 'contact', 'channel', 'user'],
	);
	if (!data) return html`<${Loading} error=${error} />`;
	const conversations = data.toSorted((a, b) => movedAt(b).localeCompare(movedAt(a)));
	const chosen = data.find((one) => one.id === id);
	return html`
		<div class=${chosen ? 'inbox is-open' : 'inbox'}>
			<nav class="conversations" aria-label="Conversations">
				${conversations.length === 0 && html`<p class="faint">No conversations yet.</p>`}
				<ul>
					${conversations.map(
						(one) => html`<${Entry} key=${one.id} conversation=${one} isChosen=${one.id === id} />`,
					)}
				</ul>
			</nav>
			${
				chosen
					? html`<${Conversation} key=${id} conversation=${chosen} />`
					: html`
							<p class="faint">
								${
									id
										? 'There is no such conversation.'
										: 'Choose a conversation. A template sent through the API starts one.'
								}
							</p>
						`
			}
		</div>
	`;
}

function Entry({ conversation, isChosen }) {
	const { id, channelName, ownerName, status, lastMessage } = conversation;
	return html`
		<li>
			<a class="entry" href=${addressOf('inbox', id)} aria-current=${isChosen ? 'true' : undefined}>
				<span class="entry-head">
					<strong>${titleOf(conversation)}</strong>
					${status !== 'open' && html`<${Badge}>${status}<//>`}
					${lastMessage?.status === 'failed' && html`<${Badge} tone="bad">failed<//>`}
				</span>
				<span class="entry-text">
					${lastMessage ? `${lastMessage.direction === 'inbound' ? 'Customer: ' : ''}${lastMessage.text || '(a picture)'}` : 'No messages'}
				</span>
				<span class="faint">${channelName} · ${when(movedAt(conversation))}</span>
				${ownerName && html`<span class="faint">Owner: ${ownerName}</span>`}
			</a>
		</li>
	`;
}

const movedAt = ({ lastMessage, updatedAt }) => lastMessage?.createdAt ?? updatedAt;
