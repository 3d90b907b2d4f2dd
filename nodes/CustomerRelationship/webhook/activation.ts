import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import { secretFault } from './signingSecrets';
import { fixedOptionFault, readEventTypes, readOptions } from './triggerParameters';

/**
 * Refuses to publish, or to listen in the editor, if no delivery could be verified or none could start the workflow.
 * @throws NodeOperationError with the problem and its remedy
 */
export async function assertCanActivate(context: IHookFunctions): Promise<void> {
	const credential = await context.getCredentials('customerRelationshipApi');
	const isTest = context.getActivationMode() === 'manual';
	const fault = [
		secretFault(credential, isTest ? 'test' : 'production'),
		readEventTypes(context),
		fixedOptionFault(context.getNode()),
		readOptions(context),
	].find((found) => found instanceof FieldError);
	if (fault) throw new NodeOperationError(context.getNode(), `${fault.message}. ${fault.remedy}`);
}
