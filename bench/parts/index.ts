import type { Laboratory } from '../measure/laboratory';
import type { Part } from '../report/part';
import { returnAll } from './returnAll';

/** Every part of the benchmark by the name that `--only` takes, in the report's order. */
export const parts = { returnAll } satisfies Record<string, (laboratory: Laboratory) => Promise<Part>>;
export type PartName = keyof typeof parts;
