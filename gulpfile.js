const { build } = require('esbuild');
const { dest, parallel, src } = require('gulp');

/**
 * A file for each node and credential, where n8n looks for it, and one for what they share: a
 * hundred files take n8n three times as long to load.
 */
async function bundle() {
	await build({
		entryPoints: ['nodes/**/*.node.ts', 'credentials/*.credentials.ts'],
		outbase: '.',
		outdir: 'dist',
		platform: 'node',
		packages: 'external',
		bundle: true,
		splitting: true,
		format: 'esm',
		charset: 'utf8',
	});
	// esbuild splits ES modules only; n8n loads CommonJS.
	await build({
		entryPoints: ['dist/**/*.js'],
		outdir: 'dist',
		allowOverwrite: true,
		format: 'cjs',
		charset: 'utf8',
	});
}

/** `encoding: false` keeps binary images intact. */
const iconsCodexAndSchemas = () =>
	src(['nodes/**/*.{svg,png,node.json}', 'nodes/**/__schema__/**', 'credentials/**/*.{svg,png}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

exports.default = parallel(bundle, iconsCodexAndSchemas);
