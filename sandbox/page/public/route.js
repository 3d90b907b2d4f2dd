import { useEffect, useState } from 'preact/hooks';

/** `#/inbox/cnv_1` is `{ view: 'inbox', id: 'cnv_1' }`. */
function current() {
	const [view = '', id = ''] = location.hash.replace(/^#\/?/, '').split('/');
	return { view, id: decoded(id) };
}

/** What somebody typed may not be decodable; it is the id of nothing then. */
function decoded(id) {
	try {
		return decodeURIComponent(id);
	} catch {
		return id;
	}
}

/** @param {string} view @param {string} [id] */
export function addressOf(view, id) {
	return id ? `#/${view}/${encodeURIComponent(id)}` : `#/${view}`;
}

export function useRoute() {
	const [route, setRoute] = useState(current);
	useEffect(() => {
		const follow = () => setRoute(current());
		addEventListener('hashchange', follow);
		return () => removeEventListener('hashchange', follow);
	}, []);
	return route;
}
