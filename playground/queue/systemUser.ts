import { execFileSync } from 'node:child_process';

/** PostgreSQL refuses to run as root: its Debian package brings a user, and every system has the other. */
const CANDIDATES = ['postgres', 'nobody'];

/** Whoever runs a program that must not run as root. */
export interface ProgramUser {
	/** For a folder of its own; undefined when that is us. */
	owner: { uid: number; gid: number } | undefined;
	/** The command line that runs `command` as that user, in the same process. */
	asUser(command: string, args: string[]): { command: string; args: string[] };
}

function idsOf(user: string): { uid: number; gid: number } | undefined {
	const id = (flag: string) =>
		Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
	try {
		return { uid: id('-u'), gid: id('-g') };
	} catch {
		return undefined;
	}
}

/** We ourselves, or, when we are root, a system user. @throws Error when there is none */
export function unprivilegedUser(): ProgramUser {
	if (process.getuid?.() !== 0)
		return { owner: undefined, asUser: (command, args) => ({ command, args }) };
	for (const user of CANDIDATES) {
		const owner = idsOf(user);
		if (!owner) continue;
		const { uid, gid } = owner;
		const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
		return {
			owner,
			asUser: (command, args) => ({ command: 'setpriv', args: [...identity, command, ...args] }),
		};
	}
	throw new Error(
		`None of the users ${CANDIDATES.join(', ')} is there to run a program that refuses root`,
	);
}
