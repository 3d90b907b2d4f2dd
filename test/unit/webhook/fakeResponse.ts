import { EventEmitter } from 'node:events';

/** n8n's response object, as far as the trigger looks at it. */
export class FakeResponse extends EventEmitter {
	statusCode = 200;
	writableEnded = false;
	destroyed = false;

	/** Responds to a connected caller. */
	send(statusCode: number): void {
		this.sendAfterHangUp(statusCode);
		this.close();
	}

	/** Responds after the caller hung up: `close` does not fire again. */
	sendAfterHangUp(statusCode: number): void {
		this.statusCode = statusCode;
		this.writableEnded = true;
	}

	hangUp(): void {
		this.close();
	}

	private close(): void {
		this.destroyed = true;
		this.emit('close');
	}
}
