// Imported for its effect, before anything else: on an older Node the libraries would fail with words that help nobody.
const OLDEST = [20, 19] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
	console.error(
		`The playground needs Node ${OLDEST.join('.')} or newer; this is ${process.version}.`,
	);
	console.error('Install a newer Node, run npm ci again, then the same command.');
	process.exit(1);
}

export {};
