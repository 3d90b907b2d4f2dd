/** Whether a value as the workflow holds it is worked out for each item, if only in part. */
export const isExpression = (raw: unknown): boolean =>
	typeof raw === 'object' && raw !== null
		? Object.values(raw).some(isExpression)
		: typeof raw === 'string' && raw.startsWith('=');
