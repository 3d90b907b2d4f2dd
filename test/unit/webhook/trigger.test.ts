import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	NodeOperationError,
	Workflow,
	resolveWebhookDescriptionField,
	type IHookFunctions,
	type INode,
	type INodeProperties,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';
import { CustomerRelationshipTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node';

const type = new CustomerRelationshipTrigger();
const [webhook] = type.description.webhooks!;
const nodeTypes = {
	getByName: () => type,
	getByNameAndVersion: () => type as INodeType,
	getKnownTypes: () => ({}),
} as INodeTypes;

function nodeWith(options: object | string): { node: INode; workflow: Workflow } {
	const workflow = new Workflow({
		nodes: [
			{
				...{ id: '1', name: 'Trigger', type: 'trigger', typeVersion: 1.1, position: [0, 0] },
				parameters: { events: ['*'], options } as INode['parameters'],
			},
		],
		connections: {},
		active: false,
		nodeTypes,
	});
	return { node: workflow.getNode('Trigger')!, workflow };
}

describe('n8n’s response mode', () => {
	it.each([
		[{}, 'onReceived'],
		[{ answer: 'atOnce' }, 'onReceived'],
		[{ answer: 'whenFinished' }, 'lastNode'],
	])(
		'with the options %j is %s, by the expression and without the expression engine',
		(options, mode) => {
			const { node, workflow } = nodeWith(options);
			const byExpression = workflow.expression.getSimpleParameterValue(
				node,
				webhook!.responseMode as string,
				'webhook',
				{},
			);
			expect(byExpression).toBe(mode);
			const native = resolveWebhookDescriptionField(node, webhook!, 'responseMode');
			expect(native).toEqual({ resolved: true, value: mode });
		},
	);

	it('is left to the expression engine where a parameter is an expression', () => {
		const { node } = nodeWith({ toleranceSeconds: '={{ 60 }}' });
		expect(resolveWebhookDescriptionField(node, webhook!, 'responseMode')).toEqual({
			resolved: false,
		});
	});
});

test('the editor offers no expression for “Answer”, since n8n would not work it out', () => {
	const { options } = type.description.properties.find(({ name }) => name === 'options')!;
	const answer = (options as INodeProperties[]).find(({ name }) => name === 'answer');
	expect(answer).toMatchObject({ noDataExpression: true });
});

describe('the trigger is not activated', () => {
	const FAILS = '={{ $fails }}';
	const whole = 'a'.repeat(64);
	const credential = { signingSecret: whole, testSigningSecret: whole };
	const create = async (parameters: object, secrets: object = credential, mode = 'activate') =>
		await type.webhookMethods.default.create.call({
			getCredentials: async () => secrets,
			getActivationMode: () => mode,
			getNodeParameter: (name: string, fallback: unknown) => {
				const value = name in parameters ? (parameters as Record<string, unknown>)[name] : fallback;
				if (value === FAILS) throw new Error('expression');
				return value;
			},
			getNode: () => ({ name: 'Trigger', parameters }),
		} as unknown as IHookFunctions);
	const any = { events: ['*'], options: {} };

	it.each([
		['activate', { testSigningSecret: whole }, 'Signing Secret', 'production URL'],
		['init', { signingSecret: ' , ' }, 'Signing Secret', 'production URL'],
		['update', { signingSecret: 7 }, 'Signing Secret', 'production URL'],
		['manual', { signingSecret: whole }, 'Signing Secret (Test URL)', 'test URL'],
	])('without the secret of its URL: %s', async (mode, secrets, field, url) => {
		const refusal = await create(any, secrets, mode).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(NodeOperationError);
		expect((refusal as NodeOperationError).message).toBe(
			`“${field}” in the credential is empty. Paste the secret that the service shows once, when you register the ${url} in its account settings (technical integrations).`,
		);
	});

	it.each([
		['activate', 'signingSecret', 'Signing Secret'],
		['manual', 'testSigningSecret', 'Signing Secret (Test URL)'],
	])('with a secret that can’t be the service’s: %s', async (mode, name, field) => {
		const refused = async (value: string) =>
			await create(any, { ...credential, [name]: value }, mode).catch(String);
		expect(await refused('a'.repeat(63))).toContain(
			`“${field}” in the credential has 63 characters`,
		);
		expect(await refused(`${whole}, ${whole}a`)).toContain(`“${field}” in the credential`);
	});

	it('by a secret of the other URL that can’t be the service’s', async () => {
		expect(await create(any, { ...credential, testSigningSecret: 'short' })).toBe(true);
		expect(await create(any, { ...credential, signingSecret: 'short' }, 'manual')).toBe(true);
	});

	it('without an event', async () => {
		for (const nothing of [{ events: [], otherEvents: ' , ' }, { events: ' ' }, {}]) {
			await expect(create(nothing)).rejects.toThrow(
				'“Events” names no kind of event. Choose at least one, or type one into “Other Events”.',
			);
		}
	});

	it('with the label of a kind', async () => {
		for (const events of ['Contact Created', ['deal.created', 'Contact Created']]) {
			await expect(create({ events })).rejects.toThrow(
				'“Events” holds “Contact Created”, which is no kind of event. A kind has no blanks, such as contact.created.',
			);
		}
	});

	it.each([undefined, null, 7, [7], {}])('with %j for a list of kinds', async (kinds) => {
		const events = create({ events: kinds, otherEvents: 'deal.moved' });
		await expect(events).rejects.toThrow(/^“Events” is not a list of kinds of event\. /);
		const others = create({ ...any, otherEvents: kinds });
		await expect(others).rejects.toThrow(/^“Other Events” is not a list of kinds of event\. /);
		await expect(others).rejects.toBeInstanceOf(NodeOperationError);
	});

	it.each(['events', 'otherEvents', 'options'])('with %s that fail', async (name) => {
		await expect(create({ ...any, [name]: FAILS })).rejects.toThrow(
			/” holds an expression that fails\. Correct it\.$/,
		);
	});

	it('with an expression for “Answer”', async () => {
		const options = { answer: '={{ "whenFinished" }}' };
		await expect(create({ ...any, options })).rejects.toThrow(
			'“Answer” can’t be an expression. Choose from its list.',
		);
	});

	it.each([
		['activate', any],
		['manual', { ...any, options: { answer: 'atOnce' } }],
		['init', { otherEvents: 'deal.moved', options: { answer: 'whenFinished' } }],
		['update', { events: ['deal.created'] }],
		['update', { events: 'deal.created, contact.created' }],
	])('otherwise it is: %s with %j', async (mode, parameters) => {
		expect(await create(parameters, credential, mode)).toBe(true);
	});

	it('once and for all: there is nothing to find or to delete at the service', async () => {
		const { checkExists, delete: remove } = type.webhookMethods.default;
		expect(await checkExists.call({} as IHookFunctions)).toBe(false);
		expect(await remove.call({} as IHookFunctions)).toBe(true);
	});
});

it('the notices lead to pages that there are, in a tab of their own', () => {
	const shown = type.description.properties.map(({ displayName }) => displayName).join(' ');
	const links = [...shown.matchAll(/\/blob\/main\/([^#"]+)#?(\S*)" target="_blank"/g)];
	expect(links).toHaveLength([...shown.matchAll(/<a /g)].length);
	expect(links.map(([, path]) => path)).toEqual([
		'docs/troubleshooting.md',
		'docs/sample-events.md',
	]);
	for (const [, path = '', part = ''] of links) {
		const page = readFileSync(join(__dirname, '..', '..', '..', path), 'utf8');
		expect(page.toLowerCase()).toContain(`\n## ${part.replaceAll('-', ' ')}`);
	}
});

it('the panel says, published or not, how to listen and where an event’s run shows up', () => {
	const { header, executionsHelp, activationHint } = type.description.triggerPanel as {
		header: string;
		executionsHelp: Record<string, string>;
		activationHint: Record<string, string>;
	};
	expect(header).toBe('');
	expect(Object.keys(executionsHelp)).toEqual(['inactive', 'active']);
	expect(executionsHelp.inactive).toMatch(/“Signing Secret \(Test URL\)”.*To run automatically/);
	expect(executionsHelp.active).toMatch(/“Signing Secret \(Test URL\)”.*is published/);
	expect(activationHint.inactive).toMatch(/data-key="activate"/);
	expect(activationHint.active).toMatch(/production URL/);
});
