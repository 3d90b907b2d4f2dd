import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** Least ms between two loads of the same data: a burst of changes is two loads. */
const PAUSE_MS = 150;

/** Kinds of change that concern everybody. */
const ALWAYS = ['reset', 'connected'];

const listeners = new Set();
const connectionListeners = new Set();
let isConnected = true;

const tell = (type) => listeners.forEach((listener) => listener(type));

function setConnected(value) {
	if (isConnected === value) return;
	isConnected = value;
	connectionListeners.forEach((listener) => listener(value));
	// What changed while nobody listened is unknown.
	if (value) tell('connected');
}

const stream = new EventSource('/_sandbox/events');
stream.addEventListener('message', (event) => tell(JSON.parse(event.data).type));
stream.addEventListener('open', () => setConnected(true));
stream.addEventListener('error', () => setConnected(false));

/** Whether changes are being told at the moment. */
export function useConnected() {
	const [value, setValue] = useState(isConnected);
	useEffect(() => {
		connectionListeners.add(setValue);
		return () => void connectionListeners.delete(setValue);
	}, []);
	return value;
}

/**
 * Data that is loaded again whenever a record of these kinds changes. The former data stays until
 * the new arrives, so that the page does not flicker.
 * @template T
 * @param {() => Promise<T>} load
 * @param {string[]} types  kinds of change, as the event stream names them
 * @param {unknown[]} [inputs]  loads at once when one of them changes
 * @returns {{ data: T | undefined, error: string | undefined, reload: () => Promise<void> }}
 *   `reload` is over when the data is at least as new as the call
 */
export function useLive(load, types, inputs = []) {
	const [state, setState] = useState({ data: undefined, error: undefined });
	const latest = useRef(load);
	latest.current = load;
	const reloadRef = useRef(async () => {});

	useEffect(() => {
		let timer;
		let startedAt = 0;
		let isLoading = false;
		let isStale = false;
		let isOver = false;
		let waiting = [];

		const run = async () => {
			timer = undefined;
			startedAt = performance.now();
			isLoading = true;
			isStale = false;
			const served = waiting;
			waiting = [];
			const next = await latest.current().then(
				(data) => ({ data, error: undefined }),
				(error) => ({ data: undefined, error: error.message }),
			);
			isLoading = false;
			if (!isOver) setState((former) => ({ data: next.data ?? former.data, error: next.error }));
			served.forEach((done) => done());
			if (isOver) return;
			if (isStale) soon();
		};
		const soon = () => {
			if (isLoading) isStale = true;
			else timer ??= setTimeout(run, startedAt + PAUSE_MS - performance.now());
		};
		const onChange = (type) => {
			if (ALWAYS.includes(type) || types.includes(type)) soon();
		};

		listeners.add(onChange);
		reloadRef.current = () =>
			new Promise((done) => {
				waiting.push(done);
				soon();
			});
		void run();
		return () => {
			isOver = true;
			clearTimeout(timer);
			waiting.forEach((done) => done());
			listeners.delete(onChange);
		};
	}, inputs);

	return { ...state, reload: useCallback(() => reloadRef.current(), []) };
}
