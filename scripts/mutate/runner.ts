/**
 * Runs tests for Stryker with jest's describe, it and expect, in this very process. Each test file is one bundle, evaluated
 * anew for each mutant, so that nothing a mutant left behind in a module reaches the next.
 *
 * @stryker-mutator/jest-runner 9.6.1 can't take its place: it starts jest over for each mutant, and runs every related test
 * for a mutant in a module's own tables and patterns, which are half of them. Of 381 mutants in fields/money.ts,
 * fields/phone.ts and transport/answer.ts it tried 203 in 25 minutes on two busy cores; this runner tried all in two and a half.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { Script } from 'node:vm';

import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core';
import { ModernFakeTimers } from '@jest/fake-timers';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	TestStatus,
	toMutantRunResult,
	type DryRunOptions,
	type DryRunResult,
	type MutantRunOptions,
	type MutantRunResult,
	type TestResult,
	type TestRunner,
} from '@stryker-mutator/api/test-runner';
import { build, type Plugin } from 'esbuild';
import expect from 'expect';
import fc from 'fast-check';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';
import { SnapshotState } from 'jest-snapshot';

/** Which tests are asked, as main.ts says. */
const TESTS = {
	unit: {
		folder: 'test/unit',
		// They look at pages, or start processes of their own.
		leftOut: /unit\/docs\/|sendEvent/,
		/** Tests that take longer, in ms, only run for a mutant of their room that all others let pass. */
		quickMs: 250,
		/** A quick test that still waits then, in ms, waits for something that the mutant keeps from coming. */
		hangingMs: 3_000,
		/** A mutant that was not found by then, in ms, is let live. */
		enoughMs: Infinity,
	},
	engine: {
		folder: 'test/engine',
		// Long on purpose, random, or with processes of their own.
		leftOut: /engine\/(chaos|soak|killed)\/|longTexts|longRuns|random\.test/,
		...{ quickMs: 3_000, hangingMs: 15_000, enoughMs: 60_000 },
	},
}[process.env.MUTATE_TESTS as 'unit' | 'engine'];
/**
 * Of the engine tests, those in which a room's mutants are met. Others reach them as well, and take a minute a mutant to
 * find what these find. A room that is not here asks all.
 */
const NATURAL: Record<string, RegExp> = {
	columns: /columns|lists|tags/,
	execution:
		/agentTool|batch|cancelling|checkOnly|countsAs|costs|credential|keys|mistakes|options|rows|whoGetsIt/,
	fields: /columns|customField|dialects|lists|mistakes|options|records|companyUpsert|conversation/,
	listSearch: /dropdown|columns/,
	mistakes: /dialects|mistakes|phone|tags|templateText/,
	resources:
		/columns|customField|lists|mistakes|options|records|refusals|simplify|tags|Upsert|includeNames|conversation|wire/,
};
/** In no bundle: what n8n-core keeps once a process, with who tells it, the sandbox, and paths that are relative to their file. */
const INSTANCE = 'test/support/engine/instance';
const ONCE = new RegExp(`^(sandbox\\b|${INSTANCE}$|playground/folders$)`);
/** What runs five times as often as in all tests together is endless, and so often at least; Stryker waits for a hundred times. */
const ENDLESS = { part: 1 / 20, least: 1_000 };
/** Random cases of the property tests, of which the first few find nearly all that is found. */
const FEWER_RUNS = { PROPERTY_RUNS: '20', MODEL_RUNS: '60' };
/** From the worker that makes the dry run to the others. */
const SLOW_TESTS = 'slowTests.json';

interface Named {
	name: string;
	parent?: Named;
}

interface TestFile {
	path: string;
	/** The files that are in its bundle. */
	inputs: Set<string>;
	/** Defines its tests. */
	evaluate(): void;
}

const mocks = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
	global: globalThis,
	config: { fakeTimers: {} } as ConstructorParameters<typeof ModernFakeTimers>[0]['config'],
});
/** What the unit tests use of jest's own object. */
const jest = {
	fn: mocks.fn.bind(mocks),
	spyOn: mocks.spyOn.bind(mocks),
	restoreAllMocks: () => mocks.restoreAllMocks(),
	useFakeTimers: timers.useFakeTimers.bind(timers),
	useRealTimers: () => timers.useRealTimers(),
	advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
	advanceTimersByTimeAsync: async (ms: number) => await timers.advanceTimersByTimeAsync(ms),
	setSystemTime: (now: number) => timers.setSystemTime(now),
	getTimerCount: () => timers.getTimerCount(),
	setTimeout: () => {},
};

