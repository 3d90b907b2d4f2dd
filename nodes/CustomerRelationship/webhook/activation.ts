import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import { signingSecretsError } from './signingSecrets';
import { fixedOptionError, readEventTypesOrError, readOptionsOrError } from './parameters';

/**
 * Checks that a delivery can be verified and can start the workflow. If not, n8n neither publishes the workflow nor
 * listens in the editor.
 * @throws NodeOperationError with the problem and its remedy
 */
export async function assertCanActivate(context: IHookFunctions): Promise<void> {
	const credential = await context.getCredentials('customerRelationshipApi');
	const isTest = context.getActivationMode() === 'manual';
	const fault = [
		signingSecretsError(credential, isTest ? 'test' : 'production'),
		readEventTypesOrError(context),
		fixedOptionError(context.getNode()),
		readOptionsOrError(context),
	].find((result) => result instanceof FieldError);
	if (fault) throw new NodeOperationError(context.getNode(), `${fault.message}. ${fault.remedy}`);
}
