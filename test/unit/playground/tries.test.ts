import { defaultDataFolder } from '../../../playground/folders';
import { exampleWorkflows, startsByItself } from '../../../playground/exampleWorkflows';
import { FAILING, TRIES, tryCommands } from '../../../playground/tries';

test.each([...Object.entries(TRIES), ['--fail', FAILING] as const])(
	'%s names examples that are there and can be published',
	async (_word, { example, published, unpublished = [] }) => {
		const all = await exampleWorkflows();
		const found = [example, ...published, ...unpublished].map((id) =>
			all.find((one) => one.id === id),
		);
		expect(found).not.toContain(undefined);
		const publishable = all.filter(startsByItself).map(({ id }) => id);
		expect(publishable).toEqual(expect.arrayContaining(published));
	},
);

test('a command tries one example', () => {
	expect(tryCommands(defaultDataFolder).get('welcomeNewContact')).toBe('npm run try');
	expect(tryCommands(defaultDataFolder).get('messageFailed')).toBe('npm run try -- --fail');
	// Two words try the agent; the first one is shown.
	expect(tryCommands(defaultDataFolder).get('answerWithAiAgent')).toBe('npm run try -- agent');
});

test('a command names the data folder of a playground that has its own', () => {
	const commands = tryCommands('/tmp/own');
	expect(commands.get('welcomeNewContact')).toBe('npm run try -- --data /tmp/own');
	expect(commands.get('messageFailed')).toBe('npm run try -- --fail --data /tmp/own');
});
