/** What the service refuses arrives at the error output in words that name the node's own field. */
import type { IDataObject } from 'n8n-workflow';
import { useService } from './actionNode/service';

const service = useService();
const make = async (path: string, body: object) =>
	await service.app<{ id: string; conversationId: string }>('POST', path, body);
const template = { name: 'sem_variaveis', language: 'pt_BR' };

/** Records that a row names with a `$`, made when it does; other names are the sandbox's fixtures. */
const PLANTED: Record<string, () => Promise<unknown>> = {
	contact: async () => (await make('/contacts', { name: 'Ana', phone: '+5511911110001' })).id,
	otherPhone: async () => {
		await make('/contacts', { name: 'Bia', phone: '+5511911110002' });
		return '11911110002';
	},
	company: async () => (await make('/companies', { legalName: 'Casa' })).id,
	otherCnpj: async () => {
		const { id } = await make('/companies', { legalName: 'Casa', cnpj: '11.222.333/0001-81' });
		await service.app('DELETE', `/companies/${id}`);
		return '11222333000181';
	},
	deal: async () =>
		(await make('/deals', { title: 'Mesa', pipelineId: service.fixtures.pipelines?.default })).id,
	unendingDeal: async () => {
		const pipelineId = service.fixtures.pipelines?.withoutFinalStages;
		return (await make('/deals', { title: 'Mesa', pipelineId })).id;
	},
	conversation: async () =>
		(await make('/conversations', { phone: '+5511911110001', template })).conversationId,
	othersConversation: async () => {
		const { conversationId } = await make('/conversations', { phone: '+5511911110001', template });
		const ownerId = service.fixtures.users?.otherSeller;
		await service.control('PATCH', `/conversations/${conversationId}`, { ownerId });
		return '+5511911110001';
	},
	pipelineWithRequired: async () => {
		const list = { resource: 'pipeline', operation: 'getAll' };
		return (await service.records(list, { token: 'otherAccountManager' }))[0]?.id;
	},
};

