/** A property of a row that is not sent. */
export interface LeftOut {
	name: string;
	why: LeftOutReason;
}

/** Why it is not sent, as the user reads it. */
export type LeftOutReason =
	| typeof NO_COLUMN
	| typeof FILLED_ALREADY
	| typeof HOLDS_OBJECT
	| typeof REPLACES_LIST
	| typeof NO_FIRST_NAME
	| typeof NO_PHONE_LACKS_IT;

export const NO_COLUMN =
	'no column fits: use a heading that the node’s panel lists, or “customFields.” and the name of a custom field, such as “customFields.Origem”';
export const FILLED_ALREADY = 'another heading fills in the same field';
export const HOLDS_OBJECT = 'it holds an object';
export const REPLACES_LIST = 'an update would replace the whole list';
export const NO_FIRST_NAME =
	'a surname is sent behind a filled “Nome”, “Primeiro Nome” or “First Name” alone';
export const NO_PHONE_LACKS_IT = 'no phone of the row lacks it';
