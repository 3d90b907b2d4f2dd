const { default: Sequencer } = require('@jest/test-sequencer');

/** Longest first, so that the workers end at the same time, even on a fresh clone, where jest knows no durations yet. */
const LONGEST = ['editor', 'changes', 'triggerRestart', 'playground', 'page'];

const place = ({ path }) => {
	const index = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));
	return index === -1 ? LONGEST.length : index;
};

module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		return super.sort([...tests]).sort((a, b) => place(a) - place(b));
	}
};
