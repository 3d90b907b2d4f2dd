const { testPathIgnorePatterns: _browserless, ...shared } = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...shared,
	roots: ['<rootDir>/test/e2e', '<rootDir>/test/sandbox/page'],
	globalSetup: '<rootDir>/test/e2e/install.ts',
	maxWorkers: 1,
	// A real n8n boots in some ten seconds, on a busy machine in more.
	testTimeout: 180_000,
};
