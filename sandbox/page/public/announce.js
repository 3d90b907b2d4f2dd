import { useEffect, useState } from 'preact/hooks';

/** How long a notice stays on the screen, in ms. */
const STAYS_MS = 6_000;
const listeners = new Set();

/** Shows a notice and has it read out. @param {string} text @param {'done' | 'failed'} [kind] */
export function announce(text, kind = 'done') {
	const notice = { text, kind };
	listeners.forEach((listener) => listener(notice));
}

/**
 * Runs an action; what the sandbox refuses becomes a notice.
 * @template T
 * @param {() => Promise<T>} action
 * @param {string} [done]  said when it went well
 * @returns {Promise<T | undefined>}
 */
export async function attempt(action, done) {
	try {
		const result = await action();
		if (done) announce(done);
		return result;
	} catch (error) {
		announce(error.message, 'failed');
		return undefined;
	}
}

/** The notice to show now, if any. */
export function useNotice() {
	const [notice, setNotice] = useState(undefined);
	useEffect(() => {
		listeners.add(setNotice);
		return () => void listeners.delete(setNotice);
	}, []);
	useEffect(() => {
		if (!notice) return undefined;
		const timer = setTimeout(() => setNotice(undefined), STAYS_MS);
		return () => clearTimeout(timer);
	}, [notice]);
	return [notice, () => setNotice(undefined)];
}
