import { ERROR_ROWS } from '../../support/specification';

/** Every code of the specification's Errors table: status, type, code. */
export const ERROR_CODES = Object.entries(ERROR_ROWS).map(
	([code, row]): [status: number, type: string, code: string] => {
		const [status, type = ''] = row.split(' ');
		return [Number(status), type, code];
	},
);
