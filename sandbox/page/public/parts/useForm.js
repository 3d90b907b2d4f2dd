import { useState } from 'preact/hooks';
import { html } from '../html.js';

/**
 * What a form needs: its values go to `save` when it is submitted, and it stays busy meanwhile.
 * A form that was saved is emptied; what the sandbox refuses is said in the form, as `problem`.
 * @param {(values: FormData) => Promise<unknown>} save
 */
export function useForm(save) {
	const [isBusy, setBusy] = useState(false);
	const [error, setError] = useState('');
	const onSubmit = async (event) => {
		event.preventDefault();
		if (isBusy) return;
		const form = event.currentTarget;
		setBusy(true);
		setError('');
		try {
			await save(new FormData(form));
			form.reset();
		} catch (refusal) {
			setError(refusal.message);
		}
		setBusy(false);
	};
	const problem = error && html`<p class="problem" role="alert">${error}</p>`;
	return { isBusy, problem, onSubmit };
}

/** The trimmed text of a field. @param {FormData} values @param {string} name */
export const textOf = (values, name) => String(values.get(name) ?? '').trim();
