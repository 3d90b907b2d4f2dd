/**
 * What a command needs on a fresh clone: a recent Node, and the dependencies as package-lock.json has them. Imported or
 * run for its effect, with Node's own modules only.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST = [20, 19];
const HEARTBEAT_MS = 15_000;
const PARENT_CHECK_MS = 200;
const repository = dirname(dirname(fileURLToPath(import.meta.url)));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
	const found = `This needs Node ${OLDEST.join('.')} or newer; this is ${process.version}.`;
	fail(`${found} Install a newer Node, then run the command again.`);
}
if (!isInstalled()) await install();

/** Whether `node_modules` is what the lock says, by what npm noted there when it installed. Packages for other systems are left out. */
function isInstalled() {
	try {
		const wanted = packagesOf('package-lock.json');
		const installed = packagesOf('node_modules/.package-lock.json');
		const isWanted = ([path, { version, integrity }]) =>
			wanted[path]?.version === version && wanted[path].integrity === integrity;
		const isThere = ([path, { optional }]) => path === '' || optional || path in installed;
		return Object.entries(installed).every(isWanted) && Object.entries(wanted).every(isThere);
	} catch {
		return false;
	}
}

function packagesOf(file) {
	return JSON.parse(readFileSync(join(repository, file), 'utf8')).packages;
}

async function install() {
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1000);
	console.log('• Installing the dependencies (once; a minute or two) …');
	const heartbeat = setInterval(() => {
		console.log(`    still at it, ${seconds()} s`);
	}, HEARTBEAT_MS);
	const { code, isStopped } = await npmCi();
	clearInterval(heartbeat);
	if (isStopped) fail('Stopped.');
	if (code !== 0) {
		fail('The dependencies could not be installed. Check the network, then run the command again.');
	}
	console.log(`  done in ${seconds()} s`);
}

/** Ends with us. @returns npm's exit code or what kept it from starting, and whether it was asked to stop */
async function npmCi() {
	const script = process.env.npm_execpath;
	const [command, ...own] = script?.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm'];
	const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
	const npm = spawn(command, [...own, ...args], {
		cwd: repository,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	let isStopped = false;
	const stop = () => {
		isStopped = true;
		// npm takes its time to end, and begins anew the next time in any case.
		npm.kill('SIGKILL');
	};
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, stop);
	// The npm that runs us hands a SIGTERM to the shell between it and us, and that shell just ends.
	const parent = process.ppid;
	const watch = setInterval(() => {
		if (process.env.npm_lifecycle_event && process.ppid !== parent) stop();
	}, PARENT_CHECK_MS);
	const code = await new Promise((resolve) => {
		npm.once('error', ({ message }) => resolve(message));
		npm.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
	});
	clearInterval(watch);
	for (const signal of signals) process.off(signal, stop);
	return { code, isStopped };
}

function fail(message) {
	console.error(message);
	process.exit(1);
}
