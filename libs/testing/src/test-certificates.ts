import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const MAKER = pathToFileURL(join(import.meta.dirname, '../../stack/state/certificates.mjs')).href;

/** A private authority and certificates that it has issued, in PEM. */
export interface TestCertificates {
  readonly authority: string;
  readonly servers: readonly { readonly certificate: string; readonly key: string }[];
}

/** Makes a new authority, which issues a certificate for each of these lists of host names. */
export async function makeCertificates(...servers: readonly string[][]): Promise<TestCertificates> {
  const script = `
    import { randomBytes } from 'node:crypto';
    import { busAuthority } from '${MAKER}';
    const authority = busAuthority(() => randomBytes(32).toString('hex'));
    const servers = ${JSON.stringify(servers)}.map((names) => authority.issue(names));
    console.log(JSON.stringify({ authority: authority.certificate, servers }));`;
  const node = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse((await node).stdout) as TestCertificates;
}
