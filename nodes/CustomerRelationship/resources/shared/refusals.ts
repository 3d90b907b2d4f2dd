import type { Refusals } from '../../errors/explanation';

/** Where a phone is given: what is most often wrong with one, the service's code does not say. */
export const incompletePhone: Refusals = {
	'invalid_parameter phone': ({ field }) => ({
		message: `The service does not accept the value of ${field}`,
		remedy:
			'Give the phone with its area code, as in (11) 98765-4321. Outside Brazil begin with + and the country code.',
	}),
};

/** Where a deal is closed. */
export const closedAlready: Refusals = {
	stage_is_final: {
		message: 'The deal is closed already',
		remedy: 'Leave out deals that are not open: Get tells the status of one.',
	},
};
