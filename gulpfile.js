const { src, dest } = require('gulp');

// What tsc leaves behind: the nodes' icons and codex files.
// `encoding: false` keeps binary images intact.
function assets() {
	return src(['nodes/**/*.{svg,png,node.json}', 'credentials/**/*.{svg,png}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.default = assets;
