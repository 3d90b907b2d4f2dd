/** A property of a row that is not sent. */
export interface LeftOut {
	name: string;
	reason: LeftOutReason;
}

export type LeftOutReason = keyof typeof LEFT_OUT_REASONS;

/** Why properties are not sent, as the user reads it. */
export const LEFT_OUT_REASONS = {
	noColumn:
		'no column fits: use a heading that the node’s panel lists, or “customFields.” and the name of a custom field, such as “customFields.Origem”',
	alreadyFilled: 'another heading fills in the same field',
	holdsObject: 'it holds an object',
	replacesList: 'an update would replace the whole list',
	surnameWithoutName:
		'a surname is sent only together with a filled “Nome”, “Primeiro Nome” or “First Name”',
	codeNotNeeded: 'no phone of the row lacks it',
	notACode: 'it is no area code of two digits or country code of up to three',
} as const;
