import { systemClock } from '../../transport/clock';
import type { NodeRun } from '../nodeRun';
import type { RunDependencies } from '../runDependencies';
import type { Task } from '../task';

/**
 * Has the rules before sending judge all messages of the run. If one blocks them all, each item that would send one fails.
 * @returns what they would do now to items that are only checked
 */
export function applyRulesToAllMessages(
	run: NodeRun,
	tasks: readonly Task[],
	{ ledger, rules }: Pick<RunDependencies, 'ledger' | 'rules'>,
): string | undefined {
	const messages = tasks.filter(({ intent }) => intent.message);
	if (messages.length > 0) ledger.trackMessages(run.nodeName);
	const checked = messages.filter(({ options }) => options.checkOnly);
	const sent = messages.filter(({ options }) => !options.checkOnly);
	const countOthers = (own: readonly Task[]) =>
		ledger.countOtherMessages(
			run.nodeName,
			own.map(({ item }) => item.entry),
		);
	const reason = rules.reasonToBlockAll(sent, countOthers(messages).sent);
	for (const { item } of sent) {
		if (reason) run.fail(item, reason);
		else item.entry.message.isToSend = true;
	}
	// Items of this run that are really sent are among the others of those that are only checked.
	return rules.hintIfSent(checked, {
		others: countOthers(checked).sentOrChecked,
		now: systemClock.now(),
		itemCount: run.items.length,
	});
}
