import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const MAKER = pathToFileURL(join(import.meta.dirname, '../../stack/state/certificates.mjs')).href;
/** Longer than a certificate is valid. */
const TEN_YEARS_MS = 10 * 365 * 86_400_000;

/** A private authority and certificates that it has issued, in PEM. */
export interface TestCertificates {
  readonly authority: string;
  readonly servers: readonly { readonly certificate: string; readonly key: string }[];
  /** Others for the same names, which ended some time ago. */
  readonly expired: TestCertificates['servers'];
}

/** Makes a new authority, which issues a certificate for each of these lists of host names. */
export async function makeCertificates(...servers: readonly string[][]): Promise<TestCertificates> {
  const script = `
    import { randomBytes } from 'node:crypto';
    import { busAuthority } from '${MAKER}';
    const authority = busAuthority(() => randomBytes(32).toString('hex'));
    const issue = () => ${JSON.stringify(servers)}.map((names) => authority.issue(names));
    const servers = issue();
    const then = Date.now() - ${TEN_YEARS_MS};
    Date.now = () => then;
    const expired = issue();
    console.log(JSON.stringify({ authority: authority.certificate, servers, expired }));`;
  const node = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse((await node).stdout) as TestCertificates;
}
