import { gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const post = (phone: string) => under.api.post('/contacts', { phone });

rule('Contact phone', 'another country only with +: 00 is no country code', async () => {
	for (const readings of ['chosen', 'other']) {
		await under.api.control('PATCH', '/behaviour', { readings });
		for (const phone of ['00 55 11 98765-4321', '005511987654321', '00 1 212 555 0100'])
			await gives(post(phone), '400 invalid_parameter phone', phone);
	}
});

rule('Contact phone', 'no area code begins with 0', async () => {
	for (const phone of ['(00) 98765-4321', '0987654321', '+55 00 98765-4321'])
		await gives(post(phone), '400 invalid_parameter phone', phone);
});

rule('Contact phone', 'what is given out can be sent back; a mask may stand anywhere', async () => {
	const numbers = {
		'(+55) 11 98765-4321': '+5511987654321',
		'+55 (0)11 98765-4321': '+5511987654321',
		'(+1) 212 555-0100': '+12125550100',
		'(55) 98765-4321': '+5555987654321',
		'0800 123 4567': '+558001234567',
	};
	for (const [phone, expected] of Object.entries(numbers)) {
		const { body } = await post(phone);
		expect([phone, body.phone]).toEqual([phone, expected]);
		expect((await post(body.phone)).body.id).toBe(body.id);
	}
});
