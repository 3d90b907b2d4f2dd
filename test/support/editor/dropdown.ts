import type { Locator, Page } from 'playwright-core';

import { waitUntil } from '../../../playground/waitUntil';

const ANSWER_MS = 20_000;

/** An opened searchable list of the service's records (“From list”). */
export class Dropdown {
	private readonly items: Locator;

	constructor(private readonly page: Page) {
		this.items = page.locator('[data-test-id=rlc-item]').filter({ visible: true });
	}

	/** Waits until the entries are as wanted. @throws Error with the last entries when they are not in time */
	async entries(what: string, wanted: (names: string[]) => boolean): Promise<string[]> {
		let names: string[] = [];
		const found = waitUntil(what, ANSWER_MS, async () => {
			names = (await this.items.allInnerTexts()).map((name) => name.trim());
			return wanted(names) ? names : undefined;
		});
		return await found.catch(() => {
			throw new Error(
				`Waited in vain for ${what}; the list held: ${names.join(' · ') || 'nothing'}`,
			);
		});
	}

	async search(text: string): Promise<void> {
		await this.page.locator('[data-test-id=rlc-search]').filter({ visible: true }).fill(text);
	}

	/** The error that is shown in place of the entries when they can't be loaded. */
	async problem(): Promise<string> {
		const problem = this.page
			.locator('[data-test-id=rlc-error-container]')
			.filter({ visible: true });
		await problem.locator('[data-test-id=rlc-error-message]').waitFor();
		return await problem.innerText();
	}

	async pick(name: string): Promise<void> {
		await this.items.getByText(name, { exact: true }).click();
	}
}
