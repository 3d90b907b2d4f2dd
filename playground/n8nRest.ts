/** The account that the playground makes; its n8n listens on loopback only. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Playground',
	lastName: 'Owner',
	password: 'Playground1',
};

export interface NodeTypeListing {
	name: string;
	displayName: string;
	version: number | number[];
}

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: string;
}

/** The part of n8n's editor API that the playground and its tests need, with one signed-in session. */
export class N8nRest {
	private cookie = '';

	constructor(readonly url: string) {}

	/** Makes the owner account when this n8n has none yet, and signs in. */
	async signIn(): Promise<void> {
		const settings = await this.get<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
			'/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad) await this.send('POST', '/owner/setup', owner);
		await this.send('POST', '/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
	}

	async get<T>(path: string): Promise<T> {
		return await this.request<T>('GET', path);
	}

	async send<T>(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<T> {
		return await this.request<T>(method, path, body);
	}

	/** The node types of one package, as n8n has loaded them. */
	async nodeTypesOf(packageName: string): Promise<NodeTypeListing[]> {
		const response = await this.fetch('GET', `${this.url}/types/nodes.json`);
		const all = (await response.json()) as NodeTypeListing[];
		return all.filter(({ name }) => name.startsWith(`${packageName}.`));
	}

	private async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.fetch(method, `${this.url}/rest${path}`, body);
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n: ${method} ${path} answered ${response.status}: ${text}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	private async fetch(method: string, url: string, body?: unknown): Promise<Response> {
		const response = await fetch(url, {
			method,
			headers: { cookie: this.cookie, 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const [cookie] = response.headers.getSetCookie();
		if (cookie) this.cookie = cookie.split(';')[0] ?? '';
		return response;
	}
}