const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
const context: InstrumenterContext = ((globalThis as Record<string, unknown>)[
	INSTRUMENTER_CONSTANTS.NAMESPACE
] ??= {});

class Runner implements TestRunner {
	private files: TestFile[] = [];
	/** Errors that nobody waited for, since the tests of a file began. */
	private strays: unknown[] = [];
	private slow?: Set<string>;

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		// Before there is an afterAll, with which the first test file would take its folder away.
		if (TESTS.folder === 'test/engine') createRequire(__filename)(join(process.cwd(), INSTANCE));
		Object.assign(globalThis, { describe, it, test, expect, jest });
		Object.assign(globalThis, { beforeAll, beforeEach, afterAll, afterEach });
		// The same mutant meets the same values each time, and the first value that finds it is enough.
		fc.configureGlobal({ seed: 1, endOnFailure: true });
		process.on('unhandledRejection', (error) => this.strays.push(error));
		process.on('uncaughtException', (error) => this.strays.push(error));
		Object.assign(process.env, FEWER_RUNS);
		this.files = await bundled(process.cwd());
	}

	async dryRun({ files: mutated = [] }: DryRunOptions): Promise<DryRunResult> {
		const related = this.files.filter(({ inputs }) => mutated.some((file) => inputs.has(file)));
		const tests: TestResult[] = [];
		for (const file of related) tests.push(...(await this.run(file)));
		const slow = tests.filter(({ timeSpentMs }) => timeSpentMs > TESTS.quickMs);
		writeFileSync(SLOW_TESTS, JSON.stringify(slow.map(({ id }) => id)));
		const { mutantCoverage } = context;
		return { status: DryRunStatus.Complete, tests, mutantCoverage };
	}

	async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
		const { activeMutant, sandboxFileName, testFilter } = options;
		const hitLimit = options.hitLimit && Math.max(ENDLESS.least, options.hitLimit * ENDLESS.part);
		this.slow ??= new Set(JSON.parse(readFileSync(SLOW_TESTS, 'utf8')) as string[]);
		const { slow } = this;
		const covering = testFilter && new Set(testFilter);
		const files = this.nearestFirst(sandboxFileName).filter(
			({ path }) => !testFilter || testFilter.some((id) => id.startsWith(path)),
		);
		const began = performance.now();
		const room = roomOf(sandboxFileName);
		const slowFiles = files.filter(
			({ path }) =>
				roomOf(path) === room &&
				[...slow].some((id) => id.startsWith(path) && (covering?.has(id) ?? true)),
		);
		context.activeMutant = activeMutant.id;
		context.hitLimit = hitLimit;
		context.hitCount = hitLimit === undefined ? undefined : 0;
		const tests: TestResult[] = [];
		for (const [index, file] of [...files, ...slowFiles].entries()) {
			const isSlow = index >= files.length;
			const wanted = (id: string) => slow.has(id) === isSlow && (covering?.has(id) ?? true);
			tests.push(...(await this.run(file, wanted, isSlow ? undefined : TESTS.hangingMs)));
			if (tests.some(hasFailed) || performance.now() - began > TESTS.enoughMs) break;
		}
		const endless = determineHitLimitReached(context.hitCount, hitLimit);
		context.activeMutant = undefined;
		return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests }, false);
	}

	/** The test files that may find a mutant of this file, those named after it or its room first. */
	private nearestFirst(mutated: string): TestFile[] {
		const room = roomOf(mutated);
		const name = basename(mutated, '.ts');
		const natural = TESTS.folder === 'test/engine' ? NATURAL[room ?? ''] : undefined;
		const distance = ({ path }: TestFile) =>
			(basename(path).startsWith(`${name}.`) ? 0 : 1) + (roomOf(path) === room ? 0 : 2);
		return this.files
			.filter(({ path, inputs }) => inputs.has(mutated) && (natural?.test(path) ?? true))
			.sort((a, b) => distance(a) - distance(b));
	}

	/** Evaluates a test file and runs the `wanted` tests, with a mutant active up to the first that fails. */
	private async run(
		file: TestFile,
		wanted: (id: string) => boolean = () => true,
		timeoutMs = 60_000,
	): Promise<TestResult[]> {
		const results: TestResult[] = [];
		const add = (id: string, timeSpentMs: number, errors: unknown[]) => {
			const result = { id, name: id, fileName: file.path, timeSpentMs };
			const failureMessage = errors.map(text).join('\n');
			if (errors.length === 0) results.push({ ...result, status: TestStatus.Success });
			else results.push({ ...result, status: TestStatus.Failed, failureMessage });
		};
		const over = () => context.activeMutant !== undefined && results.some(hasFailed);
		const follow = (event: circus.Event) => {
			if (event.name !== 'test_start' && event.name !== 'test_done') return;
			const id = [file.path, ...namesOf(event.test)].join(' > ');
			if (event.name === 'test_done') {
				// A snapshot that differs does not throw.
				const { suppressedErrors } = expect.getState();
				expect.setState({ suppressedErrors: [] });
				add(id, event.test.duration ?? 0, [...event.test.errors, ...suppressedErrors]);
				context.currentTestId = undefined;
			} else if (over() || !wanted(id)) event.test.mode = 'skip';
			else context.currentTestId = id;
		};

		this.strays = [];
		circus.resetState();
		circus.getState().testTimeout = timeoutMs;
		circus.addEventHandler(follow);
		expect.setState({ snapshotState: recordedFor(file.path) } as object);
		try {
			file.evaluate();
			const { unhandledErrors } = await circus.run();
			// What nobody waits for shows after the last test.
			await new Promise(setImmediate);
			const strays = [...this.strays, ...unhandledErrors];
			if (strays.length > 0) add(file.path, 0, strays);
		} catch (error) {
			add(file.path, 0, [error]);
		} finally {
			circus.removeEventHandler(follow);
			// What a test that failed did not put back.
			jest.useRealTimers();
			jest.restoreAllMocks();
		}
		return results;
	}
}

