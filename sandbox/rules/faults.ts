import { z } from 'zod';
import { LONGEST_WAIT_MS } from '../clock';

const common = {
	method: z
		.string()
		.transform((method) => method.toUpperCase())
		.optional(),
	/** Below `/api/v1`, exact, without query. */
	path: z.string().startsWith('/').optional(),
	count: z.number().int().min(1).default(1),
};
const waitMs = z.number().int().min(0).max(LONGEST_WAIT_MS);
const statusCode = z.number().int().min(200).max(599);

/** What `POST /_sandbox/faults` takes. */
export const faultSchema = z.discriminatedUnion('kind', [
	z
		.object({
			...common,
			kind: z.literal('status'),
			status: z.number().int().min(400).max(599),
			code: z.string().min(1),
			param: z.string().optional(),
			/** Seconds. */
			retryAfter: z.number().min(0).optional(),
		})
		.strict(),
	z.object({ ...common, kind: z.literal('dropBefore') }).strict(),
	z.object({ ...common, kind: z.literal('dropAfter') }).strict(),
	z.object({ ...common, kind: z.literal('slow'), ms: waitMs }).strict(),
	z.object({ ...common, kind: z.literal('html'), status: statusCode.default(502) }).strict(),
	z
		.object({ ...common, kind: z.literal('unknownProperties'), properties: z.record(z.unknown()) })
		.strict(),
	z.object({ ...common, kind: z.literal('messageFails'), code: z.string().min(1) }).strict(),
	z.object({ ...common, kind: z.literal('queueRefuses') }).strict(),
]);

export type Fault = z.infer<typeof faultSchema>;
type Kind = Fault['kind'];

/** Kinds that strike a request as a whole; the others strike a message on its way. */
const REQUEST_KINDS: readonly Kind[] = [
	'status',
	'dropBefore',
	'dropAfter',
	'slow',
	'html',
	'unknownProperties',
];

/** A fault that a request holds; given back when the request never got to where it strikes. */
export interface ClaimedFault {
	fault: Fault;
	giveBack(): void;
}

/** Faults in the order in which they were asked for; each strikes `count` times. */
export class Faults {
	private faults: Fault[] = [];

	add(fault: Fault): void {
		this.faults.push({ ...fault });
	}

	list(): Fault[] {
		return this.faults.filter((fault) => fault.count > 0);
	}

	/** The first fault for a request as a whole. */
	claim(method: string, path: string): ClaimedFault | undefined {
		return this.take(REQUEST_KINDS, method, path);
	}

	/** The first fault of one kind; strikes at once. */
	strike<K extends Kind>(
		kind: K,
		method: string,
		path: string,
	): Extract<Fault, { kind: K }> | undefined {
		return this.take([kind], method, path)?.fault as Extract<Fault, { kind: K }> | undefined;
	}

	reset(): void {
		this.faults = [];
	}

	private take(kinds: readonly Kind[], method: string, path: string): ClaimedFault | undefined {
		const fault = this.faults.find(
			(one) =>
				one.count > 0 &&
				kinds.includes(one.kind) &&
				(one.method === undefined || one.method === method) &&
				(one.path === undefined || one.path === path),
		);
		if (!fault) return undefined;
		fault.count--;
		return { fault, giveBack: () => void fault.count++ };
	}
}
