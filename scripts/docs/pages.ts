import { changesPage } from './changesPage';
import { errorsPage } from './errorsPage';
import { indexPage, readme } from './indexPage';
import { shownResources } from './operations';
import { optionsPage } from './optionsPage';
import { outputSchemas } from './outputSchemas';
import { resourcePage } from './resourcePage';
import { sampleEventsPage } from './sampleEventsPage';
import { triggerPage } from './triggerPage';

/** Every page that is written from the nodes' descriptions, and every output schema, by file path. */
export const pages = (): Record<string, string | Promise<string>> => ({
	'README.md': readme(),
	'docs/reference/trigger.md': triggerPage(),
	'docs/reference/changes.md': changesPage(),
	'docs/reference/sample-events.md': sampleEventsPage(),
	'docs/reference/errors.md': errorsPage(),
	'docs/reference/resources/README.md': indexPage(),
	'docs/reference/resources/options.md': optionsPage(),
	...outputSchemas(),
	...Object.fromEntries(
		shownResources.map(({ value }) => [
			`docs/reference/resources/${value}.md`,
			resourcePage(value),
		]),
	),
});
