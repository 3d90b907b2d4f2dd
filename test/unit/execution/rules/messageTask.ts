import { ItemLedgerEntry } from '../../../../nodes/CustomerRelationship/execution/ledger/ledgerEntry';
import type { Task } from '../../../../nodes/CustomerRelationship/execution/task';
import type { IntendedMessage } from '../../../../nodes/CustomerRelationship/resources/shared/operation';
import { intentOfRequest } from '../../../../nodes/CustomerRelationship/resources/shared/prepared';
import type { ApiRequest } from '../../../../nodes/CustomerRelationship/transport/request';

/** A task as the rules before sending see it, with a message or without. */
export const taskOf = (request: ApiRequest, message?: IntendedMessage, index = 0): Task => ({
	...{
		item: { index, operation: undefined, entry: new ItemLedgerEntry() },
		name: 'conversation.start',
	},
	options: {
		...{ concurrency: 1, maxWaitMs: 0, includeResponse: false },
		...{ ownKey: undefined, checkOnly: false },
	},
	intent: { ...intentOfRequest(request), message },
	perform: () => Promise.reject(new Error('Nothing was to be asked')),
});

/** A task that sends a template. */
export const messageTask = (
	rules: IntendedMessage['rules'],
	more: Partial<IntendedMessage> = {},
): Task =>
	taskOf(
		{ method: 'POST', path: '/conversations', body: { phone: '1' } },
		{ isTemplate: true, rules, ...more },
	);
