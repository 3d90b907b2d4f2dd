import { faker } from '@faker-js/faker/locale/pt_BR';
import { Command } from 'commander';

import { defaultDataFolder, madeIn } from './folders';
import { explain } from './playgroundError';
import { findRunning } from './runningPlayground';
import { SandboxControl } from './sandboxControl';
import { waitUntil } from './waitUntil';

const ARRIVAL_MS = 30_000;

async function main(): Promise<void> {
	const { fail, data } = new Command('npm run try --')
		.description(
			'Creates a contact in the running sandbox and shows what the workflows make of it.',
		)
		.option('--fail', 'let the message fail on its way', false)
		.option('--data <folder>', "the playground's --data", defaultDataFolder)
		.parse()
		.opts<{ fail: boolean; data: string }>();
	const { n8nUrl, sandbox } = await findRunning(madeIn(data).running);
	const control = new SandboxControl(sandbox);

	if (fail) await control.addFault({ kind: 'messageFails', code: 'recipient_invalid' });
	const contact = await control.api<{ id: string; name: string; phone: string }>(
		'POST',
		'/contacts',
		{
			// The full name may begin with a title, which no greeting goes with.
			name: `${faker.person.firstName()} ${faker.person.lastName()}`,
			phone: `119${faker.string.numeric(8)}`,
		},
	);
	console.log(`Created ${contact.name} (${contact.phone}). The service tells n8n …`);
	const message = await waitUntil('a message to the contact', ARRIVAL_MS, async () => {
		const [found] = await control.messagesTo(contact.id);
		return found?.status === 'pending' ? undefined : found;
	});
	const outcome = message.error ? `${message.status}: ${message.error.code}` : message.status;
	console.log(`n8n answered with a template message (${outcome}):\n  “${message.text}”`);
	console.log(`Look at the run under ${n8nUrl}/home/executions`);
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
