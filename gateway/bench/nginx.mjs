// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTogether } from '../../libs/stack/processes/run-together.mjs';
import { nginxSpec } from '../../libs/stack/servers/nginx.mjs';

/**
 * Starts nginx as configured in front of the gateway, with these files at `/static/` instead of the site's
 * pages.
 * @param {import('../../libs/stack/state/stack.mjs').Stack} stack
 * @param {Record<string, Buffer>} [files]
 */
export async function startNginx(stack, files = {}) {
  const root = join(stack.state, 'bench-site');
  mkdirSync(join(root, 'static'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, 'static', name), bytes);
  const headersConf = join(stack.state, 'bench-headers.conf');
  writeFileSync(headersConf, '');
  await runTogether(stack, [nginxSpec(stack, { root, headersConf, fingerprint: '' })]);
}
