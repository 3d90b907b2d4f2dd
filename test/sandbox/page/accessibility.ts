import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds wrong with the page as it stands: the rule and the elements that break it.
 * @param rules only these; every one where none is named
 */
export async function accessibilityProblems(page: Page, rules: string[]): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate(
		async (runOnly) => await (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly }),
		rules.length > 0 ? rules : undefined,
	);
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
