import { located, pinned, refused, unmoved } from './requests';

pinned('pipeline.get', [['by ID', { pipelineId: located('p/1') }, 'GET /pipelines/p%2F1']]);
refused('pipeline.get', [[{ pipelineId: located('') }, '“Pipeline” is empty']]);

pinned('pipeline.getAll', [
	['active ones', {}, 'GET /pipelines'],
	[
		'deactivated ones, too',
		{ filters: { includeInactive: true } },
		'GET /pipelines?{"includeInactive":"true"}',
	],
	['the API takes no limit here', { limit: 5, options: { pageSize: 5 } }, 'GET /pipelines'],
	[
		'unless the user insists',
		{ options: { additionalQuery: '{"limit":5}' } },
		'GET /pipelines?{"limit":"5"}',
	],
	...unmoved((value) => ({ options: { additionalQuery: value } }), 'GET /pipelines'),
]);
refused('pipeline.getAll', [
	[{ filters: { includeInactive: 2 } }, '“Include Inactive” is neither true nor false'],
]);

pinned('pipeline.getStages', [
	['of a pipeline', { pipelineId: located('p/1', 'list') }, 'GET /pipelines/p%2F1/stages'],
	[
		'more query',
		{ pipelineId: 'p', options: { additionalQuery: '{"a":null,"b":"","c":0}' } },
		'GET /pipelines/p/stages?{"c":"0"}',
	],
	...unmoved(
		(value) => ({ pipelineId: 'p', options: { additionalQuery: value } }),
		'GET /pipelines/p/stages',
	),
]);
refused('pipeline.getStages', [
	[{}, '“Pipeline” is empty'],
	[
		{ pipelineId: 'p', options: { additionalQuery: '{"a"' } },
		`“Additional Query” is not valid JSON: Expected ':' after property name in JSON near “{"a"”`,
	],
]);
