/** Template messages and their outcome, conversations and their contacts, in the service's time. */
import { NODE, useService } from './actionNode/service';
import { actionNode, line, listSearch, runWorkflow, startNode } from '../support/engine';

const service = useService();
const PHONE = '(11) 91111-0001';
const start = (more: object = {}) => ({
	...{ resource: 'conversation', operation: 'start', phone: PHONE },
	...{ templateName: 'boas_vindas', templateLanguage: 'pt_BR' },
	...{ templateParams: { param: [{ value: 'Ana' }] }, ...more },
});

describe('Wait for Outcome', () => {
	test('puts out the message as sent or failed, again on Retry On Fail', async () => {
		const phones = [PHONE, service.fixtures.phones?.undeliverable];
		const options = { waitForOutcome: 20, parallelRequests: 2 };
		const node = start({ phone: '={{ $json.phone }}', options });
		const run = await service.run(node, { inputData: phones.map((phone) => ({ phone })) });
		const [sent, failed] = run.json(NODE);
		expect(sent).toMatchObject({ contactCreated: true, message: { status: 'sent' } });
		const { message } = failed as { message: { id: string } };
		expect(message).toMatchObject({ status: 'failed', error: { code: 'recipient_invalid' } });

		const get = { resource: 'message', operation: 'get', messageId: message.id };
		const read = await service.record(
			{ ...get, conversationId: failed!.conversationId },
			{ node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } },
		);
		expect(read).toMatchObject({ id: message.id, status: 'failed' });
	});

	test('puts out the message with a hint where its status can’t be read', async () => {
		const refusal = { status: 403, code: 'insufficient_api_token_scope' };
		await service.fault({ kind: 'status', method: 'GET', ...refusal });
		const run = await service.run(start({ options: { waitForOutcome: 20 } }));
		expect(run.json(NODE)).toMatchObject([{ message: { status: 'pending' } }]);
		expect(run.hints(NODE)[0]?.message).toContain('outcome could not be read');
		const sent = (await service.requests()).filter(({ method }) => method === 'POST');
		expect(sent).toHaveLength(1);
	});
});

test('a message of before is not sent now, even where the first attempt of today was lost', async () => {
	const sent = async (phone: string) => {
		const parameters = start({ phone, oncePerPhone: true });
		const workflow = line([
			{ type: startNode, name: 'Start' },
			{ type: actionNode, name: NODE, parameters: parameters as never },
		]);
		const options = { credentials: service.credentials(), inputData: [{}] };
		return (await runWorkflow({ ...workflow, id: 'the same' }, options)).json(NODE)[0]!;
	};
	const lost = async (kind: string) =>
		await service.fault({ kind, method: 'POST', path: '/conversations' });
	const first = await sent(PHONE);
	await service.control('POST', '/clock', { advanceMs: 3_600_000 });
	await lost('dropBefore');
	expect(await sent(PHONE)).toMatchObject({ message: first.message, sentNow: false });
	await lost('dropAfter');
	expect(await sent('(11) 91111-0002')).toMatchObject({ sentNow: true });
});

describe('the contact of a conversation', () => {
	const options = { includeContact: true };
	const get = { resource: 'conversation', operation: 'get', conversationId: '={{ $json.id }}' };
	const begun = async (channel: string) =>
		await service.app<{ conversationId: string; contactId: string }>('POST', '/conversations', {
			...{ phone: PHONE, template: { name: 'sem_variaveis', language: 'pt_BR' } },
			channelId: service.fixtures.channels[channel],
		});

	test('is read once for all items, as a whole record', async () => {
		const { contactId } = await begun('official');
		await begun('secondOfficial');
		const getAll = { resource: 'conversation', operation: 'getAll', filters: { contactId } };
		const _contact = { id: contactId, phone: '+5511911110001' };
		expect(await service.records({ ...getAll, options })).toMatchObject([
			{ _contact },
			{ _contact },
		]);
		const asked = (await service.requests()).filter(({ path }) => path.includes('/contacts/'));
		expect(asked).toHaveLength(1);
	});

	test('is remembered from each answer to its token, and told to no other', async () => {
		const { conversationId, contactId } = await service.record(start());
		const inputData = [{ id: conversationId }];
		const pathsOf = async (token: string) => {
			const before = (await service.requests()).length;
			expect(await service.record(get, { inputData, token })).toMatchObject({ contactId });
			return (await service.requests()).slice(before).map(({ path }) => path);
		};
		const list = '/api/v1/conversations';
		const amongContacts = `${list}?contactId=${String(contactId)}`;
		expect(await pathsOf('manager')).toEqual([amongContacts]);
		expect(await pathsOf('inboxOnly')).toEqual([list]);
		expect(await pathsOf('inboxOnly')).toEqual([amongContacts]);
		const credentials = service.credentials('seller');
		await listSearch(actionNode, 'searchConversations', { credentials });
		expect(await pathsOf('seller')).toEqual([amongContacts]);
	});

	test.each(['inboxOnly', 'seller'])(
		'is null where %s may not read or does not see it',
		async (token) => {
			const { conversationId } = await begun('official');
			const inputData = [{ id: conversationId }];
			expect(await service.record({ ...get, options }, { inputData, token })).toMatchObject({
				...{ id: conversationId, _contact: null },
			});
		},
	);
});
