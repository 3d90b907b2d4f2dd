import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { html } from '../html.js';

/**
 * Rows of records; on a narrow screen each row becomes a card with its column titles.
 * @param {object} props
 * @param {string} props.caption  read out, not shown
 * @param {Array<{ title: string, cell: (row: any) => unknown }>} props.columns
 * @param {any[]} props.rows
 * @param {(row: any) => string} props.keyOf
 * @param {string} props.empty  said when there are no rows
 * @param {(row: any) => unknown} [props.details]  opened by a button in the first column
 * @param {(row: any) => string} [props.detailsLabel]  the button's name when it is read out
 */
export function Table({ caption, columns, rows, keyOf, empty, details, detailsLabel }) {
	const [open, setOpen] = useState(() => new Set());
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`;

	const toggle = (key) => {
		const next = new Set(open);
		if (!next.delete(key)) next.add(key);
		setOpen(next);
	};
	const cell = ({ title, cell: content }, row, isFirst) => {
		const key = keyOf(row);
		return html`
			<td key=${title} data-title=${title}>
				<div>
					${
						details && isFirst
							? html`
									<button
										type="button"
										class="opener"
										aria-expanded=${String(open.has(key))}
										aria-label=${detailsLabel(row)}
										onClick=${() => toggle(key)}
									>
										${content(row)}
									</button>
								`
							: content(row)
					}
				</div>
			</td>
		`;
	};
	return html`
		<table>
			<caption class="unseen">
				${caption}
			</caption>
			<thead>
				<tr>
					${columns.map(({ title }) => html`<th key=${title} scope="col">${title}</th>`)}
				</tr>
			</thead>
			<tbody>
				${rows.map(
					(row) => html`
						<${Fragment} key=${keyOf(row)}>
							<tr>
								${columns.map((column, at) => cell(column, row, at === 0))}
							</tr>
							${
								open.has(keyOf(row)) &&
								html`<tr class="details">
									<td colspan=${columns.length}>${details(row)}</td>
								</tr>`
							}
						<//>
					`,
				)}
			</tbody>
		</table>
	`;
}
