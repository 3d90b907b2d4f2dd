import { REMEMBERED } from './duplicates';

/** The part of n8n's response object that tells what the service was answered. */
export interface FollowedResponse {
	readonly statusCode: number;
	/** n8n has answered, whether or not the caller was still there to hear it. */
	readonly writableEnded: boolean;
	once(event: 'close', listener: () => void): unknown;
}

/**
 * `claimed`: the delivery is the caller's to run. `accepted`: an earlier one was answered 2xx.
 * `running`: an earlier one is not answered yet and its caller has hung up.
 */
export type Claim = 'claimed' | 'accepted' | 'running';

interface Followed {
	response: FollowedResponse;
	closed: Promise<void>;
}

/**
 * What became of the deliveries that this process took on, the newest thousand of each node.
 *
 * n8n writes static data before it answers, and does so for a failed run, too. So what it wrote
 * can't say whether the run went well; the answer that left can. An event counts as accepted
 * only when its answer was a 2xx: after a crash this memory is gone, and the service's resend
 * runs the event again rather than losing it.
 */
export class Outcomes {
	private readonly nodes = new Map<string, Map<string, Followed | 'accepted'>>();

	/**
	 * Takes a delivery on, and from then on follows its answer, unless an earlier delivery of the
	 * same event was accepted. While one is under way it waits for its end: if that one fails,
	 * this one takes over. Of deliveries at the same instant exactly one claims the event.
	 */
	async claim(node: string, mark: string, response: FollowedResponse): Promise<Claim> {
		for (;;) {
			const earlier = this.settle(node, mark);
			if (earlier === 'accepted') return 'accepted';
			if (earlier === undefined) break;
			await earlier.closed;
			if (this.settle(node, mark) === earlier) return 'running';
		}
		this.follow(node, mark, response);
		return 'claimed';
	}

	/** The marks of the node's accepted deliveries, oldest first. */
	acceptedBy(node: string): string[] {
		const accepted: string[] = [];
		for (const [mark, delivery] of this.nodes.get(node) ?? []) {
			if (delivery === 'accepted' || this.settle(node, mark) === 'accepted') accepted.push(mark);
		}
		return accepted;
	}

	private follow(node: string, mark: string, response: FollowedResponse): void {
		// A response that tells of no end can't be followed; the static data remember alone.
		if (typeof response.once !== 'function') return;
		const deliveries = this.nodes.get(node) ?? new Map<string, Followed | 'accepted'>();
		this.nodes.set(node, deliveries);
		const closed = new Promise<void>((resolve) => {
			response.once('close', () => {
				this.settle(node, mark);
				resolve();
			});
		});
		deliveries.set(mark, { response, closed });
		const oldest = deliveries.keys().next().value;
		if (deliveries.size > REMEMBERED && oldest !== undefined) deliveries.delete(oldest);
	}

	/** Notes the answer if there is one by now; a refusal is forgotten, so that the resend runs. */
	private settle(node: string, mark: string): Followed | 'accepted' | undefined {
		const deliveries = this.nodes.get(node);
		const delivery = deliveries?.get(mark);
		if (deliveries === undefined || delivery === undefined || delivery === 'accepted') {
			return delivery;
		}
		if (!delivery.response.writableEnded) return delivery;
		const { statusCode } = delivery.response;
		if (statusCode < 200 || statusCode > 299) {
			deliveries.delete(mark);
			return undefined;
		}
		deliveries.set(mark, 'accepted');
		return 'accepted';
	}
}
