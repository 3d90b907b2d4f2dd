import type { Locator, Page, Request } from 'playwright-core';

const START_MS = 10_000;
const STARTS = 3;
const RUN = /\/rest\/workflows\/([^/]+)\/run(\?|$)/;

export interface Run {
	workflow: string;
	execution: string;
}

/**
 * Clicks “Execute step” or “Execute workflow” until n8n runs it: it ignores a click while it takes the last run for
 * unfinished.
 * @returns the request that runs it
 */
export async function clickToRun(page: Page, button: Locator): Promise<Request> {
	for (let attempt = 1; attempt <= STARTS; attempt++) {
		const run = page.waitForRequest((request) => RUN.test(request.url()), { timeout: START_MS });
		const [started] = await Promise.allSettled([run, button.click()]);
		if (started.status === 'fulfilled') return started.value;
	}
	throw new Error(`n8n did not run anything on ${STARTS} clicks`);
}

/** The run that a request has started. */
export async function runOf(request: Request): Promise<Run> {
	const answer = (await (await request.response())?.json()) as { data: { executionId: string } };
	return { workflow: String(RUN.exec(request.url())?.[1]), execution: answer.data.executionId };
}
