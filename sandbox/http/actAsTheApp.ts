import { operations } from '../resources';
import type { Service } from '../service';
import type { Operation } from './operation';
import { perform, type Performed } from './perform';
import type { Incoming } from './wire';

/** Runs an operation as the service's own app would: in the manager's name, in the sandbox's own names. */
export function performAsTheApp(
	service: Service,
	operation: Operation,
	incoming: Incoming,
): Performed {
	const account = service.mainAccount;
	const [user] = account.users;
	if (!user) throw new Error('The account has no manager.');
	return perform(service, operation, { account, user }, { incoming, dialect: {} });
}

/** What an operation answers. @param call as it stands in "Endpoints", such as `POST /deals/:id/move` */
export function actAsTheApp(
	service: Service,
	call: string,
	body: object,
	params: Record<string, string>,
): unknown {
	const operation = operations.find(({ method, path }) => `${method} ${path}` === call);
	if (!operation) throw new Error(`There is no operation ${call}.`);
	const path = operation.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
	return performAsTheApp(service, operation, {
		method: operation.method,
		target: `/_sandbox/app${path}`,
		path,
		params,
		headers: { 'content-type': 'application/json' },
		body: Buffer.from(JSON.stringify(body)),
	}).body;
}
