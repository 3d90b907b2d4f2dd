/**
 * What believing a delivery costs, and whether its cost tells where signatures differ; prints Judging as JSON.
 *
 * Each round compares the signatures of each kind, in a new random order, so that whatever slows the machine
 * down hits all kinds alike. Reading the header is left out there: its cost depends on the digits in it, by
 * 2 % in some processes, but the sender knows those.
 */
import { createHmac } from 'node:crypto';
import {
	judge,
	signatureHolds,
	type SignatureHeader,
	type SignedDelivery,
} from '../../nodes/CustomerRelationship/webhook/signature';

export interface Judging {
	/** Bytes of the delivery whose signatures are compared in `kinds`. */
	bytes: number;
	/** µs that signing it and comparing its signatures took, for each round, by their kind. */
	kinds: Record<string, number[]>;
	/** µs that believing a genuine delivery of so many bytes takes. */
	sizes: Array<{ bytes: number; microseconds: number }>;
}

/** The kind that the others are compared with, and one just like it, which shows the noise. */
export const COMPARED_WITH = 'differs at byte 1';
export const CONTROL = 'differs at byte 1 (control)';

const ROUNDS = 4_000;
const WARM_UP = 500;
const BATCH = 20;
const SIGNATURES = 50;

const secrets = ['bench-secret-one', 'bench-secret-two'];
const nowSeconds = 1_700_000_000;
const body = Buffer.from(
	JSON.stringify({ event: 'message.sent', id: 'evt', data: { text: 'x'.repeat(900) } }),
);
const sign = (text: Buffer) =>
	createHmac('sha256', secrets[0]!).update(`${nowSeconds}.`).update(text).digest();
const genuine = sign(body);

function wrongAt(...positions: number[]): Buffer {
	const signature = Buffer.from(genuine);
	for (const position of positions) signature[position] = signature[position]! ^ 0xff;
	return signature;
}

/** So many signatures a header that comparing them weighs against the hashing. */
const many = (signature: Buffer): Buffer[] =>
	Array.from({ length: SIGNATURES }, () => Buffer.from(signature));
const wrong = many(wrongAt(0));

const kinds: Record<string, Buffer[]> = {
	[COMPARED_WITH]: wrong,
	[CONTROL]: many(wrongAt(0)),
	'differs at byte 16': many(wrongAt(15)),
	'differs at byte 32': many(wrongAt(31)),
	'differs everywhere': many(wrongAt(...genuine.keys())),
	'the first signature holds': [genuine, ...wrong.slice(1)],
	'the last signature holds': [...wrong.slice(1), genuine],
};

/** Microseconds that one piece of work takes, measured over a batch. */
function microsecondsFor(work: () => unknown, times: number): number {
	const start = process.hrtime.bigint();
	for (let count = 0; count < times; count++) work();
	return Number(process.hrtime.bigint() - start) / 1000 / times;
}

function shuffled<T>(items: T[]): T[] {
	return items
		.map((item) => ({ item, place: Math.random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ item }) => item);
}

function judgeKinds(): Judging['kinds'] {
	const samples = Object.fromEntries(Object.keys(kinds).map((name) => [name, [] as number[]]));
	for (let round = -WARM_UP; round < ROUNDS; round++) {
		for (const [name, signatures] of shuffled(Object.entries(kinds))) {
			const header: SignatureHeader = { timestamp: String(nowSeconds), signatures };
			const taken = microsecondsFor(() => signatureHolds(header, secrets, body), BATCH);
			if (round >= 0) samples[name]!.push(taken);
		}
	}
	return samples;
}

function judgeSizes(): Judging['sizes'] {
	return [200, 1_000, 10_000, 100_000, 1_000_000].map((bytes) => {
		const text = Buffer.alloc(bytes, 'x');
		const delivery: SignedDelivery = {
			body: text,
			header: `t=${nowSeconds},v1=${sign(text).toString('hex')}`,
			secrets,
			nowSeconds,
			toleranceSeconds: 300,
		};
		if (!judge(delivery).believed) throw new Error('The bench signs wrongly');
		const times = Math.min(5_000, 50_000_000 / bytes);
		return { bytes, microseconds: microsecondsFor(() => judge(delivery), times) };
	});
}

if (require.main === module) {
	const judging: Judging = { bytes: body.length, kinds: judgeKinds(), sizes: judgeSizes() };
	console.log(JSON.stringify(judging));
}
