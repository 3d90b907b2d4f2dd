/** What n8n's webhook server sends back, success or error. */
import type { Response } from 'express';
import { UserError } from 'n8n-workflow';

/** An error that n8n answers with a status of its own. */
export class ResponseError extends Error {
	constructor(
		message: string,
		readonly status: number,
		readonly hint?: string,
	) {
		super(message);
	}
}

/** An answer: nothing (the node sent it itself), or a body with its status. */
export type Answer = 'none' | { body: unknown; status?: number; headers?: Map<string, string> };

/** Sends text as it is and everything else as JSON. */
export function sendAnswer(response: Response, answer: Answer): void {
	if (answer === 'none') return;
	const { body, status, headers } = answer;
	if (status !== undefined) response.status(status);
	if (headers !== undefined && headers.size > 0) response.setHeaders(headers);
	if (typeof body === 'string') response.send(body);
	else response.json(body);
}

/** Sends `{ code, message, hint? }`: the error's own status, 400 for what a user did, otherwise 500. */
export function sendError(response: Response, error: Error): void {
	if (error instanceof ResponseError) {
		const { status, message, hint } = error;
		response.status(status).json({ code: status, message, ...(hint ? { hint } : {}) });
		return;
	}
	response.status(error instanceof UserError ? 400 : 500).json({ code: 0, message: error.message });
}
