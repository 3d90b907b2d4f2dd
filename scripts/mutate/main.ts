/**
 * How many mutants the unit tests find, and of those that they let live the engine tests: `npm run mutate`, or parts of
 * it, `npm run mutate -- fields transport/answer.ts`; `--unit` leaves the engine tests out. Prints the mutants that
 * survived and a score for each room. Fails when a room is below what is asked of it, or when a mutant that
 * equivalent.yml lists does not survive.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import {
	type LogLevel,
	type MutantResult,
	type MutantStatus,
	type PartialStrykerOptions,
} from '@stryker-mutator/api/core';
import { parse } from 'yaml';

const ASKED_PERCENT = 95;
const NODES = 'nodes/CustomerRelationship';
const ROOMS =
	'changes columns errors execution fields listSearch mistakes resources transport webhook'.split(
		' ',
	);
const LEFT_OUT = [
	// Texts, and a source text that is also an expression, in which n8n would meet what Stryker puts there.
	'webhook/panel.ts',
];
/** What the tests import and read. */
const FOLDERS = [
	'nodes',
	'credentials',
	'sandbox',
	'playground',
	'scripts',
	'test',
	'examples',
	'docs',
];

const isUnitOnly = process.argv.includes('--unit');
const parts = process.argv.slice(2).filter((argument) => argument !== '--unit');

/** A mutant that no input can tell from the original. */
interface Equivalent {
	file: string;
	/** As a survivor is printed: the original, an arrow, what stands in its place. */
	mutant: string;
	why: string;
}

interface Mutant {
	file: string;
	line: number;
	mutant: string;
	status: MutantStatus;
	/** The unit tests had let it live. */
	isByEngine: boolean;
}

const OPTIONS: PartialStrykerOptions = {
	testRunner: 'inProcess',
	plugins: [join(__dirname, 'runner.ts'), join(__dirname, 'shownTexts.ts')],
	testRunnerNodeArgs: ['--import', 'tsx'],
	checkerNodeArgs: ['--import', 'tsx'],
	coverageAnalysis: 'perTest',
	ignorers: ['shownTexts'],
	ignorePatterns: ['**', ...FOLDERS.map((folder) => `!${folder}/**/*`)],
	disableTypeChecks: false,
	reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
	concurrency: 2,
	// Beyond what all tests took that reach the mutant, of which most run for few.
	timeoutMS: 5_000,
	timeoutFactor: 1.5,
	dryRunTimeoutMinutes: 30,
	// What a mutant keeps an execution waiting for goes on after its test.
	maxTestRunnerReuse: 100,
	warnings: false,
	logLevel: 'warn' as LogLevel,
};

/** Has the tests look for mutants. @param mutate files, or ranges in them */
async function look(tests: 'unit' | 'engine', mutate: string[]): Promise<MutantResult[]> {
	const { Stryker } = await import('@stryker-mutator/core');
	process.env.MUTATE_TESTS = tests;
	return await new Stryker({ ...OPTIONS, mutate }).runMutationTest();
}

const livesOn = ({ status }: { status: MutantStatus }) =>
	status === 'Survived' || status === 'NoCoverage';
/** Which mutant it is, in every run. */
const identity = ({ fileName, location, replacement }: MutantResult) =>
	JSON.stringify([fileName, location, replacement]);

/** As Stryker takes it: lines from 1, columns from 0. */
const rangeOf = ({ fileName, location: { start, end } }: MutantResult) =>
	`${relative('.', fileName)}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;

async function mutantsOf(parts: string[]): Promise<Mutant[]> {
	const mutate = parts.map((part) =>
		statSync(join(NODES, part)).isFile() ? join(NODES, part) : join(NODES, part, '**/*.ts'),
	);
	const notThese = LEFT_OUT.map((file) => `!${join(NODES, file)}`);
	const byUnit = await look('unit', [...mutate, ...notThese]);
	const left = byUnit.filter(livesOn);
	const byEngine = left.length > 0 && !isUnitOnly ? await look('engine', left.map(rangeOf)) : [];
	const later = new Map(byEngine.map((result) => [identity(result), result.status]));
	const sources = new Map<string, string[]>();
	return byUnit.map((result) => {
		const { fileName, location } = result;
		const file = relative(NODES, fileName);
		const source = sources.get(file) ?? readFileSync(fileName, 'utf8').split('\n');
		sources.set(file, source);
		const mutant = `${textAt(source, location)} → ${oneLine(result.replacement ?? '')}`;
		const inEngine = livesOn(result) ? later.get(identity(result)) : undefined;
		const status = inEngine ?? result.status;
		return { file, line: location.start.line, mutant, status, isByEngine: inEngine !== undefined };
	});
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

function textAt(source: string[], { start, end }: MutantResult['location']): string {
	const lines = source.slice(start.line - 1, end.line);
	lines.push(lines.pop()!.slice(0, end.column - 1));
	lines[0] = lines[0]!.slice(start.column - 1);
	const text = oneLine(lines.join('\n'));
	return text.length > 80 ? `${text.slice(0, 60)} … ${text.slice(-17)}` : text;
}

/** Takes out of the survivors the listed ones, each once; gives back the entries that no survivor answers to. */
function subtract(survivors: Mutant[], listed: Equivalent[]): Equivalent[] {
	return listed.filter(({ file, mutant }) => {
		const index = survivors.findIndex((one) => one.file === file && one.mutant === mutant);
		if (index >= 0) survivors.splice(index, 1);
		return index < 0;
	});
}

const isIn = (part: string) => (file: string) => file === part || file.startsWith(`${part}/`);

async function main(parts: string[]): Promise<boolean> {
	const mutants = (await mutantsOf(parts)).filter(({ status }) => status !== 'Ignored');
	const survivors = mutants
		.filter(livesOn)
		.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
	const all = (parse(readFileSync(join(__dirname, 'equivalent.yml'), 'utf8')) ??
		[]) as Equivalent[];
	const listed = all.filter(({ file }) => parts.some((part) => isIn(part)(file)));
	const stale = subtract(survivors, listed);

	for (const { file, line, mutant } of survivors) console.log(`${file}:${line}: ${mutant}`);
	for (const { file, mutant } of stale) {
		console.log(`equivalent.yml lists what is found, or is no more: ${file}: ${mutant}`);
	}
	const rows = ROOMS.flatMap((room) => {
		const count = (some: Array<{ file: string }>) =>
			some.filter(({ file }) => isIn(room)(file)).length;
		const told = count(mutants) - (count(listed) - count(stale));
		if (told <= 0) return [];
		const found = told - count(survivors);
		const percent = Math.floor((found / told) * 1000) / 10;
		const byEngine = count(mutants.filter((one) => one.isByEngine && !livesOn(one)));
		return [
			{ room, mutants: told, found, 'by engine tests': byEngine, survived: told - found, percent },
		];
	});
	console.table(rows);
	return stale.length === 0 && rows.every(({ percent }) => percent >= ASKED_PERCENT);
}

main(parts.length > 0 ? parts : ROOMS).then(
	(passed) => {
		process.exitCode = passed ? 0 : 1;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
