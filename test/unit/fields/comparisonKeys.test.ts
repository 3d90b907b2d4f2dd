import {
	comparablePhone,
	listedPhoneKey,
	phoneKeyIgnoringNinthDigit,
	tagKey,
} from '../../../nodes/CustomerRelationship/fields/comparisonKeys';

test.each([
	['(11) 98765-4321', '11987654321'],
	['+55 11 98765-4321', '11987654321'],
	['55 11 3333-4444', '1133334444'],
	['011 98765-4321', '11987654321'],
	['55 011 98765-4321', '11987654321'],
	// A toll-free number of ten digits keeps its zero.
	['0800 123 4567', '8001234567'],
	['0800 123 456', '0800123456'],
	['00800123456', '0800123456'],
	['0300123456', '0300123456'],
	// Numbers that are none of Brazil's.
	['+1 212 555 0100', '+12125550100'],
	['tel. +1 212 555 0100', '+12125550100'],
	['212 555+01', '21255501'],
	['+55 98765', '+5598765'],
	['+55 3333-4444', '+5533334444'],
	['+55 98765-4321', '+55987654321'],
	['0055 98765-4321', '+55987654321'],
	['+55 3300-4444', '+5533004444'],
	['+55 4004-1234', '+5540041234'],
	['9005533334444', '9005533334444'],
	['55 98765-4321', '55987654321'],
	['98765-4321', '987654321'],
	['0123456789', '0123456789'],
	['', ''],
])('%j compares as %j', (phone, key) => {
	expect(comparablePhone(phone)).toBe(key);
});

test.each([
	['(11) 8765-4321', '11987654321'],
	['(11) 98765-4321', '11987654321'],
	['(11) 3333-4444', '1133334444'],
	['+1 118 765 4321', '+11187654321'],
])('%j is %j, with or without its ninth digit', (phone, key) => {
	expect(phoneKeyIgnoringNinthDigit(phone)).toBe(key);
});

test.each([
	['+55 (11) 3333-4444', '1133334444'],
	[1133334444, '1133334444'],
	[' ramal ', 'ramal'],
	[{ number: '1133334444' }, '{"number":"1133334444"}'],
	[null, 'null'],
])('the key of an entry %j is %j', (entry, key) => {
	expect(listedPhoneKey(entry)).toBe(key);
});

test.each([
	['VIP', 'vip'],
	['não \u00a0 perturbe', 'não perturbe'],
	['opt\u2011OUT', 'opt-out'],
	[2024, '2024'],
	['STRASSE', 'strasse'],
	['straße', 'straße'],
])('the key of the tag %j is %j', (tag, key) => {
	expect(tagKey(tag)).toBe(key);
});
