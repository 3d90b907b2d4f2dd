import type { ExampleWorkflow } from './exampleWorkflows';
import { owner } from './n8nRest';
import type { SandboxAddresses } from './sandboxProcess';

export interface BannerFacts {
	n8nUrl: string;
	sandbox: SandboxAddresses;
	workflows: ExampleWorkflow[];
	dataFolder: string;
}

/** What a newcomer needs to know once everything runs. */
export function printBanner({ n8nUrl, sandbox, workflows, dataFolder }: BannerFacts): void {
	const width = Math.max(...workflows.map(({ name }) => name.length));
	const lines = [
		'',
		'The playground is ready.',
		'',
		`  n8n       ${n8nUrl}`,
		`            email ${owner.email}, password ${owner.password}`,
		`  sandbox   ${new URL(sandbox.baseUrl).origin}`,
		`            for a credential of your own: ${sandbox.baseUrl}, access token ${sandbox.tokens.manager}`,
		'  model     a scripted stand-in for a chat model, in the credential “OpenAI account”',
		'',
		'Workflows (those that start by themselves are published: they write to the customers of the sandbox. One stays',
		'off where you archived it, or where a workflow of yours has its webhook)',
		...workflows.map(({ id, name }) => `  ${name.padEnd(width)}  ${n8nUrl}/workflow/${id}`),
		'',
		'Try it, in another terminal',
		'  npm run try            creates a contact in the sandbox, and n8n welcomes it',
		'  npm run try -- --fail  the welcome message fails, and n8n says what to do',
		'  npm run try -- <word>  agent, handover, board, reminder, sync, import, answer, survey, opted-out or report',
		'',
		`Everything lives in ${dataFolder}; npm start -- --fresh begins anew.`,
		'Ctrl-C stops it all.',
		'',
	];
	console.log(lines.join('\n'));
}
