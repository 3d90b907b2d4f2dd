import type { IExecuteFunctions } from 'n8n-workflow';
import type { NodeCaller } from './caller';
import type { Ledger } from './ledger/ledger';
import type { NodeParameters } from './nodeParameters';
import type { RequestSender } from './requestSender';
import type { SendRules } from './rules/sendRules';

/** What a run of the node works with, made by `executeItems`. */
export interface RunDependencies {
	context: IExecuteFunctions;
	ledger: Ledger;
	caller: NodeCaller;
	parameters: NodeParameters;
	sender: RequestSender;
	rules: SendRules;
}
