/**
 * Which room imports which, types included; `npm run lint` checks it. A room is a folder or a file. It
 * imports itself and what its row names (regular expressions, from the start of the path), nothing else.
 */
const rooms = {
	...inFolder('nodes/CustomerRelationship/', {
		sha256: [],
		typeGuards: [],
		maps: [],
		canonicalJson: ['typeGuards'],
		expression: [],
		copiedText: [],
		quote: [],
		html: [],
		sentences: [],
		itemsText: ['sentences'],
		fieldError: ['quote'],
		invalidInput: ['fieldError'],
		mistakes: ['typeGuards', 'expression', 'copiedText', 'fieldError', 'invalidInput', 'quote'],
		fields: [
			'typeGuards',
			'expression',
			'copiedText',
			'fieldError',
			'invalidInput',
			'quote',
			'sentences',
			'mistakes',
		],
		'fields/comparisonKeys': ['copiedText'],
		'fields/parsers': [
			'fields/comparisonKeys',
			'typeGuards',
			'expression',
			'copiedText',
			'fieldError',
			'invalidInput',
			'quote',
			'mistakes',
		],
		columns: [
			'typeGuards',
			'copiedText',
			'fieldError',
			'invalidInput',
			'quote',
			'mistakes',
			'fields',
		],
		transport: ['maps', 'sha256', 'typeGuards', 'fieldError'],
		resources: [
			'docsLink',
			'typeGuards',
			'canonicalJson',
			'expression',
			'invalidInput',
			'quote',
			'mistakes',
			'fields',
			'columns',
			'errors/catalogue',
			'transport/(answer|ask|pages|request|requestFailed|time)',
		],
		errors: [
			'fieldError',
			'maps',
			'quote',
			'html',
			'sentences',
			'itemsText',
			'transport/(answer|cancelled|networkErrors|pages|request|requestFailed|retryPolicy|write)',
		],
		execution: [
			'maps',
			'sha256',
			'typeGuards',
			'expression',
			'fieldError',
			'invalidInput',
			'quote',
			'html',
			'sentences',
			'itemsText',
			'mistakes',
			'fields',
			'columns',
			'transport',
			'resources',
			'errors',
		],
		listSearch: [
			'quote',
			'html',
			'docsLink',
			'typeGuards',
			'fieldError',
			'fields',
			'columns',
			'transport',
			'resources',
			'errors',
		],
		changes: [
			'docsLink',
			'sha256',
			'typeGuards',
			'canonicalJson',
			'fieldError',
			'invalidInput',
			'quote',
			'fields',
			'transport',
			'resources',
			'errors',
		],
		webhook: ['maps', 'sha256', 'typeGuards', 'fieldError', 'invalidInput', 'quote', 'docsLink'],
		credentialTest: [
			'fieldError',
			'quote',
			'sentences',
			'transport',
			'errors',
			'webhook/signingSecrets',
		],
		'CustomerRelationship.node': ['resources', 'execution', 'listSearch', 'credentialTest'],
		'CustomerRelationshipTrigger.node': ['webhook', 'credentialTest'],
		'CustomerRelationshipChangesTrigger.node': ['changes', 'listSearch', 'credentialTest'],
	}),
	credentials: ['nodes/CustomerRelationship/transport/credential'],
	sandbox: [],
	playground: ['sandbox/parentProcess'],
	bench: ['playground', 'sandbox/webhooks/signature', 'test/support/engine'],
	scripts: ['playground', 'nodes', 'test/support/editor'],
	'test/support': ['nodes', 'credentials', 'playground'],
	'test/unit': ['nodes', 'credentials', 'playground', 'scripts', 'sandbox/rules', 'test/support'],
	'test/engine': [
		'nodes',
		'credentials',
		'sandbox',
		'scripts/docs',
		'playground/(exampleWorkflows|waitUntil)',
		'test/support/(engine|fakeService|longTexts)',
	],
	'test/e2e': ['nodes', 'playground', 'sandbox/webhooks/signature', 'test/support'],
	'test/package': ['test/support/n8nReleases'],
	'test/sandbox': ['sandbox', 'test/support/(browser|specification)'],
};

const OURS = '^(nodes|credentials|sandbox|playground|bench|scripts|test)/';
const PUBLISHED = '^(nodes|credentials)/';

/** The rows of one folder, whose names are told from there. */
function inFolder(folder, rows) {
	const full = (name) => folder + name;
	return Object.fromEntries(
		Object.entries(rows).map(([room, imports]) => [full(room), imports.map(full)]),
	);
}

const within = (room) => `^${room}[./]`;
const rules = [
	...Object.entries(rooms).map(([room, imports]) => ({
		name: `the row of ${room}`,
		from: { path: within(room) },
		to: { path: OURS, pathNot: [room, ...imports].map(within) },
	})),
	{
		name: 'every room has a row',
		from: { path: OURS, pathNot: Object.keys(rooms).map(within) },
		to: {},
	},
	{
		name: 'users install n8n-workflow and Node’s crypto only',
		from: { path: PUBLISHED },
		to: { pathNot: [PUBLISHED, '^node_modules/n8n-workflow/', '^crypto$'] },
	},
	{
		name: 'no arrow between the acts of a run',
		from: { path: '^nodes/CustomerRelationship/execution/(prepare|run|report)/' },
		to: {
			path: '^nodes/CustomerRelationship/execution/(prepare|run|report)/',
			pathNot: '^nodes/CustomerRelationship/execution/$1/',
		},
	},
	{
		name: 'no arrow from a rule before sending to the acts of a run',
		from: { path: '^nodes/CustomerRelationship/execution/rules/' },
		to: { path: '^nodes/CustomerRelationship/execution/(prepare|run|report)/' },
	},
	{ name: 'no circles', from: {}, to: { circular: true } },
];

export default {
	forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
	options: {
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
	},
};
