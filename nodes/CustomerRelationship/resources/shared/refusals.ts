import type { RefusalExplanations } from '../../errors/catalogue';

/** The service's code does not say what is wrong with a phone: most often its area code is missing. */
export const incompletePhone: RefusalExplanations = {
	'invalid_parameter phone': ({ field }) => ({
		message: `The service does not accept the value of ${field}`,
		remedy:
			'Give the phone with its area code, as in (11) 98765-4321. Outside Brazil begin with + and the country code.',
	}),
};
