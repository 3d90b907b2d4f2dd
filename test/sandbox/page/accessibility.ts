import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it stands: the rule and the elements that break it. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate(
		async () => await (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
	);
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
