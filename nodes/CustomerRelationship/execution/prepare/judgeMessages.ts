import { systemClock } from '../../transport/clock';
import type { NodeRun } from '../nodeRun';
import type { RunDependencies } from '../runDependencies';
import type { Task } from '../task';

/**
 * Has the rules before sending judge all messages of the run. Where they refuse, each item that would send one fails.
 * @returns what they would do now to items that are only checked
 */
export function judgeMessages(
	run: NodeRun,
	tasks: readonly Task[],
	{ ledger, rules }: Pick<RunDependencies, 'ledger' | 'rules'>,
): string | undefined {
	const messages = tasks.filter(({ intent }) => intent.message);
	if (messages.length > 0) ledger.noteSender(run.nodeName);
	const checked = messages.filter(({ settings }) => settings.checkOnly);
	const sent = messages.filter(({ settings }) => !settings.checkOnly);
	const beside = (own: readonly Task[]) =>
		ledger.messagesBeside(
			run.nodeName,
			own.map(({ item }) => item.entry),
		);
	const refusal = rules.refuseAll(sent, beside(messages).sent);
	for (const { item } of sent) {
		if (refusal) run.fail(item, refusal);
		else item.entry.isToSend = true;
	}
	// Messages that this run really sends count as well.
	return rules.hintIfSent(checked, {
		others: beside(checked).sentOrChecked,
		now: systemClock.now(),
		itemCount: run.items.length,
	});
}
