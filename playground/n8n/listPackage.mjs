// Run by the Node that n8n runs on, which has SQLite built in:
// node listPackage.mjs <database file> <rows as JSON>
import { DatabaseSync } from 'node:sqlite';

const [file, rows] = process.argv.slice(2);
const { package: installed, nodes } = JSON.parse(rows);
const database = new DatabaseSync(file, { timeout: 10_000 });

database.exec('BEGIN IMMEDIATE');
database.prepare('DELETE FROM installed_nodes WHERE package = ?').run(installed.name);
database.prepare('DELETE FROM installed_packages WHERE packageName = ?').run(installed.name);
database
	.prepare(
		`INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt)
		VALUES (?, ?, ?, ?, STRFTIME('%Y-%m-%d %H:%M:%f', 'now'), STRFTIME('%Y-%m-%d %H:%M:%f', 'now'))`,
	)
	.run(installed.name, installed.version, installed.author.name, installed.author.email);
for (const node of nodes) {
	database
		.prepare('INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)')
		.run(node.name, node.type, node.version, installed.name);
}
database.exec('COMMIT');
database.close();
