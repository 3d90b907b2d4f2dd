import type { Service } from '../service';
import { steps, type Step } from './steps';

/** What the page shows of it. */
export interface ShortDayState {
	isPlaying: boolean;
	/** What happened last; empty before the first play. */
	text: string;
	/** From 1. */
	step: number;
	of: number;
}

/** Plays a few hours of a sales team in some seconds, so that a demonstration needs no script. */
export class ShortDay {
	private timer: NodeJS.Timeout | undefined;
	private plays = 0;
	private state: ShortDayState = { isPlaying: false, text: '', step: 0, of: 0 };

	constructor(private readonly service: Service) {
		service.changes.on('change', ({ type }) => {
			if (type === 'reset') this.stop('');
		});
	}

	get now(): ShortDayState {
		return this.state;
	}

	/** Starts over when it is playing already. @param everyMs between two steps */
	play(everyMs: number): ShortDayState {
		clearTimeout(this.timer);
		this.plays += 1;
		this.take(steps(this.service, this.plays), 0, everyMs);
		return this.state;
	}

	stop(text: string = this.state.text): void {
		clearTimeout(this.timer);
		if (this.state.isPlaying || text !== this.state.text) this.show({ isPlaying: false, text });
	}

	private take(all: Step[], at: number, everyMs: number): void {
		const step = all[at];
		if (!step) return;
		try {
			step.run();
		} catch (error) {
			const why = (error as Error).message.replace(/\.$/, '');
			const text = `It stopped at "${step.text}": ${why}`;
			this.show({ isPlaying: false, text, step: at + 1, of: all.length });
			return;
		}
		const isPlaying = at + 1 < all.length;
		if (isPlaying) this.timer = setTimeout(() => this.take(all, at + 1, everyMs), everyMs);
		this.show({ isPlaying, text: step.text, step: at + 1, of: all.length });
	}

	private show(changes: Partial<ShortDayState>): void {
		this.state = { ...this.state, ...changes };
		this.service.changes.emit('change', { type: 'shortDay', id: String(this.state.step) });
	}
}
