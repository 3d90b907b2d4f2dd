import { z, type ZodError, type ZodRawShape, type ZodTypeAny } from 'zod';
import type { Behaviour } from '../behaviour';
import { otherName, understood, type Wording } from '../dialects/wording';
import { refuse } from '../rules/errors';
import { isEmpty, tidied, withoutEmpty } from './sentValues';
import { MOST_BODY_BYTES } from './wire';

/** Common rule 4. */
const pathId = z.string().min(1).max(64);

export function readPathParams(params: Record<string, string>): void {
	for (const [name, value] of Object.entries(params)) {
		if (!pathId.safeParse(value).success) {
			refuse('invalid_parameter', `${name} must have 1 to 64 characters.`, name);
		}
	}
}

/** Common rule 3: a parameter that the operation does not accept, then values. */
export function readQuery(
	search: string,
	shape: ZodRawShape,
	wording: Wording = {},
): Record<string, unknown> {
	const values: Record<string, string> = {};
	for (const pair of search.split('&').filter(Boolean)) {
		const [[word, value] = ['', '']] = [...new URLSearchParams(pair)];
		const name = otherName(wording, word);
		if (!Object.hasOwn(shape, name)) {
			refuse('unknown_parameter', `This operation takes no parameter "${name}".`, name);
		}
		if (Object.hasOwn(values, name)) {
			refuse('invalid_parameter', `${name} was sent more than once.`, name);
		}
		if (!isDecodable(pair)) refuse('invalid_parameter', `${name} cannot be decoded.`, name);
		values[name] = value;
	}
	return validated(z.object(shape), values) as Record<string, unknown>;
}

function isDecodable(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

export interface BodyRules {
	schema: ZodTypeAny;
	isOptional: boolean;
	ignoresEmpty: boolean;
	behaviour: Behaviour;
	wording?: Wording;
}

export interface ReadBody {
	value: unknown;
	/** Properties that the operation does not know; shown in the request log. */
	ignored: string[];
}

/** Common rule 2, then the operation's own schema. */
export function readBody(
	bytes: Buffer,
	contentType: string | undefined,
	rules: BodyRules,
): ReadBody {
	if (bytes.length > MOST_BODY_BYTES) {
		refuse('invalid_parameter', `The body is larger than ${MOST_BODY_BYTES} bytes.`);
	}
	const sent = bytes.length === 0 && rules.isOptional ? {} : parseJson(bytes, contentType);
	if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
		refuse('invalid_parameter', 'The body must be a JSON object.');
	}
	const own = understood(rules.wording, sent as Record<string, unknown>);
	const read = rules.behaviour.isTurned('tidiedTexts') ? tidied(own) : own;
	const value = validated(rules.schema, rules.ignoresEmpty ? withoutEmpty(read) : read);
	const known = value as Record<string, unknown>;
	const ignored = Object.keys(own).filter(
		(name) => !Object.hasOwn(known, name) && !isEmpty(own[name]),
	);
	if (ignored[0] !== undefined && rules.behaviour.isTurned('unknownPropertiesRefused')) {
		refuse('unknown_parameter', `This operation takes no property "${ignored[0]}".`, ignored[0]);
	}
	return { value, ignored: ignored.map((name) => otherName(rules.wording ?? {}, name)) };
}

function parseJson(bytes: Buffer, contentType: string | undefined): unknown {
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
		refuse('invalid_json', 'Send a JSON body with Content-Type: application/json.');
	}
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
	} catch {
		refuse('invalid_json', 'The body is not valid JSON.');
	}
}

function validated(schema: ZodTypeAny, value: unknown): unknown {
	const result = schema.safeParse(value);
	return result.success ? result.data : refuseIssue(result.error);
}

function refuseIssue(error: ZodError): never {
	const issue = error.issues[0];
	if (issue?.code === 'unrecognized_keys') {
		const param = [...issue.path, issue.keys[0]].join('.');
		refuse('unknown_parameter', `This operation takes no parameter "${param}".`, param);
	}
	const param = issue?.path.join('.') || undefined;
	refuse('invalid_parameter', `${param ?? 'body'}: ${issue?.message ?? 'invalid'}`, param);
}
