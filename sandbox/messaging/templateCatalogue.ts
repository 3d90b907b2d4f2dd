import type { Clock } from '../clock';
import type { Template } from '../model';
import { refuse } from '../rules/errors';
import type { Account } from '../store/account';

/** "Template list freshness". */
const FRESH_MS = 5 * 60 * 1000;

/**
 * The account's templates as the service knows them: consulted at most every five minutes
 * (POST /conversations 3), so a template approved since then is not found yet.
 */
export class TemplateCatalogue {
	private readonly consulted = new Map<string, { at: number; approved: Template[] }>();

	constructor(private readonly clock: Clock) {}

	/** Throws 422 `template_not_found` or `template_not_supported` (POST /conversations 4). */
	find(account: Account, messagingAccountId: string, name: string, language: string): Template {
		const template = this.approved(account, messagingAccountId).find(
			(one) => one.name === name && one.language === language,
		);
		if (!template) {
			refuse(
				'template_not_found',
				`There is no approved template "${name}" in ${language}.`,
				'template.name',
			);
		}
		if (hasVariablesOutsideBody(template)) {
			refuse(
				'template_not_supported',
				`"${name}" has media or variables outside its body.`,
				'template.name',
			);
		}
		return template;
	}

	reset(): void {
		this.consulted.clear();
	}

	private approved(account: Account, messagingAccountId: string): Template[] {
		const now = this.clock.now();
		const known = this.consulted.get(messagingAccountId);
		if (known && now - known.at < FRESH_MS) return known.approved;
		const approved = [...account.templates].filter(
			(one) => one.isApproved && one.messagingAccountId === messagingAccountId,
		);
		this.consulted.set(messagingAccountId, { at: now, approved });
		return approved;
	}
}

const VARIABLE = /\{\{\d+\}\}/;

function hasVariablesOutsideBody({ header, buttons }: Template): boolean {
	return (
		header.format === 'image' ||
		VARIABLE.test(header.text ?? '') ||
		buttons.some(({ url }) => VARIABLE.test(url ?? ''))
	);
}

/** The text with its parameters filled in; 422 `template_params_mismatch` when the counts differ. */
export function fillIn(template: Template, params: readonly string[]): string {
	const variables = new Set(template.body.match(/\{\{\d+\}\}/g)).size;
	if (variables !== params.length) {
		refuse(
			'template_params_mismatch',
			`"${template.name}" takes ${variables} parameters, ${params.length} were sent.`,
			'template.params',
		);
	}
	return template.body.replace(/\{\{(\d+)\}\}/g, (_, place) => params[Number(place) - 1] ?? '');
}
