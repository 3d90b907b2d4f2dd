import type { Locator, Page } from 'playwright-core';

import { waitUntil } from '../../../playground/waitUntil';

const ANSWER_MS = 20_000;

/** The dialogue in which a credential is made and changed. */
export class CredentialDialog {
	private constructor(
		private readonly page: Page,
		readonly root: Locator,
	) {}

	static async shown(page: Page): Promise<CredentialDialog> {
		const root = page.locator('[data-test-id=editCredential-modal]');
		await root.locator('[data-test-id=credential-connection-parameter]').first().waitFor();
		// n8n gives a new credential its name only after it shows the fields, and saves none without a name.
		await root.locator('[data-test-id=credential-name]').waitFor();
		return new CredentialDialog(page, root);
	}

	/** A field by its label. */
	field(label: string): Locator {
		const literally = label.replace(/[()]/g, '\\$&');
		// The label is followed by an asterisk if the field is required, and by “Fixed | Expression”.
		const labelled = { hasText: new RegExp(`^\\s*${literally}\\s*(\\*|Fixed)`) };
		return this.root
			.locator('[data-test-id=credential-connection-parameter]')
			.filter(labelled)
			.locator('input')
			.last();
	}

	async fill(label: string, text: string): Promise<void> {
		await this.field(label).fill(text);
	}

	/** Pastes the clipboard at the end of a field's text. */
	async paste(label: string): Promise<void> {
		await this.field(label).click();
		await this.page.keyboard.press('End');
		await this.page.keyboard.press('Control+V');
	}

	async save(): Promise<void> {
		await this.root.getByRole('button', { name: 'Save', exact: true }).click();
	}

	/** Saves a credential that does not work. Waits until the details of the red message are as expected. */
	async saveAndRead(expected: string): Promise<void> {
		await this.save();
		const details = this.root.getByText('More details');
		await waitUntil(`the credential's test to say: ${expected}`, ANSWER_MS, async () => {
			if (await details.isVisible()) await details.click({ timeout: 1_000 });
			const text = await this.root.innerText();
			return text.includes('Couldn’t connect with these settings') && text.includes(expected)
				? true
				: undefined;
		});
	}

	/** Waits for the green message. */
	async isTested(): Promise<void> {
		const success = this.root.locator('[data-test-id=credentials-config-container-test-success]');
		await success.getByText('Connection tested successfully').waitFor();
	}

	async isGone(): Promise<void> {
		await this.root.waitFor({ state: 'hidden' });
	}

	async close(): Promise<void> {
		await this.root.getByRole('button', { name: 'Close this dialog' }).click();
		await this.isGone();
	}
}
