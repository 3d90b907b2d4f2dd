import { readOptions } from './options';
import { explain } from './playgroundError';
import { runPlayground } from './runPlayground';

runPlayground(readOptions(process.argv)).then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(`\n${explain(error)}`);
		process.exit(1);
	},
);
