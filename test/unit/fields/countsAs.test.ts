import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { countsAs } from '../../../nodes/CustomerRelationship/fields/countsAs';
import { refusalOf, UTC } from './refusals';

const read = (value: unknown) => countsAs.read(value, UTC);

test('blanks at its ends, what nobody sees, and case do not count', () => {
	for (const word of ['aviso são joão', ' Aviso São João\n', '\u200baviso SÃO joa\u0303o\ufeff']) {
		expect(read(word)).toBe('aviso são joão');
	}
	expect(read(' reminder-2026-11-25 ')).toBe('reminder-2026-11-25');
	expect(read(2026)).toBe('2026');
	expect(read(0)).toBe('0');
});

test('blanks inside count', () => {
	expect(read('a b')).not.toBe(read('ab'));
});

test.each([undefined, null, '', ' ', '\u200b'])('is refused if it is %j', (nothing) => {
	const { message, remedy } = refusalOf(() => read(nothing));
	expect(message).toBe('“Counts As” is empty');
	expect(remedy).toContain('take the option out');
});

test.each([[{ a: 1 }], [['a']]])('is refused if it is %j', (value) => {
	expect(refusalOf(() => read(value)).message).toContain('“Counts As” takes a text, but got');
});

test('says who shares a message and how to write something daily; the page says what does not count', () => {
	const { description } = countsAs.property;
	expect(description).toContain(
		'Lets nodes with one access token count as one: with Once per Phone',
	);
	expect(description).toContain('<code>reminder-{{ $today.toISODate() }}</code>');
	const page = join(__dirname, '../../../docs/reference/resources/conversation.md');
	for (const promise of [
		'Nodes, templates, workflows and workers that give the same word with the same access token share one message to a phone in 24 hours.',
		'What was sent before the word was given, or under another word, does not count.',
	]) {
		expect(readFileSync(page, 'utf8')).toContain(promise);
	}
});
