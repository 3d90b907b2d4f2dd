import { InvalidInput, withValueInError } from '../../nodes/CustomerRelationship/invalidInput';

test('keeps the value of the innermost field', () => {
	const inner = () =>
		withValueInError('inner', () => withValueInError('innermost', () => fail('no number')));
	const fail = (problem: string): never => {
		throw new InvalidInput('Value', problem, 'x');
	};
	expect(inner).toThrow(expect.objectContaining({ value: 'innermost' }));
	expect(() => withValueInError('a', () => JSON.parse('{'))).toThrow(SyntaxError);
});
