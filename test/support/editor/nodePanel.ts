import type { Locator, Page } from 'playwright-core';

import { waitUntil } from '../../../playground/waitUntil';
import { CredentialDialog } from './credentialDialog';
import { Dropdown } from './dropdown';
import { clickToRun } from './runs';

const COPY_MS = 10_000;
const FILL_MS = 10_000;
const DROP_MS = 8_000;
const DRAGS = 3;

/** An opened node: its fields in the middle, what it put out on the right. */
export class NodePanel {
	readonly output: Locator;
	readonly errorMessage: Locator;
	readonly errorDescription: Locator;
	private readonly parameters: Locator;

	private constructor(
		private readonly page: Page,
		readonly root: Locator,
	) {
		this.parameters = root.locator('[data-test-id=node-parameters]');
		this.output = root.locator('[data-test-id=output-panel]');
		this.errorMessage = this.output.locator('[data-test-id=node-error-message]');
		this.errorDescription = this.output.locator('[data-test-id=node-error-description]');
	}

	static async shown(page: Page): Promise<NodePanel> {
		const panel = new NodePanel(page, page.locator('[data-test-id=ndv]'));
		await panel.parameters.waitFor();
		return panel;
	}

	/** The innermost part of the panel that carries the label. */
	field(label: string): Locator {
		const labelled = this.page.locator('label').getByText(label, { exact: true });
		return this.parameters
			.locator(
				'[data-test-id=parameter-item], [data-test-id=mapping-fields-container] .parameter-item',
			)
			.filter({ has: labelled })
			.last();
	}

	/** The labels of a mapper's rows, from top to bottom. */
	async rows(): Promise<string[]> {
		const rows = this.parameters.locator('[data-test-id=mapping-fields-container] .parameter-item');
		return (await rows.locator('label .n8n-text').allInnerTexts()).map((label) => label.trim());
	}

	/** Replaces what a field holds by a text from the clipboard, as a user pastes it. */
	async paste(label: string, text: string): Promise<void> {
		await this.page.evaluate(async (copied) => await navigator.clipboard.writeText(copied), text);
		await this.field(label).locator('input, textarea').last().click();
		await this.page.keyboard.press('ControlOrMeta+V');
	}

	async fill(label: string, text: string): Promise<void> {
		await this.field(label).locator('input, textarea').last().fill(text);
	}

	/** Switches a field from “Fixed” to “Expression”, and writes one. */
	async write(label: string, expression: string): Promise<void> {
		const field = this.field(label);
		await field.hover();
		await field.getByRole('radio', { name: 'Expression' }).click();
		const editor = field.locator('.cm-content');
		await waitUntil(`${label} to hold ${expression}`, FILL_MS, async () => {
			if ((await editor.innerText()).includes(expression)) return true;
			await editor.fill(expression);
			return undefined;
		});
		await this.leaveField();
	}

	/** Turns a switch on. */
	async switchOn(label: string): Promise<void> {
		const field = this.field(label);
		await field.locator('.el-switch').click();
		await field.getByRole('switch', { checked: true }).waitFor({ state: 'attached' });
	}

	/**
	 * Drags a value from the input on the left onto a field.
	 * @param path where it stands in the item, such as `data.id`
	 * @returns the expression that n8n wrote for it, as it is saved
	 */
	async drag(path: string, label: string): Promise<string> {
		const value = this.root
			.locator('[data-test-id=ndv-input-panel]')
			.locator(`[data-target=mappable][data-path=".${path}"]`)
			.first();
		const expression = String(await value.getAttribute('data-value'));
		const field = this.field(label);
		for (let attempt = 1; attempt <= DRAGS; attempt++) {
			await this.moveOnto(value, field.locator('input, textarea').last());
			const shown = field.getByText(expression).first();
			const dropped = shown.waitFor({ timeout: DROP_MS }).then(
				() => true,
				() => false,
			);
			if (!(await dropped)) continue;
			await this.leaveField();
			return `=${expression}`;
		}
		throw new Error(`${label} did not take ${expression} on ${DRAGS} drags`);
	}

	/** Closes what n8n shows below a focused field, since it covers the next one. */
	private async leaveField(): Promise<void> {
		await this.root.getByText('Parameters', { exact: true }).click();
	}

