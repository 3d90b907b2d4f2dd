import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { sha256 } from '../sha256';
import { automaticKey } from '../transport/idempotency';
import type { Part } from '../transport/plan';
import { isWrite, type ApiRequest } from '../transport/request';
import { isTool, type Task } from './task';

/** The `Idempotency-Key` for a write of an item: the user's own, or one made for it. @param part of a write in several */
export function writeKeyOf(
	context: IExecuteFunctions,
	{ item, name, settings, first }: Task,
	request: ApiRequest,
	part?: Part,
): string {
	const suffix = part ? `:${part}` : '';
	if (settings.ownKey !== undefined) return settings.ownKey + suffix;
	const toldApartBy = first.value.request === request && isWrite(request) ? request : undefined;
	return automaticKeyOf(context, item.index, name + suffix, toldApartBy);
}

/**
 * The `Idempotency-Key` for the write of an item to which the user gave none, made of where in
 * which execution the item stands.
 * @param operation resource and operation
 * @param request what a tool's calls are told apart by; none for a write that follows a look, which
 *   finds out by itself what an earlier call did
 */
export function automaticKeyOf(
	context: IExecuteFunctions,
	item: number,
	operation: string,
	request: ApiRequest | undefined,
): string {
	return automaticKey({
		installation: context.getInstanceId(),
		workflow: context.getWorkflow().id ?? '',
		execution: context.getExecutionId() || substituteId(context),
		node: context.getNode().id,
		run:
			request && isTool(context)
				? sha256(JSON.stringify([request.path, request.body]))
				: context.getWorkflowDataProxy(item).$runIndex,
		item,
		operation,
	});
}

/** Stands in for the execution's id where it has none; kept with the execution's own data. */
function substituteId(context: IExecuteFunctions): string {
	const kept = context.getContext('flow');
	kept.customerRelationshipRun ??= randomUUID();
	return kept.customerRelationshipRun;
}
