/**
 * What believing a delivery costs, and whether its cost tells where signatures differ; prints Judging as JSON.
 *
 * Each round judges one delivery of each kind, in a new random order, so that whatever slows the machine
 * down hits all kinds alike.
 */
import { createHmac } from 'node:crypto';
import { judge, type SignedDelivery } from '../../nodes/CustomerRelationship/events/signature';

export interface Judging {
	/** Bytes of the deliveries judged in `kinds`. */
	bytes: number;
	/** µs that judging one delivery took, for each round, by its kind. */
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
const body = Buffer.from(JSON.stringify({ event: 'message.sent', id: 'evt', data: { text: 'x'.repeat(900) } }));
const sign = (text: Buffer) => createHmac('sha256', secrets[0]!).update(`${nowSeconds}.`).update(text).digest();
const genuine = sign(body);

function wrongAt(...positions: number[]): Buffer {
	const signature = Buffer.from(genuine);
	for (const position of positions) signature[position] = signature[position]! ^ 0xff;
	return signature;
}

const delivery = (signatures: Buffer[], text = body): SignedDelivery => ({
	body: text,
	header: [`t=${nowSeconds}`, ...signatures.map((v1) => `v1=${v1.toString('hex')}`)].join(','),
	secrets,
	nowSeconds,
	toleranceSeconds: 300,
});

/** So many signatures a header that comparing them weighs against the hashing. */
const many = (signature: Buffer): Buffer[] => Array.from({ length: SIGNATURES }, () => signature);
const wrong = many(wrongAt(0));

const kinds: Record<string, SignedDelivery> = {
	[COMPARED_WITH]: delivery(wrong),
	[CONTROL]: delivery(many(wrongAt(0))),
	'differs at byte 16': delivery(many(wrongAt(15))),
	'differs at byte 32': delivery(many(wrongAt(31))),
	'differs everywhere': delivery(many(wrongAt(...genuine.keys()))),
	'the first signature holds': delivery([genuine, ...wrong.slice(1)]),
	'the last signature holds': delivery([...wrong.slice(1), genuine]),
};

/** Microseconds that one judgement takes, measured over a batch. */
function microsecondsFor(candidate: SignedDelivery, times: number): number {
	const start = process.hrtime.bigint();
	for (let count = 0; count < times; count++) judge(candidate);
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
		for (const [name, candidate] of shuffled(Object.entries(kinds))) {
			const taken = microsecondsFor(candidate, BATCH);
			if (round >= 0) samples[name]!.push(taken);
		}
	}
	return samples;
}

function judgeSizes(): Judging['sizes'] {
	return [200, 1_000, 10_000, 100_000, 1_000_000].map((bytes) => {
		const text = Buffer.alloc(bytes, 'x');
		const candidate = delivery([sign(text)], text);
		if (!judge(candidate).believed) throw new Error('The bench signs wrongly');
		return { bytes, microseconds: microsecondsFor(candidate, Math.min(5_000, 50_000_000 / bytes)) };
	});
}

if (require.main === module) {
	const judging: Judging = { bytes: body.length, kinds: judgeKinds(), sizes: judgeSizes() };
	console.log(JSON.stringify(judging));
}
