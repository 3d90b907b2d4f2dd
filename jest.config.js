/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	transform: { '^.+\\.tsx?$': 'ts-jest' },
	testTimeout: 30_000,
	reporters: ['default', '<rootDir>/test/tallyReporter.js'],
};
