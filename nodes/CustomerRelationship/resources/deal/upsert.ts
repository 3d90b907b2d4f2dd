import type { JsonObject } from 'n8n-workflow';
import { additionalFieldsCollection, ADDITIONAL_FIELDS_PARAMETER } from '../../fields/collections';
import { additionalBody } from '../../fields/json';
import { onlyFillEmpty, optionsOf } from '../../fields/options';
import { contactIdField, pipelineIdField, stageIdField } from '../../fields/resourceLocators';
import { tagKey } from '../../fields/comparisonKeys';
import { tagsField } from '../../fields/tags';
import { InvalidInput, MissingInput } from '../../invalidInput';
import type { Ask } from '../../transport/ask';
import { UnusableAnswer, readList } from '../../transport/pages';
import { bodyForEmptyFields, entriesMissingFrom } from '../shared/merge';
import { collectionBody, topLevelBody } from '../shared/body';
import { prepareOnceTyped, type UntypedBody } from '../shared/fieldTypes';
import type { Operation } from '../shared/operation';
import { collectionFieldIfAdded, assertRoomInKey, chosenId } from '../shared/parameters';
import { readThenWriteIntent } from '../shared/prepared';
import { tagsOfRecord, toTagTexts } from '../shared/tags';
import {
	createRecord,
	toExistingRecord,
	updateUnlessUnchanged,
	type ExistingRecord,
} from '../shared/upsert';
import { makeDealFields, title } from './fields';

const contact = contactIdField({
	required: true,
	description:
		'The contact whose newest open deal in the pipeline is updated; where there is none, one is created',
});
const pipeline = pipelineIdField({
	required: true,
	description: 'The pipeline in which the deal is looked for, or created',
});
const stage = stageIdField({
	description:
		'The open stage to create a new deal in. Leave it empty for the pipeline’s first one. An existing deal stays in its stage: to move it use Move.',
});
/** Fields for new deals only. */
const newDealFields = [title, stage];
const additional = [
	...makeDealFields([
		tagsField('e.g. renewal, priority', '. On an existing deal they are added to its tags.'),
	]).filter(({ property }) => property.name !== contact.property.name),
	additionalBody,
];

/**
 * Deals, `GET /deals`, newest first, then `PATCH /deals/{id}` or `POST /deals`. The service allows a contact
 * several open deals, so items for one contact wait for each other in this process.
 */
export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update deal',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	kind: 'write',
	properties: [
		contact.property,
		pipeline.property,
		{
			...title.property,
			description: 'What a new deal is about. An existing deal keeps its title.',
		},
		stage.property,
		additionalFieldsCollection(additional),
		optionsOf('write', [onlyFillEmpty]),
	],
	refusals: {
		'PATCH resource_not_found': {
			message: 'The deal that was found is gone, or out of the access token’s sight by now',
			remedy:
				'Run it again: the contact’s newest open deal is looked for anew, and where there is none one is created.',
		},
		stage_not_in_pipeline: {
			message: 'The stage belongs to another pipeline',
			remedy: 'Pick a stage of the chosen pipeline, or leave Stage empty.',
		},
	},
	prepare(parameters) {
		const where = {
			contactId: chosenId(parameters, contact),
			pipelineId: chosenId(parameters, pipeline),
		};
		assertRoomInKey(parameters, ['create', 'update']);
		const newDealInput = topLevelBody(parameters, newDealFields);
		const additionalInput = collectionBody(parameters, ADDITIONAL_FIELDS_PARAMETER, additional);
		assertNoneRepeated(additionalInput);
		const onlyFillsEmpty = collectionFieldIfAdded(parameters, onlyFillEmpty) ?? false;
		return prepareOnceTyped('/deals', additionalInput, (body) => ({
			intent: {
				...readThenWriteIntent(
					`deals of ${where.contactId}`,
					{ ...where, ...newDealInput, ...body },
					JSON.stringify(where),
				),
				onlyFillsEmpty,
			},
			async perform(ask) {
				const existing = await findOpenDeal(ask, where);
				if (existing) {
					const changes = changesTo(existing, body, onlyFillsEmpty);
					return await updateUnlessUnchanged(ask, 'deals', existing, changes);
				}
				if (newDealInput.title === undefined) throw missingTitle();
				return await createRecord(ask, 'deals', { ...newDealInput, ...where, ...body });
			},
		}));
	},
};

/**
 * The newest open deal of a contact in a pipeline: the first of the list, which is newest first
 * (specification: GET /deals).
 * @throws UnusableAnswer if that is another deal: then it is unknown whether the contact has an open one
 */
async function findOpenDeal(
	ask: Ask,
	where: { contactId: string; pipelineId: string },
): Promise<ExistingRecord | undefined> {
	const query = { ...where, status: 'open' };
	const { records } = await readList(
		ask,
		{ method: 'GET', path: '/deals', query },
		// No page size: the service may refuse it, which costs one more request.
		{ stopAfter: 1 },
	);
	const [newest] = records;
	if (!newest) return undefined;
	const deal = toExistingRecord('deal', newest.record, newest.answer);
	const isMatch = Object.entries(query).every(
		([name, value]) => String(deal.record[name]) === value,
	);
	if (isMatch) return deal;
	throw new UnusableAnswer('it holds another deal than was asked for', deal.answer.requestId);
}

/**
 * The body of an update, which adds to the deal's tags. The API replaces the whole list (specification: Rules for
 * PATCH /deals, 1), so current tags are sent along.
 */
function changesTo(
	{ record, answer }: ExistingRecord,
	{ tags, ...fields }: JsonObject,
	onlyFillsEmpty: boolean,
): JsonObject {
	const changes = onlyFillsEmpty ? bodyForEmptyFields(record, fields) : fields;
	const add = toTagTexts(tags);
	if (add.length === 0) return changes;
	const current = tagsOfRecord(record, answer.requestId);
	const added = entriesMissingFrom(current, add, tagKey);
	return added.length > 0 ? { ...changes, tags: [...current, ...added] } : changes;
}

/** @throws InvalidInput if Your Own JSON repeats a field above it */
function assertNoneRepeated(input: UntypedBody): void {
	const repeated = [contact, pipeline, ...newDealFields].find(
		({ property }) => property.name in input,
	);
	if (!repeated) return;
	const { name, displayName } = repeated.property;
	throw new InvalidInput(
		additionalBody.property.displayName,
		`holds “${name}”`,
		`Put it into ${displayName} alone.`,
	);
}

const missingTitle = () =>
	new MissingInput(
		title.property.displayName,
		'is empty, and the contact has no open deal in the pipeline',
		'Say what the new deal is about, or check the expression.',
	);
