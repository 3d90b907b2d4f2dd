const LOOPBACK = '127.0.0.1,localhost';

/** Settings of other n8n's, and what an enclosing `npm run` or jest leaves behind. */
const FOREIGN =
	/^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_URL$|GENERIC_|NODE_ENV$|JEST_|npm_(?!config_)|npm_config_local_prefix$)/;

/** The caller's environment without what would change how our children behave, loopback never through a proxy. */
export function childEnvironment(additions: Record<string, string> = {}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
	const noProxy = [process.env.NO_PROXY ?? process.env.no_proxy, LOOPBACK]
		.filter(Boolean)
		.join(',');
	return { ...Object.fromEntries(kept), NO_PROXY: noProxy, no_proxy: noProxy, ...additions };
}

/** How to call the npm that started us, or else the one on the path. */
export function npmCommand(): { command: string; args: string[] } {
	const script = process.env.npm_execpath;
	return script?.endsWith('npm-cli.js')
		? { command: process.execPath, args: [script] }
		: { command: 'npm', args: [] };
}
