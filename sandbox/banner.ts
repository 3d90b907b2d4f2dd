import type { RunningSandbox } from '.';

const LETTERS = String.raw`
  ____    _    _   _ ____  ____   _____  __
 / ___|  / \  | \ | |  _ \| __ ) / _ \ \/ /
 \___ \ / _ \ |  \| | | | |  _ \| | | \  /
  ___) / ___ \| |\  | |_| | |_) | |_| /  \
 |____/_/   \_\_| \_|____/|____/ \___/_/\_\
`;

/** What a person sees who starts the sandbox in a terminal. */
export function banner({ baseUrl, controlUrl, tokens }: RunningSandbox): string {
	const width = Math.max(...Object.keys(tokens).map((name) => name.length));
	const lines = Object.entries(tokens).map(([name, token]) => `  ${name.padEnd(width)}  ${token}`);
	return `${LETTERS}
This is a SANDBOX: invented data in memory, nothing is sent to anybody.

Page         ${new URL('/', baseUrl).href}
API          ${baseUrl}
Control API  ${controlUrl}

Tokens
${lines.join('\n')}

Try: create a contact
  curl -X POST ${baseUrl}/contacts -H 'Authorization: Bearer ${tokens.manager}' -H 'Content-Type: application/json' -d '{"name":"Cliente de teste","phone":"(11) 98765-4321"}'

Ctrl-C ends it.`;
}
