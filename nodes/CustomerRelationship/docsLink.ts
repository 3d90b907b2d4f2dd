/**
 * A link from the panel to a page of the documentation. It opens in a new tab, since the workflow may have unsaved
 * changes.
 * @param path below `docs/`
 */
export const docsLinkHtml = (path: string, text: string): string =>
	`<a href="https://github.com/n8n-nodes-customer-relationship/n8n-nodes-customer-relationship/blob/main/docs/${path}" target="_blank">${text}</a>`;
