import { DIALECTS, type Dialect } from './dialects';
import type { Reading } from './rules/readings';

export interface BehaviourSettings {
	/** Number of the dialect in which the service speaks. */
	dialect: number;
	/** Readings that are turned the other way. */
	readings: readonly Reading[];
	/** A round trip in ms: half of it on the way in, half on the way out. */
	latencyMs: number;
	/** At most so many ms more, by chance. */
	latencyJitterMs: number;
}

/** How the sandbox behaves where the specification leaves it open; can change while it runs. */
export class Behaviour {
	private current: BehaviourSettings;

	constructor(private readonly atStart: BehaviourSettings) {
		this.current = atStart;
	}

	get settings(): BehaviourSettings {
		return this.current;
	}

	get dialect(): Dialect {
		return DIALECTS[this.current.dialect] ?? {};
	}

	isTurned(reading: Reading): boolean {
		return this.current.readings.includes(reading);
	}

	/** One way through the network. */
	async travel(): Promise<void> {
		const { latencyMs, latencyJitterMs } = this.current;
		const ms = (latencyMs + latencyJitterMs * Math.random()) / 2;
		if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
	}

	change(changes: Partial<BehaviourSettings>): void {
		this.current = { ...this.current, ...changes };
	}

	/** As at the start. */
	reset(): void {
		this.current = this.atStart;
	}
}
