import { InvalidInput } from '../../invalidInput';
import { isEmpty } from './empty';
import { scalarToText } from './text';

/** Whole cents. @throws InvalidInput for anything else */
export function parseWholeCents(value: unknown, label: string): number | undefined {
	if (isEmpty(value)) return undefined;
	const text = scalarToText(value, label)?.trim() ?? '';
	if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
		throw new InvalidInput(
			label,
			'is not a whole number of cents',
			typeof value === 'number' && !Number.isInteger(value)
				? 'Round it in the expression, for example {{ Math.round($json.total * 100) }} for a total in reais.'
				: 'Enter cents, for example 123456 for R$ 1,234.56.',
		);
	}
	return Number(text);
}

/** Cents in reais, for output; null if they are not a number. */
export const centsToReais = (cents: unknown): number | null =>
	typeof cents === 'number' ? cents / 100 : null;

const AMOUNT = /^(-?)\s*(\d+|\d{1,3}(?:([.,\s])\d{3})(?:\3\d{3})*)(?:([.,])(\d*))?$/;

/** An amount without `R$` before or after it. */
const withoutCurrency = (amount: string): string =>
	amount.endsWith('R$') ? amount.slice(0, -2).trimEnd() : amount.replace(/^(-?)\s*R\$\s*/, '$1');

/**
 * An amount in reais as cents, without floating-point arithmetic. Reads `1234.56`, `1234,56`, `1.234,56`, `1 234,56`
 * and `1,234.56`, with or without `R$`.
 * @throws InvalidInput for more than two decimals and for ambiguous texts
 */
export function parseReais(value: unknown, label: string): number | undefined {
	const text = withoutCurrency(scalarToText(value, label)?.trim() ?? '');
	if (!text) return undefined;
	const amount = AMOUNT.exec(text);
	const [, sign, whole = '', separator, point = '', decimals = ''] = amount ?? [];
	if (!amount || decimals.length > 2 || separator === point) {
		// "1.234" is ambiguous: with a point for thousands it is a thousand times more.
		const [, units, thousandths] =
			(typeof value === 'string' && /^(-?[1-9]\d{0,2})[.,](\d{3})$/.exec(text)) || [];
		if (units && thousandths) {
			const [, hundredths] = /^(\d\d)0$/.exec(thousandths) ?? [];
			const second = hundredths
				? `${units}.${hundredths} for the second`
				: 'the second with two decimals';
			throw new InvalidInput(
				label,
				`holds “${text}”, which can be read in two ways: ${units},${thousandths}.00 or ${units}.${thousandths.replace(/0$/, '')}`,
				`Enter ${units}${thousandths}.00 for the first or ${second}.`,
			);
		}
		throw new InvalidInput(
			label,
			'is not an amount in reais with at most two decimals',
			typeof value === 'number'
				? 'Round it in the expression, for example {{ $json.total.toFixed(2) }}.'
				: 'Enter an amount such as 1234.56 or 1.234,56.',
		);
	}
	const cents = Number(sign + whole.replace(/\D/g, '') + decimals.padEnd(2, '0'));
	return parseWholeCents(cents, label);
}
