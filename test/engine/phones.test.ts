/** Phones as tables, chats and other programs hold them: what reaches the service, and what is told. */
import type { IDataObject } from 'n8n-workflow';
import { NODE, useService } from './actionNode/service';

const service = useService();
const upsert = {
	resource: 'contact',
	operation: 'upsert',
	name: 'Ana',
	phone: '={{ $json.phone }}',
};
const template = {
	...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
	...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
};
const rows = (...phones: unknown[]) => phones.map((phone) => ({ phone }) as IDataObject);
const written = async () => (await service.requests()).filter(({ method }) => method !== 'GET');

test('however a phone was copied, it is one contact', async () => {
	const records = await service.records(upsert, {
		inputData: rows(
			...['(11) 97777-0301', '\u202a+55 11 97777-0301\u202c', "'11977770301", '5511977770301.0'],
			...['whatsapp:+5511977770301', '5511977770301@s.whatsapp.net', 'https://wa.me/5511977770301'],
		),
	});
	expect(new Set(records.map(({ id }) => id)).size).toBe(1);
	const { rawBody } = (await written())[1]!;
	expect(JSON.parse(rawBody)).toMatchObject({ phone: '+55 11 97777-0301' });
});

test('a table with one phone of each kind names all bad rows at once, before anything is sent', async () => {
	const inputData = rows(
		...['(11) 97777-0302', '5,51198E+12', '11 97777-0302 / 11 97777-0303', '1133334444 ramal 12'],
		...['186728372847616@lid', '12036302524612@g.us'],
	);
	const { error } = await service.run(upsert, { inputData });
	expect(error?.message).toBe('5 of the 6 items can’t be sent');
	for (const fault of ['shortened', 'two phones', 'letters', 'hide the phone', 'a group']) {
		expect(error?.description).toContain(fault);
	}
	expect(error?.description).toContain('number without decimals');
	expect(await service.requests()).toEqual([]);
});

test('a contact without area code is refused before others are written, and the service judges numbers that have none', async () => {
	const { error } = await service.run(upsert, {
		inputData: rows('(11) 97777-0305', '97777-0306'),
	});
	expect(error?.message).toContain('“Phone” has no area code');
	expect(await service.requests()).toEqual([]);
	await service.run(upsert, { inputData: rows('4004-1234') });
	expect(await written()).toHaveLength(1);
});

test.each(['98765-4321', '4915123456789'])('no message is sent to %s', async (phone) => {
	const { error } = await service.refusal(template, { inputData: rows(phone) });
	expect(error).toMatch(/^“Phone” has (no area code|more digits than a Brazilian phone)$/);
	expect(await service.requests()).toEqual([]);
});

test('a message to what is not a Brazilian phone is warned of, and one to another country is not', async () => {
	const run = await service.run(
		{ ...template, options: { checkOnly: true } },
		{ inputData: rows('14155238886', '+1 415 523 8886', '(011) 97777-0304') },
	);
	const warnings = run.json(NODE).map((item) => (item.warnings as string[]).length);
	expect(warnings).toEqual([1, 0, 0]);
	expect(run.hints(NODE).map(({ message }) => message)).toContainEqual(
		expect.stringMatching(
			/^This is not a Brazilian phone: 14155238886 \(.*; item 0; the first item is 0\)/,
		),
	);
});

test.each<[operation: string, parameters: IDataObject]>([
	['contact.upsert', { phone: '14155238886' }],
	['contact.update', { contactId: 'c', updateFields: { phone: '14155238886' } }],
	['contact.update', { contactId: 'c', updateFields: { phone: '14155238886', addTags: 'a' } }],
	['company.create', { additionalFields: { phones: '1133334444, 14155238886' } }],
	[
		'company.upsert',
		{ cnpj: '11222333000181', additionalFields: { phones: ['1133334444', '14155238886'] } },
	],
])('%s warns of it, too', async (name, parameters) => {
	const [resource, operation] = name.split('.');
	const contact = await service.app('POST', '/contacts', { name: 'Velha', tags: [] });
	const ids = 'contactId' in parameters ? { contactId: contact.id } : {};
	const node = { resource, operation, ...parameters, ...ids, options: { checkOnly: true } };
	const run = await service.run(node as IDataObject);
	expect(run.json(NODE)[0]?.warnings).toEqual([
		expect.stringMatching(/^14155238886 is not a Brazilian phone: /),
	]);
	expect(run.hints(NODE)[0]?.message).toContain('not a Brazilian phone');
});
