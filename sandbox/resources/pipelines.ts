import { onePage, ok } from '../http/list';
import { operation } from '../http/operation';
import { queryBoolean } from '../http/fields';
import type { Pipeline, Stage } from '../model';
import { notFound } from '../rules/errors';
import type { Account } from '../store/account';

export const pipelines = [
	operation({
		method: 'GET',
		path: '/pipelines',
		scope: 'crm:read',
		unshown: { answer: 'pipeline' },
		query: { includeInactive: queryBoolean },
		run: ({ account, query }) =>
			onePage(
				[...account.pipelines]
					.filter((pipeline) => pipeline.isActive || query.includeInactive)
					.sort(inListOrder),
			),
	}),
	operation({
		method: 'GET',
		path: '/pipelines/:id',
		scope: 'crm:read',
		unshown: { answer: 'pipeline' },
		run: ({ account, params }) => ok(findPipeline(account, params.id)),
	}),
	operation({
		method: 'GET',
		path: '/pipelines/:id/stages',
		scope: 'crm:read',
		unshown: { answer: 'stage' },
		run: ({ account, params }) => onePage(stagesOf(account, findPipeline(account, params.id).id)),
	}),
];

/** "Pipelines": default first, then `order`, then name. */
function inListOrder(a: Pipeline, b: Pipeline): number {
	return (
		Number(b.isDefault) - Number(a.isDefault) || a.order - b.order || a.name.localeCompare(b.name)
	);
}

const KIND_ORDER: Record<Stage['kind'], number> = { open: 0, won: 1, lost: 2 };

/** "Pipeline stage": open stages by `order`, then won, then lost. */
export function stagesOf(account: Account, pipelineId: string): Stage[] {
	return account.stages
		.where('pipelineId', pipelineId)
		.sort((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || a.order - b.order);
}

function findPipeline(account: Account, id = ''): Pipeline {
	return account.pipelines.get(id) ?? notFound('The pipeline');
}
