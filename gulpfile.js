const { mkdir, writeFile } = require('fs/promises');
const path = require('path');
const esbuild = require('esbuild');
const { dest, parallel, src } = require('gulp');
const ts = require('typescript');
const { n8n } = require('./package.json');

const BUNDLE = 'dist/bundle.js';
const entries = [...n8n.nodes, ...n8n.credentials];

/**
 * One file with everything, and for each node and credential the file where n8n looks for it.
 * n8n loads that several times faster than a hundred files, and it takes less room. Names and
 * lines stay: anybody can read what is installed.
 */
async function bundle() {
	const sources = entries.map((file) => file.replace(/^dist\//, './').replace(/\.js$/, ''));
	const { outputFiles } = await esbuild.build({
		stdin: { contents: sources.map((file) => `export * from '${file}';`).join('\n'), resolveDir: '.' },
		bundle: true,
		format: 'esm',
		external: ['n8n-workflow', 'crypto'],
		charset: 'utf8',
		tsconfig: 'tsconfig.build.json',
		minifySyntax: true,
		write: false,
	});
	// CommonJS only now: made of many files at once it would hold each import many times.
	const { outputText } = ts.transpileModule(outputFiles[0].text, {
		compilerOptions: {
			module: ts.ModuleKind.CommonJS,
			target: ts.ScriptTarget.ES2023,
			removeComments: true,
		},
	});
	// Tabs take less room than blanks. (No text in the sources runs over several lines.)
	const code = outputText.replace(/^(?: {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4));
	await mkdir('dist', { recursive: true });
	await writeFile(BUNDLE, code);
	for (const entry of entries) {
		const [name] = path.basename(entry).split('.');
		const from = path.relative(path.dirname(entry), BUNDLE);
		await mkdir(path.dirname(entry), { recursive: true });
		await writeFile(entry, `exports.${name} = require('${from}').${name};\n`);
	}
}

/** Icons and codex files. `encoding: false` keeps binary images intact. */
function assets() {
	return src(['nodes/**/*.{svg,png,node.json}', 'credentials/**/*.{svg,png}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.default = parallel(bundle, assets);
