import { Argument, Command } from 'commander';

import { Attempt } from './attempt';
import { defaultDataFolder, madeIn } from './folders';
import { explain, PlaygroundError } from './playgroundError';
import { findRunning } from './runningPlayground';
import { SandboxControl } from './sandboxControl';

/** One word for each example. */
const WORDS: Record<string, (attempt: Attempt) => Promise<void>> = {
	welcome: async (attempt) => await attempt.welcome(),
	board: async (attempt) => await attempt.board(),
	reminder: async (attempt) => await attempt.reminder(),
	sync: async (attempt) => await attempt.byHand('incrementalSync'),
	import: async (attempt) => await attempt.byHand('importContacts'),
	answer: async (attempt) => await attempt.answer(),
	survey: async (attempt) => await attempt.survey(),
	'opted-out': async (attempt) => await attempt.optedOut(),
	agent: async (attempt) => await attempt.agent(),
	handover: async (attempt) => await attempt.handover(),
	report: async (attempt) => await attempt.byHand('pipelineReport'),
};

async function main(): Promise<void> {
	const command = new Command('npm run try --')
		.description('Does something in the running sandbox and shows what a workflow makes of it.')
		.addArgument(
			new Argument('[word]', 'which example').choices(Object.keys(WORDS)).default('welcome'),
		)
		.option('--fail', 'let the welcome message fail on its way', false)
		.option('--data <folder>', "the playground's --data", defaultDataFolder)
		.parse();
	const { fail, data } = command.opts<{ fail: boolean; data: string }>();
	const { n8nUrl, sandbox } = await findRunning(madeIn(data).running);
	const attempt = new Attempt({ n8nUrl, sandbox: new SandboxControl(sandbox), fails: fail });
	try {
		await WORDS[String(command.processedArgs[0])]?.(attempt);
	} catch (error) {
		throw new PlaygroundError(
			error instanceof Error ? error.message : String(error),
			`Look under ${n8nUrl}/home/executions for what the workflow says. If it did not run, it is unpublished, or the sandbox was reset and has forgotten n8n: npm start -- --fresh begins anew.`,
		);
	}
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
