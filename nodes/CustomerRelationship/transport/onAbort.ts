import { getOrCreate } from '../maps';

/** What is to be called when a signal is aborted, and the one listener that calls it. */
interface Subscription {
	callbacks: Set<() => void>;
	listener: () => void;
}

const subscriptions = new WeakMap<AbortSignal, Subscription>();

/**
 * Calls back when the signal is aborted, or at once if it already is. However many callbacks there are, the
 * signal has one listener: Node takes more than ten for a leak.
 * @returns how to stop listening
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
	if (signal.aborted) callback();
	const { callbacks, listener } = getOrCreate(subscriptions, signal, () => subscribe(signal));
	callbacks.add(callback);
	return () => {
		callbacks.delete(callback);
		if (callbacks.size > 0) return;
		signal.removeEventListener('abort', listener);
		subscriptions.delete(signal);
	};
}

function subscribe(signal: AbortSignal): Subscription {
	const callbacks = new Set<() => void>();
	const listener = () => callbacks.forEach((callback) => callback());
	signal.addEventListener('abort', listener);
	return { callbacks, listener };
}
