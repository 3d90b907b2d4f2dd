import { changesPage } from './changesPage';
import { errorsPage } from './errorsPage';
import { indexPage, readme } from './indexPage';
import { shownResources } from './operations';
import { optionsPage } from './optionsPage';
import { outputSchemas } from './outputSchemas';
import { resourcePage } from './resourcePage';
import { sampleEventsPage } from './sampleEventsPage';
import { triggerPage } from './triggerPage';

/** Every page that is made from the nodes' descriptions, and what the editor shows of outputs, by its path. */
export const pages = (): Record<string, string> => ({
	'README.md': readme(),
	'docs/trigger.md': triggerPage(),
	'docs/changes.md': changesPage(),
	'docs/sample-events.md': sampleEventsPage(),
	'docs/errors.md': errorsPage(),
	'docs/resources/README.md': indexPage(),
	'docs/resources/options.md': optionsPage(),
	...outputSchemas(),
	...Object.fromEntries(
		shownResources.map(({ value }) => [`docs/resources/${value}.md`, resourcePage(value)]),
	),
});
