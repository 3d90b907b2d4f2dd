const { appendFileSync } = require('node:fs');

/** Adds each run's numbers, as a line of JSON, to the file that TEST_TALLY names; does nothing without it. */
module.exports = class TallyReporter {
	onRunComplete(_contexts, results) {
		const file = process.env.TEST_TALLY;
		if (!file) return;
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = results;
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		appendFileSync(file, `${JSON.stringify({ passed: numPassedTests, failed })}\n`);
	}
};
