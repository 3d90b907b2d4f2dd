/**
 * What believing a delivery costs, and whether its cost tells where signatures differ:
 * npm run bench:signature
 *
 * Each round judges one delivery of each kind, in a new random order, so that whatever slows the
 * machine down hits all kinds alike. Ends with 1 when the medians of two kinds differ by more
 * than the noise, which is how far two kinds that are alike (the control) differ.
 */
import { createHmac } from 'node:crypto';
import { judge, type SignedDelivery } from '../nodes/CustomerRelationship/events/signature';

const ROUNDS = 4_000;
const WARM_UP = 500;
const BATCH = 20;

const secrets = ['bench-secret-one', 'bench-secret-two'];
const nowSeconds = 1_700_000_000;
const body = Buffer.from(JSON.stringify({ event: 'message.sent', id: 'evt', data: { text: 'x'.repeat(900) } }));
const genuine = createHmac('sha256', secrets[0]!).update(`${nowSeconds}.`).update(body).digest();

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

/** Fifty signatures a header, so that comparing them weighs against the hashing. */
const fifty = (signature: Buffer): Buffer[] => Array.from({ length: 50 }, () => signature);
const wrong = fifty(wrongAt(0));

const kinds: Record<string, SignedDelivery> = {
	'differs at byte 1': delivery(fifty(wrongAt(0))),
	'differs at byte 1 (control)': delivery(fifty(wrongAt(0))),
	'differs at byte 16': delivery(fifty(wrongAt(15))),
	'differs at byte 32': delivery(fifty(wrongAt(31))),
	'differs everywhere': delivery(fifty(wrongAt(...genuine.keys()))),
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

function quantile(sorted: number[], share: number): number {
	return sorted[Math.floor((sorted.length - 1) * share)]!;
}

const samples = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]));
for (let round = -WARM_UP; round < ROUNDS; round++) {
	for (const [name, candidate] of shuffled(Object.entries(kinds))) {
		const taken = microsecondsFor(candidate, BATCH);
		if (round >= 0) samples.get(name)!.push(taken);
	}
}

console.log(`Judging a delivery of ${body.length} bytes with 50 signatures and ${secrets.length} secrets, µs:`);
const medians = new Map<string, number>();
for (const [name, values] of samples) {
	values.sort((one, other) => one - other);
	medians.set(name, quantile(values, 0.5));
	const [p10, p50, p90] = [0.1, 0.5, 0.9].map((share) => quantile(values, share).toFixed(3));
	console.log(`  ${name.padEnd(30)} p10 ${p10}  p50 ${p50}  p90 ${p90}`);
}

const first = medians.get('differs at byte 1')!;
const share = (name: string) => Math.abs(medians.get(name)! / first - 1);
const noise = Math.max(share('differs at byte 1 (control)') * 3, 0.01);
const furthest = Math.max(...[...medians.keys()].map(share));
console.log(
	`Medians differ by ${(furthest * 100).toFixed(2)} % at the most; noise allows ${(noise * 100).toFixed(2)} %.`,
);

console.log('Believing a genuine delivery, µs:');
for (const size of [200, 1_000, 10_000, 100_000, 1_000_000]) {
	const large = Buffer.alloc(size, 'x');
	const signature = createHmac('sha256', secrets[0]!).update(`${nowSeconds}.`).update(large).digest();
	const candidate = delivery([signature], large);
	if (!judge(candidate).believed) throw new Error('The bench signs wrongly');
	console.log(`  ${String(size).padStart(9)} bytes  ${microsecondsFor(candidate, Math.min(5_000, 50_000_000 / size)).toFixed(1)}`);
}

if (furthest > noise) {
	console.error('The time taken tells where a signature differs.');
	process.exitCode = 1;
}
