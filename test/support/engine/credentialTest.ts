/** Tests a credential as n8n does when a user saves it: by the function that the action node brings. */
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';
import { additionalDataOf } from './additionalData';
import { withDefaults } from './credentials';
import { inInstance } from './instance';
import { actionNode, nodeTypesOf } from './nodeTypes';

const TYPE = 'customerRelationshipApi';

/** What the user sees after saving this data. */
export async function credentialTest(
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { description, methods } = nodeTypesOf({}).getByNameAndVersion(actionNode) as INodeType;
	const { testedBy } = description.credentials?.find(({ name }) => name === TYPE) ?? {};
	const test = methods?.credentialTest?.[String(testedBy)];
	if (test === undefined) throw new Error('No testing function found for this credential.');
	return await inInstance({ logs: [] }, async () => {
		const complete = withDefaults(TYPE, data, 'internal');
		const context = new CredentialTestContext(additionalDataOf({}));
		return await test.call(context, { id: TYPE, name: TYPE, type: TYPE, data: complete });
	});
}
