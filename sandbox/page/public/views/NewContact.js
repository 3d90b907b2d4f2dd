import { announce } from '../announce.js';
import { get, send } from '../control.js';
import { nameOf } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Dialog } from '../parts/Dialog.js';
import { textOf, useForm } from '../parts/useForm.js';
import { addressOf } from '../route.js';

/** Creates a contact, or updates the one with that phone or e-mail, as the service does. */
export function NewContact({ onClosed }) {
	return html`
		<${Dialog} title="New contact" onClosed=${onClosed}>
			${(close) => html`<${ContactForm} close=${close} />`}
		<//>
	`;
}

function ContactForm({ close }) {
	const { data: users = [] } = useLive(() => get('/users'), ['user']);
	const { isBusy, problem, onSubmit } = useForm(async (values) => {
		const tags = textOf(values, 'tags')
			.split(',')
			.map((tag) => tag.trim());
		const { status, body } = await send('POST', '/app/contacts', {
			name: textOf(values, 'name'),
			phone: textOf(values, 'phone'),
			email: textOf(values, 'email'),
			ownerId: textOf(values, 'ownerId'),
			tags: tags.filter((tag) => tag !== ''),
		});
		announce(
			status === 201
				? `${nameOf(body)} was created.`
				: `${nameOf(body)} existed with that phone or e-mail and was updated.`,
		);
		close();
		location.hash = addressOf('contacts', body.id);
	});
	return html`
		<form class="stacked" onSubmit=${onSubmit}>
			<p class="faint">Fill in at least one of name, phone and e-mail.</p>
			<label>Name <input name="name" autocomplete="off" maxlength="1000" /></label>
			<label
				>Phone <input name="phone" type="tel" autocomplete="off" placeholder="(11) 98765-4321"
			/></label>
			<label>E-mail <input name="email" type="email" autocomplete="off" /></label>
			<label>Tags <input name="tags" autocomplete="off" placeholder="Separated by commas" /></label>
			<label>
				Owner
				<select name="ownerId">
					<option value="">No owner</option>
					${users
						.filter((user) => user.isActive)
						.map((user) => html`<option key=${user.id} value=${user.id}>${user.name}</option>`)}
				</select>
			</label>
			${problem}
			<div class="actions">
				<button type="button" onClick=${close}>Cancel</button>
				<button type="submit" class="primary" aria-busy=${String(isBusy)}>Create contact</button>
			</div>
		</form>
	`;
}
