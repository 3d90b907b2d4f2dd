/** Every operation with parameters that succeed, twice over, for what all of them have in common. */
import type { IDataObject } from 'n8n-workflow';
import { located, type Service } from './service';

/** Records to work on; those of the same position belong to the same item. */
export interface Records {
	contacts: string[];
	companies: string[];
	deals: string[];
	conversations: Array<{ id: string; messageId: string }>;
}

/** Two records of each kind, made as the service's own app would. */
export async function plant(service: Service): Promise<Records> {
	const records: Records = { contacts: [], companies: [], deals: [], conversations: [] };
	const make = async (path: string, body: object) =>
		String((await service.app('POST', path, body)).id);
	for (const n of [1, 2]) {
		const phone = `+551191111000${n}`;
		records.contacts.push(await make('/contacts', { name: `Contact ${n}`, phone }));
		records.companies.push(await make('/companies', { legalName: `Company ${n}` }));
		const pipelineId = service.fixtures.pipelines?.default;
		records.deals.push(await make('/deals', { title: `Deal ${n}`, pipelineId }));
		const template = { name: 'sem_variaveis', language: 'pt_BR' };
		const { conversationId, message } = await service.app<{
			conversationId: string;
			message: { id: string };
		}>('POST', '/conversations', { phone, template });
		records.conversations.push({ id: conversationId, messageId: message.id });
		await service.control('POST', '/customer-messages', { conversationId, text: 'Oi' });
	}
	return records;
}

type Parameters = (records: Records, n: number, service: Service) => IDataObject;

/** Parameters of each operation, options aside, for item `n` of two. */
export const OPERATIONS: Record<string, Parameters> = {
	'contact.upsert': (_, n) => ({
		name: `Ana ${n}`,
		phone: `(11) 92222-000${n}`,
		email: `ana${n}@example.com`,
		additionalFields: { tags: ['a', `b${n}`], customFieldsJson: { pontuacao: n } },
	}),
	'contact.get': ({ contacts }, n) => ({ contactId: located(contacts[n]) }),
	'contact.getAll': (_, n) => ({ returnAll: false, limit: n + 1, filters: { search: 'Contact' } }),
	'contact.update': ({ contacts }, n) => ({
		contactId: located(contacts[n], 'list'),
		updateFields: { name: `Bia ${n}`, clearFields: ['phone'] },
	}),
	'company.create': (_, n) => ({
		cnpj: '',
		additionalFields: {
			legalName: `Casa ${n}`,
			address: { city: 'Curitiba' },
			emails: 'a@example.com',
		},
	}),
	'company.get': ({ companies }, n) => ({ companyId: located(companies[n]) }),
	'company.getAll': (_, n) => ({
		returnAll: false,
		limit: n + 1,
		filters: { includeInactive: true },
	}),
	'company.update': ({ companies }, n) => ({
		companyId: located(companies[n]),
		updateFields: { tradeName: `Clara ${n}`, phones: ['+551133334444'] },
	}),
	'company.deactivate': ({ companies }, n) => ({ companyId: located(companies[n]) }),
	'deal.create': (_, n, { fixtures }) => ({
		title: `Sofá ${n}`,
		pipelineId: located(fixtures.pipelines?.default),
		stageId: located(fixtures.stages?.firstOpen),
		additionalFields: {
			value: `1.00${n},50`,
			tags: 'a',
			customFields: { field: [{ slug: 'concorrente', type: 'string', value: 'X' }] },
		},
	}),
	'deal.get': ({ deals }, n) => ({ dealId: located(deals[n]) }),
	'deal.getAll': (_, n, { fixtures }) => ({
		returnAll: false,
		limit: n + 1,
		filters: { pipelineId: located(fixtures.pipelines?.default), status: 'open' },
	}),
	'deal.update': ({ deals }, n) => ({
		dealId: located(deals[n]),
		updateFields: { title: `Cama ${n}`, valueCents: n },
	}),
	'deal.delete': ({ deals }, n) => ({ dealId: located(deals[n]) }),
	'deal.move': ({ deals }, n, { fixtures }) => ({
		dealId: located(deals[n]),
		stageId: located(fixtures.stages?.secondOpen),
	}),
	'deal.win': ({ deals }, n) => ({ dealId: located(deals[n]) }),
	'deal.lose': ({ deals }, n, { fixtures }) => ({
		dealId: located(deals[n]),
		additionalFields: { lostReasonId: fixtures.lostReasons?.valid },
	}),
	'pipeline.get': (_, n, { fixtures }) => ({
		pipelineId: located(n === 0 ? fixtures.pipelines?.default : fixtures.pipelines?.inactive),
	}),
	'pipeline.getAll': (_, n) => ({
		returnAll: false,
		limit: n + 1,
		filters: { includeInactive: true },
	}),
	'pipeline.getStages': (_, n, { fixtures }) => ({
		pipelineId: located(n === 0 ? fixtures.pipelines?.default : fixtures.pipelines?.inactive),
	}),
	'conversation.start': (_, n) => ({
		phone: `+551193333000${n}`,
		templateName: 'boas_vindas',
		templateLanguage: located('pt_BR', 'list'),
		templateParams: { param: [{ value: `Ana ${n}` }] },
		additionalFields: { assignToSelf: true, name: `Ana ${n}` },
	}),
	'conversation.getAll': ({ contacts }, n) => ({
		returnAll: true,
		limit: 50,
		filters: { contactId: located(contacts[n]) },
	}),
	'message.get': ({ conversations }, n) => ({
		conversationId: located(conversations[n]?.id),
		messageId: conversations[n]?.messageId,
	}),
	'message.send': ({ conversations }, n) => ({
		conversationId: located(conversations[n]?.id),
		text: `Oi ${n}`,
	}),
	'channel.getAll': (_, n) => ({ returnAll: false, limit: n + 1 }),
};

/** Whether an operation changes something. */
export const isWrite = (name: string): boolean => !/\.(get|getAll|getStages)$/.test(name);

/** Both items' parameters, with resource and operation. */
export function parametersOf(name: string, records: Records, service: Service): IDataObject[] {
	const [resource, operation] = name.split('.');
	const given = OPERATIONS[name];
	if (!given) throw new Error(`No operation ${name}`);
	return [0, 1].map((n) => ({ resource, operation, ...given(records, n, service) }));
}

/** The same shape with an expression for every value, which reads it from the item. */
export function asExpressions(value: unknown, path = '$json'): IDataObject[string] {
	if (Array.isArray(value) && value.every((entry) => typeof entry === 'object')) {
		return value.map((entry, index) => asExpressions(entry, `${path}[${index}]`)) as IDataObject[];
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return `={{ ${path} }}`;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [
			key,
			// How a locator was filled in is never an expression.
			key === '__rl' || key === 'mode' ? entry : asExpressions(entry, `${path}.${key}`),
		]),
	);
}
