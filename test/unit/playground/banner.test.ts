import { banner } from '../../../playground/banner';

test('says where to log in, where the workflows are and what to do next, in a few lines', () => {
	const text = banner({
		n8nUrl: 'http://127.0.0.1:5678',
		sandbox: {
			baseUrl: 'http://127.0.0.1:4010/api/v1',
			controlUrl: 'http://127.0.0.1:4010/_sandbox',
			tokens: { manager: 'sandbox-manager' },
		},
		dataFolder: '/data',
	});
	for (const words of [
		'http://127.0.0.1:5678',
		'owner@example.com',
		'Playground1',
		'sandbox-manager',
		'http://127.0.0.1:4010/#/workflows',
		'npm run try',
		'npm start -- --fresh',
	])
		expect(text).toContain(words);
	expect(text.split('\n').length).toBeLessThanOrEqual(16);
});
