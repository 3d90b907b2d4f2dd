import { systemClock } from '../../transport/clock';
import type { NodeRun } from '../nodeRun';
import type { RunDependencies } from '../runDependencies';
import type { Task } from '../task';

type Dependencies = Pick<RunDependencies, 'ledger' | 'rules'>;

/** Admits all messages of the run, unless a rule before sending blocks them: then each item that would send one fails. */
export function admitMessages(
	run: NodeRun,
	tasks: readonly Task[],
	{ ledger, rules }: Dependencies,
): void {
	const messages = tasks.filter(({ intent }) => intent.message);
	if (messages.length > 0) ledger.trackMessages(run.nodeName);
	const toSend = messages.filter(({ options }) => !options.checkOnly);
	const others = ledger.countOtherMessages(run.nodeName, entriesOf(messages)).sent;
	const reason = rules.reasonToBlockAll(toSend, others);
	for (const { item } of toSend) {
		if (reason) run.fail(item, reason);
		else ledger.planMessage(item.entry);
	}
}

/**
 * Says what the rules would do now to messages that are only checked. Messages of this run that are really
 * sent count as others.
 */
export function hintOnCheckedMessages(
	run: NodeRun,
	tasks: readonly Task[],
	{ ledger, rules }: Dependencies,
): string | undefined {
	const checked = tasks.filter(({ intent, options }) => intent.message && options.checkOnly);
	return rules.hintIfStoppedNow(checked, {
		others: ledger.countOtherMessages(run.nodeName, entriesOf(checked)).sentOrChecked,
		now: systemClock.now(),
		itemCount: run.items.length,
	});
}

const entriesOf = (tasks: readonly Task[]) => tasks.map(({ item }) => item.entry);
