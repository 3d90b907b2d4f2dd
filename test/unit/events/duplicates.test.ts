import fc from 'fast-check';
import {
	markOf,
	marksIn,
	REMEMBERED,
	textOf,
} from '../../../nodes/CustomerRelationship/events/duplicates';

const marks = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => markOf(`evt_${from + index}`));

/** What is stored once these marks are remembered on top of what is stored. */
const remember = (stored: unknown, added: string[]) =>
	textOf(new Set([...marksIn(stored), ...added]));

describe('remembered event ids', () => {
	it('are found again, and others are not', () => {
		const stored = remember(undefined, marks(0, 10));
		expect(marks(0, 10).every((mark) => marksIn(stored).has(mark))).toBe(true);
		expect(marks(10, 20).some((mark) => marksIn(stored).has(mark))).toBe(false);
	});

	it('are the newest thousand, whatever order they came in', () => {
		let stored = '';
		for (const mark of marks(0, REMEMBERED + 5)) stored = remember(stored, [mark]);
		expect([...marksIn(stored)]).toEqual(marks(5, REMEMBERED + 5));
	});

	it('keep their place when they come again', () => {
		const stored = remember(undefined, marks(0, 3));
		expect(remember(stored, [markOf('evt_0')])).toBe(stored);
	});

	it('take 12 kB at the most, however long the ids are', () => {
		const long = Array.from({ length: 2000 }, (_, index) => markOf(`${index}`.padStart(500)));
		expect(remember('', long)).toHaveLength(12_000);
	});

	it.each([[undefined], [null], [''], [42], [{}], [['evt_1']], ['not by us']])(
		'are none where the static data hold %j',
		(stored) => {
			expect(marksIn(stored).size).toBe(0);
			expect(marksIn(remember(stored, [markOf('evt_1')]))).toEqual(new Set([markOf('evt_1')]));
		},
	);

	it('have marks of one length that tell any two ids apart', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
				expect(markOf(one)).toMatch(/^[\w-]{12}$/);
				return (markOf(one) === markOf(other)) === (one === other);
			}),
		);
	});
});
