import type { IExecuteFunctions } from 'n8n-workflow';
import type { Caller } from './caller';
import type { Ledger } from './ledger';
import type { NodeParameters } from './nodeParameters';
import type { RequestSender } from './requestSender';
import type { SendRules } from './rules/sendRules';

/** What a run of the node works with. */
export interface RunDependencies {
	context: IExecuteFunctions;
	ledger: Ledger;
	caller: Caller;
	parameters: NodeParameters;
	sender: RequestSender;
	rules: SendRules;
}

/** What preparing and sending an item's write takes. */
export type WriteDependencies = Pick<
	RunDependencies,
	'context' | 'ledger' | 'caller' | 'sender' | 'rules'
>;
