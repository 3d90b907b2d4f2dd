import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import { answerFault, optionsOf, selectedKinds } from './triggerParameters';
import { secretFault } from './signingSecrets';

/**
 * Refuses to publish, or to listen in the editor, where no event could be believed or none would start the workflow.
 * @throws NodeOperationError with what is wrong and what to do
 */
export async function requireStartable(context: IHookFunctions): Promise<void> {
	const credential = await context.getCredentials('customerRelationshipApi');
	const isTest = context.getActivationMode() === 'manual';
	const fault = [
		secretFault(credential, isTest ? 'testSigningSecret' : 'signingSecret'),
		selectedKinds(context),
		optionsOf(context),
		answerFault(context.getNode()),
	].find((found) => found instanceof InvalidInput);
	if (fault) throw new NodeOperationError(context.getNode(), `${fault.message}. ${fault.remedy}`);
}
