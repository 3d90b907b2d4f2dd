import { InvalidInput, readValue } from '../../nodes/CustomerRelationship/invalidInput';

test('keeps the value of the innermost field', () => {
	const inner = () => readValue('inner', () => readValue('innermost', () => fail('no number')));
	const fail = (problem: string): never => {
		throw new InvalidInput('Value', problem, 'x');
	};
	expect(inner).toThrow(expect.objectContaining({ value: 'innermost' }));
	expect(() => readValue('a', () => JSON.parse('{'))).toThrow(SyntaxError);
});
