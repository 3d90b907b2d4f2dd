const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** @param {number} cents */
export const inReais = (cents) => reais.format(cents / 100);

/** @param {string} timestamp */
export const when = (timestamp) => dateTime.format(new Date(timestamp));

/** To the second; with the day, because the clock can be moved. @param {string} timestamp */
export const clockTime = (timestamp) => dayAndTime.format(new Date(timestamp));

/** Whom a conversation is with: a contact may have lost name and phone. */
export const titleOf = ({ contactName, contactPhone }) =>
	contactName.trim() || contactPhone || 'No name';

/** JSON indented, anything else as it is. @param {string} text */
export function readable(text) {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}
