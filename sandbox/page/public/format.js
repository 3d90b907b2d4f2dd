const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** @param {number} cents */
export const reais = (cents) => money.format(cents / 100);

/** @param {string} timestamp */
export const when = (timestamp) => dateTime.format(new Date(timestamp));

/** Hours, minutes and seconds; for the logs. @param {string} timestamp */
export const clockTime = (timestamp) => timeOfDay.format(new Date(timestamp));

/** A contact may have no name. */
export const nameOf = (contact) => contact.name || contact.phone || contact.email || contact.id;

/** JSON indented, anything else as it is. @param {string} text */
export function readable(text) {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}
