import type { Attempt } from './attempt';
import { defaultDataFolder } from './folders';
import type { Needs } from './publishing';

/** What `npm run try` can do. */
export interface Try extends Needs {
	run: (attempt: Attempt) => Promise<void>;
}

const WELCOME = 'welcomeNewContact';
const AGENT = 'answerWithAiAgent';
const FIXED_TEXT = 'answerWithAFixedText';

/** By word; the first one is what happens without a word. */
export const TRIES: Record<string, Try> = {
	welcome: {
		...{ example: WELCOME, published: [WELCOME] },
		run: async (attempt) => await attempt.welcome(),
	},
	'fixed-text': {
		...{ example: FIXED_TEXT, published: [WELCOME, FIXED_TEXT], unpublished: [AGENT] },
		run: async (attempt) => await attempt.fixedText(),
	},
	agent: {
		...{ example: AGENT, published: [WELCOME, AGENT], unpublished: [FIXED_TEXT] },
		run: async (attempt) => await attempt.agent(),
	},
	handover: {
		...{ example: AGENT, published: [WELCOME, AGENT], unpublished: [FIXED_TEXT] },
		run: async (attempt) => await attempt.handover(),
	},
	answer: {
		example: 'askAboutADeal',
		published: ['askAndWait', WELCOME, 'customerAnswers', 'askAboutADeal'],
		unpublished: [AGENT, FIXED_TEXT],
		run: async (attempt) => await attempt.answer(),
	},
	board: {
		...{ example: 'dealBoardMove', published: ['dealBoardMove'] },
		run: async (attempt) => await attempt.board(),
	},
	survey: {
		...{ example: 'surveyAfterDealWon', published: [WELCOME, 'surveyAfterDealWon'] },
		run: async (attempt) => await attempt.survey(),
	},
	reminder: {
		...{ example: 'scheduledReminder', published: [WELCOME] },
		run: async (attempt) => await attempt.reminder(),
	},
	sync: byHand('incrementalSync'),
	import: byHand('importContacts'),
	'opted-out': {
		...{ example: 'optedOut', published: [] },
		run: async (attempt) => await attempt.optedOut(),
	},
	report: byHand('pipelineReport'),
	campaign: {
		...{ example: 'campaignReport', published: ['campaignEvents'] },
		run: async (attempt) => await attempt.campaign(),
	},
};

/** What it does when the welcome is to fail. */
export const FAILING: Try = {
	...{ example: 'messageFailed', published: [WELCOME, 'messageFailed'] },
	run: async (attempt) => await attempt.welcome(),
};

function byHand(example: string): Try {
	return { example, published: [], run: async (attempt) => void (await attempt.byHand(example)) };
}

/** The command that tries something in the playground with this data folder. */
export function tryCommand(dataFolder: string, words: readonly string[] = []): string {
	const data = dataFolder === defaultDataFolder ? [] : ['--data', dataFolder];
	const options = [...words, ...data];
	return ['npm run try', ...(options.length > 0 ? ['--', ...options] : [])].join(' ');
}

/** The command that tries an example, by the example's id. */
export function tryCommands(dataFolder: string): Map<string, string> {
	const commands = new Map([[FAILING.example, tryCommand(dataFolder, ['--fail'])]]);
	for (const [word, { example }] of Object.entries(TRIES)) {
		const command = tryCommand(dataFolder, word === 'welcome' ? [] : [word]);
		if (!commands.has(example)) commands.set(example, command);
	}
	return commands;
}
