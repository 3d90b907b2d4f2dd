/** Certificates for the tests alone, made anew in each run: nobody trusts them, and no key is kept. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
	key: string;
	/** The certificate, followed by its issuer's where the server is to send that, too. */
	cert: string;
}

/**
 * The chain of a test authority: `trusted` signs everything; `intermediate` stands in between.
 * Needs the command `openssl`.
 */
export function testCertificates() {
	const folder = mkdtempSync(join(tmpdir(), 'test-certificates-'));
	const file = (name: string) => join(folder, name);
	const openssl = (...words: string[]) =>
		execFileSync('openssl', words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
	writeFileSync(file('ca.ext'), 'basicConstraints=CA:TRUE\n');
	writeFileSync(file('leaf.ext'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
	writeFileSync(
		file('ca.conf'),
		[
			'[ca]\ndefault_ca=test\n[test]\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes',
			'default_md=sha256\npolicy=any\nunique_subject=no\nemail_in_dn=no\n[any]\ncommonName=supplied\n',
		].join('\n'),
	);
	writeFileSync(file('index.txt'), '');

	const request = (name: string) =>
		openssl(
			...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
			...['-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=Test certificate ${name}`],
		);
	/** Valid from now, or between two days of the form YYMMDD. */
	const sign = (
		name: string,
		issuer: string | undefined,
		ext: string,
		[from, to] = ['200101', '400101'],
	) => {
		request(name);
		openssl(
			...[
				'ca',
				'-batch',
				'-notext',
				'-config',
				'ca.conf',
				'-in',
				`${name}.csr`,
				'-out',
				`${name}.pem`,
			],
			...['-startdate', `${from}000000Z`, '-enddate', `${to}000000Z`, '-extfile', ext],
			...(issuer === undefined
				? ['-selfsign', '-keyfile', `${name}.key`]
				: ['-cert', `${issuer}.pem`, '-keyfile', `${issuer}.key`]),
		);
	};
	const read = (name: string) => readFileSync(file(name), 'utf8');
	const served = (name: string, ...chain: string[]): Certificate => ({
		key: read(`${name}.key`),
		cert: [name, ...chain].map((one) => read(`${one}.pem`)).join(''),
	});
	try {
		sign('authority', undefined, 'ca.ext');
		sign('between', 'authority', 'ca.ext');
		sign('leaf', 'between', 'leaf.ext');
		sign('present', 'authority', 'leaf.ext');
		sign('future', 'authority', 'leaf.ext', ['390101', '400101']);
		sign('past', 'authority', 'leaf.ext', ['200101', '210101']);
		sign('alone', undefined, 'leaf.ext');
		return {
			/** What a client would have to trust. */
			authority: read('authority.pem'),
			untrusted: served('leaf', 'between'),
			notYetValid: served('future'),
			expired: served('past'),
			selfSigned: served('alone'),
			/** One that holds for who trusts the authority. */
			valid: served('present'),
		};
	} finally {
		rmSync(folder, { recursive: true });
	}
}
