/** Whether a raw parameter is an expression, or holds one. */
export const isExpression = (raw: unknown): boolean =>
	typeof raw === 'object' && raw !== null
		? Object.values(raw).some(isExpression)
		: typeof raw === 'string' && raw.startsWith('=');
