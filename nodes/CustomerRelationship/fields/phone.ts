import { textOf, type Field, type Shown } from './field';
import { InvalidInput } from '../invalidInput';

/** A phone, sent as typed: the service knows masks and country codes (specification: Contact). */
export function phoneField(property: Shown): Field<string | undefined> {
	return {
		property: { ...property, type: 'string', default: '' },
		read: (value) => phoneOf(value, property.displayName),
	};
}

/** @throws InvalidInput for what can't be a phone anywhere: letters, too few or too many digits */
export function phoneOf(value: unknown, label: string): string | undefined {
	const phone = textOf(value, label)?.trim();
	if (!phone) return undefined;
	const digits = phone.replace(/\D/g, '').length;
	const problem = /\p{L}/u.test(phone)
		? 'has letters in it'
		: digits < 8
			? 'has too few digits for a phone'
			: digits > 15
				? 'has too many digits for a phone'
				: undefined;
	if (problem) {
		throw new InvalidInput(
			label,
			problem,
			'Give a phone with area code, for example (11) 98765-4321; for another country than Brazil start with + and the country code.',
		);
	}
	return phone;
}

/** Equal for texts that may mean the same phone, whatever the mask and country code. */
export const sameNumber = (phone: string): string => phone.replace(/\D/g, '').slice(-8);
