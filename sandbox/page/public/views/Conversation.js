import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { get, inPath, send } from '../control.js';
import { titleOf, when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Badge } from '../parts/Badge.js';
import { Owner, Tags } from '../parts/people.js';
import { textOf, useForm } from '../parts/useForm.js';
import { Loading } from '../parts/Loading.js';
import { addressOf } from '../route.js';

/** How far from the end still counts as reading the newest, in px. */
const NEAR_END_PX = 80;
const TONES = { pending: 'busy', sent: 'plain', delivered: 'good', read: 'good', failed: 'bad' };

/** One conversation: its messages, and a form to write as the customer or as a user of the account. */
export function Conversation({ conversation }) {
	const { id, contactId, contactPhone, contactTags, ownerId } = conversation;
	const { channelName, windowExpiresAt } = conversation;
	const title = titleOf(conversation);
	const { data: messages, error } = useLive(
		() => get(`/conversations/${inPath(id)}/messages`),
		['message'],
	);
	const { data: users = [] } = useLive(() => get('/users'), ['user']);
	const { data: clock } = useLive(() => get('/clock'), ['clock', 'message']);
	const heading = useRef(null);
	useEffect(() => heading.current.focus(), []);

	return html`
		<section class="conversation" aria-labelledby="conversation-title">
			<header>
				<a class="back" href=${addressOf('inbox')}>All conversations</a>
				<h2 id="conversation-title" ref=${heading} tabindex="-1">${title}</h2>
				<p class="faint">
					${contactId === null ? 'A group' : (contactPhone ?? 'No phone')}${' · '}${channelName}${' · '}
					${clock && describeWindow(windowExpiresAt, clock.now)}
				</p>
				<p class="faint">
					${ownerId ? html`Owner: <${Owner} id=${ownerId} users=${users} />` : 'No owner'}
					${contactTags.length > 0 && html`${' · '}Tags: <${Tags} tags=${contactTags} />`}
				</p>
			</header>
			${
				messages
					? html`<${Messages} messages=${messages} users=${users} />`
					: html`<${Loading} error=${error} />`
			}
			<${Writing} conversationId=${id} customer=${title} users=${users} />
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

function Messages({ messages, users }) {
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
				${messages.map(
					(message) => html`
						<${Message}
							key=${message.id}
							message=${message}
							author=${users.find(({ id }) => id === message.authorId)}
						/>
					`,
				)}
			</ol>
		</div>
	`;
}

function Message({ message, author }) {
	const { direction, type, text, status, error, createdAt } = message;
	const isInbound = direction === 'inbound';
	const kind = type === 'template' ? 'Template' : 'Free text';
	const source = isInbound ? 'Customer' : author ? `${kind} by ${author.name}` : kind;
	return html`
		<li class=${`message ${direction}`}>
			<p>${text || '(a picture)'}</p>
			<p class="faint">
				${source}${' · '}${when(createdAt)}${' '}
				${!isInbound && html`<${Badge} tone=${TONES[status]}>${error ? `${status}: ${error.code}` : status}<//>`}
			</p>
		</li>
	`;
}

/** Who writes stays chosen from message to message: it is no field of the form, which is emptied. */
function Writing({ conversationId, customer, users }) {
	const [userId, setUserId] = useState('');
	const active = users.filter(({ isActive }) => isActive);
	const user = active.find(({ id }) => id === userId);
	return html`
		<div class="writing">
			<label class="choice">
				Write as
				<select value=${user?.id ?? ''} onChange=${(event) => setUserId(event.currentTarget.value)}>
					<option value="">The customer</option>
					${active.map(({ id, name, role }) => html`<option key=${id} value=${id}>${name} (${role})</option>`)}
				</select>
			</label>
			<${MessageForm}
				label=${user ? `Message of ${user.name}` : `Reply as the customer, ${customer}`}
				save=${(text) =>
					user
						? send('POST', '/team-messages', { conversationId, text, userId: user.id })
						: send('POST', '/customer-messages', { conversationId, text })}
			/>
		</div>
	`;
}

function MessageForm({ label, save }) {
	const { isBusy, problem, onSubmit } = useForm((values) => save(textOf(values, 'text')));
	const sendOnEnter = (event) => {
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		event.currentTarget.form.requestSubmit();
	};
	return html`
		<form onSubmit=${onSubmit}>
			<label for="message-text">${label}</label>
			<div>
				<textarea
					id="message-text"
					name="text"
					rows="2"
					required
					onKeyDown=${sendOnEnter}
				></textarea>
				<button type="submit" class="primary" aria-busy=${String(isBusy)}>Send</button>
			</div>
			${problem}
			<p class="faint">Enter sends, Shift+Enter starts a new line.</p>
		</form>
	`;
}
