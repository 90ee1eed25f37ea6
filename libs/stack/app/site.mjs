// @ts-check
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { WEB } from '../topology.mjs';
import { filesBelow, fingerprintByContent } from './fingerprint.mjs';

/** @param {string} path */
function makeReadable(path) {
  const isFolder = lstatSync(path).isDirectory();
  chmodSync(path, isFolder ? 0o755 : 0o644);
  if (isFolder) for (const name of readdirSync(path)) makeReadable(join(path, name));
}

/**
 * Copies a folder next to the target and swaps it in, so that a visitor never sees a partial page.
 * @param {string} from
 * @param {string} to
 */
function replaceFolder(from, to) {
  const [next, old] = [`${to}.next`, `${to}.old`];
  for (const path of [next, old]) rmSync(path, { recursive: true, force: true });
  cpSync(from, next, { recursive: true });
  makeReadable(next);
  if (existsSync(to)) renameSync(to, old);
  renameSync(next, to);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Copies the built page to the state folder, where nginx's workers may read it even if the checkout is closed
 * to them.
 * @param {import('../state/stack.mjs').Stack} stack
 * @returns {{ root: string, headersConf: string, fingerprint: string }}
 */
export function publishSite(stack) {
  const built = join(stack.checkout, WEB.folder);
  const [page, headers] = [join(built, 'dist'), join(built, 'dist-nginx')];
  if (!existsSync(join(page, 'index.html')))
    throw new UserFacingError(`The page was not built: ${page}/index.html is missing.`);
  const root = join(stack.state, 'site');
  const headersFolder = join(stack.state, 'site-headers');
  const isCurrent =
    fingerprintOf(page) === fingerprintOf(root) && fingerprintOf(headers) === fingerprintOf(headersFolder);
  if (!isCurrent) {
    replaceFolder(page, root);
    replaceFolder(headers, headersFolder);
  }
  // Only a change of the headers requires a restart of nginx; it reads the page's files anew for each
  // request.
  return {
    root,
    headersConf: join(headersFolder, 'security-headers.conf'),
    fingerprint: fingerprintOf(headersFolder),
  };
}

/** @param {string} folder */
const fingerprintOf = (folder) => fingerprintByContent(folder, filesBelow([folder]));
