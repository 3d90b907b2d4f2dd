import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { requireExpected, tokenOf } from '../nodes/CustomerRelationship/transport/credential';

/**
 * The bearer token that requests carry (specification: Authentication) and the secrets
 * that webhook deliveries are signed with (specification: Events, Signature). The action
 * node tests it (`testedBy`), because a plain test request can't tell the causes apart.
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
			placeholder: 'https://api.example.com/api/v1',
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
			description:
				'For the trigger’s production URL: the 64-character secret that the service showed once when that URL was registered. While it is rotated, put in the new and the old one, separated by a comma. A second trigger takes a second credential: another secret typed here replaces this one, and its trigger gets nothing any more.',
		},
		{
			displayName: 'Signing Secret (Test URL)',
			name: 'testSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'For the trigger’s test URL, to listen for test events: that URL is a webhook of its own in the service, with a secret of its own',
		},
	];

	/** A function: n8n would evaluate an expression anew for every request. */
	authenticate = async (
		{ accessToken }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const token = tokenOf(accessToken);
		requireExpected(request, token);
		return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
	};
}