/** The parameters of a row with its names replaced. */
async function given(value: unknown): Promise<unknown> {
	if (typeof value === 'string' && value.startsWith('$')) {
		const [kind = '', name = ''] = value.slice(1).split('.');
		return (await PLANTED[kind]?.()) ?? service.fixtures[kind]?.[name];
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const entries = Object.entries(value).map(async ([key, entry]) => [key, await given(entry)]);
	return Object.fromEntries((await Promise.all(entries)) as Array<[string, unknown]>);
}

const query = (parameters: object) => ({ options: { additionalQuery: parameters } });
const more = (fields: object) => ({ additionalFields: fields });
const created = (fields: object) => ({
	title: 'T',
	pipelineId: '$pipelines.default',
	...more(fields),
});
const lead = (fields: object) => ({
	...{ title: 'T', contactId: '$contact', pipelineId: '$pipelines.default' },
	...fields,
});
const started = (fields: object) => ({
	...{ phone: '(11) 91111-0001', templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
	...fields,
});
const template_ = (name: string, ...values: string[]) =>
	started({ templateName: name, templateParams: { param: values.map((value) => ({ value })) } });

test.each`
	operation               | parameters                                                                                   | answer                                                               | words                                                                             | token
	${'contact.upsert'}     | ${{ name: 'Ana' }}                                                                           | ${'403 permission_denied'}                                           | ${'role'}                                                                         | ${'seller'}
	${'contact.upsert'}     | ${{ name: 'Ana' }}                                                                           | ${'403 insufficient_api_token_scope'}                                | ${'lacks the scope crm:write'}                                                    | ${'readOnly'}
	${'contact.getAll'}     | ${{}}                                                                                        | ${'403 insufficient_api_token_scope'}                                | ${'lacks the scope crm:read'}                                                     | ${'inboxOnly'}
	${'channel.getAll'}     | ${{}}                                                                                        | ${'403 insufficient_api_token_scope'}                                | ${'lacks the scope inbox:read'}                                                   | ${'crmOnly'}
	${'conversation.get'}   | ${{ conversationId: 'x' }}                                                                   | ${'403 insufficient_api_token_scope'}                                | ${'lacks the scope inbox:read'}                                                   | ${'crmOnly'}
	${'conversation.start'} | ${started({})}                                                                               | ${'403 insufficient_api_token_scope'}                                | ${'lacks the scope inbox:send'}                                                   | ${'crmOnly'}
	${'contact.get'}        | ${{ contactId: 'a/b' }}                                                                      | ${'404 resource_not_found'}                                          | ${'not found'}                                                                    | ${'manager'}
	${'contact.get'}        | ${{ contactId: '$contact' }}                                                                 | ${'404 resource_not_found'}                                          | ${'not found'}                                                                    | ${'seller'}
	${'message.get'}        | ${{ conversationId: '$conversation', messageId: 'x' }}                                       | ${'404 resource_not_found'}                                          | ${'not found'}                                                                    | ${'manager'}
	${'contact.upsert'}     | ${{ phone: '(00) 91111-0001' }}                                                              | ${'400 invalid_parameter phone'}                                     | ${'“Phone”'}                                                                      | ${'manager'}
	${'company.create'}     | ${{ cnpj: '12ABC34501DE00', ...more({ legalName: 'B' }) }}                                   | ${'400 invalid_parameter cnpj'}                                      | ${'“CNPJ”'}                                                                       | ${'manager'}
	${'deal.getAll'}        | ${{ filters: { status: 'lots' } }}                                                           | ${'400 invalid_parameter status'}                                    | ${'“Status”'}                                                                     | ${'manager'}
	${'contact.getAll'}     | ${query({ status: 'open' })}                                                                 | ${'400 unknown_parameter status'}                                    | ${'“status”'}                                                                     | ${'manager'}
	${'pipeline.getAll'}    | ${query({ limit: 5 })}                                                                       | ${'400 unknown_parameter limit'}                                     | ${'“Limit”'}                                                                      | ${'manager'}
	${'contact.getAll'}     | ${query({ cursor: 'x' })}                                                                    | ${'400 invalid_cursor cursor'}                                       | ${'bookmark'}                                                                     | ${'manager'}
	${'contact.upsert'}     | ${{ name: 'A', ...more({ companyId: 'none' }) }}                                             | ${'400 company_not_found companyId'}                                 | ${'not an active company of the account (field “Company”)'}                       | ${'manager'}
	${'contact.upsert'}     | ${{ name: 'A', ...more({ ownerId: '$users.inactive' }) }}                                    | ${'400 owner_not_found ownerId'}                                     | ${'not an active user'}                                                           | ${'manager'}
	${'contact.upsert'}     | ${{ name: 'A', ...more({ customFieldsJson: { nope: 1 } }) }}                                 | ${'400 unknown_custom_field customFields.nope'}                      | ${'Custom Fields: nope'}                                                          | ${'manager'}
	${'contact.upsert'}     | ${{ name: 'A', ...more({ additionalBody: { customFields: { pontuacao: 'x' } } }) }}          | ${'400 invalid_custom_field_value customFields.pontuacao'}           | ${'Custom Fields: pontuacao'}                                                     | ${'manager'}
	${'contact.update'}     | ${{ contactId: '$contact', updateFields: { phone: '$otherPhone' } }}                         | ${'409 phone_already_in_use phone'}                                  | ${'belongs to another contact'}                                                   | ${'manager'}
	${'company.create'}     | ${{ cnpj: '$otherCnpj', ...more({ legalName: 'B' }) }}                                       | ${'409 cnpj_already_in_use cnpj'}                                    | ${'belongs to another company of the account'}                                    | ${'manager'}
	${'company.create'}     | ${more({ legalName: 'B', ownerId: '$users.manager' })}                                       | ${'403 permission_denied ownerId'}                                   | ${'role'}                                                                         | ${'seller'}
	${'deal.create'}        | ${{ title: 'T', stageId: '$stages.won' }}                                                    | ${'400 stage_is_final stageId'}                                      | ${'won or lost stage'}                                                            | ${'manager'}
	${'deal.create'}        | ${{ title: 'T', stageId: 'none' }}                                                           | ${'400 stage_not_found stageId'}                                     | ${'stage does not exist'}                                                         | ${'manager'}
	${'deal.create'}        | ${{ title: 'T', stageId: '$stages.firstOpen', pipelineId: '$pipelines.withoutFinalStages' }} | ${'400 stage_not_in_pipeline stageId'}                               | ${'belongs to another pipeline'}                                                  | ${'manager'}
	${'deal.create'}        | ${{ title: 'T', pipelineId: 'none' }}                                                        | ${'400 pipeline_not_found pipelineId'}                               | ${'pipeline does not exist'}                                                      | ${'manager'}
	${'deal.create'}        | ${{ title: 'T', pipelineId: '$pipelines.inactive' }}                                         | ${'400 pipeline_inactive pipelineId'}                                | ${'deactivated'}                                                                  | ${'manager'}
	${'deal.create'}        | ${created({ contactId: 'none' })}                                                            | ${'400 contact_not_found contactId'}                                 | ${'contact does not exist'}                                                       | ${'manager'}
	${'deal.create'}        | ${created({ additionalBody: '{"products":[{"productId":"x"}]}' })}                           | ${'400 product_not_found products.0.productId'}                      | ${'catalogue'}                                                                    | ${'manager'}
	${'deal.create'}        | ${{ title: 'T', pipelineId: '$pipelineWithRequired' }}                                       | ${'422 missing_required_custom_fields customFields.numero_contrato'} | ${'Custom Fields: numero_contrato'}                                               | ${'otherAccountManager'}
	${'deal.upsert'}        | ${lead({})}                                                                                  | ${'403 insufficient_api_token_scope'}                                | ${'lacks the scope crm:read'}                                                     | ${'inboxOnly'}
	${'deal.upsert'}        | ${lead({})}                                                                                  | ${'403 insufficient_api_token_scope'}                                | ${'lacks the scope crm:write'}                                                    | ${'readOnly'}
	${'deal.upsert'}        | ${lead({ contactId: 'none' })}                                                               | ${'400 contact_not_found contactId'}                                 | ${'does not exist, or the access token’s user does not see it (field “Contact”)'} | ${'manager'}
	${'deal.upsert'}        | ${lead({ pipelineId: '$pipelines.withoutFinalStages', stageId: '$stages.firstOpen' })}       | ${'400 stage_not_in_pipeline stageId'}                               | ${'belongs to another pipeline (field “Stage”)'}                                  | ${'manager'}
	${'deal.update'}        | ${{ dealId: '$deal', updateFields: { additionalBody: '{"stageId":"x"}' } }}                  | ${'400 stage_change_not_allowed stageId'}                            | ${'stage, pipeline or result'}                                                    | ${'manager'}
	${'deal.move'}          | ${{ dealId: '$deal', stageId: '$stages.won' }}                                               | ${'400 stage_is_final stageId'}                                      | ${'won or lost one'}                                                              | ${'manager'}
	${'deal.win'}           | ${{ dealId: '$unendingDeal' }}                                                               | ${'422 pipeline_without_won_stage'}                                  | ${'no won stage'}                                                                 | ${'manager'}
	${'deal.lose'}          | ${{ dealId: '$unendingDeal' }}                                                               | ${'422 pipeline_without_lost_stage'}                                 | ${'no lost stage'}                                                                | ${'manager'}
	${'deal.lose'}          | ${{ dealId: '$deal', ...more({ lostReasonId: '$lostReasons.ofAnotherPipeline' }) }}          | ${'400 lost_reason_not_found lostReasonId'}                          | ${'lost reason'}                                                                  | ${'manager'}
	${'conversation.start'} | ${started({ phone: '(00) 91111-0001' })}                                                     | ${'400 invalid_parameter phone'}                                     | ${'“Phone”'}                                                                      | ${'manager'}
	${'conversation.start'} | ${started(more({ channelId: 'none' }))}                                                      | ${'404 resource_not_found channelId'}                                | ${'not found (field “Channel”)'}                                                  | ${'manager'}
	${'conversation.start'} | ${started(more({ channelId: '$channels.qrCode' }))}                                          | ${'422 channel_not_official channelId'}                              | ${'not an official business channel'}                                             | ${'manager'}
	${'conversation.start'} | ${started(more({ channelId: '$channels.disconnected' }))}                                    | ${'409 channel_disconnected channelId'}                              | ${'reconnected'}                                                                  | ${'manager'}
	${'conversation.start'} | ${started({})}                                                                               | ${'422 no_official_channel'}                                         | ${'no active official channel'}                                                   | ${'otherAccountManager'}
	${'conversation.start'} | ${template_('none')}                                                                         | ${'422 template_not_found template.name'}                            | ${'no approved template'}                                                         | ${'manager'}
	${'conversation.start'} | ${template_('lembrete_pagamento', 'a')}                                                      | ${'422 template_params_mismatch template.params'}                    | ${'more or fewer variables than were given'}                                      | ${'manager'}
	${'conversation.start'} | ${template_('oferta_com_imagem', 'a')}                                                       | ${'422 template_not_supported template.name'}                        | ${'outside its text'}                                                             | ${'manager'}
	${'conversation.start'} | ${started({ phone: '$phones.optedOut' })}                                                    | ${'422 recipient_opted_out phone'}                                   | ${'not to receive messages'}                                                      | ${'manager'}
	${'conversation.start'} | ${started({ phone: '$phones.inOtherSellersWallet' })}                                        | ${'409 contact_in_other_wallet phone'}                               | ${'another seller’s portfolio'}                                                   | ${'seller'}
	${'conversation.start'} | ${started({ phone: '$othersConversation' })}                                                 | ${'409 conversation_with_other_user phone'}                          | ${'with another seller'}                                                          | ${'seller'}
	${'message.send'}       | ${{ conversationId: '$conversation', text: 'a' }}                                            | ${'422 conversation_window_closed'}                                  | ${'does not take this free text'}                                                 | ${'manager'}
`('$operation: $answer ($token)', async ({ operation, parameters, answer, words, token }: Row) => {
	const [resource, name] = operation.split('.');
	const filled = (await given(parameters)) as IDataObject;
	const item = await service.refusal({ resource, operation: name, ...filled }, { token });
	const [status, code, param] = answer.split(' ');
	expect(Object.keys(item).sort()).toEqual(['details', 'error']);
	expect(item.error).toContain(words);
	expect(item.details).toEqual({
		...{ status: Number(status), code, ...(param && { param }) },
		...{ type: expect.stringMatching(/_error$/), requestId: expect.stringMatching(/./) },
		whatToDo: expect.stringMatching(/\.$/),
		...(!/^get/.test(name ?? '') && { outcome: 'notCarriedOut' }),
	});
});

/** A row of the table; `$` names are replaced. */
interface Row {
	operation: string;
	parameters: object;
	/** Status, code and parameter of the service's refusal. */
	answer: string;
	/** What the error says among other things. */
	words: string;
	token: string;
}

test('explains a stage of another pipeline, where the service keeps deals in their pipeline', async () => {
	await service.control('PATCH', '/behaviour', { readings: ['movesWithinPipeline'] });
	const filled = await given({ dealId: '$unendingDeal', stageId: '$stages.firstOpen' });
	const move = { resource: 'deal', operation: 'move', ...(filled as IDataObject) };
	expect(await service.refusal(move)).toMatchObject({
		error: expect.stringContaining('another pipeline'),
		details: { code: 'stage_not_in_pipeline', param: 'stageId' },
	});
});

test('does not retry where the queue refuses after recording', async () => {
	await service.fault({ kind: 'queueRefuses' });
	const start = { resource: 'conversation', operation: 'start', ...started({}) };
	expect(await service.refusal(start)).toMatchObject({ details: { code: 'queue_unavailable' } });
	expect(await service.requests()).toHaveLength(1);
});
