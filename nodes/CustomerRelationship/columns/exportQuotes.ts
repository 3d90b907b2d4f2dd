/** The text in a cell that a sheet has exported as `="…"`, so that it stays a text; any other cell as it is. */
export function withoutExportQuotes(cell: unknown): unknown {
	const text = typeof cell === 'string' ? cell.trim() : '';
	if (text.length < 3 || !text.startsWith('="') || !text.endsWith('"')) return cell;
	const inner = text.slice(2, -1);
	return inner.replaceAll('""', '').includes('"') ? cell : inner.replaceAll('""', '"');
}
