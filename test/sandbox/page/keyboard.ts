import type { Locator, Page } from 'playwright-core';

/** Farther than this nobody tabs. */
const MAX_STEPS = 60;

/** Presses Tab until the element has the focus; throws when it is never reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.waitFor();
	for (let step = 0; step < MAX_STEPS; step++) {
		if (await hasFocus(target)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`Tab does not reach ${String(target)}`);
}

async function hasFocus(target: Locator): Promise<boolean> {
	return await target.evaluate((element) => element === document.activeElement);
}

/** Waits until the element has the focus. */
export async function focused(target: Locator): Promise<void> {
	await target.waitFor();
	const element = await target.elementHandle();
	await target.page().waitForFunction((one) => one === document.activeElement, element);
}
