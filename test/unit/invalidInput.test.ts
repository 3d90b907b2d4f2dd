import { InvalidInput, reading } from '../../nodes/CustomerRelationship/invalidInput';

test('keeps the value of the innermost field', () => {
	const inner = () => reading('inner', () => reading('innermost', () => fail('no number')));
	const fail = (problem: string): never => {
		throw new InvalidInput('Value', problem, 'x');
	};
	expect(inner).toThrow(expect.objectContaining({ value: 'innermost' }));
	expect(() => reading('a', () => JSON.parse('{'))).toThrow(SyntaxError);
});
