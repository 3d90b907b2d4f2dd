import { errorsPage } from './errorsPage';
import { indexPage } from './indexPage';
import { shownResources } from './operations';
import { optionsPage } from './optionsPage';
import { resourcePage } from './resourcePage';
import { sampleEventsPage } from './sampleEventsPage';
import { triggerPage } from './triggerPage';

/** Every page that is made from the nodes' descriptions, by its path below `docs/`. */
export const pages = (): Record<string, string> => ({
	'trigger.md': triggerPage(),
	'sample-events.md': sampleEventsPage(),
	'errors.md': errorsPage(),
	'resources/README.md': indexPage(),
	'resources/options.md': optionsPage(),
	...Object.fromEntries(
		shownResources.map((resource) => [`resources/${resource.value}.md`, resourcePage(resource)]),
	),
});
