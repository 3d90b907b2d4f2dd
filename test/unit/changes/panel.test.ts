import { CustomerRelationshipChangesTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipChangesTrigger.node';
import { overlapSeconds } from '../../../nodes/CustomerRelationship/changes/panel';

const { description } = new CustomerRelationshipChangesTrigger();

it('Look Back takes up to a week, and says what to do about other values', () => {
	const read = (value: unknown) => overlapSeconds.read(value, { timezone: 'UTC' });
	expect(read(604_800)).toBe(604_800);
	expect(() => read(604_801)).toThrow(
		expect.objectContaining({ remedy: 'Correct it or its expression.' }),
	);
});

it('the output of a test event says that its record is a real one', () => {
	expect(description.hints).toEqual([
		{
			message: expect.stringContaining('a real one, of a real customer'),
			...{ whenToDisplay: 'afterExecution', location: 'outputPane' },
		},
	]);
});
