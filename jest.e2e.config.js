const { testPathIgnorePatterns: _browserless, ...shared } = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...shared,
	// Minutes, for what other files try a part of, or what few users have: see test/e2e/README.md.
	testPathIgnorePatterns: process.env.E2E_LONG
		? []
		: ['/(queueMode|queueModeChanges|everydayJobs)\\.'],
	roots: ['<rootDir>/test/e2e', '<rootDir>/test/sandbox/page'],
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
	// Much of it waits: for polls, for a dead worker to be missed, for n8n to start.
	maxWorkers: 2,
	testSequencer: '<rootDir>/test/e2e/support/longestFirst.js',
	// A real n8n boots in some ten seconds, but may take three minutes (playground/n8nProcess.ts), and what surrounds its
	// start in a beforeAll has to fit in as well: the package's installation, the sandbox, signing in, activation.
	testTimeout: 420_000,
};
