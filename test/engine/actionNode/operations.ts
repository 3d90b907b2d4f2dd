/** Every operation with every field filled in, twice over, for what all of them have in common. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { everyOperation, membersOf, type ShownOperation } from '../../../scripts/docs/operations';
import { located, type Service } from './service';

/** The operations by name, such as `deal.move`. */
export const OPERATIONS = new Map(
	everyOperation().map((shown) => [`${shown.resource}.${shown.value}`, shown]),
);

type Values = Record<string, unknown>;

/** Ids of records, and slugs of the text fields of contacts, companies and deals. */
type Ids = Record<string, string | undefined>;

/** What the fields of item `n` are filled in with, by their names; what differs by resource or operation stands under its name. */
export const valuesOf = (n: number, ids: Ids): Values => ({
	...{ contactId: located(ids.contactId), companyId: located(ids.companyId, 'list') },
	...{ dealId: located(ids.dealId), conversationId: located(ids.conversationId) },
	...{ pipelineId: located(ids.pipelineId), stageId: located(ids.stageId, 'list') },
	...{ channelId: located(ids.channelId), messageId: ids.messageId, ownerId: ids.ownerId },
	...{ lostReasonId: ids.lostReasonId, name: `Ana ${n}`, email: `ana${n}@example.com` },
	...{ phone: `(11) 92222-000${n}`, cnpj: CNPJS[n], legalName: `Casa ${n}`, tradeName: 'Casa' },
	...{ address: { city: 'Curitiba' }, emails: 'a@example.com', phones: ['+551133334444'] },
	...{ title: `Sofá ${n}`, value: `1.00${n},50`, currency: 'BRL', tags: ['a', `b${n}`] },
	...{ text: `Oi ${n}`, templateName: 'boas_vindas', assignToSelf: true },
	templateLanguage: located('pt_BR', 'list'),
	templateParams: { param: [{ value: `Ana ${n}` }] },
	...{ returnAll: false, limit: n + 1, search: 'Planted', status: 'open' },
	...{ updatedSince: '2020-01-01T00:00:00Z', includeInactive: true, simplify: false },
	...{ checkOnly: false, maxMessages: 10, sendHours: AT_ANY_TIME },
	...{ contact: custom(ids.contactSlug), company: custom(ids.companySlug) },
	deal: custom(ids.dealSlug),
	'company.upsert': { cnpj: PLANTED_CNPJS[n] },
});

/** A guard that holds nothing back. */
const AT_ANY_TIME = {
	hours: {
		...{ from: '00:00', to: '24:00', timezone: 'UTC' },
		days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
	},
};

const custom = (slug = '') => ({
	customFields: { field: [{ slug, type: 'string', value: 'X' }] },
	customFieldsJson: { [slug]: 'Y' },
});

/** Two records of each kind, made as the service's own app would, and the values of the items that name them. */
export async function plant(service: Service): Promise<Values[]> {
	const { pipelines, stages, users, lostReasons, channels, customFields } = service.fixtures;
	const make = async (path: string, body: object) =>
		String((await service.app('POST', path, body)).id);
	const planted = async (n: number): Promise<Values> => {
		const [phone, ownerId, cnpj] = [`+551191111000${n}`, users?.seller, PLANTED_CNPJS[n]];
		const companyId = await make('/companies', { legalName: `Planted ${n}`, ownerId, cnpj });
		const contactId = await make('/contacts', { name: `Planted ${n}`, phone });
		const board = { pipelineId: pipelines?.default, stageId: stages?.secondOpen };
		const links = { contactId, companyId, ownerId };
		const dealId = await make('/deals', { title: `Planted ${n}`, ...board, ...links });
		const { conversationId, message } = await service.app<{
			conversationId: string;
			message: { id: string };
		}>('POST', '/conversations', { phone, template: { name: 'sem_variaveis', language: 'pt_BR' } });
		await service.control('POST', '/customer-messages', { conversationId, text: 'Oi' });
		return valuesOf(n, {
			...{ ...board, ...links, dealId, conversationId, messageId: message.id },
			...{ channelId: channels.official, lostReasonId: lostReasons?.valid },
			...{ contactSlug: customFields?.contactText, companySlug: customFields?.companyText },
			dealSlug: customFields?.dealText,
		});
	};
	return [await planted(0), await planted(1)];
}

const CNPJS = ['11.222.333/0001-81', '11.444.777/0001-61'];
const PLANTED_CNPJS = ['22333444000181', '33444555000181'];

/** Fields with tests of their own: they exclude another one, are the node’s own filters, or are for what the node does not know. */
const LEFT_OUT = [
	...['valueCents', 'clearFields', 'addTags', 'removeTags', 'additionalBody'],
	...['templateText', 'templateVariables'],
	...['hasTags', 'withoutTags', 'hasPhone'],
	...['dataMode', 'columns', 'oncePerPhone', 'countsAs'],
	...['onlyIfTagged', 'notIfTagged', 'unknownContacts', 'daysBetween'],
];
const FILTERS_LEFT_OUT = ['phone', 'email', 'unchangedForDays'];

/** The parameters of an item: every field of the operation filled in. @throws for one that has no value here */
export function judgingParametersOf(
	{ resource, value, fields, collections }: ShownOperation,
	values: Values,
): IDataObject {
	const own = (name: string) => values[name] as Values | undefined;
	const given = { ...values, ...own(resource), ...own(`${resource}.${value}`) };
	const filled = (properties: INodeProperties[], leftOut = LEFT_OUT) =>
		Object.fromEntries(
			properties
				.filter(({ name }) => !leftOut.includes(name))
				.map(({ name }) => {
					if (!(name in given)) {
						throw new Error(`${name} has no value in test/engine/actionNode/operations.ts`);
					}
					return [name, given[name]];
				}),
		);
	return {
		...{ resource, operation: value, ...filled(fields) },
		...Object.fromEntries(
			collections.map((one) => {
				const excluding = one.name === 'filters' ? FILTERS_LEFT_OUT : [];
				return [one.name, filled(membersOf(one), [...LEFT_OUT, ...excluding])];
			}),
		),
	} as IDataObject;
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
