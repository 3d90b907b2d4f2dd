const CONTROL = '/_sandbox';

/** What a sandbox refused, in its own words. */
export class Refusal extends Error {}

/**
 * One request to the control API.
 * @param {string} method
 * @param {string} path  below `/_sandbox`; `/app/...` acts as the service's own app
 * @param {unknown} [body]
 * @returns {Promise<{ status: number, body: any }>}
 */
export async function send(method, path, body) {
	const answer = await fetch(CONTROL + path, {
		method,
		headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	}).catch(() => {
		throw new Refusal('The sandbox does not answer. Is it still running?');
	});
	const received = await answer.json();
	if (!answer.ok)
		throw new Refusal(received.error?.message ?? received.error ?? `Status ${answer.status}`);
	return { status: answer.status, body: received };
}

/** @param {string} path */
export async function get(path) {
	return (await send('GET', path)).body;
}

/** @param {string} id */
export const inPath = (id) => encodeURIComponent(id);
