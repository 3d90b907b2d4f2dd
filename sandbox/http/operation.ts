import type { z, ZodRawShape, ZodTypeAny } from 'zod';
import type { Unshown } from '../dialects';
import type { Scope } from '../model';
import type { Viewer } from '../rules/authentication';
import type { StoragePolicy } from '../rules/idempotency';
import type { Service } from '../service';

export interface Answer {
	status: number;
	body: unknown;
}

/** What an operation gets: in whose name, with which checked input. */
export interface Call<Query = unknown, Body = unknown> extends Viewer {
	service: Service;
	/** Below `/api/v1`, without query; as sent, so that a fault can be matched with it. */
	path: string;
	method: string;
	/** Path parameters, 1 to 64 characters each. */
	params: Record<string, string>;
	query: Query;
	body: Body;
}

interface Definition<Shape extends ZodRawShape, Body extends ZodTypeAny> {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Below `/api/v1`, parameters as `:name`. */
	path: string;
	scope: Scope;
	/** Sellers get 403 `permission_denied`. */
	managerOnly?: boolean;
	storage?: StoragePolicy;
	/** Query parameters accepted; every other gives 400 `unknown_parameter`. */
	query?: Shape;
	body?: Body;
	/** Where its names are not shown, a dialect has others (README, "Dialects"). */
	unshown?: { query?: Unshown; body?: Unshown; answer?: Unshown };
	/** An absent body counts as `{}` (README, "Bodies of win and lose"). */
	bodyIsOptional?: boolean;
	/** Null and empty values of the body are left out before it is checked. */
	ignoresEmpty?: boolean;
	run(call: Call<z.infer<z.ZodObject<Shape>>, z.infer<Body>>): Answer;
}

export type Operation = Omit<Definition<ZodRawShape, ZodTypeAny>, 'run'> & {
	run(call: Call<never, never>): Answer;
};

/** One row of "Endpoints". */
export function operation<Shape extends ZodRawShape, Body extends ZodTypeAny>(
	definition: Definition<Shape, Body>,
): Operation {
	return definition as unknown as Operation;
}
