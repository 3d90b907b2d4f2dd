import { useState } from 'preact/hooks';
import { attempt } from '../announce.js';

/**
 * What a form needs: its values go to `save` when it is submitted, and it stays busy meanwhile.
 * A form that was saved is emptied.
 * @param {(values: FormData, form: HTMLFormElement) => Promise<unknown>} save
 */
export function useForm(save) {
	const [isBusy, setBusy] = useState(false);
	const onSubmit = async (event) => {
		event.preventDefault();
		if (isBusy) return;
		const form = event.currentTarget;
		setBusy(true);
		await attempt(async () => {
			await save(new FormData(form), form);
			form.reset();
		});
		setBusy(false);
	};
	return { isBusy, onSubmit };
}

/** The trimmed text of a field. @param {FormData} values @param {string} name */
export const textOf = (values, name) => String(values.get(name) ?? '').trim();
