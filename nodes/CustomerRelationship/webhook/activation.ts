import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import { secretError } from './signingSecrets';
import { fixedOptionError, tryReadEventTypes, tryReadOptions } from './parameters';

/**
 * Checks that a delivery can be verified and can start the workflow. If not, n8n neither publishes the workflow nor
 * listens in the editor.
 * @throws NodeOperationError with the problem and its remedy
 */
export async function assertCanActivate(context: IHookFunctions): Promise<void> {
	const credential = await context.getCredentials('customerRelationshipApi');
	const isTest = context.getActivationMode() === 'manual';
	const fault = [
		secretError(credential, isTest ? 'test' : 'production'),
		tryReadEventTypes(context),
		fixedOptionError(context.getNode()),
		tryReadOptions(context),
	].find((result) => result instanceof FieldError);
	if (fault) throw new NodeOperationError(context.getNode(), `${fault.message}. ${fault.remedy}`);
}
