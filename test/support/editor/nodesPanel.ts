import type { Locator, Page } from 'playwright-core';

import { NodePanel } from './nodePanel';

/** The list on the right from which nodes are added. */
export class NodesPanel {
	private constructor(
		private readonly page: Page,
		readonly root: Locator,
	) {}

	static async shown(page: Page): Promise<NodesPanel> {
		const root = page.locator('[data-test-id=node-creator]');
		await root.waitFor();
		return new NodesPanel(page, root);
	}

	/** Clears the results first, so that what is listed afterwards was found by this text. */
	async search(text: string): Promise<void> {
		const field = this.root.getByPlaceholder('Search nodes...');
		await field.fill('no node is called so');
		await this.root.locator('[data-test-id=node-creator-no-results]').waitFor();
		await field.fill(text);
	}

	/** An entry by its name. */
	entry(name: string): Locator {
		const exactly = this.page
			.locator('[data-test-id=node-creator-item-name]')
			.getByText(name, { exact: true });
		return this.root.locator('[data-test-id=item-iterator-item]').filter({ has: exactly });
	}

	/** Whether an entry's icon is there, and no broken picture. */
	async iconLoads(entry: Locator): Promise<boolean> {
		const icon = entry.locator('img').first();
		await icon.waitFor();
		return await icon.evaluate(async (image: HTMLImageElement) => {
			await image.decode();
			return image.naturalWidth > 0;
		});
	}

	/** Unfolds a category of a node's details such as `Actions`. @returns how many entries it promises */
	async unfold(category: string): Promise<number> {
		const header = this.page
			.locator('[data-test-id=node-creator-category-item]')
			.filter({ hasText: category });
		const section = this.root.locator('[data-category-collapsed]').filter({ has: header });
		if ((await section.getAttribute('data-category-collapsed')) === 'true') await header.click();
		return Number(/\((\d+)\)/.exec(await header.innerText())?.[1]);
	}

	/** Searches for a node by what people call it, opens it, and adds one of its triggers or actions. @returns the new node's panel */
	async find(words: string, node: string, action: string): Promise<NodePanel> {
		await this.search(words);
		await this.entry(node).first().click();
		const entry = this.entry(action);
		const folded = this.root.locator('[data-category-collapsed=true]');
		await entry.or(folded.first()).first().waitFor();
		for (const category of ['Triggers', 'Actions']) {
			if (!(await entry.isVisible())) await this.unfold(category);
		}
		return await this.add(action);
	}

	/** Adds the node by one of its triggers or actions. @returns the new node's panel */
	async add(action: string): Promise<NodePanel> {
		await this.entry(action).click();
		return await NodePanel.shown(this.page);
	}
}
