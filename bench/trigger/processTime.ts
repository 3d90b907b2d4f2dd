import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksASecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * CPU time that a process has taken so far, in ms: `utime` and `stime` of `/proc/<pid>/stat`, all its
 * threads together, its children not. Unlike elapsed time it hardly depends on what else runs.
 */
export function processTime(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The second field is the command's name in brackets, which may hold blanks.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [utime, stime] = [Number(fields[11]), Number(fields[12])];
	return ((utime + stime) / ticksASecond) * 1000;
}
