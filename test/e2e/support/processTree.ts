import { execFileSync } from 'node:child_process';

function parents(): Map<number, number> {
	const table = execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' });
	const rows = table
		.trim()
		.split('\n')
		.map((line) => line.trim().split(/\s+/));
	// A zombie has ended; its parent has not yet collected its exit code.
	return new Map(
		rows
			.filter(([, , state]) => !state?.startsWith('Z'))
			.map(([pid, parent]) => [Number(pid), Number(parent)]),
	);
}

/** A process and everything below it. */
export function familyOf(pid: number): number[] {
	const table = parents();
	const family = [pid];
	for (const member of family) {
		for (const [child, parent] of table) if (parent === member) family.push(child);
	}
	return family;
}

/** Those of the given processes that still run. */
export function stillRunning(pids: number[]): number[] {
	const table = parents();
	return pids.filter((pid) => table.has(pid));
}

/** The command line of a process. */
export function commandOf(pid: number): string {
	return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
}

/** The resident memory of a process, in bytes. */
export function residentMemory(pid: number): number {
	return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024;
}
