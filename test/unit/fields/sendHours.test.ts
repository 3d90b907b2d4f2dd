import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { checkOnly } from '../../../nodes/CustomerRelationship/fields/options';
import { sendHours } from '../../../nodes/CustomerRelationship/fields/sendHours';
import { refusalOf } from './refusals';

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const read = (hours: unknown, timezone = 'America/Sao_Paulo') =>
	sendHours.read({ hours } as never, { timezone });

// Elsewhere n8n mostly leaves out what equals its default; a guard that was added must stay.
test.each<INodeParameters>([{ sendHours: {} }, { sendHours: { hours: {} } }, { checkOnly: true }])(
	'n8n saves %j',
	(options) => {
		const collection: INodeProperties = {
			...{ displayName: 'Options', name: 'options', type: 'collection', default: {} },
			options: [sendHours.property, checkOnly.property],
		};
		const type = { properties: [collection] } as INodeTypeDescription;
		const [defaults, hidden] = [false, false];
		expect(
			NodeHelpers.getNodeParameters([collection], { options }, defaults, hidden, null, type),
		).toEqual({ options });
	},
);

test('fills in missing defaults, and the workflow’s time zone for an empty one', () => {
	const all = { from: '08:00', to: '20:00', days: WORKDAYS, timezone: 'America/Sao_Paulo' };
	expect(read({})).toEqual(all);
	expect(read({ timezone: '' })).toEqual(all);
	const given = { from: '00:00', to: '24:00', days: ['sunday'], timezone: 'Europe/Lisbon' };
	expect(read(given)).toEqual(given);
	expect(read({ timezone: ' America/Sao Paulo' }).timezone).toBe('America/Sao_Paulo');
	expect(read({ days: ['friday', 'monday'] }).days).toEqual(['monday', 'friday']);
});

// A guard that was added and is empty or invalid is an error.
test.each<[unknown, RegExp]>([
	[undefined, /is empty$/],
	[null, /is empty$/],
	[[], /is empty$/],
	['08:00', /is empty$/],
	[{ from: undefined }, /have no valid time in From$/],
	[{ from: null }, /have no valid time in From$/],
	[{ from: '' }, /have no valid time in From$/],
	[{ from: 8 }, /have no valid time in From$/],
	[{ from: '8:00' }, /have no valid time in From$/],
	[{ from: '08:60' }, /have no valid time in From$/],
	[{ from: '25:00' }, /have no valid time in From$/],
	[{ from: '108:00' }, /have no valid time in From$/],
	[{ to: '20:000' }, /have no valid time in To$/],
	[{ to: '24:01' }, /have no valid time in To$/],
	[{ to: '20h' }, /have no valid time in To$/],
	[{ from: '20:00', to: '20:00' }, /end at 20:00, but begin at 20:00$/],
	[{ from: '22:00', to: '06:00' }, /end at 06:00, but begin at 22:00$/],
	[{ days: [] }, /have no valid days$/],
	[{ days: undefined }, /have no valid days$/],
	[{ days: 'monday' }, /have no valid days$/],
	[{ days: ['monday', 'segunda'] }, /have no valid days$/],
	[{ timezone: undefined }, /have no time zone$/],
	[{ timezone: null }, /have no time zone$/],
	[{ timezone: 3 }, /have no time zone$/],
	[{ timezone: ' ' }, /have no time zone$/],
	[{ timezone: 'Brasilia' }, /have the time zone “Brasilia”, which does not exist$/],
	[{ timezone: ' Sao \n Paulo' }, /have the time zone “Sao Paulo”, which does not exist$/],
])('refuses %j', (hours, message) => {
	expect(refusalOf(() => read(hours)).message).toMatch(message);
});

test('of a workflow’s time zone that does not exist, says where to choose another', () => {
	const { message, remedy } = refusalOf(() => read({ timezone: '' }, 'Foo/Bar'));
	expect(message).toMatch(/have the time zone “Foo\/Bar”, which does not exist$/);
	expect(remedy).toContain('choose one in the workflow’s settings');
});
