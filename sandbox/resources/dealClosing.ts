import { z } from 'zod';
import { timestamp } from '../clock';
import { ok } from '../http/list';
import { operation, type Answer, type Call } from '../http/operation';
import { NOT_CLOSED, type Deal } from '../model';
import { refuse } from '../rules/errors';
import { findDeal } from './deals';
import { finalStage, lostReason, moveTarget } from './dealStages';

/** Bodies: README, "Bodies of move, win and lose". */
const moved = z.object({ stageId: z.string().min(1).max(64) });
const won = z.object({ closedAt: timestamp.nullish() });
const lost = won.extend({
	lostReasonId: z.string().min(1).max(64).nullish(),
	lostNote: z.string().max(1000).nullish(),
});

export const dealClosing = [
	operation({
		method: 'POST',
		path: '/deals/:id/move',
		scope: 'crm:write',
		unshown: { body: 'move', answer: 'changedDeal' },
		body: moved,
		run: (call: Call<unknown, z.infer<typeof moved>>) => {
			const deal = openDeal(call);
			const { id: stageId, pipelineId } = moveTarget(call, deal, call.body.stageId);
			return change(call, deal, { ...NOT_CLOSED, stageId, pipelineId });
		},
	}),
	operation({
		method: 'POST',
		path: '/deals/:id/win',
		scope: 'crm:write',
		unshown: { body: 'closing', answer: 'changedDeal' },
		body: won,
		bodyIsOptional: true,
		run: (call: Call<unknown, z.infer<typeof won>>) => close(call, 'won', () => ({})),
	}),
	operation({
		method: 'POST',
		path: '/deals/:id/lose',
		scope: 'crm:write',
		unshown: { body: 'closing', answer: 'changedDeal' },
		body: lost,
		bodyIsOptional: true,
		run: (call: Call<unknown, z.infer<typeof lost>>) =>
			close(call, 'lost', ({ pipelineId }) => {
				const { lostReasonId, lostNote = null } = call.body;
				const reason = lostReasonId && lostReason(call.account, pipelineId, lostReasonId);
				return { lostReasonId: reason ? reason.id : null, lostNote };
			}),
	}),
];

function close(
	call: Call<unknown, z.infer<typeof won>>,
	status: 'won' | 'lost',
	details: (deal: Deal) => Partial<Deal>,
): Answer {
	const deal = openDeal(call);
	const { id: stageId } = finalStage(call.account, deal.pipelineId, status);
	const closedAt = call.body.closedAt ?? call.service.clock.timestamp();
	const closed = { stageId, status, closedAt, closedById: call.user.id };
	return change(call, deal, { ...NOT_CLOSED, ...details(deal), ...closed });
}

/** "States, Deal status" knows these transitions from `open` only (README, `closedDealsChange`). */
function openDeal(call: Call): Deal {
	const deal = findDeal(call, call.params.id);
	if (deal.status !== 'open' && !call.service.behaviour.isTurned('closedDealsChange')) {
		refuse('stage_is_final', `The deal is already ${deal.status}.`);
	}
	return deal;
}

function change({ service, account }: Call, deal: Deal, changes: Partial<Deal>): Answer {
	return ok(account.deals.update(deal.id, { ...changes, updatedAt: service.clock.timestamp() }));
}
