import { WATCHED_LISTS } from '../../../nodes/CustomerRelationship/changes/watchedLists';
import { ChangeDetector } from '../../../nodes/CustomerRelationship/changes/changeDetector';
import { FieldError } from '../../../nodes/CustomerRelationship/fieldError';
import { ids, MINUTE, open, watchingAll, type PollingNode } from './pollingNode';

interface Stored {
	lists: { deal: Record<string, unknown> & { fingerprints: string; lifecycles: unknown[] } };
}
const stored = (node: PollingNode) => (node.staticData.changes as unknown as Stored).lists.deal;

describe('the saved state', () => {
	test('takes 19 bytes a record, and at most 53 once changes of it were emitted', async () => {
		const { node, service, known, poll } = await watchingAll(
			'deals',
			Array.from({ length: 50 }, () => open),
		);
		expect(JSON.stringify(stored(node).fingerprints).length).toBeLessThanOrEqual(50 * 19 + 2);
		for (let round = 0; round < 40; round += 1) {
			for (const id of known) service.change(id, { stageId: `s${round}`, title: `${round}` });
			await poll();
			expect(JSON.stringify(stored(node).fingerprints).length).toBeLessThanOrEqual(50 * 53 + 2);
		}
	});

	test('holds each lifecycle state once', async () => {
		const { node, service, known, poll } = await watchingAll('deals', [open, open]);
		service.change(String(known[0]), { stageId: 's2' });
		await poll();
		expect(stored(node).lifecycles).toEqual([
			['open', 's1'],
			['open', 's2'],
		]);
	});

	test.each(WATCHED_LISTS)(
		'is bounded in records, and the error says how to watch fewer $plural',
		(list) => {
			const { plural } = list;
			const selection = { events: list.updates.map(({ event }) => event), filters: {} };
			const saved = { tokenId: '', began: 0, selection, lifecycles: [], fingerprints: '' };
			const detector = new ChangeDetector(list, saved, 2);
			detector.updateFingerprint({ id: '1' });
			detector.updateFingerprint({ id: '2' });
			// Known records are still watched.
			const selections = { selection, formerSelection: selection };
			expect(detector.detectChanges({ id: '1', name: 'x' }, selections)).toHaveLength(1);
			const tooMany = () => detector.updateFingerprint({ id: '3' });
			expect(tooMany).toThrow(FieldError);
			expect(tooMany).toThrow(
				`“Events” can’t watch ${plural}: there are more than 2 of them, counting those that were deleted since`,
			);
			expect(tooMany).toThrow(
				expect.objectContaining({
					remedy: `Take the events of ${plural} out, or use the access token of a user who sees fewer ${plural}. After another token, or where many were deleted, unpublish the workflow, set “When Published Again” to “Start Fresh”, and publish it.`,
				}),
			);
		},
	);

	test('is bounded in lifecycle states', () => {
		const [, , list] = WATCHED_LISTS;
		const selection = { events: [], filters: {} };
		const saved = { tokenId: '', began: 0, selection, lifecycles: [], fingerprints: '' };
		const detector = new ChangeDetector(list!, saved);
		for (let count = 0; count < 46_656; count += 1) {
			detector.updateFingerprint({ id: '1', stageId: `s${count}` });
		}
		const oneMore = () => detector.updateFingerprint({ id: '1', stageId: 'one too many' });
		expect(oneMore).toThrow(FieldError);
		expect(oneMore).toThrow(
			'“Events” can’t watch deals: they have had more than 46,656 different states (status and stage together)',
		);
		expect(oneMore).toThrow(
			expect.objectContaining({
				remedy:
					'Unpublish the workflow, set “When Published Again” to “Start Fresh”, and publish it. If this error comes back, take the events of deals out.',
			}),
		);
	});

	const damages: Array<[string, object | null]> = [
		['nothing', null],
		['no token', { tokenId: undefined }],
		['a beginning that is no time', { began: 'x' }],
		['a beginning that is a text', { began: '2026-01-01T00:00:00Z' }],
		['a time out of range', { since: 1e300 }],
		['a scan without a time', { scan: {} }],
		['a cursor that is no text', { scan: { at: 1, cursor: 7 } }],
		['no selection', { selection: undefined }],
		['no events', { selection: { filters: {} } }],
		['no filters', { selection: { events: [] } }],
		['no lifecycle states', { lifecycles: undefined }],
		['a lifecycle state that is no list', { lifecycles: [null] }],
		['fewer lifecycle states than fingerprints refer to', { lifecycles: [] }],
		['no fingerprints', { fingerprints: undefined }],
		['a fingerprint cut off', { fingerprints: 'abc' }],
		['a fingerprint with other characters', { fingerprints: 'ä'.repeat(18) }],
	];
	test.each(damages)(
		'of one list is damaged (%s): its watch starts anew, and n8n’s log says so',
		async (_, damage) => {
			const { node, service, known, poll } = await watchingAll('deals', [open]);
			const lists = { deal: damage && { ...stored(node), ...damage } };
			node.staticData = { changes: { version: 1, lists } } as never;
			service.change(String(known[0]), { status: 'won' });
			service.create('deals', open);
			expect(await poll()).toEqual([]);
			expect(node.warnings).toEqual([
				'What n8n has saved of deals cannot be read. Their watch begins anew; what changed before is not reported.',
			]);
			service.now += MINUTE;
			service.change(String(known[0]), { title: 'Edited' });
			expect(ids(await poll())).toEqual([`deal.updated ${known[0]}`]);
			expect(node.warnings).toHaveLength(1);
		},
	);

	test('of one list is damaged: the others continue', async () => {
		const { node, service, known } = await watchingAll('deals', [open]);
		node.edit({ events: ['deal.won', 'contact.created'] });
		await node.poll();
		const { lists } = node.staticData.changes as { lists: object };
		node.staticData = {
			changes: { version: 1, lists: { ...lists, contact: 'x' }, order: 'x' },
		} as never;
		service.change(String(known[0]), { status: 'won' });
		expect(ids(await node.poll())).toEqual([`deal.won ${known[0]}`]);
		expect(node.warnings).toHaveLength(1);
	});
});
