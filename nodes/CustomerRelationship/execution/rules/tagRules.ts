import { onlyIfTagged, notIfTagged } from '../../fields/whoGetsIt';
import { tagKey } from '../../fields/comparisonKeys';
import { tagKeysOfRecord } from '../../resources/shared/recordTests';
import { quote } from '../../quote';
import type { Task } from '../task';
import { readReceivers, type Receiver } from './receiver';
import { ruleSettingOf, type SendRule, type Stop } from './rule';

/** *Only If Tagged* and *Not If Tagged*: the tags of all contacts that have the phone count together. */
export const tagRules: SendRule = {
	readsReceivers: (task) =>
		ruleSettingOf(task, onlyIfTagged) !== undefined ||
		ruleSettingOf(task, notIfTagged) !== undefined,
	async decideInTurn(task, turn) {
		const receivers = await readReceivers(task, turn);
		// Without a contact, Unknown Contacts decides.
		return receivers.length > 0 ? decideByTags(task, receivers) : undefined;
	},
};

function decideByTags(task: Task, receivers: readonly Receiver[]): Stop | undefined {
	const tags = new Set(receivers.flatMap(({ record }) => tagKeysOfRecord(record)));
	const unwanted = ruleSettingOf(task, notIfTagged)?.find((tag) => tags.has(tagKey(tag)));
	if (unwanted !== undefined) {
		const reasonText = `The contact has the tag ${quote(String(unwanted))}, which ${notIfTagged.property.displayName} names.`;
		const clause = `whose contact has a tag of ${notIfTagged.property.displayName}`;
		return { notSent: { reason: 'tagged', reasonText, clause } };
	}
	const missing = ruleSettingOf(task, onlyIfTagged)?.find((tag) => !tags.has(tagKey(tag)));
	if (missing === undefined) return undefined;
	const reasonText = `The contact does not have the tag ${quote(String(missing))}, which ${onlyIfTagged.property.displayName} names.`;
	const clause = `whose contact lacks a tag of ${onlyIfTagged.property.displayName}`;
	return { notSent: { reason: 'not_tagged', reasonText, clause } };
}
