import type { JsonObject } from 'n8n-workflow';
import { additionalFields } from '../../fields/collections';
import { additionalBodyField } from '../../fields/json';
import { onlyFillEmpty, optionsOf } from '../../fields/options';
import { contactId, pipelineId, stageId } from '../../fields/resourceLocators';
import { tagKey } from '../../fields/parsers/tags';
import { tagsField } from '../../fields/tags';
import { InvalidInput, MissingInput } from '../../invalidInput';
import type { Ask } from '../../transport/ask';
import { BrokenList, readList } from '../../transport/pages';
import { bodyForEmptyFields, entriesNotIn } from '../shared/merge';
import { collectionBody, topLevelBody } from '../shared/body';
import { withFieldTypes } from '../shared/fieldTypes';
import type { Operation } from '../shared/operation';
import { addedCollectionValue, assertRoomInKey, chosenId } from '../shared/parameters';
import { readFirst } from '../shared/prepared';
import { holdsTags, tagTexts } from '../shared/updateRecord';
import { createRecord, foundRecord, updateFound, type Found } from '../shared/upsert';
import { dealFields, title } from './fields';

const contact = contactId({
	required: true,
	description:
		'The contact whose newest open deal in the pipeline is updated; where there is none, one is created',
});
const pipeline = pipelineId({
	required: true,
	description: 'The pipeline in which the deal is looked for, or created',
});
const stage = stageId({
	description:
		'The open stage to create a new deal in. Leave it empty for the pipeline’s first one. An existing deal stays in its stage: to move it use Move.',
});
/** Fields for new deals only. */
const onlyOnCreate = [title, stage];
const additional = [
	...dealFields([
		tagsField('e.g. renewal, priority', '. On an existing deal they are added to its tags.'),
	]).filter(({ property }) => property.name !== contact.property.name),
	additionalBodyField,
];

/**
 * Deals, `GET /deals`, newest first, then `PATCH /deals/{id}` or `POST /deals`. Nothing in the service keeps a contact
 * from having two open deals, so those who look for one at the same time wait for each other, in this process.
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
		additionalFields(additional),
		optionsOf('write', [onlyFillEmpty]),
	],
	refusals: {
		resource_not_found: {
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
		const start = topLevelBody(parameters, onlyOnCreate);
		const additionalGiven = collectionBody(parameters, 'additionalFields', additional);
		assertGivenOnce(additionalGiven);
		const onlyFillsEmpty = addedCollectionValue(parameters, onlyFillEmpty) ?? false;
		return withFieldTypes('/deals', additionalGiven, (given) => ({
			intent: readFirst(
				`deals of ${where.contactId}`,
				{ ...where, ...start, ...given },
				JSON.stringify(where),
			),
			async run(ask) {
				const existing = await findOpenDeal(ask, where);
				if (existing) {
					const changes = changesTo(existing, given, onlyFillsEmpty);
					return await updateFound(ask, 'deals', existing, changes);
				}
				if (start.title === undefined) throw missingTitle();
				return await createRecord(ask, 'deals', { ...start, ...where, ...given });
			},
		}));
	},
};

/**
 * The newest open deal of a contact in a pipeline: the first of the list, which is newest first (specification: GET /deals).
 * @throws BrokenList where that is another one: neither is it to be changed, nor is it known that there is none
 */
async function findOpenDeal(
	ask: Ask,
	where: { contactId: string; pipelineId: string },
): Promise<Found | undefined> {
	const query = { ...where, status: 'open' };
	const { records } = await readList(
		ask,
		{ method: 'GET', path: '/deals', query },
		// Without a page size, which the service may refuse: one record is enough.
		{ stopAfter: 1 },
	);
	const [newest] = records;
	if (!newest) return undefined;
	const found = foundRecord('deal', newest.record, newest.answer);
	const isWanted = Object.entries(query).every(
		([name, value]) => String(found.record[name]) === value,
	);
	if (isWanted) return found;
	throw new BrokenList('it holds another deal than was asked for', found.answer.requestId);
}

/** Adds to the deal's tags. The API replaces the whole list (specification: Rules for PATCH /deals, 1), so current tags are sent along. */
function changesTo(
	{ record, answer }: Found,
	{ tags, ...given }: JsonObject,
	onlyFillsEmpty: boolean,
): JsonObject {
	const others = onlyFillsEmpty ? bodyForEmptyFields(record, given) : given;
	const add = tagTexts(tags);
	if (add.length === 0) return others;
	if (!holdsTags(record)) {
		throw new BrokenList('the deal in it comes without its tags', answer.requestId);
	}
	const current = record.tags as string[];
	const added = entriesNotIn(current, add, tagKey);
	return added.length > 0 ? { ...others, tags: [...current, ...added] } : others;
}

/** @throws InvalidInput where Your Own JSON gives again what a field above it gives */
function assertGivenOnce(given: JsonObject): void {
	const twice = [contact, pipeline, ...onlyOnCreate].find(({ property }) => property.name in given);
	if (!twice) return;
	const { name, displayName } = twice.property;
	throw new InvalidInput(
		additionalBodyField.property.displayName,
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
