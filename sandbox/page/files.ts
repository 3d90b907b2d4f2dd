import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const PUBLIC_FOLDER = join(__dirname, 'public');
/** Libraries as npm installed them, by the path that the page's import map names. */
const LIBRARIES = {
	'/vendor/preact/': dirname(require.resolve('preact')),
	'/vendor/preact-hooks/': dirname(require.resolve('preact/hooks')),
	'/vendor/htm/': dirname(require.resolve('htm')),
};

/** The web page at the sandbox's root and the two libraries that it uses; no build step. */
export async function pageFiles(app: FastifyInstance): Promise<void> {
	const policy = contentSecurityPolicy();
	app.addHook('onSend', async (_request, reply) => {
		reply.headers({ 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' });
	});
	await app.register(staticFiles, { root: PUBLIC_FOLDER });
	for (const [prefix, root] of Object.entries(LIBRARIES)) {
		await app.register(staticFiles, { root, prefix, decorateReply: false });
	}
}

/** Nothing but the page's own files: what somebody stores in a contact's name never runs. */
function contentSecurityPolicy(): string {
	const html = readFileSync(join(PUBLIC_FOLDER, 'index.html'), 'utf8');
	const importMap = /<script type="importmap">([^]*?)<\/script>/.exec(html)?.[1];
	if (importMap === undefined) throw new Error('index.html has no import map.');
	const hash = createHash('sha256').update(importMap).digest('base64');
	return `default-src 'self'; script-src 'self' 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
