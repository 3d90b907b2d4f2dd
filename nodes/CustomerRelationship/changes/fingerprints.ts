import type { IDataObject } from 'n8n-workflow';
import { canonicalJson } from '../canonicalJson';
import { sha256 } from '../sha256';
import { assumedProperties } from '../resources/guesses';

/** What is kept of a record: enough to see that it changed and how, and to give each change an ID. */
export interface Fingerprint {
	/** Index into the list's lifecycle states. */
	lifecycleIndex: number;
	contentHash: string;
	/** How often `emittedHashes` was full and was emptied; part of the IDs of changes. */
	generation: number;
	/** A hash of each change of the record that was emitted in this generation. */
	emittedHashes: readonly string[];
}

/** Lengths in characters of a fingerprint's parts: six bits each in hashes, a base-36 digit in numbers. */
const KEY_LENGTH = 9;
const LIFECYCLE_LENGTH = 3;
const HASH_LENGTH = 6;
const GENERATION_LENGTH = 2;
const EMITTED_HASH_LENGTH = 2;
/** The most hashes of changes that are kept of a record; the next one begins a new generation. */
const MAX_EMITTED_HASHES = 16;

const BASE = 36;
/** The most different lifecycle states of one list. */
export const MAX_LIFECYCLE_STATES = BASE ** LIFECYCLE_LENGTH;
const MAX_GENERATIONS = BASE ** GENERATION_LENGTH;

/** The start of a text's SHA-256, in base64url. */
const shortHash = (value: string, length: number): string =>
	sha256(value, 'base64url').slice(0, length);

/** The key of a record's fingerprint. */
export const fingerprintKey = ({ id }: IDataObject): string => shortHash(String(id), KEY_LENGTH);

/** A hash of a record without its time of change. The order of properties does not matter. */
export function contentHashOf(record: IDataObject): string {
	const content = Object.entries(record).filter(([name]) => name !== assumedProperties.changedAt);
	return shortHash(String(canonicalJson(Object.fromEntries(content))), HASH_LENGTH);
}

/**
 * Adds a change to those that were emitted. The same change may occur again, such as a second move into
 * one stage; the number of its occurrence tells the two apart. After a crash n8n may have kept only an
 * earlier fingerprint. Counted from there, the occurrence has the same number, and so the same ID when it is
 * emitted again.
 * @param change what all occurrences of the change have in common
 * @returns the new fingerprint, and the number of this occurrence in its generation, from 1
 */
export function withEmittedChange(
	fingerprint: Fingerprint,
	change: string,
): Fingerprint & { occurrence: number } {
	const hash = shortHash(change, EMITTED_HASH_LENGTH);
	const isFull = fingerprint.emittedHashes.length >= MAX_EMITTED_HASHES;
	const generation = isFull
		? (fingerprint.generation + 1) % MAX_GENERATIONS
		: fingerprint.generation;
	const emittedHashes = isFull ? [hash] : [...fingerprint.emittedHashes, hash];
	const occurrence = emittedHashes.filter((emittedHash) => emittedHash === hash).length;
	return { ...fingerprint, generation, emittedHashes, occurrence };
}

/**
 * The fingerprints of a list's records by their keys. They are saved as one text: 19 characters a
 * record, up to 53 once changes of it were emitted.
 */
export class Fingerprints {
	/** Undefined until one is asked for: a poll that reads no record need not parse the text. */
	private entries: Map<string, string> | undefined;

	constructor(private readonly text: string) {}

	get size(): number {
		return this.parsed.size;
	}

	has(key: string): boolean {
		return this.parsed.has(key);
	}

	get(key: string): Fingerprint | undefined {
		const text = this.parsed.get(key);
		if (text === undefined) return undefined;
		let position = 0;
		const next = (length: number) => text.slice(position, (position += length));
		const lifecycleIndex = parseNumber(next(LIFECYCLE_LENGTH));
		const contentHash = next(HASH_LENGTH);
		const generation = position < text.length ? parseNumber(next(GENERATION_LENGTH)) : 0;
		const emittedHashes: string[] = [];
		while (position < text.length) emittedHashes.push(next(EMITTED_HASH_LENGTH));
		return { lifecycleIndex, contentHash, generation, emittedHashes };
	}

	set(key: string, { lifecycleIndex, contentHash, generation, emittedHashes }: Fingerprint): void {
		const emitted =
			emittedHashes.length > 0
				? formatNumber(generation, GENERATION_LENGTH) + emittedHashes.join('')
				: '';
		this.parsed.set(key, formatNumber(lifecycleIndex, LIFECYCLE_LENGTH) + contentHash + emitted);
	}

	toString(): string {
		if (!this.entries) return this.text;
		return Array.from(this.entries, ([key, fingerprint]) => key + fingerprint).join(',');
	}

	private get parsed(): Map<string, string> {
		this.entries ??= new Map(
			split(this.text).map((entry) => [entry.slice(0, KEY_LENGTH), entry.slice(KEY_LENGTH)]),
		);
		return this.entries;
	}
}

const ENTRY = new RegExp(
	`^[\\w-]{${KEY_LENGTH + LIFECYCLE_LENGTH + HASH_LENGTH}}(?:[\\w-]{${GENERATION_LENGTH}}(?:[\\w-]{${EMITTED_HASH_LENGTH}})+)?$`,
);

/** Whether `Fingerprints` can read a text. @param lifecycleStates how many the list has */
export const isFingerprintsText = (text: string, lifecycleStates: number): boolean =>
	split(text).every(
		(entry) =>
			ENTRY.test(entry) &&
			parseNumber(entry.slice(KEY_LENGTH, KEY_LENGTH + LIFECYCLE_LENGTH)) < lifecycleStates,
	);

const split = (text: string): string[] => (text === '' ? [] : text.split(','));

const formatNumber = (number: number, length: number): string =>
	number.toString(BASE).padStart(length, '0');

const parseNumber = (text: string): number => parseInt(text, BASE);
