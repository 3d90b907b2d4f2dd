import type { Wording } from './wording';

/** What the specification does not show the names of. */
export type Unshown =
	| 'contact'
	| 'company'
	| 'pipeline'
	| 'stage'
	| 'deal'
	| 'changedDeal'
	| 'deletedDeal'
	| 'createdDeal'
	| 'move'
	| 'closing'
	| 'conversation'
	| 'conversationQuery'
	| 'channel'
	| 'newMessage'
	| 'sentMessage';

export type Dialect = Partial<Record<Unshown, Wording>>;

const OWN: Dialect = {};

const englishDeal: Wording = {
	names: {
		participantCompanyIds: 'companies',
		products: 'items',
		lostReasonId: 'lossReasonId',
		lostNote: 'lossComment',
		closedAt: 'closingDate',
		closedById: 'closedBy',
		createdAt: 'createdOn',
		updatedAt: 'modifiedOn',
	},
};

/** Names that a client may hit upon. */
const ENGLISH: Dialect = {
	contact: { names: { createdAt: 'createdOn', updatedAt: 'modifiedOn' } },
	company: {
		names: {
			legalName: 'corporateName',
			tradeName: 'displayName',
			createdAt: 'createdOn',
			updatedAt: 'modifiedOn',
		},
		parts: { address: { names: { street: 'line1', zipCode: 'postalCode', city: 'town' } } },
	},
	pipeline: { names: { name: 'title', isDefault: 'default' } },
	stage: {
		names: { name: 'label', kind: 'type', pipelineId: 'boardId' },
		values: { kind: { open: 'OPEN', won: 'CLOSED_WON', lost: 'CLOSED_LOST' } },
	},
	deal: englishDeal,
	changedDeal: { ...englishDeal, wrappedIn: 'deal' },
	deletedDeal: { names: { id: 'dealId', deleted: 'success' } },
	createdDeal: { ...englishDeal, wrappedIn: 'deal' },
	move: { names: { stageId: 'targetStageId' } },
	closing: { names: { lostNote: 'comment', closedAt: 'date' } },
	conversation: {
		names: {
			contactId: 'customerId',
			channelId: 'inboxId',
			departmentId: 'queueId',
			ownerId: 'assigneeId',
			dealId: 'opportunityId',
			groupName: 'subject',
			status: 'state',
			windowExpiresAt: 'replyUntil',
		},
		values: { status: { open: 'ACTIVE', closed: 'ARCHIVED' } },
	},
	conversationQuery: { names: { limit: 'pageSize' } },
	channel: {
		names: {
			name: 'label',
			type: 'kind',
			isOfficial: 'official',
			phoneNumber: 'number',
			isConnected: 'connected',
			defaultDepartmentId: 'queueId',
		},
		values: { type: { official_messaging: 'WABA', qr_messaging: 'WEB' } },
	},
	newMessage: { names: { text: 'body' } },
	sentMessage: { wrappedIn: 'message' },
};

const portugueseDeal: Wording = {
	names: {
		participantCompanyIds: 'empresas',
		products: 'produtos',
		lostReasonId: 'motivoPerdaId',
		lostNote: 'observacaoPerda',
		closedAt: 'fechadoEm',
		closedById: 'fechadoPorId',
		createdAt: 'criadoEm',
		updatedAt: 'alteradoEm',
	},
};

/** Names that no client hits upon. */
const PORTUGUESE: Dialect = {
	contact: { names: { createdAt: 'criadoEm', updatedAt: 'alteradoEm' } },
	company: {
		names: {
			legalName: 'razaoSocial',
			tradeName: 'nomeFantasia',
			createdAt: 'criadoEm',
			updatedAt: 'alteradoEm',
		},
		parts: {
			address: { names: { street: 'logradouro', city: 'municipio', zipCode: 'cep', state: 'uf' } },
		},
	},
	pipeline: { names: { name: 'nome', isDefault: 'padrao' } },
	stage: {
		names: { name: 'nome', kind: 'desfecho', pipelineId: 'funilId' },
		values: { kind: { open: 'aberta', won: 'ganha', lost: 'perdida' } },
	},
	deal: portugueseDeal,
	changedDeal: portugueseDeal,
	deletedDeal: { names: { deleted: 'excluido' } },
	createdDeal: { names: { ...portugueseDeal.names, dealId: 'negocioId' } },
	move: { names: { stageId: 'etapaId' } },
	closing: { names: { lostNote: 'observacao', closedAt: 'data' } },
	conversation: {
		names: {
			contactId: 'contato',
			channelId: 'canal',
			departmentId: 'fila',
			ownerId: 'responsavel',
			dealId: 'negocio',
			groupName: 'grupo',
			status: 'situacao',
			windowExpiresAt: 'janelaAte',
			createdAt: 'criadaEm',
			updatedAt: 'alteradaEm',
		},
		values: { status: { open: 'aberta', closed: 'fechada' } },
	},
	conversationQuery: { names: { limit: 'limite' } },
	channel: {
		names: {
			name: 'nome',
			type: 'tipo',
			isOfficial: 'oficial',
			phoneNumber: 'numero',
			isConnected: 'conectado',
			defaultDepartmentId: 'filaId',
		},
	},
	newMessage: { names: { text: 'texto' } },
	sentMessage: { wrappedIn: 'mensagem' },
};

const bareDeal: Wording = {
	names: {
		participantCompanyIds: null,
		products: null,
		lostReasonId: null,
		lostNote: null,
		closedAt: null,
		closedById: null,
		createdAt: null,
		updatedAt: null,
	},
};

/** Says what the specification shows, and nothing else. */
const BARE: Dialect = {
	contact: { names: { createdAt: null, updatedAt: null } },
	company: {
		names: { legalName: 'officialName', tradeName: 'brand', createdAt: null, updatedAt: null },
	},
	pipeline: { only: ['id', 'isActive', 'order'] },
	stage: { only: ['id', 'order'] },
	deal: bareDeal,
	changedDeal: { only: [] },
	deletedDeal: { only: [] },
	createdDeal: { only: ['dealId'] },
	move: { names: { stageId: 'stage' } },
	closing: { names: { lostNote: null, closedAt: null } },
	conversation: { only: ['id'] },
	conversationQuery: { names: { limit: null } },
	channel: { only: ['id'] },
	newMessage: { names: { text: 'content' } },
	sentMessage: { only: ['id'] },
};

/** By their number; 0 is the sandbox's own. */
export const DIALECTS = [OWN, ENGLISH, PORTUGUESE, BARE] as const;
