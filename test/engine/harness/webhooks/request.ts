/** Reads a request's body the way n8n's webhook server does: the bytes stay, the parsed form is added. */
import { parseIncomingMessage } from '@n8n/backend-network';
import type { NextFunction, Request, Response } from 'express';
import { jsonParse } from 'n8n-workflow';
import { parse } from 'node:querystring';
import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import readStream from 'raw-body';
import { ResponseError } from './answer';

/** What n8n adds to an express request before a node sees it. */
export interface WebhookRequest extends Request {
	/** The body as received (inflated, when it came compressed); absent until it was read. */
	rawBody: Buffer;
	/** Reads the body once. */
	readRawBody(): Promise<void>;
	/** Media type in lower case, without parameters. */
	contentType?: string;
	encoding: BufferEncoding;
}

/** n8n's limit on a body. */
const limit = '16mb';

/** Express middleware: gives the request n8n's lazy body reader. */
export function rawBodyReader(request: Request, _response: Response, next: NextFunction): void {
	const incoming = request as WebhookRequest;
	parseIncomingMessage(incoming);
	incoming.readRawBody = async () => {
		if (incoming.rawBody) return;
		let stream: Readable = incoming;
		let length: string | undefined;
		const coding = incoming.headers['content-encoding'];
		if (coding === 'gzip') stream = incoming.pipe(createGunzip());
		else if (coding === 'deflate') stream = incoming.pipe(createInflate());
		else length = incoming.headers['content-length'];
		incoming.rawBody = await readStream(stream, { length, limit });
	};
	next();
}

const withoutMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/**
 * Parses JSON, form and plain text bodies; others stay unparsed. Throws n8n's 422 when the body is not
 * what its content type says. Not as in n8n: XML stays text, multipart parts are dropped.
 */
export async function parseBody(request: WebhookRequest, nodeVersion: number): Promise<void> {
	const { contentType } = request;
	if (contentType?.startsWith('multipart/')) {
		request.resume();
		request.body = { data: {}, files: {} };
		return;
	}
	// From version 2 of a node on, n8n leaves bodies that it cannot parse to the node.
	const parsable = /^(application\/json|text\/plain|application\/x-www-form-urlencoded)|[/+]xml$/;
	if (nodeVersion > 1 && !parsable.test(contentType ?? '')) return;
	await request.readRawBody();
	if (request.rawBody.length === 0) return;
	try {
		const text = request.rawBody.toString(request.encoding);
		if (contentType === 'application/json') request.body = jsonParse(withoutMark(text));
		else if (contentType === 'application/x-www-form-urlencoded') {
			request.body = parse(withoutMark(text), undefined, undefined, { maxKeys: 1000 });
		} else if (contentType !== undefined && /^text\/plain$|[/+]xml$/.test(contentType)) {
			request.body = text;
		}
	} catch (error) {
		throw new ResponseError('Failed to parse request body', 422, (error as Error).message);
	}
}
