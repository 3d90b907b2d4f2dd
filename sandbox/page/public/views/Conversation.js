import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { get, inPath, send } from '../control.js';
import { titleOf, when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Badge } from '../parts/Badge.js';
import { textOf, useForm } from '../parts/useForm.js';
import { Loading } from '../parts/Loading.js';

/** How far from the end still counts as reading the newest, in px. */
const NEAR_END_PX = 80;
const TONES = { pending: 'busy', sent: 'plain', delivered: 'good', read: 'good', failed: 'bad' };

/** One conversation: its messages and the customer's side of it. */
export function Conversation({ conversation }) {
	const { id, contactId, contactPhone, channelName, windowExpiresAt } = conversation;
	const title = titleOf(conversation);
	const { data: messages, error } = useLive(
		() => get(`/conversations/${inPath(id)}/messages`),
		['message'],
	);
	const { data: clock } = useLive(() => get('/clock'), ['clock', 'message']);
	const heading = useRef(null);
	useEffect(() => heading.current.focus(), []);

	return html`
		<section class="conversation" aria-labelledby="conversation-title">
			<header>
				<h2 id="conversation-title" ref=${heading} tabindex="-1">${title}</h2>
				<p class="faint">
					${contactId === null ? 'A group' : (contactPhone ?? 'No phone')}${' · '}${channelName}${' · '}
					${clock && describeWindow(windowExpiresAt, clock.now)}
				</p>
			</header>
			${messages ? html`<${Messages} messages=${messages} />` : html`<${Loading} error=${error} />`}
			<${ReplyForm} conversationId=${id} name=${title} />
		</section>
	`;
}

/** The 24-hour window for free text. */
function describeWindow(expiresAt, now) {
	if (expiresAt === null) return 'templates only until the customer replies';
	return expiresAt > now
		? `free text until ${when(expiresAt)}`
		: 'templates only, the last reply is over 24 hours old';
}

function Messages({ messages }) {
	const log = useRef(null);
	const isAtEnd = useRef(true);
	useLayoutEffect(() => {
		if (isAtEnd.current) log.current.scrollTop = log.current.scrollHeight;
	}, [messages.length]);
	const follow = () => {
		const { scrollHeight, scrollTop, clientHeight } = log.current;
		isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
	};
	return html`
		<div
			class="messages"
			ref=${log}
			role="log"
			aria-label="Messages"
			tabindex="0"
			onScroll=${follow}
		>
			<ol>
				${messages.map((message) => html`<${Message} key=${message.id} message=${message} />`)}
			</ol>
		</div>
	`;
}

function Message({ message }) {
	const { direction, type, text, status, error, createdAt } = message;
	const isInbound = direction === 'inbound';
	return html`
		<li class=${`message ${direction}`}>
			<p>${text || '(a picture)'}</p>
			<p class="faint">
				${isInbound ? 'Customer' : type === 'template' ? 'Template' : 'Free text'}${' · '}${when(createdAt)}${' '}
				${!isInbound && html`<${Badge} tone=${TONES[status]}>${error ? `${status}: ${error.code}` : status}<//>`}
			</p>
		</li>
	`;
}

function ReplyForm({ conversationId, name }) {
	const { isBusy, problem, onSubmit } = useForm((values) =>
		send('POST', '/customer-messages', { conversationId, text: textOf(values, 'text') }),
	);
	const sendOnEnter = (event) => {
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		event.currentTarget.form.requestSubmit();
	};
	return html`
		<form class="reply" onSubmit=${onSubmit}>
			<label for="reply-text">Reply as the customer, ${name}</label>
			<div>
				<textarea id="reply-text" name="text" rows="2" required onKeyDown=${sendOnEnter}></textarea>
				<button type="submit" class="primary" aria-busy=${String(isBusy)}>Send</button>
			</div>
			${problem}
			<p class="faint">Enter sends, Shift+Enter starts a new line.</p>
		</form>
	`;
}
