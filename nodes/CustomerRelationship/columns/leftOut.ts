/** A property of a row that is not sent. */
export interface LeftOut {
	name: string;
	/** One of the reasons below. */
	why: string;
}

export const NO_COLUMN =
	'no column fits: use a heading that the node’s panel lists, or “customFields.” and the name of a custom field, such as “customFields.Origem”';
export const FILLED_ALREADY = 'another heading fills in the same field';
export const HOLDS_OBJECT = 'it holds an object';
export const REPLACES_LIST = 'an update would replace the whole list';
export const NO_FIRST_NAME =
	'a surname is sent behind a filled “Nome”, “Primeiro Nome” or “First Name” alone';
export const NO_PHONE = 'no phone of the row lacks it';
