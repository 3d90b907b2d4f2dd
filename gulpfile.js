const { mkdir, writeFile } = require('fs/promises');
const { dirname, relative } = require('path').posix;
const { build, transform } = require('esbuild');
const { dest, parallel, src } = require('gulp');
const { n8n } = require('./package.json');

const BUNDLE = 'dist/bundle.js';
/** The nodes and the credential, where n8n looks for them. */
const entries = [...n8n.nodes, ...n8n.credentials];

/**
 * One file holds all code, and the entry files load it: the two hundred files of the sources take four times as long
 * to load.
 */
async function bundle() {
	const sources = entries.map((file) => file.replace('dist', '.').replace(/\.js$/, ''));
	const { outputFiles } = await build({
		stdin: {
			contents: sources.map((source) => `export * from '${source}';`).join('\n'),
			resolveDir: __dirname,
			sourcefile: 'bundle.js',
		},
		write: false,
		platform: 'node',
		packages: 'external',
		bundle: true,
		banner: { js: '"use strict";' },
		format: 'cjs',
		charset: 'utf8',
		// Drops the comments that esbuild leaves in classes, and the line breaks, which the second run puts back.
		minifyWhitespace: true,
	});
	const { code } = await transform(outputFiles[0].text, { charset: 'utf8' });
	await mkdir(dirname(BUNDLE), { recursive: true });
	await writeFile(BUNDLE, code);
	for (const file of entries) {
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, `module.exports = require('${relative(dirname(file), BUNDLE)}');\n`);
	}
}

/** `encoding: false` keeps binary images intact. */
const iconsCodexAndSchemas = () =>
	src(['nodes/**/*.{svg,png,node.json}', 'nodes/**/__schema__/**', 'credentials/**/*.{svg,png}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

exports.default = parallel(bundle, iconsCodexAndSchemas);
