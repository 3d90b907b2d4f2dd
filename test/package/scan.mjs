/**
 * Runs n8n's community package scanner on a folder: `node scan.mjs <folder> [sources]`. The
 * scanner's own command takes published names only, and its exit code tells nothing.
 */
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, sources] = process.argv.slice(2);
const { passed, message, details } = await analyzePackage(
	folder,
	sources ? SOURCE_FILE_PATTERNS : undefined,
);
if (!passed) {
	console.error(message, details ?? '');
	process.exitCode = 1;
}
