const shared = require('./jest.config.js');
const { ALONE } = require('./test/together/together.js');

/** All that needs no browser, in few files. @type {import('jest').Config} */
module.exports = {
	...shared,
	testMatch: ['<rootDir>/test/together/*.suite.js', '<rootDir>/test/engine/**/*.test.ts', ...ALONE],
};
