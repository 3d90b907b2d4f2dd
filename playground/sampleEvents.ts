/**
 * An example of each event that the specification shows (Events; Resources, Message). Ids are
 * made up. What `deal.created` carries is not shown there: we assume the deal as the API returns it.
 */
const message = {
	id: 'msg_8Qm2vT5r',
	conversationId: 'cnv_4Xk9sL1p',
	direction: 'outbound',
	type: 'template',
	text: 'Olá, cliente! Boas-vindas.',
	media: null,
	status: 'sent',
	error: null,
	internal: false,
	authorId: 'usr_2Hd7wN6c',
	scheduledFor: null,
	sentAt: '2025-03-14T12:00:01.250Z',
	createdAt: '2025-03-14T12:00:00.000Z',
	updatedAt: '2025-03-14T12:00:01.250Z',
};

/** `data` of each kind of event; the envelope is `{ event, id, data }`. */
export const SAMPLE_DATA: Record<string, Record<string, unknown>> = {
	'contact.created': {
		contactId: 'cnt_6Rf3jB8y',
		name: 'Cliente',
		phoneNumber: '+5511900000001',
		email: 'cliente@example.com',
	},
	'deal.created': {
		id: 'dea_1Wp5zK9t',
		title: 'Annual plan',
		pipelineId: 'pip_7Lc4mD2x',
		stageId: 'stg_9Gv6nF3q',
		ownerId: 'usr_2Hd7wN6c',
		contactId: 'cnt_6Rf3jB8y',
		companyId: 'cmp_5Tj8hS4b',
		status: 'open',
		valueCents: 149900,
		currency: 'BRL',
		tags: ['website'],
		customFields: {},
	},
	'message.failed': {
		...message,
		status: 'failed',
		error: { code: 'recipient_invalid' },
		sentAt: null,
	},
	'message.received': {
		...message,
		id: 'msg_3Yn7cR2k',
		direction: 'inbound',
		type: 'text',
		text: 'Obrigada! Podemos falar amanhã? 🙂',
		status: 'delivered',
		authorId: null,
	},
	'message.sent': message,
};

/** An event as the service sends it (specification: Webhook event envelope). */
export interface SampleEvent {
	event: string;
	id: string;
	data: Record<string, unknown>;
}

/** The sample of a kind of event in its envelope; `data` is empty where the specification shows none. */
export function sampleEvent(event: string, id = 'evt_5Kq8vN2w'): SampleEvent {
	return { event, id, data: SAMPLE_DATA[event] ?? {} };
}
