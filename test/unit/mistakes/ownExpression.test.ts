import {
	plainPath,
	remedyWithExpression,
} from '../../../nodes/CustomerRelationship/mistakes/ownExpression';

test.each([
	['{{ $json }}', '$json'],
	['{{$json.Nome}}', '$json.Nome'],
	['{{ $json.a.b }}', '$json.a.b'],
	['{{ $json["a b"].c[\'d\'] }}', '$json["a b"].c[\'d\']'],
])('%s is a plain way to a value', (expression, path) => {
	expect(plainPath(expression)).toBe(path);
	expect(remedyWithExpression('Use {{ ‹text›.trim() }}.', expression)).toBe(
		`Use {{ ${path}.trim() }}.`,
	);
});

test.each([
	...[undefined, '', '{{ }}', '$json.a', 'a {{ $json.a }}', '{{ $json.a }} b'],
	...['{{ !$json.a }}', '{{ $json.a + 1 }}', '{{ $json.a.trim() }}', '{{ $json["a\'] }}'],
	`{{ $json.${'a'.repeat(80)} }}`,
])('%j is not: a remedy shows an example', (expression) => {
	expect(plainPath(expression)).toBeUndefined();
	expect(remedyWithExpression('Use {{ ‹text›.trim() }}.', expression)).toBe(
		'Use {{ $json.text.trim() }}. Put your own field in place of $json.text.',
	);
});

test('names each example once, and none where there is no placeholder', () => {
	expect(remedyWithExpression('Use ‹name›, ‹text›, or ‹name›.', undefined)).toBe(
		'Use $json.name, $json.text, or $json.name. Put your own field in place of $json.name and $json.text.',
	);
	expect(remedyWithExpression('Use {{ $json.name }}.', undefined)).toBe('Use {{ $json.name }}.');
});
