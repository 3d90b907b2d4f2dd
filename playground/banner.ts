import { owner } from './n8nRest';
import type { SandboxAddresses } from './sandboxProcess';
import { tryCommand } from './tries';

export interface BannerFacts {
	n8nUrl: string;
	sandbox: SandboxAddresses;
	dataFolder: string;
}

/** What a newcomer needs to know once everything runs. */
export function banner({ n8nUrl, sandbox, dataFolder }: BannerFacts): string {
	const page = new URL(sandbox.baseUrl).origin;
	return [
		'',
		'The playground is ready.',
		'',
		`  n8n        ${n8nUrl}`,
		`             email ${owner.email}, password ${owner.password}`,
		`  sandbox    ${page}`,
		`             for a credential of your own: base URL ${sandbox.baseUrl}, access token ${sandbox.tokens.manager}`,
		`  workflows  ${page}/#/workflows`,
		'             all examples, with links to n8n and how to try each; only “Welcome a new contact” is published',
		'',
		`In another terminal, ${tryCommand(dataFolder)} creates another contact, and n8n welcomes it.`,
		`Everything lives in ${dataFolder}; npm start -- --fresh begins anew.`,
		'Ctrl-C stops it all.',
		'',
	].join('\n');
}
