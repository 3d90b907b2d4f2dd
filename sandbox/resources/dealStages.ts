import type { Call } from '../http/operation';
import type { Deal, LostReason, Pipeline, Stage } from '../model';
import { refuse } from '../rules/errors';
import type { Account } from '../store/account';
import { stagesOf } from './pipelines';

/** Where a deal may stand ("States, Deal status" and "Rules for POST /deals" 1 and 2). */

/** The open stage in which a new deal is born. */
export function birthStage(
	account: Account,
	{ pipelineId, stageId }: { pipelineId?: string; stageId?: string },
): Stage {
	if (pipelineId === undefined && stageId === undefined) {
		refuse('invalid_parameter', 'Send stageId or pipelineId.', 'stageId');
	}
	const sent = pipelineId === undefined ? undefined : findPipeline(account, pipelineId);
	const stage =
		stageId === undefined ? firstOpenStage(account, sent as Pipeline) : findStage(account, stageId);
	if (sent && stage.pipelineId !== sent.id) {
		refuse('stage_not_in_pipeline', 'The stage does not belong to the pipeline.', 'stageId');
	}
	const pipeline = findPipeline(account, stage.pipelineId);
	if (!pipeline.isActive) {
		const param = sent ? 'pipelineId' : 'stageId';
		refuse('pipeline_inactive', 'The pipeline was deactivated; it takes no new deals.', param);
	}
	requireOpen(stage);
	return stage;
}

/** "Target stage is an open stage", of whatever pipeline (README, `movesWithinPipeline`). */
export function moveTarget({ service, account }: Call, deal: Deal, stageId: string): Stage {
	const stage = findStage(account, stageId);
	const staysIn = service.behaviour.isTurned('movesWithinPipeline') ? deal.pipelineId : undefined;
	if (staysIn !== undefined && stage.pipelineId !== staysIn) {
		refuse('stage_not_in_pipeline', "The stage does not belong to the deal's pipeline.", 'stageId');
	}
	requireOpen(stage);
	return stage;
}

/** The won or lost stage; 422 `pipeline_without_won_stage` or `pipeline_without_lost_stage`. */
export function finalStage(account: Account, pipelineId: string, kind: 'won' | 'lost'): Stage {
	return (
		stagesOf(account, pipelineId).find((stage) => stage.kind === kind) ??
		refuse(`pipeline_without_${kind}_stage`, `The deal's pipeline has no ${kind} stage.`)
	);
}

/** A lost reason of the account that is valid for the pipeline. */
export function lostReason(account: Account, pipelineId: string, id: string): LostReason {
	const reason = account.lostReasons.get(id);
	if (!reason || (reason.pipelineIds && !reason.pipelineIds.includes(pipelineId))) {
		refuse('lost_reason_not_found', "Not a lost reason of the deal's pipeline.", 'lostReasonId');
	}
	return reason;
}

function findPipeline(account: Account, id: string): Pipeline {
	return (
		account.pipelines.get(id) ??
		refuse('pipeline_not_found', 'pipelineId is not a pipeline of the account.', 'pipelineId')
	);
}

function findStage(account: Account, id: string): Stage {
	return (
		account.stages.get(id) ??
		refuse('stage_not_found', 'stageId is not a stage of the account.', 'stageId')
	);
}

function firstOpenStage(account: Account, pipeline: Pipeline): Stage {
	const stage = stagesOf(account, pipeline.id).find(({ kind }) => kind === 'open');
	return stage ?? refuse('stage_not_found', 'The pipeline has no open stage.', 'pipelineId');
}

function requireOpen(stage: Stage): void {
	if (stage.kind !== 'open') {
		refuse('stage_is_final', 'A won or lost stage: close the deal with win or lose.', 'stageId');
	}
}
