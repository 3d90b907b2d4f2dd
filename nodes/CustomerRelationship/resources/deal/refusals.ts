import type { RefusalExplanations } from '../../errors/catalogue';

/** What Win and Lose say of a deal that is not open. */
export const closedAlready: RefusalExplanations = {
	stage_is_final: {
		message: 'The deal is closed already',
		remedy: 'Leave out deals that are not open: Get tells the status of one.',
	},
};
