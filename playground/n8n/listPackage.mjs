// Run by the Node that n8n runs on, with n8n's own database driver:
// node listPackage.mjs <n8n's node_modules> <database file> <rows as JSON>
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const [modules, file, rows] = process.argv.slice(2);
const { package: installed, nodes } = JSON.parse(rows);
const { Database } = createRequire(`${modules}/`)('sqlite3');

const database = new Database(file);
database.configure('busyTimeout', 10_000);
const run = promisify(database.run.bind(database));

await run('BEGIN IMMEDIATE');
await run('DELETE FROM installed_nodes WHERE package = ?', [installed.name]);
await run('DELETE FROM installed_packages WHERE packageName = ?', [installed.name]);
await run(
	`INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt)
	VALUES (?, ?, ?, ?, STRFTIME('%Y-%m-%d %H:%M:%f', 'now'), STRFTIME('%Y-%m-%d %H:%M:%f', 'now'))`,
	[installed.name, installed.version, installed.author.name, installed.author.email],
);
for (const node of nodes) {
	await run(
		'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
		[...[node.name, node.type, node.version, installed.name]],
	);
}
await run('COMMIT');
await promisify(database.close.bind(database))();
