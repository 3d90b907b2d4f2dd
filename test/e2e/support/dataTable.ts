import type { RealN8n } from './realN8n';

/** A row, with the columns that n8n adds. */
type Stored<Row> = Row & { id: number };

/** One of n8n's Data Tables, as a person sees and changes it in the editor. */
export class DataTable<Row extends object> {
	private constructor(
		private readonly n8n: RealN8n,
		private readonly path: string,
	) {}

	/** @throws Error when there is no table of that name */
	static async named<Row extends object>(n8n: RealN8n, name: string): Promise<DataTable<Row>> {
		const [project] = await n8n.rest.get<Array<{ id: string }>>('/projects');
		const tables = `/projects/${project!.id}/data-tables`;
		const { data } = await n8n.rest.get<{ data: Array<{ id: string; name: string }> }>(tables);
		const table = data.find((one) => one.name === name);
		if (!table) throw new Error(`n8n has no data table “${name}”`);
		return new DataTable<Row>(n8n, `${tables}/${table.id}`);
	}

	/** All rows, the oldest first; at most 250. */
	async rows(): Promise<Array<Stored<Row>>> {
		const { data } = await this.n8n.rest.get<{ data: Array<Stored<Row>> }>(
			`${this.path}/rows?take=250&sortBy=id:asc`,
		);
		return data;
	}

	async add(rows: Array<Partial<Row>>): Promise<void> {
		await this.n8n.rest.send('POST', `${this.path}/insert`, { data: rows });
	}

	/** Writes the cells into the rows whose column has the value. */
	async change(column: keyof Row & string, value: unknown, cells: Partial<Row>): Promise<void> {
		const filters = [{ columnName: column, condition: 'eq', value }];
		const filter = { type: 'and', filters };
		await this.n8n.rest.send('PATCH', `${this.path}/rows`, { filter, data: cells });
	}

	/** Deletes the table. */
	async drop(): Promise<void> {
		await this.n8n.rest.send('DELETE', this.path, {});
	}
}
