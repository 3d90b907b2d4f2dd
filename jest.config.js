/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// These need a browser: npm run e2e.
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '<rootDir>/test/sandbox/page/'],
	transform: { '^.+\\.ts$': '<rootDir>/test/support/transform.js' },
	// Much of it waits: for limits, slow answers, a broken network.
	maxWorkers: '100%',
	testTimeout: 120_000,
	// A run may leave a sleep of half a second behind (transport/clock.ts), and a worker of 2 GB takes a second to go on
	// a busy machine. Jest's own half second takes both for something left open, which lasts longer than this.
	workerGracefulExitTimeout: 10_000,
	reporters: ['default', '<rootDir>/test/support/tallyReporter.js'],
};
