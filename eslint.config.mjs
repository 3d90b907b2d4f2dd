import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The two n8n plugins contradict each other on these; the community plugin is the newer voice. */
const settledByCommunityPlugin = {
	credentials: {
		'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
	},
	nodes: {
		'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
		'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
	},
};

const published = ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'];
const n8nRules = (set) => ({
	plugins: { 'n8n-nodes-base': nodesBase },
	rules: nodesBase.configs[set].rules,
});

export default tseslint.config(
	{
		ignores: ['dist/', 'node_modules/', '.playground/', 'artifacts/', 'coverage/', '.stryker-tmp/'],
	},
	...tseslint.configs.recommended.map((config) => ({ ...config, files: ['**/*.ts'] })),
	{ files: ['**/*.{ts,js,mjs}'], rules: { 'no-duplicate-imports': 'error' } },
	{ ...communityNodes.configs.recommended, files: published },
	{
		files: ['package.json'],
		...n8nRules('community'),
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: { 'no-console': 'error', 'no-constant-binary-expression': 'error' },
	},
	{
		// Values come from strangers: the time to look at one grows as its length does.
		files: ['nodes/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
		},
	},
	{ files: ['credentials/**/*.ts'], ...n8nRules('credentials') },
	{ files: ['credentials/**/*.ts'], rules: settledByCommunityPlugin.credentials },
	{ files: ['nodes/**/*.ts'], ...n8nRules('nodes') },
	{ files: ['nodes/**/*.ts'], rules: settledByCommunityPlugin.nodes },
);
