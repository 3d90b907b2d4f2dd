import { z } from 'zod';
import { ok } from '../http/list';
import { operation, type Answer, type Call } from '../http/operation';
import type { Deal } from '../model';
import { refuse } from '../rules/errors';
import { findDeal } from './deals';
import { finalStage, lostReason, moveTarget } from './dealStages';

/** Bodies: README, "Bodies of move, win and lose". */
const moved = z.object({ stageId: z.string().min(1).max(64) });
const won = z.object({});
const lost = z.object({ lostReasonId: z.string().min(1).max(64).nullish() });

export const dealClosing = [
	operation({
		method: 'POST',
		path: '/deals/:id/move',
		scope: 'crm:write',
		body: moved,
		run: (call: Call<unknown, z.infer<typeof moved>>) => {
			const deal = openDeal(call);
			const { id: stageId, pipelineId } = moveTarget(call, deal, call.body.stageId);
			return change(call, deal, { stageId, pipelineId, ...OPEN });
		},
	}),
	operation({
		method: 'POST',
		path: '/deals/:id/win',
		scope: 'crm:write',
		body: won,
		bodyIsOptional: true,
		run: (call) => {
			const deal = openDeal(call);
			const stage = finalStage(call.account, deal.pipelineId, 'won');
			const closedAt = call.service.clock.timestamp();
			return change(call, deal, { ...OPEN, stageId: stage.id, status: 'won', closedAt });
		},
	}),
	operation({
		method: 'POST',
		path: '/deals/:id/lose',
		scope: 'crm:write',
		body: lost,
		bodyIsOptional: true,
		run: (call: Call<unknown, z.infer<typeof lost>>) => {
			const deal = openDeal(call);
			const stage = finalStage(call.account, deal.pipelineId, 'lost');
			const reason = call.body.lostReasonId
				? lostReason(call.account, deal.pipelineId, call.body.lostReasonId).id
				: null;
			const closedAt = call.service.clock.timestamp();
			return change(call, deal, {
				stageId: stage.id,
				status: 'lost',
				lostReasonId: reason,
				closedAt,
			});
		},
	}),
];

/** What a deal is that is not closed. */
const OPEN = { status: 'open', lostReasonId: null, closedAt: null } as const;

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
