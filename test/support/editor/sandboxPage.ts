import type { Locator, Page } from 'playwright-core';

import { waitUntil } from '../../../playground/waitUntil';

const COPY_MS = 10_000;

/** The status of a message that the channel has accepted; it is delivered and read soon afterwards. */
export const WENT_OUT = /^(sent|delivered|read)$/;

/** The sandbox's own page, which stands for the service's app. */
export class SandboxPage {
	private constructor(readonly page: Page) {}

	/** @param baseUrl the API's */
	static async open(page: Page, baseUrl: string): Promise<SandboxPage> {
		await page.goto(new URL('/', baseUrl).href);
		await page.getByText('Live', { exact: true }).waitFor();
		return new SandboxPage(page);
	}

	/** Brings the tab to the front and goes to one of the views. */
	async show(view: string): Promise<void> {
		await this.page.bringToFront();
		await this.page.getByRole('link', { name: view, exact: true }).click();
		await this.page.getByRole('heading', { level: 1, name: view }).waitFor();
	}

	/** Registers the address in the clipboard, and copies the secret, which is shown only once. @returns the secret */
	async register(event: string): Promise<string> {
		await this.show('Webhooks');
		const form = this.page.getByRole('form', { name: 'New webhook' });
		await form.getByLabel('Address').click();
		await this.page.keyboard.press('Control+V');
		await form.getByLabel(event).check();
		await form.getByRole('button', { name: 'Create webhook' }).click();
		const secret = await this.page.getByLabel('Signing Secret', { exact: true }).inputValue();
		await this.page.getByRole('button', { name: 'Copy Signing Secret' }).click();
		await waitUntil('the secret to be copied', COPY_MS, async () => {
			const copied = await this.page.evaluate(async () => await navigator.clipboard.readText());
			return copied === secret ? true : undefined;
		});
		return secret;
	}

	/** Dismisses the secret that is shown. */
	async done(): Promise<void> {
		await this.page.getByRole('button', { name: 'Done' }).click();
	}

	/** Opens a contact's conversation. @returns its messages with their status */
	async conversationWith(name: string): Promise<Locator> {
		await this.show('Inbox');
		await this.page.getByRole('link', { name }).click();
		return this.page.getByRole('log', { name: 'Messages' }).getByRole('listitem');
	}

	/** The deliveries of a kind of event to an address, the newest first. */
	async deliveries(event: string, url: string): Promise<Locator> {
		await this.show('Webhooks');
		const log = this.page.getByRole('table', { name: 'Deliveries' });
		return log.getByRole('row').filter({ hasText: event }).filter({ hasText: url });
	}
}
