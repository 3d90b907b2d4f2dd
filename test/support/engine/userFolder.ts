/**
 * n8n-core writes its settings below N8N_USER_FOLDER as soon as a node context is made. This module
 * points it at a temporary folder, so it is imported before n8n-core everywhere in the harness.
 * It drops the machine's N8N_* variables: a test must not depend on who runs it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

for (const name of Object.keys(process.env)) {
	if (name.startsWith('N8N_')) delete process.env[name];
}

/** The temporary n8n user folder of this test file, deleted after its last test. */
export const n8nUserFolder = mkdtempSync(join(tmpdir(), 'customer-relationship-n8n-'));
process.env.N8N_USER_FOLDER = n8nUserFolder;
process.env.N8N_LOG_LEVEL = 'silent';

const remove = () => rmSync(n8nUserFolder, { recursive: true, force: true });
if (typeof afterAll === 'function') afterAll(remove);
else process.once('exit', remove);
