import type { INodeProperties, NodeHint } from 'n8n-workflow';
import { docsLinkHtml } from '../docsLink';
import { filtersCollection, optionsCollection } from '../fields/collections';
import { booleanField, type Field } from '../fields/field';
import { isBlank } from '../fields/parsers/empty';
import { numberIn } from '../fields/parsers/number';
import { idFilter } from '../fields/filters';
import { pipelineIdField, stageIdField } from '../fields/resourceLocators';
import { ownerIdField } from '../fields/id';
import { InvalidInput } from '../invalidInput';

const costNotice: INodeProperties = {
	displayName:
		'While nothing changes, a poll takes one request for each kind of record: companies, contacts, deals. A token has 120 a minute; n8n polls once a minute at most.',
	name: 'costNotice',
	type: 'notice',
	default: '',
};

const beginNotice: INodeProperties = {
	displayName: `When you publish, it first ${docsLinkHtml('reference/changes.md#when-it-begins', 'reads what exists')}, which starts nothing. Wait two minutes before you try it. A test event is a real record: add Check Only to nodes that send.`,
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
			description: 'A company was edited, or changed in a way for which you chose no other event',
		},
		{
			name: 'Contact Created',
			value: 'contact.created',
			description: 'A contact was created',
		},
		{
			name: 'Contact Updated',
			value: 'contact.updated',
			description: 'A contact was edited',
		},
		{
			name: 'Deal Created',
			value: 'deal.created',
			description: 'A deal was created',
		},
		{
			name: 'Deal Lost',
			value: 'deal.lost',
			description: 'A deal was lost. If it is edited later, that is Deal Updated.',
		},
		{
			name: 'Deal Moved',
			value: 'deal.moved',
			description:
				'A deal came into another stage. If you do not choose Deal Won or Deal Lost, a win or a loss counts as a move, too.',
		},
		{
			name: 'Deal Updated',
			value: 'deal.updated',
			description: 'A deal was edited, or changed in a way for which you chose no other event',
		},
		{
			name: 'Deal Won',
			value: 'deal.won',
			description: 'A deal was won. If it is edited later, that is Deal Updated.',
		},
	],
	default: [],
	description:
		'What starts this workflow. A change starts it once, with one event: won or lost before moved, moved before updated. A new record may give two.',
};

const loopNotice: INodeProperties = {
	displayName: `This workflow can start itself. A step that edits such a record starts it again: without end, if it writes a value that changes each time, such as $now. ${docsLinkHtml('reference/changes.md#a-workflow-that-starts-itself', 'What to do')}.`,
	name: 'loopNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { events: ['company.updated', 'contact.updated', 'deal.updated'] } },
};

/** Filters of deals, each named like the property that it compares. */
export const dealFilters: Field[] = [
	idFilter(pipelineIdField({ description: 'Only deals that are in this pipeline now' })),
	idFilter(stageIdField({ description: 'Only deals that are in this stage now' })),
	idFilter(
		ownerIdField(
			'Only deals that this user is responsible for now. To find the ID, get a deal of that user and copy its <code>ownerId</code>.',
		),
	),
];

const LOOK_BACK = 'Look Back (Seconds)';
const LOOK_BACK_SECONDS = 120;
const MAX_LOOK_BACK_SECONDS = 604_800;

export const overlapSeconds: Field<number> = {
	property: {
		displayName: LOOK_BACK,
		name: 'overlapSeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_LOOK_BACK_SECONDS },
		default: LOOK_BACK_SECONDS,
		description:
			'How many seconds before the last poll each poll looks again. This helps if clocks differ, or if the service shows changes late. No change comes twice because of it.',
	},
	purpose: 'setting',
	read: (value) => {
		const seconds = isBlank(value) ? LOOK_BACK_SECONDS : numberIn(value);
		if (seconds >= 0 && seconds <= MAX_LOOK_BACK_SECONDS) return seconds;
		throw new InvalidInput(
			LOOK_BACK,
			'is not a number of seconds from 0 to 604800, a week',
			'Correct it or its expression.',
		);
	},
};

export const includePrevious = booleanField({
	displayName: 'Include Previous',
	name: 'includePrevious',
	purpose: 'setting',
	default: true,
	description:
		'Whether to add <code>previous</code> to each item: the status and stage that a deal had before, null if they are not known. It is on even if it is not added.',
});

export const includeNames = booleanField({
	displayName: 'Include Names',
	name: 'includeNames',
	purpose: 'setting',
	default: true,
	description:
		'Whether to add to <code>data</code> a deal’s value in reais (<code>_value</code>) and the names of what a record refers to (<code>_names</code>). Polls that find changes take some more requests.',
});

/** The value of *When Published Again* that forgets what n8n has saved. */
export const START_FRESH_CHOICE = 'startFresh';

/** What becomes of the saved state when the workflow is published again. */
const whenPublished: INodeProperties = {
	displayName: 'When Published Again',
	name: 'whenPublished',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Go On',
			value: 'goOn',
			description: 'Changes from the time when it was not published start the workflow, too',
		},
		{
			name: 'Start Fresh',
			value: START_FRESH_CHOICE,
			description: 'Only changes from then on start the workflow',
		},
	],
	default: 'goOn',
	description: 'What to do after the workflow was not published for a time',
};

/** The trigger's properties; n8n puts Poll Times above them. */
export const changesProperties: INodeProperties[] = [
	costNotice,
	events,
	loopNotice,
	beginNotice,
	{ ...filtersCollection(dealFilters), displayName: 'Deal Filters' },
	optionsCollection([overlapSeconds, includeNames, includePrevious, { property: whenPublished }]),
];

/** A poll can't add hints of its own, so this one holds for any output. */
export const testEventHints: NodeHint[] = [
	{
		message:
			'If you chose “Fetch Test Event”, this is the newest record for each chosen event: a real one, of a real customer. Nodes behind it that send really send, each time: add the option Check Only there while you try. For an event that fits no record, such as Deal Won without a won deal, nothing is shown.',
		whenToDisplay: 'afterExecution',
		location: 'outputPane',
	},
];
