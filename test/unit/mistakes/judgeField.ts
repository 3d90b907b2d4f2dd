import type { INodeProperties } from 'n8n-workflow';
import { judge } from '../../../nodes/CustomerRelationship/mistakes/judge';
import type { Purpose } from '../../../nodes/CustomerRelationship/mistakes/mistake';
import { valuesToJudge } from '../../../nodes/CustomerRelationship/mistakes/valuesOf';

/** What the fields of the tests are for; all others are written into a record. */
const PURPOSES: Readonly<Record<string, Purpose>> = {
	...{ filters: 'filter', additionalQuery: 'filter', removeTags: 'filter' },
	...{ idempotencyKey: 'key', text: 'text' },
	...{ templateParams: 'variable', templateVariables: 'variable' },
};

/** Judges what a field holds. @param raw as the workflow holds it */
export const judgeField = (
	{ displayName: label, name }: Pick<INodeProperties, 'displayName' | 'name'>,
	value: unknown,
	raw: unknown,
	evaluate: (text: string) => unknown,
) => judge(valuesToJudge({ label, purpose: PURPOSES[name] ?? 'record', value, raw, evaluate }));
