import { createHmac } from 'node:crypto';
import type { Received } from '../harness/receiver';
import type { SandboxUnderTest } from '../harness/sandbox';

/** Sends the welcome template as the node does; the answer's body. */
export async function sendTemplate({ api }: SandboxUnderTest, fields: object = {}) {
	const template = { name: 'boas_vindas', language: 'pt_BR', params: ['Cliente'] };
	const body = { phone: '11 98888-7777', name: 'Cliente de teste', template, ...fields };
	const reply = await api.post('/conversations', body, { key: 'order-4711' });
	expect(reply.status).toBe(202);
	return reply.body as { conversationId: string; contactId: string };
}

/** What `sendTemplate` writes. */
export const TEMPLATE_TEXT = 'Olá, Cliente! Que bom ter você com a gente. Como podemos ajudar?';

/** Whether a delivery carries a signature made with this secret ("Events, Signature" 2). */
export function isSignedWith(secret: string, { headers, text }: Received): boolean {
	const [time = '', ...signatures] = String(headers['svc-signature']).split(',');
	const expected = createHmac('sha256', secret)
		.update(`${time.slice(2)}.${text}`)
		.digest('hex');
	return signatures.includes(`v1=${expected}`);
}
