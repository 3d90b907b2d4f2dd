/** A service in memory: three lists, newest first, and a clock of its own. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../../nodes/CustomerRelationship/transport/answer';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { broken, refusal } from '../transport/failedAttempts';

/** A record, and when it last changed; the service does not show that. */
interface Stored {
	record: IDataObject & { id: string };
	changedAt: number;
}

export class InMemoryService {
	now = Date.UTC(2026, 0, 31, 12);
	/** Records of a page, whatever `limit` is sent. */
	pageSize = 3;
	/** Whether `updatedSince` includes records that changed at that very time. */
	includesSame = true;
	/** Whether answers have a Date header. */
	tellsTime = false;
	/** Whether the token's user does not see a record. */
	hides: (record: IDataObject) => boolean = () => false;
	/** Part of every cursor; cursors with another one are refused. */
	private cursorGeneration = 0;
	/** The path and query of each request. */
	readonly requests: string[] = [];
	private readonly lists = new Map<string, Stored[]>();
	private created = 0;

	create(list: string, content: IDataObject = {}): IDataObject & { id: string } {
		this.created += 1;
		const record = { id: `${list}-${this.created}`, ...content };
		this.of(list).unshift({ record, changedAt: this.now });
		return record;
	}

	change(id: string, content: IDataObject): void {
		const stored = this.find(id);
		stored.record = { ...stored.record, ...content };
		stored.changedAt = this.now;
	}

	remove(id: string): void {
		const list = this.listOf(id);
		this.lists.set(
			list,
			this.of(list).filter(({ record }) => record.id !== id),
		);
	}

	get(id: string): IDataObject & { id: string } {
		return this.find(id).record;
	}

	all(list: string): IDataObject[] {
		return this.of(list).map(({ record }) => record);
	}

	/** Makes all cursors given so far invalid. */
	invalidateCursors(): void {
		this.cursorGeneration += 1;
	}

	/** @throws RequestFailed for an invalid cursor */
	answer({ method, path, query = {} }: ApiRequest): Answer {
		if (method !== 'GET') throw new Error(`It only reads, but was asked to ${method}`);
		this.requests.push(`${path}?${new URLSearchParams(query).toString()}`);
		const [, , id, ...rest] = path.split('/');
		if (id !== undefined && rest.length === 0) {
			const answer = { statusCode: 200, requestId: 'req_1', replayed: false, receivedAt: this.now };
			return { ...answer, body: this.get(id) };
		}
		const [generation = '', before = ''] = query.cursor?.split(':') ?? [];
		if (query.cursor !== undefined && Number(generation) !== this.cursorGeneration) {
			throw failed(path, 'invalid_cursor');
		}
		const since = query.updatedSince === undefined ? -Infinity : Date.parse(query.updatedSince);
		const list = this.of(path.slice(1));
		const numberOf = (id: string) => Number(id.split('-')[1]);
		const matching = list.filter(
			({ record, changedAt }) =>
				!this.hides(record) &&
				(this.includesSame ? changedAt >= since : changedAt > since) &&
				(before === '' || numberOf(record.id) < Number(before)) &&
				(query.status === undefined || record.status === query.status) &&
				(path !== '/companies' || query.includeInactive === 'true' || record.isActive !== false),
		);
		const data = matching.slice(0, this.pageSize).map(({ record }) => record);
		const hasMore = matching.length > data.length;
		const last = data.at(-1)?.id ?? '';
		return {
			statusCode: 200,
			body: {
				data,
				hasMore,
				nextCursor: hasMore ? `${this.cursorGeneration}:${numberOf(last)}` : null,
			},
			requestId: 'req_1',
			replayed: false,
			receivedAt: this.now,
			...(this.tellsTime && { servedAt: Math.floor(this.now / 1000) * 1000 }),
		};
	}

	private of(list: string): Stored[] {
		const records = this.lists.get(list) ?? [];
		this.lists.set(list, records);
		return records;
	}

	private listOf(id: string): string {
		return id.split('-')[0] ?? '';
	}

	private find(id: string): Stored {
		const stored = this.of(this.listOf(id)).find(({ record }) => record.id === id);
		if (!stored) throw new Error(`There is no ${id}`);
		return stored;
	}
}

/** The error of a request that the service refused, or without a code of one that did not reach it. */
export const failed = (path: string, code?: string): RequestFailed =>
	new RequestFailed(
		{ method: 'GET', path },
		code === undefined
			? broken('maybe')
			: refusal(400, 'invalid_request_error', code, { message: 'No' }),
		{ attempts: 1, tookMs: 0 },
	);
