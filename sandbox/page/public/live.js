import { useEffect, useRef, useState } from 'preact/hooks';

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
 * @returns {{ data: T | undefined, error: string | undefined }}
 */
export function useLive(load, types) {
	const [state, setState] = useState({ data: undefined, error: undefined });
	const latest = useRef(load);
	latest.current = load;

	useEffect(() => {
		let timer;
		let startedAt = 0;
		let isLoading = false;
		let isStale = false;
		let isOver = false;

		const run = async () => {
			timer = undefined;
			startedAt = performance.now();
			isLoading = true;
			isStale = false;
			const next = await latest.current().then(
				(data) => ({ data, error: undefined }),
				(error) => ({ data: undefined, error: error.message }),
			);
			isLoading = false;
			if (isOver) return;
			setState((former) => ({ data: next.data ?? former.data, error: next.error }));
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
		void run();
		return () => {
			isOver = true;
			clearTimeout(timer);
			listeners.delete(onChange);
		};
	}, []);

	return state;
}
