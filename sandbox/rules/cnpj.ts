import { cnpj as registry } from 'cpf-cnpj-validator';
import { refuse } from './errors';

/** "Company", cnpj: with or without mask, valid check digits; stored as digits only. */
export function parseCnpj(text: string): string {
	const digits = text.replace(/[\s./-]/g, '');
	// The library also takes the registry's new letters; the specification stores digits only.
	if (!/^\d{14}$/.test(digits) || !registry.isValid(digits)) {
		refuse('invalid_parameter', 'cnpj is not a valid CNPJ.', 'cnpj');
	}
	return digits;
}
