// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinary } from '../machine/binaries.mjs';
import { findFreeBase } from '../machine/ports.mjs';
import { CHECKOUT } from '../state/stack-folder.mjs';
import { fillTemplate, GATEWAY_UPSTREAM, nginxConf } from './nginx-conf.mjs';

/**
 * Ports below those that systems use for outgoing connections, which might take one before nginx has it. Test
 * files that run at the same time begin at different ones.
 */
const FIRST_PORT = 25_000;
const PORTS = 2_500;
/** Small enough for a test to play that many members. */
export const MAX_TIPS = 64;
export const MAX_TIPS_OF_NETWORK = MAX_TIPS / 8;
/** As in the image. */
export const MAX_READS = ofImage('MAX_READS');
export const MAX_READS_OF_NETWORK = ofImage('MAX_READS_OF_NETWORK');

/**
 * Starts nginx for tests, with the site's configuration and a page of one word, in front of a server that
 * plays the gateway.
 * @param {import('node:http').Server} gateway a server that does not listen yet; it ends with nginx
 * @param {string} [realIpFrom] addresses whose X-Forwarded-For is trusted, as in the image
 */
export async function startNginx(gateway, realIpFrom = '') {
  const folder = mkdtempSync(join(tmpdir(), 'likewell-nginx-'));
  const port = await findFreeBase(FIRST_PORT + (process.pid % PORTS), 1);
  const site = join(folder, 'site');
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), 'the page');
  // web/build/security-headers.ts writes this line together with the other headers.
  const headersConf = join(folder, 'headers.conf');
  writeFileSync(headersConf, 'add_header Strict-Transport-Security "$strict_transport_security" always;\n');
  const mimeTypes = join(folder, 'mime.types');
  writeFileSync(mimeTypes, 'types { text/html html; }\n');
  chmodSync(folder, 0o755);
  const server = fillTemplate(readFileSync(join(CHECKOUT, 'web/nginx/server.conf.template'), 'utf8'), {
    // Over loopback the kernel would take megabytes of a response that nobody reads, more than in any network.
    PORT: `127.0.0.1:${port} sndbuf=64k`,
    SITE_ROOT: site,
    GATEWAY: GATEWAY_UPSTREAM,
    HEADERS_CONF: headersConf,
    CHAIN_SOURCE: '',
    PAGE_SETTINGS: '{}',
    MAX_TIPS: String(MAX_TIPS),
    MAX_TIPS_OF_NETWORK: String(MAX_TIPS_OF_NETWORK),
    MAX_READS: String(MAX_READS),
    MAX_READS_OF_NETWORK: String(MAX_READS_OF_NETWORK),
  });
  const realIpConf = join(folder, 'real-ip.conf');
  execFileSync('sh', [join(CHECKOUT, 'web/nginx/15-real-ip.sh')], {
    env: { ...process.env, REAL_IP_CONF: realIpConf, REAL_IP_FROM: realIpFrom },
  });
  // An idle connection is closed by nginx, as in production: otherwise a request might meet that of the gateway.
  gateway.keepAliveTimeout = 0;
  const gatewayAddresses = [`127.0.0.1:${await portOf(gateway)}`];
  const conf = nginxConf({
    folder,
    server: `include "${realIpConf}";\n${server}`,
    gatewayAddresses,
    user: undefined,
    mimeTypes,
    modules: false,
    accessLog: accessLogOfImage(join(folder, 'access.log')),
  });
  writeFileSync(join(folder, 'nginx.conf'), conf);
  const errorLog = join(folder, 'error.log');
  const nginx = spawn(findBinary('nginx') ?? 'nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', openSync(errorLog, 'a')],
  });
  const origin = `http://127.0.0.1:${port}`;
  while (nginx.exitCode === null && !(await fetch(origin).then(Boolean, () => false))) await sleep(50);
  if (nginx.exitCode !== null) throw new Error(`nginx does not start: ${readFileSync(errorLog, 'utf8')}`);
  return {
    origin,
    pid: nginx.pid,
    /** Returns the lines about requests so far, each written after its response. */
    accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8').trim().split('\n'),
    /** Returns what it has written to its standard error. */
    errorLog: () => readFileSync(errorLog, 'utf8'),
    async end() {
      gateway.close();
      gateway.closeAllConnections();
      if (nginx.exitCode === null) {
        const gone = once(nginx, 'exit');
        nginx.kill('SIGTERM');
        await gone;
      }
      process.stderr.write(readFileSync(errorLog));
      rmSync(folder, { recursive: true });
    },
  };
}

/** @param {string} file that takes the place of the container's standard output */
function accessLogOfImage(file) {
  const conf = readFileSync(join(CHECKOUT, 'web/nginx/nginx.conf'), 'utf8');
  const lines = conf.match(/^ +(?:log_format|access_log) [^;]+;$/gm) ?? [];
  return lines.join('\n').trim().replace('/dev/stdout', `"${file}"`);
}

/** @param {string} name of a variable that the image of `web` sets */
function ofImage(name) {
  const [, value] =
    new RegExp(`^ +${name}=(\\d+)`, 'm').exec(readFileSync(join(CHECKOUT, 'Dockerfile'), 'utf8')) ?? [];
  return Number(value);
}

/** @param {import('node:http').Server} server */
async function portOf(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}
