// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBinary } from '../machine/binaries.mjs';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { userFor } from '../machine/users.mjs';
import { httpProbe } from '../processes/probes.mjs';
import { GATEWAY_PORT, pageWiring, WEB } from '../topology.mjs';
import { baseEnvironment } from './base-environment.mjs';
import { fillTemplate, GATEWAY_UPSTREAM, MAX_READS, MAX_TIPS, nginxConf } from './nginx-conf.mjs';

/** @param {string} binary */
function mimeTypesFile(binary) {
  const candidates = ['/etc/nginx/mime.types', join(dirname(dirname(binary)), 'etc/nginx/mime.types')];
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new UserFacingError(`nginx: no mime.types in ${candidates.join(' or ')}.`);
  return found;
}

/**
 * @param {import('../state/stack.mjs').Stack} stack
 * @param {{ root: string, headersConf: string, fingerprint: string }} site the published page
 * @param {number[]} [gatewayPorts] ports of the replicas to use
 * @returns {import('../processes/ensure-running.mjs').ProcessSpec}
 */
export function nginxSpec(stack, site, gatewayPorts = [stack.port(GATEWAY_PORT)]) {
  const binary = findBinary('nginx') ?? 'nginx';
  const folder = join(stack.state, 'nginx');
  mkdirSync(folder, { recursive: true });
  const port = stack.port(WEB.port);
  const template = readFileSync(join(stack.checkout, WEB.folder, 'nginx/server.conf.template'), 'utf8');
  const server = fillTemplate(template, {
    PORT: String(port),
    SITE_ROOT: site.root,
    GATEWAY: GATEWAY_UPSTREAM,
    HEADERS_CONF: site.headersConf,
    MAX_TIPS: String(MAX_TIPS),
    MAX_TIPS_OF_NETWORK: String(MAX_TIPS),
    MAX_READS: String(MAX_READS),
    MAX_READS_OF_NETWORK: String(MAX_READS),
    ...pageWiring(stack),
  });
  const conf = nginxConf({
    folder,
    server,
    gatewayAddresses: gatewayPorts.map((port) => `127.0.0.1:${port}`),
    user: userFor(['www-data', 'nginx', 'nobody'])?.name,
    mimeTypes: mimeTypesFile(binary),
    modules: existsSync('/etc/nginx/modules-enabled'),
  });
  const confFile = join(folder, 'nginx.conf');
  writeFileSync(confFile, conf);
  return {
    name: WEB.name,
    command: binary,
    args: ['-e', 'stderr', '-c', confFile],
    cwd: stack.state,
    env: baseEnvironment(stack.env),
    stopSignal: 'SIGQUIT',
    content: conf + site.fingerprint,
    ports: [port],
    probe: httpProbe(`http://127.0.0.1:${port}/`),
    readyWithinMs: 30_000,
  };
}
