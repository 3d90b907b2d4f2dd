/** A poller without n8n: what `poll.ts` does with a list, against a service in memory. */
import type { IDataObject } from 'n8n-workflow';
import type { Choice } from '../../../nodes/CustomerRelationship/changes/choice';
import { WATCHED_LISTS, type WatchedList } from '../../../nodes/CustomerRelationship/changes/kinds';
import type { ListState } from '../../../nodes/CustomerRelationship/changes/state';
import { Watch, type Change, type Wanted } from '../../../nodes/CustomerRelationship/changes/watch';
import type { Plan } from '../../../nodes/CustomerRelationship/transport/plan';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { failed, ServiceInMemory } from './service';

export const listOf = (name: string): WatchedList => {
	const list = WATCHED_LISTS.find((one) => one.name === name);
	if (!list) throw new Error(`There is no list ${name}`);
	return list;
};

/** Carries a plan out. @param before called before each request; what it throws is the request's failure */
export function carryOut<Result>(
	plan: Plan<Result>,
	service: ServiceInMemory,
	before: (request: ApiRequest) => void = () => {},
): Result {
	let turn = plan.next();
	while (!turn.done) {
		const { request } = turn.value;
		let resume: () => typeof turn;
		try {
			before(request);
			const answer = service.answer(request);
			resume = () => plan.next(answer);
		} catch (error) {
			resume = () => plan.throw(error);
		}
		turn = resume();
	}
	return turn.value;
}

export const everyChange = (list: WatchedList): Wanted => ({
	choice: { events: [list.created, ...list.changes.map(({ event }) => event)], filters: {} },
	overlapMs: 120_000,
});

/** One list under watch. Its state goes through JSON from poll to poll. */
export class Watcher {
	known: ListState | undefined;
	/** Of this clock, beside the service's, in ms. */
	skewMs = 0;

	constructor(
		readonly service: ServiceInMemory,
		readonly list: WatchedList,
		public wanted: Wanted = everyChange(list),
	) {}

	/** What is chosen from now on, as after an edit of the node. */
	choose(changes: Partial<Choice>): void {
		this.wanted = { ...this.wanted, choice: { ...this.wanted.choice, ...changes } };
	}

	/** The changes of one poll, the first of which begins. A poll that was stopped keeps what it has read. */
	poll(before?: (request: ApiRequest) => void): Change[] {
		const now = this.service.now + this.skewMs;
		let watch = this.known && Watch.over(this.list, this.wanted, this.known);
		try {
			if (!watch) watch = carryOut(Watch.begin(this.list, this.wanted, now), this.service, before);
			else if (!watch.isReading) carryOut(watch.look(now), this.service, before);
			if (watch.isReading) carryOut(watch.readBaseline(), this.service, before);
		} catch (error) {
			if (!(error instanceof RequestFailed) || !watch?.hasRead) throw error;
		}
		this.known = JSON.parse(JSON.stringify(watch.known)) as ListState;
		return [...watch.found].reverse().flat();
	}

	/** A poll that is stopped after so many pages. */
	pollPages(most: number): Change[] {
		let pages = 0;
		return this.poll(({ path }) => {
			if ((pages += 1) > most) throw failed(path);
		});
	}

	/** Polls until the baseline is read and a look after it found its end. */
	settle(): Change[] {
		const changes: Change[] = [];
		do changes.push(...this.poll());
		while (this.known?.baseline ?? this.known?.look);
		return changes;
	}
}

export const MINUTE = 60_000;
/** A deal as it is created. */
export const open = (stageId = 's1') => ({
	status: 'open',
	stageId,
	title: 'Deal',
	pipelineId: 'p1',
});

/** A list with some records, already watched. */
export function watching(name: 'company' | 'contact' | 'deal', records: IDataObject[] = []) {
	const service = new ServiceInMemory();
	const list = listOf(name);
	const path = list.path.slice(1);
	const ids = records.map((record) => service.create(path, record).id);
	service.now += 10 * MINUTE;
	const watcher = new Watcher(service, list);
	expect(watcher.settle()).toEqual([]);
	const poll = () => {
		service.now += MINUTE;
		return watcher.poll();
	};
	return {
		service,
		watcher,
		ids,
		path,
		poll,
		create: (content: IDataObject) => service.create(path, content),
	};
}
/** Which records changed, and how. */
export const named = (changes: Array<{ event: string; data: IDataObject }>) =>
	changes.map(({ event, data }) => `${event} ${String(data.id)}`);
