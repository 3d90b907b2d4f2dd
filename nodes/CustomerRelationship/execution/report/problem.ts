/** What is wrong with an item. */
export interface Problem {
	message: string;
	/** In sentences. */
	whatToDo: string | null;
}

/** What is wrong and what to do about it, in sentences. */
export const problemText = ({ message, whatToDo }: Problem): string =>
	whatToDo ? `${withFullStop(message)} ${whatToDo}` : withFullStop(message);

export const withFullStop = (message: string): string =>
	message.endsWith('.') ? message : `${message}.`;
