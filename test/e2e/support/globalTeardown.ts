/** Jest's global tear-down. */
export default async function uninstall(): Promise<void> {
	await globalThis.stopSharedN8n?.();
}
