import { withNames } from '../../../nodes/CustomerRelationship/changes/names';
import type { Ask } from '../../../nodes/CustomerRelationship/transport/ask';

const changeOf = (event: string, data: object) => ({
	...{ event, id: 'chg_1', previous: null },
	data: { id: event, ...data },
});
const refuses: Ask = () => Promise.reject(new Error('No more requests are left'));

it('each kind of record gets the additions of its own kind, and a company none', async () => {
	const changes = await withNames(refuses, [
		changeOf('company.updated', {}),
		changeOf('contact.updated', {}),
		changeOf('deal.won', { valueCents: 100 }),
	]);
	expect(changes.map(({ data }) => Object.keys(data))).toEqual([
		['id'],
		['id', '_names'],
		['id', 'valueCents', '_names', '_value'],
	]);
	expect(Object.keys(changes[1]?.data._names as object)).toEqual(['company']);
});

it('no request is made for records without names', async () => {
	const ask = jest.fn(refuses);
	await withNames(ask, [changeOf('company.updated', {})]);
	expect(ask).not.toHaveBeenCalled();
});
