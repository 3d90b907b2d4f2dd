import type { Fault } from '../rules/faults';
import type { Outgoing } from './wire';

/** Faults in front of the service: undefined when it is another one, null for a broken connection. */
export function strikeBefore(fault: Fault): Outgoing | undefined {
	if (fault.kind === 'dropBefore') return null;
	if (fault.kind !== 'html') return undefined;
	const title = `${fault.status} ${fault.status === 504 ? 'Gateway Timeout' : 'Bad Gateway'}`;
	return {
		status: fault.status,
		headers: { 'Content-Type': 'text/html; charset=utf-8' },
		body: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
	};
}
