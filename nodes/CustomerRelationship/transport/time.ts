/** A time in ms by `Clock.elapsed`. It compares only with other times of this process. */
export type MonotonicMs = number;

/** A time in ms since the epoch. It compares with times of other machines, and jumps when the system's clock is set. */
export type EpochMs = number;
