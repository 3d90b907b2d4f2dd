import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../typeGuards';
import { sha256 } from '../sha256';
import { guessed } from '../resources/guesses';

/** What is remembered of a record: enough to see that it changed and how, and to give the change an ID. */
export interface Fingerprint {
	/** Index into the `places` of the list's state. */
	place: number;
	digest: string;
	/** How often `given` was full and was begun anew; part of the IDs of changes. */
	round: number;
	/** The changes that were given out in this round, each as a tag. */
	given: readonly string[];
}

/** Lengths of a mark's parts in characters: of hashes six bits each, of numbers a digit. */
const KEY = 9;
const PLACE = 3;
const DIGEST = 6;
const ROUND = 2;
const TAG = 2;
/** Most changes that are remembered of a record; then a new round begins. */
const MAX_EMITTED_TAGS = 16;

const BASE = 36;
/** Most different places of a list's records. */
export const MAX_LIFECYCLE_STATES = BASE ** PLACE;
const GENERATIONS = BASE ** ROUND;

/** The start of a text's SHA-256, in characters of six bits each. */
const hash = (value: string, length: number): string => sha256(value, 'base64url').slice(0, length);

/** What a record is remembered by. */
export const fingerprintKey = ({ id }: IDataObject): string => hash(String(id), KEY);

/** What a record holds: the same for the same content, whatever the order of its properties. */
export function contentHash(record: IDataObject): string {
	const content = Object.entries(record).filter(([name]) => name !== guessed.changedAt);
	return hash(JSON.stringify(Object.fromEntries(content), inOrder), DIGEST);
}

const inOrder = (_name: string, value: unknown): unknown =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
		: value;

/**
 * Notes a change that is given out. The same one may come again, such as a second move into the same
 * stage: which time it is tells them apart. So from an older mark, as after a crash, a change that came
 * once gets the ID that it had.
 * @param change what the same change has in common each time
 * @returns also which time it is
 */
export function addEmittedTag(mark: Fingerprint, change: string): Fingerprint & { time: number } {
	const tag = hash(change, TAG);
	const isFull = mark.given.length >= MAX_EMITTED_TAGS;
	const round = isFull ? (mark.round + 1) % GENERATIONS : mark.round;
	const given = isFull ? [tag] : [...mark.given, tag];
	return { ...mark, round, given, time: given.filter((one) => one === tag).length };
}

/**
 * The marks of a list's records, and as one text: of 19 characters each, of up to 53 where changes of
 * the record were given out.
 */
export class Fingerprints {
	/** Read once one is asked for: a poll that finds nothing needs none. */
	private entries: Map<string, string> | undefined;

	constructor(private readonly text: string) {}

	get size(): number {
		return this.all.size;
	}

	has(key: string): boolean {
		return this.all.has(key);
	}

	get(key: string): Fingerprint | undefined {
		const text = this.all.get(key);
		if (text === undefined) return undefined;
		let at = 0;
		const next = (length: number) => text.slice(at, (at += length));
		const place = numberOf(next(PLACE));
		const digest = next(DIGEST);
		const round = at < text.length ? numberOf(next(ROUND)) : 0;
		const given: string[] = [];
		while (at < text.length) given.push(next(TAG));
		return { place, digest, round, given };
	}

	set(key: string, { place, digest, round, given }: Fingerprint): void {
		const history = given.length > 0 ? textOf(round, ROUND) + given.join('') : '';
		this.all.set(key, textOf(place, PLACE) + digest + history);
	}

	toString(): string {
		if (!this.entries) return this.text;
		return Array.from(this.entries, ([key, mark]) => key + mark).join(',');
	}

	private get all(): Map<string, string> {
		this.entries ??= new Map(
			entriesOf(this.text).map((entry) => [entry.slice(0, KEY), entry.slice(KEY)]),
		);
		return this.entries;
	}
}

const ENTRY = new RegExp(
	`^[\\w-]{${KEY + PLACE + DIGEST}}(?:[\\w-]{${ROUND}}(?:[\\w-]{${TAG}})+)?$`,
);

/** Whether a text is one that `Fingerprints` wrote. @param places how many there are */
export const areFingerprints = (text: string, places: number): boolean =>
	entriesOf(text).every(
		(entry) => ENTRY.test(entry) && numberOf(entry.slice(KEY, KEY + PLACE)) < places,
	);

const entriesOf = (text: string): string[] => (text === '' ? [] : text.split(','));

/** A number in as many characters. */
const textOf = (number: number, length: number): string =>
	number.toString(BASE).padStart(length, '0');

const numberOf = (text: string): number => parseInt(text, BASE);
