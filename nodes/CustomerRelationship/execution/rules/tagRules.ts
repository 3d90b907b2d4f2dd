import { onlyIfTagged, notIfTagged } from '../../fields/whoGetsIt';
import { tagKey } from '../../fields/comparisonKeys';
import { tagsOfRecord } from '../../resources/shared/tags';
import { quote } from '../../quote';
import type { Task } from '../task';
import { ruleSettingOf, type Receiver, type SendRule, type Stop, type TurnHook } from './rule';

/** *Only If Tagged* and *Not If Tagged*: the tags of all contacts that have the phone count together. */
export class TagRules implements SendRule {
	turnHookFor(task: Task): TurnHook | undefined {
		const settings = [onlyIfTagged, notIfTagged].map((rule) => ruleSettingOf(task, rule));
		if (settings.every((setting) => setting === undefined)) return undefined;
		return { decide: (receivers) => decideByTags(task, receivers) };
	}
}

/** @throws UnusableAnswer for a contact without a list of tags: it may have one that the rule names */
function decideByTags(task: Task, receivers: readonly Receiver[]): Stop | undefined {
	// Without a contact, Unknown Contacts decides.
	if (receivers.length === 0) return undefined;
	const tags = new Set(
		receivers.flatMap(({ record, requestId }) => tagsOfRecord(record, requestId).map(tagKey)),
	);
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
