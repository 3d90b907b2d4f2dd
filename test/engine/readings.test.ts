/** Every operation works whichever way the service decides what the specification leaves open. */
import { OPERATIONS, judgingParametersOf, plant } from './actionNode/operations';
import { useService } from './actionNode/service';

const service = useService();

test.each([...OPERATIONS])('%s, with every reading turned', async (_, operation) => {
	const [values = {}] = await plant(service);
	await service.control('PATCH', '/behaviour', { readings: 'other' });
	const parameters = judgingParametersOf(operation, values);
	expect((await service.records(parameters)).length).toBeGreaterThan(0);
	expect((await service.requests()).flatMap(({ ignored }) => ignored)).toEqual([]);
});
