import type { Laboratory } from '../measure/laboratory';
import type { Part } from '../report/part';
import { changes } from './changes';
import { loading } from './loading';
import { requests } from './requests';
import { returnAll } from './returnAll';
import { singleGets } from './singleGets';
import { writes } from './writes';

/** Every part of the benchmark by the name that `--only` takes, in the report's order. */
export const parts = { writes, returnAll, singleGets, requests, changes, loading } satisfies Record<
	string,
	(laboratory: Laboratory) => Promise<Part>
>;
export type PartName = keyof typeof parts;
