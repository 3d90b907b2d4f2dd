import { getEventListeners } from 'events';
import { onAbort } from '../../../nodes/CustomerRelationship/transport/onAbort';

test('an aborted signal calls back all that still listen, by one listener', () => {
	const stop = new AbortController();
	const called: string[] = [];
	const listen = (name: string) => onAbort(stop.signal, () => called.push(name));
	const stopFirst = listen('first');
	listen('second');
	expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
	stopFirst();
	stop.abort();
	expect(called).toEqual(['second']);
});
