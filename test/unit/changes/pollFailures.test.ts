import type { IDataObject } from 'n8n-workflow';
import { ids, MINUTE, PollingNode, open, watching } from './pollingNode';

describe('a failure', () => {
	it('is thrown when nothing is emitted; what was read of other lists is saved', async () => {
		const node = await watching(1, { parameters: { events: ['deal.won', 'contact.created'] } });
		const lists = () => (node.staticData.changes as { lists: Record<string, IDataObject> }).lists;
		const before = { ...lists() };
		node.fails = (path) => (path === '/contacts' ? 'unknown_parameter' : undefined);
		const { message, description } = await node.failure();
		expect(message).toBe('The service does not know the parameter one of the fields here');
		expect(description).toContain('Nothing is lost: the next poll asks again from the same place.');
		expect(lists().contact).toEqual(before.contact);
		expect(lists().deal?.since).toBeGreaterThan(Number(before.deal?.since));
		expect(node.recorded).toEqual([]);
	});

	it('of one list is reported beside the changes of another, and only the other’s state advances', async () => {
		const node = await watching(1, { parameters: { events: ['deal.won', 'contact.created'] } });
		const contacts = () =>
			JSON.stringify((node.staticData.changes as { lists: IDataObject }).lists.contact);
		const before = contacts();
		node.service.change('deals-1', { status: 'won' });
		node.service.create('contacts', {});
		node.fails = (path) => (path === '/contacts' ? 'unknown_parameter' : undefined);
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
		expect(node.recorded.map(({ message }) => message)).toEqual([
			'The service does not know the parameter one of the fields here',
		]);
		expect(contacts()).toBe(before);
		node.fails = () => undefined;
		expect(ids(await node.poll())).toEqual(['contact.created contacts-2']);
	});

	it('of one list does not delay the baseline scan of another', async () => {
		const node = new PollingNode({ parameters: { events: ['deal.updated', 'contact.created'] } });
		node.service.pageSize = 1;
		for (let count = 0; count < 60; count += 1) node.service.create('deals', open);
		node.service.now += 10 * MINUTE;
		node.takes = 1_000;
		expect(await node.poll()).toBeNull();
		node.fails = (path) => (path === '/contacts' ? 'unknown_parameter' : undefined);
		for (let polls = 0; polls < 5; polls += 1) await node.failure();
		node.fails = () => undefined;
		node.asked.length = 0;
		node.service.now += MINUTE;
		expect(await node.poll()).toBeNull();
		// One request for each list: nothing is left to read.
		expect(node.paths).toHaveLength(2);
	});

	it('of a new list leaves its baseline scan to the next poll', async () => {
		const node = await watching();
		const failing = (path: string) => (path === '/contacts' ? 'unknown_parameter' : undefined);
		node.service.change('deals-1', { status: 'won' });
		node.fails = failing;
		const parameters = { events: ['deal.won', 'contact.created'] };
		expect(ids(await node.activate({ parameters }))).toEqual(['deal.won deals-1']);
		node.fails = () => undefined;
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		const { id } = node.service.create('contacts', {});
		expect(ids(await node.poll())).toEqual([`contact.created ${id}`]);
		expect(node.recorded).toHaveLength(1);
	});

	it('at the first page of a scan leaves the saved state as it was', async () => {
		const node = new PollingNode();
		node.service.pageSize = 1;
		for (let count = 0; count < 5; count += 1) node.service.create('deals', open);
		node.service.now += 10 * MINUTE;
		node.fails = () => (node.asked.length > 3 ? 'internal_error' : undefined);
		expect(await node.poll()).toBeNull();
		const before = JSON.stringify(node.staticData);
		expect((await node.failure()).message).toBe('The service had an internal error');
		expect(JSON.stringify(node.staticData)).toBe(before);
	});

	it('after a page was read is reported unless it may pass, like a page that is no list', async () => {
		const node = await watching(3);
		node.service.pageSize = 1;
		for (const id of ['deals-1', 'deals-2', 'deals-3']) node.service.change(id, { title: 'New' });
		const answer = node.service.answer.bind(node.service);
		let asked = 0;
		node.service.answer = (request) => {
			asked += 1;
			const answered = answer(request);
			return asked === 2 ? { ...answered, body: { data: 'none' } } : answered;
		};
		expect(ids(await node.poll())).toEqual(['deal.updated deals-3']);
		node.service.answer = () => ({
			...answer({ method: 'GET', path: '/deals' }),
			body: { data: 1 },
		});
		const { message, description } = await node.failure();
		expect(message).toBe('The service’s answer can’t be used: it holds no list of records');
		expect(description).toContain('Nothing is lost');
		node.service.answer = () => {
			throw new Error('Out of order');
		};
		expect((await node.failure()).message).toBe('Out of order');
		asked = 0;
		node.service.answer = (request) => {
			asked += 1;
			if (asked === 2) throw new Error('Out of order later');
			return answer(request);
		};
		for (const id of ['deals-1', 'deals-2', 'deals-3']) node.service.change(id, { title: 'Newer' });
		node.service.invalidateCursors();
		const { deal } = (node.staticData.changes as { lists: { deal: IDataObject } }).lists;
		delete deal.scan;
		expect(ids(await node.poll())).toEqual(['deal.updated deals-3']);
		expect(node.recorded.map(({ message }) => message)).toEqual(['Out of order later']);
	});

	it('of a list whose cursors are refused is reported beside the changes', async () => {
		const node = await watching(3);
		node.service.pageSize = 1;
		const answer = node.service.answer.bind(node.service);
		node.service.answer = (request) => {
			if (request.query?.cursor !== undefined) node.service.invalidateCursors();
			return answer(request);
		};
		for (const id of ['deals-1', 'deals-2', 'deals-3']) node.service.change(id, { title: 'New' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-3']);
		expect(node.recorded).toHaveLength(1);
	});

	it('of a list whose cursors repeat is reported each time, beside the changes', async () => {
		const node = await watching(3);
		node.service.pageSize = 1;
		const answer = node.service.answer.bind(node.service);
		node.service.answer = (request) => {
			const answered = answer(request);
			return { ...answered, body: { ...answered.body, hasMore: true, nextCursor: '0:2' } };
		};
		for (const title of ['One', 'Two']) {
			node.service.change('deals-1', { title });
			node.recorded.length = 0;
			expect(ids(await node.poll())).toEqual(['deal.updated deals-1']);
			expect(node.recorded.map(({ message }) => message)).toEqual([
				expect.stringContaining('but not where they continue'),
			]);
		}
		expect((await node.failure()).message).toContain('but not where they continue');
	});

	it('of the first poll saves nothing', async () => {
		const node = new PollingNode();
		node.fails = () => 'invalid_api_token';
		const { message, description } = await node.failure();
		expect(message).toBe('The access token is not valid');
		expect(node.staticData).toEqual({});
		// There is no next poll, and no cursor to resume from.
		expect(description).not.toContain('Nothing is lost');
	});

	it('of a newly selected list does not say that nothing is lost', async () => {
		const node = await watching(1, { parameters: { events: ['deal.won'] } });
		node.fails = (path) => (path === '/contacts' ? 'internal_error' : undefined);
		const events = ['deal.won', 'contact.created'];
		await expect(node.activate({ parameters: { events } })).rejects.toMatchObject({
			message: 'The service had an internal error',
			description: expect.not.stringContaining('Nothing is lost') as string,
		});
	});
});
