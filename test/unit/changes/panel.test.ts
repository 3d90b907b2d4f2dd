import { CustomerRelationshipChangesTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipChangesTrigger.node';
import { overlapSeconds } from '../../../nodes/CustomerRelationship/changes/panel';

const { description } = new CustomerRelationshipChangesTrigger();

it('Look Back takes up to a week, and says what to do about other values', () => {
	const read = (value: unknown) => overlapSeconds.read(value, { timezone: 'UTC' });
	expect([604_800, '0', ' ', undefined].map(read)).toEqual([604_800, 0, 120, 120]);
	for (const value of [604_801, true, []])
		expect(() => read(value)).toThrow(
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
