import type { INodeProperties, NodeHint } from 'n8n-workflow';
import { filters, options } from '../fields/collections';
import { booleanField, isEmpty, type Field } from '../fields/field';
import { idFilter } from '../fields/filters';
import { idField } from '../fields/id';
import { pipelineId, stageId } from '../fields/resourceLocators';
import { InvalidInput } from '../invalidInput';

const costNotice: INodeProperties = {
	displayName:
		'While nothing changes, a poll costs one request for each kind of record that is watched: companies, contacts, deals. A token has 120 requests a minute. The shortest time between two polls is a minute.',
	name: 'costNotice',
	type: 'notice',
	default: '',
};

const beginNotice: INodeProperties = {
	displayName:
		'Publish the workflow, and it is told of what changes from then on. First the records that are there are read, the newest first, some thousands with each poll. What changes after a record was read is told; what changed before is not. Deletions are not told.',
	name: 'beginNotice',
	type: 'notice',
	default: '',
};

export const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		{
			name: 'Company Created',
			value: 'company.created',
			description: 'A company was created',
		},
		{
			name: 'Company Deactivated',
			value: 'company.deactivated',
			description: 'A company was deactivated',
		},
		{
			name: 'Company Updated',
			value: 'company.updated',
			description: 'A company changed, and no other chosen event tells it',
		},
		{
			name: 'Contact Created',
			value: 'contact.created',
			description: 'A contact was created',
		},
		{
			name: 'Contact Updated',
			value: 'contact.updated',
			description: 'A contact changed',
		},
		{
			name: 'Deal Created',
			value: 'deal.created',
			description: 'A deal was created',
		},
		{
			name: 'Deal Lost',
			value: 'deal.lost',
			description: 'A deal became lost. A later edit of it is an update.',
		},
		{
			name: 'Deal Moved',
			value: 'deal.moved',
			description:
				'A deal came into another stage. If Deal Won or Deal Lost is not chosen, a win or loss is a move, too.',
		},
		{
			name: 'Deal Updated',
			value: 'deal.updated',
			description: 'A deal changed, and no other chosen event tells it',
		},
		{
			name: 'Deal Won',
			value: 'deal.won',
			description: 'A deal became won. A later edit of it is an update.',
		},
	],
	default: [],
	description:
		'What starts this workflow. Each change is told once, by the most telling of the chosen events. A record that was created and then won, lost or deactivated since the last poll is told by two.',
};

/** Filters by the property of a deal that they are called by. */
export const dealFilters: Field[] = [
	idFilter(pipelineId({ description: 'Only deals that are in this pipeline now' })),
	idFilter(stageId({ description: 'Only deals that are in this stage now' })),
	idFilter(
		idField({
			displayName: 'Owner ID',
			name: 'ownerId',
			description: 'Only deals that this user is responsible for now',
		}),
	),
];

const OVERLAP = 'Overlap (Seconds)';
const OVERLAP_SECONDS = 120;
const MOST_OVERLAP_SECONDS = 604_800;

export const overlapSeconds: Field<number> = {
	property: {
		displayName: OVERLAP,
		name: 'overlapSeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MOST_OVERLAP_SECONDS },
		default: OVERLAP_SECONDS,
		description:
			'How far back before the last poll each poll looks again. It helps where clocks differ, or changes show late. Nothing is told twice for that.',
	},
	read: (value) => {
		const seconds = isEmpty(value) ? OVERLAP_SECONDS : Number(value);
		if (seconds >= 0 && seconds <= MOST_OVERLAP_SECONDS) return seconds;
		throw new InvalidInput(
			OVERLAP,
			'is not a number of seconds from 0 to 604800, a week',
			'Correct it or its expression.',
		);
	},
};

export const includePrevious = booleanField({
	displayName: 'Include Previous',
	name: 'includePrevious',
	default: true,
	description:
		'Whether to add <code>previous</code> to each item: the status and stage of a deal before the change. It is null where they are not known, and for other records.',
});

export const START_AFRESH = 'startAfresh';

/** Not a field of the API: what becomes of what is remembered when the workflow is published. */
const whenPublished: INodeProperties = {
	displayName: 'When Published Again',
	name: 'whenPublished',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Go On',
			value: 'goOn',
			description: 'What changed while the workflow was not published is told, too',
		},
		{
			name: 'Start Afresh',
			value: START_AFRESH,
			description: 'Only what changes from then on is told',
		},
	],
	default: 'goOn',
	description: 'What to tell after the workflow was unpublished for a time',
};

/** What the trigger's panel asks for; n8n puts the times of its polls in front. */
export const changesParameters: INodeProperties[] = [
	costNotice,
	events,
	beginNotice,
	{ ...filters(dealFilters), displayName: 'Deal Filters' },
	options([overlapSeconds, includePrevious, { property: whenPublished }]),
];

/** n8n lets a poll give no hint of its own; so this one is true whatever is shown. */
export const sampleHints: NodeHint[] = [
	{
		message:
			'“Fetch test event” shows the newest record for each chosen event; an event without a record is left out.',
		displayCondition: '={{ $parameter["events"].length > 1 }}',
		whenToDisplay: 'afterExecution',
		location: 'outputPane',
	},
];
