import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import {
	assertExpectedToken,
	parseAccessToken,
} from '../nodes/CustomerRelationship/transport/credential';

/**
 * A field for the secret of a further trigger. n8n shows a stored secret as dots, behind which nobody can add another
 * one. The field always shows: one that is hidden while another is empty would lose its value.
 */
const furtherSecret = (number: number): INodeProperties => ({
	displayName: `Signing Secret ${number}`,
	name: `signingSecret${number}`,
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'For the production URL of a further trigger that uses this credential. Each trigger believes the secrets of all. If no field is empty, make another credential.',
});

/**
 * The bearer token that requests carry (specification: Authentication) and the secrets
 * that webhook deliveries are signed with (specification: Events, Signature). The nodes
 * test it (`testedBy`), because a plain test request can't tell the causes apart.
 */
export class CustomerRelationshipApi implements ICredentialType {
	name = 'customerRelationshipApi';

	displayName = 'Customer Relationship API';

	icon: Icon = {
		light: 'file:../nodes/CustomerRelationship/CustomerRelationship.svg',
		dark: 'file:../nodes/CustomerRelationship/CustomerRelationship.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-customer-relationship#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/api/v1',
			description: 'Address of the service’s public API. It ends with <code>/api/v1</code>.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Personal token from the service’s account settings. It sees what the user who created it sees.',
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'The connection test can’t tell whether it is right. A wrong one shows in the service: events are answered 401.',
			description:
				'Only for the webhook trigger: the secret that the service showed when you registered its production URL. To replace a secret, clear the field first.',
		},
		...[2, 3, 4, 5].map(furtherSecret),
		{
			displayName: 'Signing Secret (Test URL)',
			name: 'testSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only to test the trigger in the editor: the secret that the service showed when you registered the test URL. That URL is a webhook of its own, with a secret of its own.',
		},
	];

	/** A function: n8n would evaluate an expression anew for every request. */
	authenticate = async (
		{ accessToken }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const token = parseAccessToken(accessToken);
		assertExpectedToken(request, token);
		return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
	};
}
