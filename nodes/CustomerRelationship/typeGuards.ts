import type { JsonObject } from 'n8n-workflow';

/** Whether a value is an object with properties, and no list. */
export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a resource locator, which holds its value beside the mode and the name that the panel shows. */
export const isLocator = (value: unknown): value is JsonObject =>
	isObject(value) && ('mode' in value || '__rl' in value);

/** Whether a value is a JavaScript `Date` or a Luxon `DateTime`. */
export const isDate = (value: unknown): value is { toJSON(): unknown } =>
	isObject(value) &&
	typeof value.toJSON === 'function' &&
	// Luxon's durations and intervals have neither method, and no object of an item has one.
	(typeof value.getTime === 'function' || typeof value.toJSDate === 'function');
