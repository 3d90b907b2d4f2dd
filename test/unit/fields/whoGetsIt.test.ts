import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';
import {
	daysBetween,
	notIfTagged,
	onlyIfTagged,
	unknownContacts,
	whoGetsIt,
} from '../../../nodes/CustomerRelationship/fields/whoGetsIt';
import { refusalOf } from './refusals';

const ZONE = 'America/Sao_Paulo';
const read = (rule: unknown) => daysBetween.read({ rule } as never, { timezone: ZONE });

// Elsewhere n8n mostly leaves out what equals its default; a rule that was added must stay.
test.each<INodeParameters>([
	{ daysBetween: {} },
	{ daysBetween: { rule: {} } },
	{ unknownContacts: 'send' },
	{ notIfTagged: '' },
])('n8n saves %j', (rules) => {
	const type = { properties: [whoGetsIt] } as INodeTypeDescription;
	const [defaults, hidden] = [false, false];
	const given = { whoGetsIt: rules };
	expect(NodeHelpers.getNodeParameters([whoGetsIt], given, defaults, hidden, null, type)).toEqual(
		given,
	);
});

describe('Days Between', () => {
	test.each([
		[{ days: 3, rememberIn: 'last' }, 3],
		[{ days: '14', rememberIn: { __rl: true, mode: 'list', value: 'last' } }, 14],
		[{ rememberIn: ' last ' }, 7],
	])('takes %j', (rule, days) => {
		expect(read(rule)).toEqual({ days, field: 'last', timezone: ZONE });
	});

	test.each([
		[undefined, '“Days Between” is empty'],
		[{ days: '', rememberIn: 'last' }, '“Days Between: Days” is empty'],
		[{ days: undefined, rememberIn: 'last' }, '“Days Between: Days” is empty'],
		[{ days: 0, rememberIn: 'last' }, '“Days Between: Days” is not a whole number from 1 to 365'],
		[{ days: 366, rememberIn: 'last' }, '“Days Between: Days” is not a whole number from 1 to 365'],
		[{ days: 1 }, '“Remember In” is empty'],
		[{ days: 1, rememberIn: { __rl: true, mode: 'list', value: '' } }, '“Remember In” is empty'],
		[{ days: 1, rememberIn: '\u200b' }, '“Remember In” is empty'],
		[{ days: 1, rememberIn: ['a'] }, '“Remember In” takes an ID, but got a list'],
	])('refuses %j', (rule, message) => {
		expect(refusalOf(() => read(rule)).message).toBe(message);
	});
});

test.each([onlyIfTagged, notIfTagged])('a rule about tags is not empty', (rule) => {
	expect(rule.read('vip, ouro', { timezone: ZONE })).toEqual(['vip', 'ouro']);
	for (const nothing of ['', ' ', undefined, [], '\u200b']) {
		expect(refusalOf(() => rule.read(nothing, { timezone: ZONE })).message).toMatch(/is empty$/);
	}
	expect(refusalOf(() => rule.read(['vip', ''], { timezone: ZONE })).message).toMatch(
		/holds an empty tag/,
	);
});

test('Unknown Contacts is one of two words', () => {
	expect(['send', 'skip'].map((word) => unknownContacts.read(word, { timezone: ZONE }))).toEqual([
		'send',
		'skip',
	]);
	for (const other of ['', undefined, true, 'yes']) {
		expect(refusalOf(() => unknownContacts.read(other, { timezone: ZONE })).message).toBe(
			'“Unknown Contacts” is neither send nor skip',
		);
	}
});