/** The snapshots of a test file, as jest keeps them; none is written. */
const recordedFor = (path: string) =>
	new SnapshotState(join(dirname(path), '__snapshots__', `${basename(path)}.snap`), {
		updateSnapshot: 'none',
		snapshotFormat: { escapeString: false, printBasicPrototype: false },
		rootDir: process.cwd(),
	});

const hasFailed = ({ status }: TestResult) => status === TestStatus.Failed;

const text = (error: unknown): string =>
	Array.isArray(error) ? text(error[0]) : error instanceof Error ? error.message : String(error);

/** The names of a test and of the blocks that it stands in. */
const namesOf = ({ name, parent }: Named): string[] => (parent ? [...namesOf(parent), name] : []);

/** The room that a source file, or a test, belongs to. */
const roomOf = (path: string) =>
	/\/(?:test\/unit|test\/engine|CustomerRelationship)\/(\w+)\//.exec(path)?.[1];

const once = (root: string): Plugin => ({
	name: 'once',
	setup: ({ onResolve }) =>
		onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
			const imported = join(resolveDir, path);
			return ONCE.test(relative(root, imported)) ? { path: imported, external: true } : undefined;
		}),
});

/** Every test file in a bundle of its own. */
async function bundled(root: string): Promise<TestFile[]> {
	const { folder, leftOut } = TESTS;
	const entryPoints = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((path) => `${folder}/${path}`)
		.filter((path) => path.endsWith('.test.ts') && !leftOut.test(path));
	const { outputFiles, metafile } = await build({
		entryPoints,
		absWorkingDir: root,
		bundle: true,
		packages: 'external',
		platform: 'node',
		outdir: '.',
		write: false,
		metafile: true,
		logLevel: 'warning',
		plugins: [once(root)],
	});
	return outputFiles.map(({ path: built, text }) => {
		const { entryPoint, inputs } = metafile.outputs[relative(root, built)]!;
		const path = join(root, entryPoint!);
		const script = new Script(`(function (require, module, exports, __dirname) {${text}\n})`);
		const evaluate = () => {
			const module = { exports: {} };
			script.runInThisContext()(createRequire(path), module, module.exports, dirname(path));
		};
		return {
			path,
			inputs: new Set(Object.keys(inputs).map((input) => join(root, input))),
			evaluate,
		};
	});
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'inProcess', Runner)];
