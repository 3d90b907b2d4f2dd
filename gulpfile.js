const { mkdtemp, readFile, rm, writeFile, mkdir } = require('fs/promises');
const { tmpdir } = require('os');
const path = require('path');
const esbuild = require('esbuild');
const { dest, parallel, src } = require('gulp');
const { n8n } = require('./package.json');

const entryPoints = [...n8n.nodes, ...n8n.credentials].map((file) =>
	file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);

/**
 * A file for each node and credential and one for what they share, instead of a hundred: n8n
 * loads them several times faster, and they take less room. Not minified, so that anybody can
 * read what is installed. esbuild splits ES modules only, so CommonJS is made of them after.
 */
async function bundle() {
	const outdir = await mkdtemp(path.join(tmpdir(), 'n8n-bundle-'));
	try {
		const { metafile } = await esbuild.build({
			entryPoints,
			outdir,
			outbase: '.',
			bundle: true,
			splitting: true,
			format: 'esm',
			chunkNames: 'nodes/CustomerRelationship/shared',
			external: ['n8n-workflow', 'crypto'],
			target: 'node20',
			charset: 'utf8',
			tsconfig: 'tsconfig.build.json',
			metafile: true,
		});
		for (const output of Object.keys(metafile.outputs)) {
			const file = path.relative(outdir, path.resolve(output));
			const { code } = await esbuild.transform(await readFile(output, 'utf8'), {
				format: 'cjs',
				target: 'node20',
				charset: 'utf8',
				minifySyntax: true,
			});
			const target = path.join('dist', file);
			await mkdir(path.dirname(target), { recursive: true });
			await writeFile(target, code.replace(/^(?: {2})+/gm, tabs));
		}
	} finally {
		await rm(outdir, { recursive: true });
	}
}

/** Indentation takes half the room that way. (No text in the sources runs over several lines.) */
const tabs = (blanks) => '\t'.repeat(blanks.length / 2);

/** Icons and codex files. `encoding: false` keeps binary images intact. */
function assets() {
	return src(['nodes/**/*.{svg,png,node.json}', 'credentials/**/*.{svg,png}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.default = parallel(bundle, assets);
