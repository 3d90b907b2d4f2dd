import fc from 'fast-check';
import { sha256 } from '../../../nodes/CustomerRelationship/sha256';
import {
	automaticKey,
	type WriteIdentity,
} from '../../../nodes/CustomerRelationship/transport/idempotency';

const identity = (more: Partial<WriteIdentity> = {}): WriteIdentity => ({
	installation: 'installation',
	workflow: 'workflow',
	execution: '17',
	node: 'node',
	run: 0,
	item: 0,
	operation: 'contact.upsert',
	...more,
});

const anyIdentity = fc.record<WriteIdentity>({
	installation: fc.string(),
	workflow: fc.string(),
	execution: fc.string(),
	node: fc.string(),
	run: fc.oneof(fc.nat(), fc.string()),
	item: fc.nat(),
	operation: fc.string(),
});

describe('an automatic key', () => {
	test('is always the same: an update of the node must not send anything twice', () => {
		expect(automaticKey(identity())).toBe(
			'n8n-4f7cdd33bd6c763339f080ef240c15c5d02145af24aec5c620a9a3cdebe0a0ae',
		);
	});

	test('is visible ASCII and short enough, whatever it is made of', () => {
		fc.assert(
			fc.property(anyIdentity, (of) => {
				expect(automaticKey(of)).toMatch(/^[\x21-\x7e]{1,255}$/);
				expect(automaticKey({ ...of })).toBe(automaticKey(of));
			}),
		);
	});

	test.each(Object.keys(identity()))('differs as soon as %s does', (part) => {
		expect(automaticKey(identity({ [part]: 'another' }))).not.toBe(automaticKey(identity()));
	});

	test('keeps its parts apart', () => {
		expect(automaticKey(identity({ workflow: 'a', execution: 'bc' }))).not.toBe(
			automaticKey(identity({ workflow: 'ab', execution: 'c' })),
		);
		expect(automaticKey(identity({ run: 1, item: 11 }))).not.toBe(
			automaticKey(identity({ run: 11, item: 1 })),
		);
		expect(automaticKey(identity({ run: 1 }))).not.toBe(automaticKey(identity({ run: '1' })));
	});
});

test('a digest is SHA-256', () => {
	expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
