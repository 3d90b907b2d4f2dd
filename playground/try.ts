import { Argument, Command } from 'commander';
import { once } from 'lodash';

import { Attempt } from './attempt';
import { defaultDataFolder, madeIn } from './folders';
import { N8nRest } from './n8nRest';
import { explain, PlaygroundError } from './playgroundError';
import { publishFor } from './publishing';
import { findRunning } from './runningPlayground';
import { SandboxControl } from './sandboxControl';
import { FAILING, TRIES } from './tries';

async function main(): Promise<void> {
	const command = new Command('npm run try --')
		.description(
			'Does something in the running sandbox and shows what a workflow makes of it. The workflow is published if it is not.',
		)
		.addArgument(
			new Argument('[word]', 'which example').choices(Object.keys(TRIES)).default('welcome'),
		)
		.option(
			'--fail',
			'let the welcome message fail on its way: every published workflow with Message Failed runs',
			false,
		)
		.option('--data <folder>', "the playground's --data", defaultDataFolder)
		.parse();
	const { fail, data } = command.opts<{ fail: boolean; data: string }>();
	const { n8nUrl, sandbox } = await findRunning(madeIn(data).running);
	const chosen = fail ? FAILING : TRIES[String(command.processedArgs[0])]!;
	const control = new SandboxControl(sandbox);
	const n8n = once(async () => {
		const rest = new N8nRest(n8nUrl);
		await rest.signIn();
		return rest;
	});
	try {
		const inPlaceOf = await publishFor(chosen, n8n, control);
		await chosen.run(new Attempt({ n8nUrl, sandbox: control, n8n, fails: fail, inPlaceOf }));
	} catch (error) {
		if (error instanceof PlaygroundError) throw error;
		throw new PlaygroundError(
			error instanceof Error ? error.message : String(error),
			`Look under ${n8nUrl}/home/executions for what the workflow says. npm start -- --fresh begins anew.`,
		);
	}
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
