const { mkdir, readFile, writeFile } = require('fs/promises');
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
		stdin: {
			contents: sources.map((file) => `export * from '${file}';`).join('\n'),
			resolveDir: '.',
		},
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
	const code = outputText
		// Tabs take less room than blanks and line breaks. (No text in the sources runs over several lines.)
		.replace(/^(?: {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4))
		.replace(/\}\n\t*(catch|else|finally|while)\b/g, '} $1')
		.replace(/^(\t*if \(.*\))\n\t+(?=(?:return|throw|continue|break)\b)/gm, '$1 ')
		// Each module once, not once for each file that imports it.
		.replace(/\b(n8n_workflow|crypto)_\d+\b/g, '$1')
		.replace(/^const (\w+) = require\(.*\);\n/gm, (line, name, at, all) =>
			all.indexOf(line) === at ? line : '',
		)
		// What only importing modules would need; n8n requires.
		.replace(/^Object\.defineProperty\(exports, "__esModule".*\n|^exports\..* = void 0;\n/gm, '');
	await mkdir('dist', { recursive: true });
	await writeFile(BUNDLE, onOneLine(code));
	for (const entry of entries) {
		const [name] = path.basename(entry).split('.');
		const from = path.relative(path.dirname(entry), BUNDLE);
		await mkdir(path.dirname(entry), { recursive: true });
		await writeFile(entry, `exports.${name} = require('${from}').${name};\n`);
	}
}

const SHORT = 120;
const PROPERTIES = /\{\n((?:\t+\w+: [^\n`]*,\n)*\t+\w+: [^\n`]*[^\n`,({[])\n\t*\}/g;
const STATEMENT = /\{\n(\t+[^\n`]*;)\n\t*\}/g;

/** Braces around plain properties, or around one statement, on one line where they fit. */
function onOneLine(code) {
	let before;
	do {
		before = code;
		for (const inBraces of [PROPERTIES, STATEMENT]) {
			code = code.replace(inBraces, (lines, inner, at, all) => {
				const line = `{ ${inner.trim().replace(/\n\t+/g, ' ')} }`;
				const column = at - all.lastIndexOf('\n', at) - 1;
				return column + line.length <= SHORT ? line : lines;
			});
		}
	} while (code !== before);
	return code;
}

/** Codex files, without their blanks. */
async function codexFiles() {
	for (const entry of n8n.nodes) {
		const file = entry.replace(/js$/, 'json');
		const codex = JSON.parse(await readFile(path.relative('dist', file), 'utf8'));
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify(codex));
	}
}

/** Icons. `encoding: false` keeps binary images intact. */
function icons() {
	return src(['nodes/**/*.{svg,png}', 'credentials/**/*.{svg,png}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.default = parallel(bundle, codexFiles, icons);
