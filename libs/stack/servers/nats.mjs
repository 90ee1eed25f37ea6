// @ts-check
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../machine/binaries.mjs';
import { userFor } from '../machine/users.mjs';
import { lineProbe } from '../processes/probes.mjs';
import { busKeysConf } from '../topology.mjs';
import { baseEnvironment } from './base-environment.mjs';
import { privateFolder } from './private-folder.mjs';

/** Permissions on the bus, the same on every stack. */
const USERS_CONF = new URL('../../../k8s/components/bus-users/users.conf', import.meta.url);

/**
 * Returns the configuration. The payload limit stays at the default of 1 MiB, and the HTTP monitor off.
 * @param {number} port
 * @param {string} folder
 * @returns {string}
 */
export function natsConf(port, folder) {
  return `host: 127.0.0.1
port: ${port}
server_name: "likewell-${port}"
jetstream {
  store_dir: ${JSON.stringify(folder)}
  max_memory_store: 64MB
  max_file_store: 4GB
}
`;
}

/**
 * @param {import('../state/stack.mjs').Stack} stack
 * @returns {import('../processes/ensure-running.mjs').ProcessSpec}
 */
export function natsSpec(stack) {
  const user = userFor(['nats', 'nobody']);
  const port = stack.portOf('nats');
  const conf = natsConf(port, privateFolder(join(stack.state, 'nats'), user));
  const confFile = join(stack.state, 'nats.conf');
  mkdirSync(join(stack.state, 'bus', 'keys'), { recursive: true });
  const tls = stack.natsUrl.startsWith('tls:') ? tlsConf(stack, user) : '';
  const files = [
    [confFile, `${conf}${tls}authorization {\n  timeout: 10\n  include "bus/users.conf"\n}\n`],
    [join(stack.state, 'bus', 'users.conf'), readFileSync(USERS_CONF, 'utf8')],
    [join(stack.state, 'bus', 'keys', 'keys.conf'), busKeysConf(stack.secret)],
  ];
  for (const [file = '', text = ''] of files) writeFileSync(file, text);
  return {
    name: 'nats',
    command: findBinary('nats-server') ?? 'nats-server',
    args: ['--config', confFile],
    cwd: stack.state,
    env: baseEnvironment(stack.env),
    user,
    stopSignal: 'SIGTERM',
    content: files.map(([, text]) => text).join('\n'),
    ports: [port],
    probe: lineProbe(port, '', /^INFO .*"jetstream":true/),
    readyWithinMs: 60_000,
  };
}

/**
 * Issues a certificate of the bus's own authority, as in production; a new one with each start.
 * @param {import('../state/stack.mjs').Stack} stack
 * @param {ReturnType<typeof userFor>} user the server's user
 */
function tlsConf(stack, user) {
  const { certificate, key } = stack.busAuthority().issue(['localhost']);
  const inKeys = (/** @type {string} */ name) => join(stack.state, 'bus', 'keys', name);
  const [certFile, keyFile] = [inKeys('tls.crt'), inKeys('tls.key')];
  writeFileSync(certFile, certificate);
  writeFileSync(keyFile, key, { mode: 0o600 });
  if (user) chownSync(keyFile, user.uid, user.gid);
  return `tls {
  cert_file: ${JSON.stringify(certFile)}
  key_file: ${JSON.stringify(keyFile)}
  timeout: 5
}
`;
}
