/** Every operation works whichever way the service decides what the specification leaves open. */
import type { IDataObject } from 'n8n-workflow';
import { OPERATIONS, parametersOf, plant } from './actionNode/operations';
import { useService } from './actionNode/service';

const service = useService();

test.each(Object.keys(OPERATIONS))('%s, every reading turned', async (name) => {
	const records = await plant(service);
	await service.control('PATCH', '/behaviour', { readings: 'other' });
	const [parameters] = parametersOf(name, records, service) as [IDataObject];
	expect((await service.records(parameters)).length).toBeGreaterThan(0);
	expect((await service.requests()).flatMap(({ ignored }) => ignored)).toEqual([]);
});