	private async moveOnto(from: Locator, to: Locator): Promise<void> {
		await from.scrollIntoViewIfNeeded();
		await from.hover();
		await this.page.mouse.down();
		await to.scrollIntoViewIfNeeded();
		const box = await to.boundingBox();
		if (!box) throw new Error('There is no field to drop the value on');
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
		// n8n starts a drag once the mouse moves, and finds the field below it with the next move.
		await this.page.mouse.move(x - 20, y, { steps: 4 });
		await this.page.mouse.move(x, y, { steps: 4 });
		await this.page.mouse.up();
	}

	/** Chooses from one of n8n's own dropdowns. */
	async choose(label: string, option: string): Promise<void> {
		await this.field(label).getByRole('combobox').last().click();
		await this.option(option).click();
	}

	/** Adds a field of a collection, or an entry of a list, by its button. */
	async addTo(section: string, button: string, option?: string): Promise<void> {
		const part = this.field(section);
		if (option === undefined) {
			await part.getByRole('button', { name: button }).click();
			return;
		}
		await part.getByPlaceholder(button).click();
		await this.option(option).click();
	}

	/** By its name; many have a description as well. */
	private option(name: string): Locator {
		const named = this.page.getByText(name, { exact: true });
		return this.page.getByRole('option').filter({ has: named, visible: true });
	}

	/** Opens the searchable list of a field that is in the mode “From list”. */
	async openList(label: string): Promise<Dropdown> {
		await this.field(label).locator('[data-test-id=rlc-input]').click();
		return new Dropdown(this.page);
	}

	/** The value of a field with a searchable list. */
	async chosen(label: string): Promise<string> {
		return await this.field(label).locator('[data-test-id=rlc-input]').inputValue();
	}

	/** Gives the record's ID instead of picking it. */
	async fillId(label: string, id: string): Promise<void> {
		await this.field(label).locator('[data-test-id=rlc-mode-selector]').click();
		await this.option('By ID').click();
		// n8n renders the field again for the other mode; what is filled in before is lost.
		await waitUntil(`${label} to hold ${id}`, FILL_MS, async () => {
			if ((await this.chosen(label)) === id) return true;
			await this.field(label).locator('[data-test-id=rlc-input]').fill(id);
			return undefined;
		});
	}

	/** Clicks “Execute step”. */
	async execute(): Promise<void> {
		await this.root
			.locator('[data-test-id=ndv-stop-execution-button]')
			.waitFor({ state: 'hidden' });
		await clickToRun(this.page, this.root.locator('[data-test-id=node-execute-button]'));
	}

	/** Shows the output as a table or as JSON. */
	async showOutputAs(mode: 'Schema' | 'Table' | 'JSON'): Promise<void> {
		await this.output.getByRole('radio', { name: mode, exact: true }).click();
	}

	/** The name of the credential that is chosen. */
	async credential(): Promise<string> {
		return await this.root.locator('[data-test-id=node-credentials-select] input').inputValue();
	}

	async openCredential(): Promise<CredentialDialog> {
		await this.root.locator('[data-test-id=credential-edit-button]').click();
		return await CredentialDialog.shown(this.page);
	}

	/** Creates a credential where there is none yet. */
	async newCredential(): Promise<CredentialDialog> {
		await this.root.getByRole('button', { name: 'Connect to Customer Relationship' }).click();
		return await CredentialDialog.shown(this.page);
	}

	/** Creates a credential where there is one already. */
	async anotherCredential(): Promise<CredentialDialog> {
		await this.root.locator('[data-test-id=node-credentials-select]').click();
		await this.page
			.locator('[data-test-id=node-credentials-select-item-new]')
			.filter({ visible: true })
			.click();
		return await CredentialDialog.shown(this.page);
	}

	/** Copies one of a trigger's URLs by a click on it. @returns what is in the clipboard then */
	async copyUrl(which: 'Test URL' | 'Production URL'): Promise<string> {
		const urls = this.root.getByText('Webhook URLs', { exact: true });
		const choice = this.root.getByRole('radio', { name: which });
		if (!(await choice.isVisible())) await urls.click();
		await choice.click();
		const path = which === 'Test URL' ? '/webhook-test/' : '/webhook/';
		const url = this.root.locator('.webhook-url').filter({ hasText: path });
		const shown = (await url.innerText()).trim();
		return await waitUntil(`${shown} to be copied`, COPY_MS, async () => {
			await url.click();
			const copied = await this.page.evaluate(async () => await navigator.clipboard.readText());
			return copied === shown ? copied : undefined;
		});
	}

	async close(): Promise<void> {
		await this.root.locator('[data-test-id=ndv-close-button]').click();
		await this.root.waitFor({ state: 'hidden' });
	}
}
