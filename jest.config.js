/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// These need a browser: npm run e2e.
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '<rootDir>/test/sandbox/page/'],
	transform: { '^.+\\.tsx?$': 'ts-jest' },
	testTimeout: 30_000,
	reporters: ['default', '<rootDir>/test/tallyReporter.js'],
};
