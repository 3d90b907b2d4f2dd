import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { booleanOf, isEmpty } from '../fields/field';
import { InvalidInput } from '../fields/invalidInput';
import { MAX_WAIT_SECONDS, PARALLEL_READS, PARALLEL_WRITES } from '../fields/options';
import { countOf } from '../fields/paging';
import { findOperation } from '../resources';
import type { FollowUp, Operation } from '../resources/operation';
import type { Answer } from '../transport/answer';
import { RequestFailed, send, type Sending, type Surroundings } from '../transport/client';
import { connect } from '../transport/connection';
import { explain } from '../transport/errors';
import { recordsOf, type ApiRequest } from '../transport/request';
import { Cancelled } from '../transport/wait';
import { failedItem, failureOf } from './failure';
import { Hints } from './hints';
import { inOrder } from './inOrder';
import { listRecords } from './listRecords';
import { parametersOf } from './parameters';
import { RecordQueue } from './recordQueue';
import { keyOf } from './writeKey';

/** Pause before each further look at how something ends, in ms. */
const FOLLOW_UP_EVERY_MS = 1_500;

/**
 * Runs the chosen operation for every input item. The output keeps the input's order; with
 * "continue on fail" a failed item becomes an error item, otherwise the first failure ends it all.
 */
export async function executeItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const chosen = items.map((_, item) => chosenOperation(context, item));
	const results: INodeExecutionData[][] = items.map(() => []);
	const hints = new Hints();
	const queue = new RecordQueue();
	let surroundings: Promise<Surroundings> | undefined;
	try {
		await inOrder(items.length, parallelOf(context, chosen), async (item) => {
			const operation = chosen[item];
			try {
				if (!operation) throw unknownOperation();
				surroundings ??= connect(context);
				const run = new ItemRun(context, item, operation, await surroundings, queue, hints);
				results[item] = await run.output();
			} catch (error) {
				const failure = failureOf(context.getNode(), item, operation, error);
				if (!context.continueOnFail() || error instanceof Cancelled) throw failure.error;
				results[item] = [failedItem(context.getNode(), item, failure)];
			}
		});
	} finally {
		if (items.length > 1 && chosen.some((operation) => operation?.value === 'getAll')) {
			hints.note(
				'Get Many ran once for each input item. If one list is enough, turn on Execute Once in the node’s settings.',
			);
		}
		if (hints.all.length > 0) context.addExecutionHints(...hints.all);
	}
	return results.flat();
}

/** One item on its way through the operation. */
class ItemRun {
	private readonly parameters;
	private readonly options: IDataObject;
	private readonly includeResponse: boolean;
	private readonly sending: Sending;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly item: number,
		private readonly operation: Operation,
		private readonly surroundings: Surroundings,
		private readonly queue: RecordQueue,
		private readonly hints: Hints,
	) {
		this.parameters = parametersOf(context, item);
		this.options = this.parameters.collection('options');
		parallelRequestsIn(this.options);
		this.includeResponse =
			booleanOf(this.options.includeResponse, 'Include Response Details') ?? false;
		this.sending = {
			maxWaitMs: maxWaitMs(this.options),
			onWaited: (...wait) => hints.waited(...wait),
		};
	}

	async output(): Promise<INodeExecutionData[]> {
		const request = this.operation.request(this.parameters);
		if (this.operation.kind === 'list') {
			const read = (page: ApiRequest) => send(page, this.surroundings, this.sending);
			const outputItem = this.outputItem.bind(this);
			return await listRecords(this.operation, request, this.parameters, read, outputItem);
		}
		if (this.operation.kind === 'write') {
			const { idempotencyKey } = this.options;
			const name = `${this.parameters.read('resource')}.${this.operation.value}`;
			this.sending.key = keyOf(this.context, this.item, name, request, idempotencyKey);
			this.sending.neverAgain = isEmpty(idempotencyKey);
		}
		const answer = await this.queue.run(recordsOf(request), () =>
			send(request, this.surroundings, this.sending),
		);
		const record = this.operation.record?.(answer.body, this.parameters) ?? answer.body;
		const followUp = this.operation.followUp?.(this.parameters, record);
		return [this.outputItem(followUp ? await this.follow(followUp, record) : record, answer)];
	}

	/** Asks until it is settled or time is up. The write succeeded, so no failure here is the item's. */
	private async follow(followUp: FollowUp, record: IDataObject): Promise<IDataObject> {
		const { clock, signal } = this.surroundings;
		const end = clock.now() + followUp.withinMs;
		let merged = record;
		while (clock.now() < end) {
			await clock.wait(Math.min(FOLLOW_UP_EVERY_MS, end - clock.now()), signal);
			if (signal.aborted) throw new Cancelled();
			const maxWaitMs = Math.max(0, end - clock.now());
			const latest = await send(followUp.request, this.surroundings, {
				...this.sending,
				maxWaitMs,
			}).catch((error: unknown) => this.unreadable(error));
			if (!latest) return merged;
			merged = followUp.merge(record, latest.body);
			if (followUp.settled(latest.body)) return merged;
		}
		return merged;
	}

	private unreadable(error: unknown): undefined {
		if (!(error instanceof RequestFailed)) throw error;
		const reason = explain(error, () => undefined)?.message ?? '';
		this.hints.note(`The message was queued, but its outcome could not be read: ${reason}.`);
	}

	private outputItem(record: IDataObject, answer: Answer): INodeExecutionData {
		const json = this.includeResponse ? { ...record, _response: responseDetails(answer) } : record;
		return { json, pairedItem: { item: this.item } };
	}
}

const responseDetails = ({ statusCode, requestId, replayed }: Answer) => ({
	statusCode,
	requestId: requestId ?? null,
	replayed,
	created: statusCode === 201,
});

const chosenOperation = (context: IExecuteFunctions, item: number): Operation | undefined =>
	findOperation(
		context.getNodeParameter('resource', item, ''),
		context.getNodeParameter('operation', item, ''),
	);

const unknownOperation = () =>
	new InvalidInput(
		'Operation',
		'does not exist for this resource',
		'Choose Resource and Operation from their lists: n8n takes no expressions there. To let the data decide, put a Switch node in front.',
	);

/** One item's options can't differ from another's here: the first one's count. */
function parallelOf(context: IExecuteFunctions, chosen: Array<Operation | undefined>): number {
	const writes = chosen.some((operation) => operation?.kind === 'write');
	const byDefault = writes ? PARALLEL_WRITES : PARALLEL_READS;
	try {
		return parallelRequestsIn(parametersOf(context, 0).collection('options')) ?? byDefault;
	} catch {
		// Each item meets its own options again, and fails by itself: thrown here, an error would
		// end the run of all items, or let n8n pass their input on as output.
		return byDefault;
	}
}

const parallelRequestsIn = ({ parallelRequests }: IDataObject) =>
	countOf(parallelRequests, 'Parallel Requests');

function maxWaitMs({ maxWaitSeconds }: IDataObject): number {
	const seconds = isEmpty(maxWaitSeconds) ? MAX_WAIT_SECONDS : Number(maxWaitSeconds);
	if (!Number.isFinite(seconds) || seconds < 0) {
		throw new InvalidInput(
			'Max Wait (Seconds)',
			'is not a number of seconds',
			'Correct it or its expression.',
		);
	}
	return seconds * 1000;
}
