import { LearnedLinks } from '../../../nodes/CustomerRelationship/transport/links';

const link = (name: string, id: string) => [{ name, id }];

test('tells the ID that was recorded last', () => {
	const links = new LearnedLinks();
	expect(links.idBehind('a')).toBeUndefined();
	links.record([...link('a', '1'), ...link('b', '2')]);
	links.record(link('a', '3'));
	expect(['a', 'b'].map((name) => links.idBehind(name))).toEqual(['3', '2']);
});

test('as of some time, tells only what was known then, whether or not it is recorded again', () => {
	const links = new LearnedLinks();
	links.record(link('a', '1'));
	const first = links.asOfNow();
	links.record([...link('b', '2'), ...link('a', '1')]);
	expect(['a', 'b'].map((name) => first.idBehind(name))).toEqual(['1', undefined]);
	expect(['a', 'b'].map((name) => links.asOfNow().idBehind(name))).toEqual(['1', '2']);
});

test('keeps the 10,000 most recent', () => {
	const links = new LearnedLinks();
	for (let n = 0; n < 10_000; n += 1) links.record(link(`l${n}`, '1'));
	links.record(link('l0', '1'));
	links.record(link('new', '1'));
	expect(['l0', 'l1', 'l2', 'new'].map((name) => links.idBehind(name))).toEqual([
		...['1', undefined, '1', '1'],
	]);
});
