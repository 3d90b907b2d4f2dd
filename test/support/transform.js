const { transformSync } = require('esbuild');

/** Jest's transform: leaves out the types, which `npm run typecheck` checks. */
module.exports = {
	process: (source, sourcefile) =>
		transformSync(source, {
			...{ loader: 'ts', format: 'cjs', target: 'node20' },
			...{ sourcefile, sourcemap: 'inline' },
		}),
};
