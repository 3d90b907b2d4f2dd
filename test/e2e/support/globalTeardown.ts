/** Jest's global tear-down. */
export default async function globalTeardown(): Promise<void> {
	await globalThis.stopSharedN8n?.();
}
